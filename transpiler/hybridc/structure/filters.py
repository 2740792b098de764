"""`sum`, `any` and `all` over what a comprehension lets through, as such over all elements."""

from __future__ import annotations

import ast

from hybridc.structure.trees import conjunction, negation
from hybridc.structure.work import Structuring
from hybridc.syntax.walking import walk

_REDUCTIONS = ("sum", "any", "all")


def filtered(node: ast.AST) -> ast.GeneratorExp | ast.ListComp | None:
    """The comprehension with conditions that a call of `sum`, `any` or `all` reduces."""
    match node:
        case ast.Call(func=ast.Name(id=name), args=[ast.GeneratorExp() | ast.ListComp() as inner, *_]) if (
            name in _REDUCTIONS and any(g.ifs for g in inner.generators)
        ):
            return inner
    return None


def without_filters(work: Structuring, statement: ast.stmt) -> ast.stmt | None:
    """The statement with elements that count for nothing where some are left out; None where none are."""
    field = "test" if isinstance(statement, ast.If | ast.While | ast.Assert) else "value"
    value = getattr(statement, field, None)
    if not isinstance(value, ast.expr) or not any(filtered(n) for n in walk(value)):
        return None
    new = _Unfiltered(work, statement).visit(work.origins.copied([value])[0])
    return work.origins.changed(statement, **{field: new})


class _Unfiltered(ast.NodeTransformer):
    def __init__(self, work: Structuring, statement: ast.stmt) -> None:
        self.work = work
        self.statement = statement

    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        inner = filtered(node)
        if inner is None:
            return node
        assert isinstance(node.func, ast.Name)
        test = conjunction(*(t for g in inner.generators for t in g.ifs))
        element: ast.expr = ast.IfExp(test, inner.elt, ast.Constant(0))
        if node.func.id == "any":
            element = ast.BoolOp(ast.And(), [test, inner.elt])
        elif node.func.id == "all":
            element = ast.BoolOp(ast.Or(), [negation(test), inner.elt])
        generators = [ast.comprehension(g.target, g.iter, [], g.is_async) for g in inner.generators]
        made = self.work.origins.make(type(inner)(element, generators), self.statement)
        call = ast.Call(node.func, [made, *node.args[1:]], node.keywords)
        return self.work.origins.make(call, self.statement)
