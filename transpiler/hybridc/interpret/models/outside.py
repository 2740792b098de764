"""NumPy's arrays in models: made of what is known while tracing, they stay NumPy's until they are used."""

from __future__ import annotations

import ast
from dataclasses import replace

from hybridc import rules
from hybridc.domain.values import Value
from hybridc.interpret.models.rows import ModelRows
from hybridc.program.demand import lookup_method
from hybridc.program.parts import table
from hybridc.syntax.messages import text_of


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

    def as_whose(self, node: ast.Call, name: str, value: Value) -> Value:
        """What NumPy's functions make of what is traced is NumPy's array, whose methods mean what they mean there; what
        the framework makes of it is not. Functions of elements give back what they are given."""
        if not value.is_traced:
            return value
        if self._is_of_models(name):
            return replace(value, memory=value.memory | self.state.allocate(node)) if self.is_numpys(value) else value
        mapping = self.state.plan.mappings.get(node)
        if mapping is None or not self._is_numpys(name):
            return value
        given = (self.state.plan.values.get(a) for a in node.args)
        is_numpys = mapping.entry.shape != "elementwise" or any(v is not None and self.is_numpys(v) for v in given)
        return self.noted_as_numpys(value) if is_numpys else value

    def is_numpys(self, value: Value) -> bool:
        """Nothing but arrays that functions of NumPy's made here, of what is traced."""
        sites = {m.rstrip("'") for m in value.memory}
        return value.is_traced and bool(sites) and sites <= self._numpys

    def noted_as_numpys(self, value: Value) -> Value:
        self._numpys |= {m.rstrip("'") for m in value.memory if not m.startswith(("box:", "param:"))}
        return value

    def is_only_numpys(self, method: str) -> bool:
        """A method that the framework's arrays do not have: `x.astype(float)`."""
        lines = lookup_method(self.state.dialects, method)
        of_models = tuple(d for d in self.state.dialects if d.is_of_models)
        return bool(lines) and not lookup_method(of_models, method)

    def _is_numpys(self, name: str) -> bool:
        root = name.partition(".")[0]
        return any(root in d.roots and not d.is_of_models for d in self.state.dialects)

    def _subscript(self, node: ast.Subscript) -> Value:
        value = super()._subscript(node)
        is_known = self.state.plan.values[node.value].is_outside and self.index(node.slice).is_static
        if self.is_numpys(self.state.plan.values[node.value]):
            self.noted_as_numpys(value)
        return table() if is_known and self.makes_tables else value

    def _binop(self, node: ast.BinOp) -> Value:
        left, right = self.evaluate(node.left), self.evaluate(node.right)
        if self.makes_tables and left.is_static and right.is_static and (left.is_outside or right.is_outside):
            return table()
        value, operands = super()._binop(node), (left, right)
        if any(map(self.is_numpys, operands)) and all(
            self.is_numpys(o) or o.is_static or not o.memory for o in operands
        ):
            self.noted_as_numpys(value)
        return value

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
