"""Branches on traced values."""

from __future__ import annotations

import ast
from typing import ClassVar

import libcst as cst

from hybridc.emit.passes.base import Pass, Statement
from hybridc.emit.passes.blocks import function, returned_alone, single_expression, spaced
from hybridc.emit.templates import at_least, expression, names, statement
from hybridc.program.assumptions import Kind
from hybridc.program.plans import Branch
from hybridc.syntax.walking import walk

_LOOKED_AT = (Kind.VALUE, Kind.APART, Kind.BESIDE, Kind.ALIKE)  # where a statement stands


class Branches(Pass):
    """A traced `if` becomes `lax.cond`: what its branches set and the rest of the code reads is what they return."""

    name: ClassVar[str] = "branches"

    def enter(self, tree: ast.stmt) -> tuple[str, ...]:
        if tree not in self.plan.control.branches:
            return ()
        assert isinstance(tree, ast.If)
        return ("then", "otherwise") if tree.orelse else ("update", "otherwise")

    def leave_If(self, tree: ast.If, original: cst.If, updated: Statement, chosen: tuple[str, ...]) -> list[Statement]:
        branch = self.plan.control.branches.get(tree)
        if branch is None or not isinstance(updated, cst.If):
            return [updated]
        if self._is_idle(branch, tree):
            return []
        orelse, above_else = _other_side(updated)
        functions: list[Statement] = []
        sides: list[cst.BaseExpression] = []
        for name, block, above in ((chosen[0], updated.body, []), (chosen[1], orelse, above_else)):
            side, defined = self._side(name, block, branch, above)
            sides.append(side)
            functions += defined
        test, is_denied = self.asked(tree.test, updated.test)
        blocks = [updated.body, orelse]
        if is_denied:
            sides, blocks = sides[::-1], blocks[::-1]
        cheap = self._selection(branch, blocks, test) if not above_else else None
        if cheap is not None:
            functions = []
        call = cheap or self._call(tree, branch, test, sides)
        node = _bound(branch, call)
        self_made = spaced([*functions, node], updated.leading_lines)
        if not branch.returns and branch.outputs:
            self.context.generated.add(self_made[-1])
        return self_made

    def _is_idle(self, branch: Branch, tree: ast.If) -> bool:
        """Nothing comes of it: no name that is read later, no `return`, print or check, nothing that a part does, and
        nothing in it is assumed that has to be looked at."""
        if branch.outputs or branch.returns or self.plan.checks.are_in(tree):
            return False
        plan = self.plan
        told = {*plan.control.prints, *plan.control.effects, *plan.effects}.union(
            *(plan.assumed.nodes(kind) for kind in _LOOKED_AT)
        )
        return told.isdisjoint(walk(tree))

    def _side(
        self, name: str, block: cst.BaseSuite | None, branch: Branch, above: list[cst.EmptyLine]
    ) -> tuple[cst.BaseExpression, list[Statement]]:
        """One branch as an argument of `cond`, and its definition where it needs one."""
        alone = None if above else single_expression(block, branch.outputs, branch.returns)
        if alone is not None:
            parameters = cst.Parameters([cst.Param(cst.Name(o)) for o in branch.operands])
            return cst.Lambda(parameters, at_least(alone, 1)), []
        result = None if branch.returns else names(branch.outputs)
        if not branch.outputs and not branch.returns:
            result = cst.Name("None")
        defined = function(self.context, name, branch.operands, block, result, leading_lines=above)
        only = None if above else returned_alone(defined)
        if only is not None:
            return cst.Lambda(defined.params, at_least(only, 1)), []
        return cst.Name(name), [defined]

    def _selection(
        self, branch: Branch, blocks: list[cst.BaseSuite | None], test: cst.BaseExpression
    ) -> cst.BaseExpression | None:
        """`jnp.where`, between numbers that cost nothing to compute both."""
        if not branch.is_selection:
            return None
        sides = [single_expression(block, branch.outputs, branch.returns) for block in blocks]
        if any(side is None for side in sides):
            return None
        yes, no = sides
        assert yes is not None and no is not None
        return expression("jnp.where({test}, {yes}, {no})", test=test, yes=yes, no=no)

    def _call(
        self, tree: ast.If, branch: Branch, test: cst.BaseExpression, sides: list[cst.BaseExpression]
    ) -> cst.BaseExpression:
        module = self.plan.module_of(tree, branch.is_proven)
        call = expression(
            f"{module}.cond({{test}}, {{then}}, {{otherwise}})", test=test, then=sides[0], otherwise=sides[1]
        )
        assert isinstance(call, cst.Call)
        operands = [cst.Arg(cst.Name(o)) for o in branch.operands]
        return call.with_changes(args=[*call.args, *operands])


def _bound(branch: Branch, call: cst.BaseExpression) -> Statement:
    if branch.returns:
        return cst.SimpleStatementLine([cst.Return(call)])
    if not branch.outputs:
        return cst.SimpleStatementLine([cst.Expr(call)])
    return statement("{outputs} = {call}", outputs=names(branch.outputs), call=call)


def _other_side(node: cst.If) -> tuple[cst.BaseSuite | None, list[cst.EmptyLine]]:
    """The block of the `else`, and the comments above it."""
    if node.orelse is None:
        return None, []
    above = [line for line in node.orelse.leading_lines if line.comment is not None]
    if isinstance(node.orelse, cst.If):
        return cst.IndentedBlock([node.orelse.with_changes(leading_lines=[])]), above
    block = node.orelse.body
    if above and isinstance(block, cst.IndentedBlock) and not block.body:
        return block, above
    return block, above
