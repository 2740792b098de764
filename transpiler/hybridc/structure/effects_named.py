"""Calls that write, beside arrays that are read after them: `w = self.step(); return F.linear(x, w)`."""

from __future__ import annotations

import ast
from typing import Any

from hybridc.structure.trees import assign, read
from hybridc.structure.work import Structuring
from hybridc.syntax.walking import children, walk

_SURELY = (ast.Call, ast.Tuple, ast.List, ast.keyword, ast.BinOp, ast.Attribute, ast.Subscript)


def with_effect_named(work: Structuring, statement: ast.stmt) -> list[ast.stmt] | None:
    """The statement after what its first call that writes gives; None where something is computed before that."""
    value = getattr(statement, "value", None)
    if not isinstance(statement, ast.Assign | ast.Return | ast.Expr) or not isinstance(value, ast.expr):
        return None
    asked = next((n for n in walk(value) if n in work.reformed and isinstance(n, ast.Call)), None)
    if asked is None or asked is value or not _comes_first(value, asked):
        return None
    new = work.origins.copied([value])[0]
    first = dict(zip(ast.walk(value), ast.walk(new), strict=True))[asked]
    name = work.fresh("result", "out")
    assert isinstance(first, ast.expr)
    named = _Naming(first, work.origins.make(read(name), statement)).visit(new)
    return [work.make(assign(name, first), statement), work.origins.changed(statement, value=named)]


def _comes_first(node: ast.AST, asked: ast.expr) -> bool:
    """It is computed in any case, and nothing but names and numbers is read before it."""
    while node is not asked:
        if not isinstance(node, _SURELY):
            return False
        for child in children(node):
            if any(each is asked for each in walk(child)):
                break
            if isinstance(node, ast.Call) and child is node.func and isinstance(child, ast.Attribute):
                child = child.value
            if not isinstance(child, ast.Name | ast.Constant | ast.expr_context):
                return False
        else:
            return False
        node = child
    return True


class _Naming(ast.NodeTransformer):
    def __init__(self, call: ast.expr, name: ast.expr) -> None:
        self.call, self.name = call, name

    def visit(self, node: ast.AST) -> Any:
        return self.name if node is self.call else super().visit(node)
