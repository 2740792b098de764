"""Expressions of which a function asks nothing but whether they are so."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from hybridc.syntax.module import Function


def only_tested(function: Function) -> frozenset[ast.expr]:
    """What tests are made of: `x.max().item()` of `if not x.max().item() > 3`."""
    tests = [*function.tests, *(a.test for a in function.of(ast.Assert))]
    return frozenset(node for test in tests for node in _parts(test))


def _parts(test: ast.expr) -> Iterator[ast.expr]:
    yield test
    match test:
        case ast.BoolOp(values=values):
            for value in values:
                yield from _parts(value)
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield from _parts(operand)
        case ast.Compare(left=left, comparators=others):
            yield left
            yield from others
