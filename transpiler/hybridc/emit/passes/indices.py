"""Indices become what JAX takes."""

from __future__ import annotations

import ast
from typing import ClassVar

import libcst as cst

from hybridc.emit.passes.base import Pass
from hybridc.emit.passes.lines import array_of, filled


class Indices(Pass):
    """`x[[0, 1]]` becomes `x[jnp.array([0, 1])]`, read or written."""

    name: ClassVar[str] = "calls"

    def leave_Subscript(
        self, tree: ast.Subscript, original: cst.Subscript, updated: cst.Subscript
    ) -> cst.BaseExpression:
        is_mapped = tree in self.plan.lines.mappings and isinstance(tree.ctx, ast.Load)
        if is_mapped or tree in self.plan.control.listed:
            return updated
        places = tree.slice.elts if isinstance(tree.slice, ast.Tuple) else [tree.slice]
        if self.plan.lines.index_lists.isdisjoint(places) and self.plan.lines.whole.keys().isdisjoint(places):
            return updated
        parts = [
            e.with_changes(slice=cst.Index(self._index(place, e.slice.value))) if isinstance(e.slice, cst.Index) else e
            for place, e in zip(places, updated.slice, strict=True)
        ]
        return updated.with_changes(slice=parts)

    def _index(self, tree: ast.expr, node: cst.BaseExpression) -> cst.BaseExpression:
        """An index as JAX takes it."""
        entry = self.plan.lines.whole.get(tree)
        if entry is not None and entry.target is not None:
            return filled(entry.target, entry, {"self": node})
        return array_of(node) if tree in self.plan.lines.index_lists else node
