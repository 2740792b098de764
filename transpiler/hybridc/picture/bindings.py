"""Which names a statement gives which values."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from hybridc.syntax.dataflow import expressions
from hybridc.syntax.walking import pairs, walk


def bindings(statement: ast.stmt) -> Iterator[tuple[ast.Name, ast.expr]]:
    """Each name, with the value that it is, or is a part of."""
    match statement:
        case ast.Assign(targets=targets, value=value):
            bound = [pair for target in targets for pair in pairs(target, value)]
        case ast.AnnAssign(target=target, value=value) if value is not None:
            bound = [(target, value)]
        case ast.For(target=target, iter=value) | ast.AsyncFor(target=target, iter=value):
            bound = [(target, value)]
        case ast.With(items=items) | ast.AsyncWith(items=items):
            bound = [(i.optional_vars, i.context_expr) for i in items if i.optional_vars is not None]
        case _:
            bound = []
    inside = (n for e in expressions(statement) for n in walk(e))
    bound += [(n.target, n.value) for n in inside if isinstance(n, ast.NamedExpr)]
    for target, value in bound:
        yield from ((name, value) for name in _names(target))


def _names(target: ast.expr) -> Iterator[ast.Name]:
    match target:
        case ast.Name():
            yield target
        case ast.Tuple(elts=elements) | ast.List(elts=elements):
            for element in elements:
                yield from _names(element)
        case ast.Starred(value=inner):
            yield from _names(inner)
