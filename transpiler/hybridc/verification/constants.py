"""The numbers that a function compares with, and all that it reaches: where its branches part.

Inputs that are these numbers, or next to them, go both ways at `>` and `>=`, where drawn ones hardly ever are equal.
"""

from __future__ import annotations

import ast
import itertools
import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from hybridc.verification.signatures import Definition

_MOST = 10  # numbers
_MOST_LENGTHS = 3
_LONGEST = 64
_SIZES = frozenset(["len", "shape", "size", "ndim"])
_CHOOSING = frozenset(["clip", "maximum", "minimum", "where", "heaviside", "searchsorted", "min", "max", "isclose"])
_SIGNED = (ast.USub, ast.UAdd)


@dataclass(frozen=True, slots=True)
class Constants:
    """`numbers` that values are compared with, and whole numbers that `lengths` are."""

    numbers: tuple[float, ...] = ()
    lengths: tuple[int, ...] = ()


NONE = Constants()


def constants(function: Definition, known: Mapping[str, Definition], module: ast.Module) -> Constants:
    """Those of a function and of all functions of the file that it reaches, what is compared before all else."""
    named = dict(_assigned(module))
    compared: list[float] = []
    others: list[float] = []
    lengths: list[int] = []
    for node in _reached(function, known):
        local = {**named, **dict(_assigned(node))}
        sized = _sized(node)
        for each in ast.walk(node):
            if isinstance(each, ast.Compare) or (isinstance(each, ast.Call) and _last(each.func) in _CHOOSING):
                numbers = list(_numbers(each, local))
                compared += numbers
                others += _solved(numbers)
                if isinstance(each, ast.Compare) and _is_of_sizes(each, sized):
                    lengths += [int(n) for n in numbers if n == int(n) and 0 < n <= _LONGEST]
    found = [n for n in dict.fromkeys([*compared, *others]) if math.isfinite(n)]
    return Constants(tuple(found[:_MOST]), tuple(dict.fromkeys(lengths))[:_MOST_LENGTHS])


def _reached(function: Definition, known: Mapping[str, Definition]) -> Iterator[ast.AST]:
    """The function and those that it calls by name, or as methods of whatever object."""
    waiting, seen = [function], {function.name}
    while waiting:
        each = waiting.pop(0)
        yield each.node
        for node in ast.walk(each.node):
            name = _last(node) if isinstance(node, ast.Name | ast.Attribute) else ""
            for other in known.values():
                is_meant = other.name == name or (isinstance(node, ast.Attribute) and other.name.endswith(f".{name}"))
                if name and is_meant and other.name not in seen:
                    seen.add(other.name)
                    waiting.append(other)


def _assigned(tree: ast.AST) -> Iterator[tuple[str, float]]:
    """Names that are bound to a number."""
    for node in tree.body if isinstance(tree, ast.Module) else ast.walk(tree):
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            value = _number(node.value)
            yield from ((t.id, value) for t in targets if isinstance(t, ast.Name) and value is not None)
        elif isinstance(node, ast.arguments):
            plain = [*node.posonlyargs, *node.args]
            pairs = [*zip(plain[len(plain) - len(node.defaults) :], node.defaults, strict=True)]
            for argument, default in [*pairs, *zip(node.kwonlyargs, node.kw_defaults, strict=True)]:
                if default is not None and (value := _number(default)) is not None:
                    yield argument.arg, value


def _numbers(tree: ast.AST, named: Mapping[str, float]) -> Iterator[float]:
    """The numbers in a piece of code, but for those in indices."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(tree, ast.Subscript) and node is tree.slice:
            continue
        if isinstance(node, ast.expr) and (value := _number(node)) is not None:
            yield value
        elif isinstance(node, ast.Name | ast.Attribute) and _last(node) in named:
            yield named[_last(node)]
        else:
            yield from _numbers(node, named)


def _number(node: ast.expr) -> float | None:
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, _SIGNED):
        value = _number(node.operand)
        return None if value is None else -value if isinstance(node.op, ast.USub) else value
    if isinstance(node, ast.Constant) and isinstance(node.value, int | float) and not isinstance(node.value, bool):
        return node.value if abs(node.value) < 1e300 else None
    return None


def _solved(numbers: Iterable[float]) -> Iterator[float]:
    """Where `2 * x > 5`, `x - 1 > 3` and `x * x > 4` turn."""
    for one, other in itertools.permutations(dict.fromkeys(numbers), 2):
        yield from (one - other, one + other)
        if other:
            yield one / other
    yield from (math.sqrt(n) for n in numbers if n > 0)


def _sized(tree: ast.AST) -> set[str]:
    """Names that are bound to a length, or to several."""
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and _is_of_sizes(node.value, set()):
            found |= {e.id for target in node.targets for e in ast.walk(target) if isinstance(e, ast.Name)}
    return found


def _is_of_sizes(tree: ast.AST, sized: set[str]) -> bool:
    return any(
        isinstance(node, ast.Name | ast.Attribute) and (_last(node) in _SIZES or _last(node) in sized)
        for node in ast.walk(tree)
    )


def _last(node: ast.AST) -> str:
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""
