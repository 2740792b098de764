"""Tests whose outcome a dialect tells: what they decide against goes, as do statements that say nothing to JAX."""

from __future__ import annotations

import ast
from typing import ClassVar

import libcst as cst

from hybridc.emit.correspondence import boolean_operands
from hybridc.emit.passes.base import Pass, Statement
from hybridc.emit.passes.comments import left_out
from hybridc.emit.templates import expression


class Decided(Pass):
    """`if torch.jit.is_scripting(): a` and `else: b` become `b`; `x and not torch.jit.is_scripting()` becomes `x`."""

    name: ClassVar[str] = "decided"

    def leave_If(self, tree: ast.If, original: cst.If, updated: Statement, names: tuple[str, ...]) -> list[Statement]:
        known = self.plan.control.decided.get(tree)
        if known is None or not isinstance(updated, cst.If):
            return [updated]
        if known:
            rest = [] if original.orelse is None else [left_out(original.orelse)]
            return [*_lines(updated, updated.body), *rest]
        gone = left_out(original.with_changes(orelse=None), above=updated.leading_lines)
        if isinstance(updated.orelse, cst.If):
            return [gone, updated.orelse]
        return [gone] if updated.orelse is None else [gone, *_lines(None, updated.orelse.body)]

    def leave_Expr(self, tree: ast.Expr, original: cst.Expr, updated: Statement) -> list[Statement]:
        """`torch.fx.wrap("f")` goes."""
        return self._gone(tree, original, updated)

    def leave_Assign(self, tree: ast.Assign, original: cst.Assign, updated: Statement) -> list[Statement]:
        """`x.requires_grad = True` goes."""
        return self._gone(tree, original, updated)

    def _gone(self, tree: ast.stmt, original: cst.BaseSmallStatement, updated: Statement) -> list[Statement]:
        if tree not in self.plan.control.gone:
            return [updated]
        alone = original.with_changes(semicolon=cst.MaybeSentinel.DEFAULT)
        return [left_out(alone, self.plan.control.gone[tree] or "")]

    def leave_IfExp(self, tree: ast.IfExp, original: cst.IfExp, updated: cst.BaseExpression) -> cst.BaseExpression:
        known = self.plan.control.decided.get(tree)
        if known is None or not isinstance(updated, cst.IfExp):
            return updated
        return updated.body if known else updated.orelse

    def leave_BoolOp(
        self, tree: ast.BoolOp, original: cst.BooleanOperation, updated: cst.BaseExpression
    ) -> cst.BaseExpression:
        if not isinstance(updated, cst.BooleanOperation) or not any(
            v in self.plan.control.decided for v in tree.values
        ):
            return updated
        if (known := self.plan.control.decided.get(tree)) is not None:
            return cst.Name(str(known))
        stops = isinstance(tree.op, ast.Or)
        kept: list[cst.BaseExpression] = []
        for value, node in zip(tree.values, boolean_operands(updated), strict=True):
            known = self.plan.control.decided.get(value)
            if known is None or known is stops:
                kept.append(node)
            if known is stops:
                break
        if not kept:
            return cst.Name(str(not stops))
        result, *rest = kept
        word = "or" if stops else "and"
        for node in rest:
            result = expression(f"{{a}} {word} {{b}}", a=result, b=node)
        return result


def _lines(whole: cst.If | None, suite: cst.BaseSuite) -> list[Statement]:
    """The statements of a block, with the comments above the `if`."""
    lines: list[Statement] = [s for s in suite.body if isinstance(s, Statement)]
    if lines and whole is not None:
        lines[0] = lines[0].with_changes(leading_lines=[*whole.leading_lines, *lines[0].leading_lines])
    return lines
