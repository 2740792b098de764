"""Names that a loop or branch is the first to set."""

from __future__ import annotations

import ast
from typing import ClassVar

import libcst as cst

from hybridc.emit.passes.base import Pass, Statement
from hybridc.emit.templates import expression


class Unset(Pass):
    """A carry needs an initial value, of its type, even where no turn reads it."""

    name: ClassVar[str] = "unset"

    def leave_Assign(self, tree: ast.Assign, original: cst.Assign, updated: Statement) -> list[Statement]:
        value = self.plan.control.unset.get(tree)
        if value is None:
            return [updated]
        assert isinstance(updated, cst.SimpleStatementLine)
        return [
            updated.with_changes(
                body=[cst.ensure_type(updated.body[0], cst.Assign).with_changes(value=expression(value))]
            )
        ]
