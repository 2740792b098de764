"""Barriers at arrays that are then written with elements of their own (`interpret/overlapping.py`)."""

from __future__ import annotations

import ast
from typing import ClassVar

import libcst as cst

from hybridc.emit.passes.base import Pass, Statement
from hybridc.emit.templates import expression, unparenthesized


class Barriers(Pass):
    """`y = np.sort(x)` becomes `y = lax.optimization_barrier(jnp.sort(x))`."""

    name: ClassVar[str] = "mutation"

    def leave_Assign(self, tree: ast.Assign, original: cst.Assign, updated: Statement) -> list[Statement]:
        apart = self.plan.mutation.barriers_around.get(tree)
        if apart is not None and isinstance(updated, cst.SimpleStatementLine):
            assign = cst.ensure_type(updated.body[0], cst.Assign)
            value = expression(f"{apart}({{v}})", v=unparenthesized(assign.value))
            updated = updated.with_changes(body=[assign.with_changes(value=value)])
        return [updated]
