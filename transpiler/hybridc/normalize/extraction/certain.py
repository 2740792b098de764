"""What a call of a function reads whatever happens: if that has no value, the function itself raises."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping

from hybridc.normalize.extraction.state import Use, Variable
from hybridc.syntax.dataflow import expressions
from hybridc.syntax.walking import children, walk

Variables = tuple[Variable, ...]

_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_HEADED = (ast.If, ast.While, ast.For)
_SIMPLE = (ast.Assign, ast.AnnAssign, ast.AugAssign, ast.Expr, ast.Return)


def surely_read(use: Use, calls: Mapping[ast.AST, tuple[Variables, Variables]]) -> frozenset[Variable]:
    """Variables whose value at the call is read on every path. `calls` has the inputs and outputs of those in it."""
    found: set[Variable] = set()
    stored: set[Variable] = set()
    variables: dict[ast.AST, Variable] = dict(use.variables.items())
    for statement in use.function.body:
        if isinstance(statement, ast.Global | ast.Pass):
            continue
        if not isinstance(statement, _SIMPLE + _HEADED):
            break
        for node in (n for e in _evaluated(statement) for n in _certain(e)):
            found |= {*calls.get(node, ((), ()))[0], *([variables[node]] if node in variables else [])} - stored
        for node in walk(statement):
            if isinstance(node, ast.Return | ast.Raise):
                return frozenset(found)
            if node in variables and isinstance(getattr(node, "ctx", None), ast.Store):
                stored.add(variables[node])
            stored |= {*calls.get(node, ((), ()))[1]}
    return frozenset(found)


def _evaluated(statement: ast.stmt) -> Iterator[ast.expr]:
    if isinstance(statement, ast.AugAssign):
        yield statement.target
    elif isinstance(statement, ast.For):
        yield statement.iter
        return
    elif isinstance(statement, ast.Assign | ast.AnnAssign):
        if statement.value is not None:
            yield statement.value
        return
    yield from expressions(statement)


def _certain(node: ast.AST) -> Iterator[ast.AST]:
    """The parts of an expression that are looked at whatever they are."""
    yield node
    match node:
        case ast.Lambda():
            return
        case ast.IfExp(test=first) | ast.BoolOp(values=[first, *_]):
            yield from _certain(first)
        case ast.Compare(left=left, comparators=[right, *_]):
            yield from _certain(left)
            yield from _certain(right)
        case _ if isinstance(node, _COMPREHENSIONS):
            yield from _certain(node.generators[0].iter)
        case _:
            for child in children(node):
                yield from _certain(child)
