"""Checks that compiled code cannot make."""

from __future__ import annotations

import ast
from typing import ClassVar

import libcst as cst

from hybridc.emit.passes.base import Pass, Statement


class Checks(Pass):
    """`assert`, `if ...: raise` and calls that only check go, which is said; so does the `[]` that a scan fills."""

    name: ClassVar[str] = "checks"

    def leave_Assert(self, tree: ast.Assert, original: cst.Assert, updated: Statement) -> list[Statement]:
        return [] if tree in self.plan.control.vanishing else [updated]

    def leave_Expr(self, tree: ast.Expr, original: cst.Expr, updated: Statement) -> list[Statement]:
        return [] if tree in self.plan.control.vanishing else [updated]

    def leave_Assign(self, tree: ast.Assign, original: cst.Assign, updated: Statement) -> list[Statement]:
        return [] if tree in self.plan.control.vanishing else [updated]

    def leave_If(self, tree: ast.If, original: cst.If, updated: Statement, names: tuple[str, ...]) -> list[Statement]:
        return [] if tree in self.plan.control.vanishing else [updated]
