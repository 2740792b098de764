"""Parameters and buffers of layers, which methods that compute read, and write where their framework allows it:
`self.fc.weight.data.clamp_(-c, c)` is `self.fc.weight = ...`, which the runtime hands on to the caller."""

from __future__ import annotations

import ast

from hybridc import rules
from hybridc.interpret.models.layers import ModelLayers
from hybridc.program.demand import lookup_method
from hybridc.syntax.dataflow import calls_in, targets_bound
from hybridc.syntax.messages import text_of


class ModelParameters(ModelLayers):
    """Tells parameters by how they are named, and who else has one that is written."""

    def _is_data(self, node: ast.Attribute, is_method: bool = False) -> bool:
        """`weight.data`: the same array, by another name."""
        lines = lookup_method(self.state.dialects, node.attr)
        return any(
            (e.parameters is not None) is is_method and e.is_view and e.shape == e.dtype == "same" for e in lines
        )

    def _expect_not_named(self, held: ast.expr | None, statement: ast.stmt) -> None:
        """No name that is read later is the array, or a view of it, that the statement writes; without one, of any
        parameter."""
        later = self.state.liveness.after.get(statement, frozenset())
        for assigned in self.state.function.of(ast.Assign):
            names = {t.id for t in assigned.targets if isinstance(t, ast.Name)} & later
            value: ast.AST = assigned.value if names else ast.Pass()
            while isinstance(value, ast.Call | ast.Subscript | ast.Attribute) and not self._is_named(value, held):
                value = value.func if isinstance(value, ast.Call) else value.value
            if isinstance(value, ast.Attribute) and not self._is_computed_from(assigned.value, value):
                shown = "a parameter" if held is None else text_of(held)
                self.report(rules.SharedMemory, statement, name=shown, other=min(names))

    def _is_named(self, node: ast.expr, held: ast.expr | None) -> bool:
        return self._is_of_layer(node) if held is None else text_of(node) == text_of(held)

    def _is_computed_from(self, node: ast.AST, held: ast.AST) -> bool:
        """Methods between the two give new arrays, as `weight.norm()` does."""
        while node is not held:
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                lines = lookup_method(self.state.dialects, node.func.attr)
                if lines and not any(e.is_view or e.back for e in lines):
                    return True
            node = node.func if isinstance(node, ast.Call) else node.value  # type: ignore[attr-defined]
        return False

    def _makes_parameter(self, value: ast.expr | None) -> bool:
        """`nn.Parameter(w)`: what a model is made of does not change while it runs."""
        lines = self._lines(value) if isinstance(value, ast.Call) else ()
        return any((e.target or "").rpartition(".")[2] == "Parameter" for e in lines)

    def _is_cell(self, node: ast.expr) -> bool:
        """The name of a loop over `net.parameters()`, of what holds arrays."""
        return isinstance(node, ast.Name) and any(
            node.id in targets_bound(loop.target)
            and any(isinstance(c.func, ast.Attribute) for c in calls_in(loop.iter))
            for loop in self.state.function.of(ast.For)
        )

    def _is_of_layer(self, node: ast.expr) -> bool:
        """`self.fc.weight`, of a layer that the file makes, or `self.scale`: a parameter or buffer."""
        if not isinstance(node, ast.Attribute):
            return False
        if self._is_own(node.value):
            return self.models.is_array(self.state.function.owner, node.attr)
        makers = self._makers(node.value)
        return bool(makers) and all(e.is_part for _, e in makers)
