"""`a or b` and `a and b` for the operand that they give, as conditional expressions."""

from __future__ import annotations

import ast
from typing import Any

from hybridc.structure.trees import assign, is_truth, read
from hybridc.structure.work import Structuring
from hybridc.syntax.walking import walk

_OTHERS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


def without_operands(work: Structuring, statement: ast.stmt) -> list[ast.stmt] | None:
    """The statement with `a if a else b` for `a or b`; None where there is none in it."""
    value = getattr(statement, "value", None)
    if not isinstance(value, ast.expr) or not any(isinstance(n, ast.BoolOp) and not is_truth(n) for n in walk(value)):
        return None
    choosing = _Choosing(work, statement)
    new = choosing.visit(work.origins.copied([value])[0])
    return [*choosing.before, work.origins.changed(statement, value=new)]


class _Choosing(ast.NodeTransformer):
    """An operand that is used twice gets a name, where it is evaluated in any case."""

    def __init__(self, work: Structuring, statement: ast.stmt) -> None:
        self.work = work
        self.statement = statement
        self.before: list[ast.stmt] = []
        self.is_sure = True  # what is looked at is evaluated

    def visit(self, node: ast.AST) -> Any:
        if isinstance(node, _OTHERS):
            return node
        return super().visit(node)

    def visit_Lambda(self, node: ast.Lambda) -> ast.expr:
        node.body = self._perhaps(node.body)
        return node

    def visit_IfExp(self, node: ast.IfExp) -> ast.expr:
        node.test = self.visit(node.test)
        node.body, node.orelse = self._perhaps(node.body), self._perhaps(node.orelse)
        return node

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.expr:
        if is_truth(node):
            return node
        first, *others = node.values
        rest = others[0] if len(others) == 1 else ast.BoolOp(node.op, others)
        first = self.visit(first)
        if not isinstance(first, ast.Name | ast.Constant):
            if not self.is_sure:
                return node
            name = self.work.fresh("first")
            self.before.append(self.work.make(assign(name, first), self.statement))
            first = read(name)
        again = self.work.origins.copied([first])[0]
        rest = self._perhaps(rest)
        sides = (again, rest) if isinstance(node.op, ast.Or) else (rest, again)
        return self.work.origins.make(ast.IfExp(first, *sides), self.statement)

    def _perhaps(self, node: ast.expr) -> ast.expr:
        """What may not be evaluated."""
        before, self.is_sure = self.is_sure, False
        new: ast.expr = self.visit(node)
        self.is_sure = before
        return new
