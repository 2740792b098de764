"""What the body of a function does with a parameter, and so what the parameter can be."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping

from hybridc.verification.signatures import Definition

_OF_ARRAYS = frozenset(
    (
        "shape", "ndim", "size", "dtype", "T", "copy", "sum", "mean", "min", "max", "std", "var", "argmin", "argmax",
        "reshape", "ravel", "flatten", "astype", "dot", "any", "all", "prod", "cumsum", "transpose", "sort", "argsort",
        "clip", "round", "fill", "real", "imag", "conj",
    )
)  # fmt: skip
_WALKS = frozenset(("len", "zip", "enumerate", "sum", "sorted", "reversed"))
_SIZED = frozenset(("range", "zeros", "ones", "empty", "full", "arange"))
_OF_NUMBERS = frozenset(("math", "cmath", "random"))


def last_name(node: ast.expr | None) -> str:
    """`ndarray` of `np.ndarray[...]`."""
    if isinstance(node, ast.Subscript):
        return last_name(node.value)
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def least_rank(
    function: Definition, name: str, known: Mapping[str, Definition], seen: frozenset[str] = frozenset()
) -> int | None:
    """The least number of axes that the uses of a parameter ask for; None where it may be no array."""
    ranks = list(_ranks(function.node, name))
    for callee, parameter in _handed_on(function, name, known, seen):
        rank = least_rank(callee, parameter, known, seen | {function.name})
        ranks += [] if rank is None else [rank]
    return max(ranks, default=None)


def is_count(
    function: Definition, name: str, known: Mapping[str, Definition], seen: frozenset[str] = frozenset()
) -> bool:
    """It says how many turns a loop takes, or how long an array is."""
    for node in ast.walk(function.node):
        if isinstance(node, ast.Call) and last_name(node.func) in _SIZED:
            sizes = [e for a in node.args[:3] for e in (a.elts if isinstance(a, ast.Tuple) else [a])]
            if any(_is(size, name) for size in sizes):
                return True
    handed = _handed_on(function, name, known, seen)
    return any(is_count(callee, parameter, known, seen | {function.name}) for callee, parameter in handed)


def _handed_on(
    function: Definition, name: str, known: Mapping[str, Definition], seen: frozenset[str]
) -> Iterator[tuple[Definition, str]]:
    """The functions of the file that are called with the parameter, and by which name they take it."""
    for node in ast.walk(function.node):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in known:
            callee = known[node.func.id]
            if callee.name in seen or callee.name == function.name:
                continue
            for argument, parameter in zip(node.args, callee.parameters, strict=False):
                if _is(argument, name) and parameter.kind in ("positional", "plain"):
                    yield callee, parameter.name


def _ranks(function: ast.AST, name: str) -> Iterator[int]:
    for node in ast.walk(function):
        match node:
            case ast.Subscript(
                value=ast.Attribute(value=ast.Name(id=base), attr="shape"), slice=ast.Constant(value=int(axis))
            ) if base == name:
                yield axis + 1 if axis >= 0 else -axis
            case ast.Assign(
                targets=[ast.Tuple(elts=sizes)], value=ast.Attribute(value=ast.Name(id=base), attr="shape")
            ) if base == name:
                yield len(sizes)
            case ast.Subscript(value=ast.Name(id=base), slice=ast.Tuple(elts=indices)) if base == name:
                yield sum(not (isinstance(i, ast.Constant) and i.value in (None, ...)) for i in indices)
            case ast.Subscript(value=ast.Subscript(value=ast.Name(id=base))) if base == name:
                yield 2
            case ast.Subscript(value=ast.Name(id=base)) if base == name:
                yield 1
            case ast.Attribute(value=ast.Name(id=base), attr=attribute) if base == name and attribute in _OF_ARRAYS:
                yield 2 if attribute == "T" else 1
            case ast.For(iter=walked) | ast.comprehension(iter=walked) if _is(walked, name):
                yield 1
            case ast.BinOp(op=ast.MatMult(), left=left, right=right):
                # A matrix stands before what it is multiplied with more often than after it.
                yield from (rank for side, rank in ((left, 2), (right, 1)) if _is(side, name))
            case ast.Call(func=ast.Name(id=called), args=given) if called in _WALKS:
                yield from (1 for each in given if _is(each, name))
            case ast.Call(func=ast.Attribute(value=owner, attr=called), args=[first, *_]) if (
                last_name(owner) not in _OF_NUMBERS and called not in _SIZED
            ):
                inside = list(ast.walk(first))
                # An index may add axes, as `x[:, None]` does.
                if any(_is(each, name) for each in inside) and not any(isinstance(e, ast.Subscript) for e in inside):
                    yield from _axes(node)
                if _is(first, name):
                    yield 1


def _axes(call: ast.Call) -> Iterator[int]:
    """What `axis=` asks of the array that is passed."""
    for keyword in call.keywords:
        if keyword.arg == "axis" and isinstance(keyword.value, ast.Constant):
            axis = keyword.value.value
            if isinstance(axis, int) and axis > 0:
                yield axis + 1


def _is(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name
