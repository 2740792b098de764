"""Expressions of which a function reads only elements, or how many there are: a list and a tuple are the same there."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache

from hybridc.syntax.module import Function

_READING = frozenset({"len", "enumerate", "zip", "tuple", "list", "sum", "min", "max", "reversed", "sorted", "map"})


@cache
def elements_only(function: Function) -> frozenset[ast.expr]:
    """The expressions of a function whose type nobody there can tell from what is done with them."""
    return frozenset(_found(function))


def _found(function: Function) -> Iterator[ast.expr]:
    for subscript in function.of(ast.Subscript):
        if not isinstance(subscript.slice, ast.Slice | ast.Tuple) and isinstance(subscript.ctx, ast.Load):
            yield subscript.value
    for assignment in function.of(ast.Assign):
        if all(isinstance(target, ast.Tuple | ast.List) for target in assignment.targets):
            yield from _values(assignment.value)
    for loop in function.of_any(ast.For, ast.comprehension):
        yield loop.iter  # type: ignore[attr-defined]
    for spread in function.of(ast.Starred):
        yield spread.value
    for call in function.of(ast.Call):
        if isinstance(call.func, ast.Name) and call.func.id in _READING and call.func.id not in function.locals:
            yield from call.args


def _values(value: ast.expr) -> Iterator[ast.expr]:
    """What is unpacked: the value, or a part of it."""
    yield value
    if isinstance(value, ast.Subscript) and isinstance(value.slice, ast.Slice):
        yield value.value
