"""Integers that are drawn one by one are Python's, which have no end: compiled code has 64 bits for what grows."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from hybridc.normalize.random_draws import is_of_one, method_of
from hybridc.syntax.module import Function
from hybridc.syntax.walking import children, walk

_INTEGERS = frozenset({
    "binomial", "choice", "geometric", "hypergeometric", "logseries", "negative_binomial", "poisson", "randint",
    "random_integers", "randrange", "zipf",
})  # fmt: skip


def is_integer(draw: ast.expr) -> bool:
    """One of Python's."""
    return method_of(draw) in _INTEGERS and is_of_one(draw)


def may_grow(function: Function, draws: Sequence[ast.expr]) -> bool:
    """What is made of such integers is multiplied with another one, or taken to a power: it may need more bits."""
    drawn = {draw for draw in draws if is_integer(draw)}
    if not drawn:
        return False
    bindings = [*_bindings(function)]
    made: set[str] = set()
    before = -1
    while before != len(made):
        before = len(made)
        made |= {name for name, value in bindings if _reads(value, made, drawn)}
    own = {name for name, value in bindings if name in made and _reads(value, {name}, set())}  # of itself
    return any(_grows(value, made, own, drawn) for _, value in bindings) or any(
        _grows(n, made, own, drawn) for n in function.of(ast.BinOp)
    )


def _bindings(function: Function) -> Iterator[tuple[str, ast.expr]]:
    for statement in function.of_any(ast.Assign, ast.AugAssign):
        if isinstance(statement, ast.AugAssign):
            if isinstance(statement.target, ast.Name):
                held = ast.Name(statement.target.id, ast.Load())
                yield statement.target.id, ast.BinOp(held, statement.op, statement.value)
            continue
        assert isinstance(statement, ast.Assign)
        for target in statement.targets:
            yield from ((n.id, statement.value) for n in walk(target) if isinstance(n, ast.Name) and _is_stored(n))


def _is_stored(name: ast.Name) -> bool:
    return isinstance(name.ctx, ast.Store)


def _reads(node: ast.AST, names: set[str], drawn: set[ast.expr]) -> bool:
    """It is made of one of these: an index, a comparison and what a function gives are not."""
    if node in drawn or (isinstance(node, ast.Name) and node.id in names):
        return True
    match node:
        case ast.Subscript(value=held):
            return _reads(held, names, drawn)
        case ast.Compare() | ast.Lambda():
            return False
        case ast.Call(func=ast.Name(id="int" | "abs" | "max" | "min" | "sum" | "pow" | "round"), args=args):
            return any(_reads(a, names, drawn) for a in args)
        case ast.Call():
            return False
        case ast.BinOp(op=ast.Div()):
            return False
    return any(_reads(child, names, drawn) for child in children(node))


def _grows(node: ast.expr, made: set[str], own: set[str], drawn: set[ast.expr]) -> bool:
    match node:
        case ast.BinOp(left=left, op=ast.Mult(), right=right):
            one, other = _reads(left, made, drawn), _reads(right, made, drawn)
            return (one and other) or _reads(left, own, set()) or _reads(right, own, set())
        case ast.BinOp(left=left, op=ast.Pow(), right=ast.Constant(value=2)):
            return _reads(left, own, set())
        case ast.BinOp(left=left, op=ast.Pow() | ast.LShift(), right=right):
            return _reads(left, made, drawn) or (_is_whole(left) and _reads(right, made, drawn))
        case ast.Call(func=ast.Name(id="pow"), args=args):
            return any(_reads(a, made, drawn) for a in args)
    return False


def _is_whole(node: ast.expr) -> bool:
    """It may be an integer: no number with a point."""
    return not (isinstance(node, ast.Constant) and isinstance(node.value, float))
