"""NumPy's arrays in models: made of what is known while tracing, they stay NumPy's until they are used."""

from __future__ import annotations

import ast

from hybridc import rules
from hybridc.analysis.evaluation import text_of
from hybridc.analysis.model_rows import ModelRows
from hybridc.analysis.parts import table
from hybridc.analysis.values import Value


class ModelOutside(ModelRows):
    """Interprets what is computed with NumPy alone."""

    makes_tables = True  # of what is known; code around models does nothing else

    def outside_call(self, node: ast.Call, name: str | None, given: list[Value]) -> bool:
        """A call of NumPy's, or of a function of the file that speaks of nothing else, with what is known."""
        if not self.makes_tables or not all(v.is_static for v in given):
            return False
        if name is not None:
            return self._is_numpys(name)
        function = self.state.module.functions.get(node.func.id) if isinstance(node.func, ast.Name) else None
        if function is None or node.func.id in self.state.environment or not any(v.is_outside for v in given):  # type: ignore[attr-defined]
            return False
        named = (
            self.state.module.qualified_name(n, function.locals)
            for n in function.of_any(ast.Name, ast.Attribute)
            if isinstance(n, ast.Name | ast.Attribute)
        )
        return all(n is None or self._is_numpys(n) or n.startswith(("builtins.", "math.")) for n in named)

    def is_copy_of_table(self, node: ast.Call, receiver: Value) -> bool:
        """`table.copy()`, which is written apart from the table."""
        is_copied = isinstance(node.func, ast.Attribute) and node.func.attr == "copy" and not node.args
        return self.makes_tables and is_copied and receiver.is_outside and not self.state.is_compiled_here

    def _is_numpys(self, name: str) -> bool:
        root = name.partition(".")[0]
        return any(root in d.roots and not d.is_of_models for d in self.state.dialects)

    def _subscript(self, node: ast.Subscript) -> Value:
        value = super()._subscript(node)
        is_known = self.state.plan.values[node.value].is_outside and self.index(node.slice).is_static
        return table() if is_known and self.makes_tables else value

    def _binop(self, node: ast.BinOp) -> Value:
        left, right = self.evaluate(node.left), self.evaluate(node.right)
        if self.makes_tables and left.is_static and right.is_static and (left.is_outside or right.is_outside):
            return table()
        return super()._binop(node)

    def write_element(self, target: ast.Subscript, value: Value, statement: ast.stmt) -> None:
        if not self._stays(target, value, statement):
            super().write_element(target, value, statement)

    def _augmented_element(self, statement: ast.AugAssign, target: ast.Subscript, value: Value) -> None:
        if not self._stays(target, value, statement):
            super()._augmented_element(statement, target, value)

    def _stays(self, target: ast.Subscript, value: Value, statement: ast.stmt) -> bool:
        """A write into an array of NumPy's is Python's, which writes while the model is traced."""
        if not self.makes_tables or not self.evaluate(target.value).is_outside or self.state.is_compiled_here:
            return False
        if not value.is_static or not self.index(target.slice).is_static:
            what = f"writing what the model computes into `{text_of(target.value)}`, an array of NumPy's,"
            self.report(rules.UnsupportedStatement, statement, what=what)
        return True
