"""What models run over: rows of arrays, of which a framework's vectors may have other ones than JAX's."""

from __future__ import annotations

import ast
from dataclasses import replace

from hybridc.domain.values import Form, Value, unknown
from hybridc.interpret.models.operators import ModelOperators
from hybridc.interpret.sources import Source
from hybridc.program.demand import lookup_method
from hybridc.program.plans import Mapping
from hybridc.syntax.walking import walk

_ITERATORS = frozenset({"enumerate", "zip", "reversed", "range"})


class ModelRows(ModelOperators):
    """Interprets loops, comprehensions and unpacking of arrays in models.

    A line `NDArray.__iter__(self)` that has the fact `operator` says what is run over instead. Of what may be a list
    of arrays, that is written where the array, or what it consists of, stands in arithmetic.
    """

    _computes = False  # the loop at hand, with its elements

    def for_loop(self, statement: ast.For) -> None:
        around, self._computes = self._computes, self._computes_with(statement.target, statement.iter)
        super().for_loop(statement)
        self._computes = around

    def _comprehension(
        self, node: ast.ListComp | ast.GeneratorExp | ast.DictComp, element: ast.expr, form: Form
    ) -> Value:
        around = self._computes
        self._computes = any(self._computes_with(g.target, g.iter) for g in node.generators)
        result = super()._comprehension(node, element, form)
        self._computes = around
        for generator in node.generators:
            value = self.state.plan.values.get(generator.iter)
            if value is not None and value.form in (Form.ARRAY, Form.NUMBER):
                self._note_rows(generator.iter, value)
        return result

    def assign(self, statement: ast.Assign) -> None:
        super().assign(statement)
        value = self.state.plan.values.get(statement.value)
        if value is not None and any(isinstance(t, ast.Tuple | ast.List) for t in statement.targets):
            names = {statement.value.id} if isinstance(statement.value, ast.Name) else set()
            if not self.leaves_unknown and (value.form is not Form.UNKNOWN or self._are_computed_with(names)):
                self._note_rows(statement.value, value)

    def _element(self, iterated: ast.expr) -> Value | None:
        found = super()._element(iterated)
        is_leaf = not (isinstance(iterated, ast.Call) and getattr(iterated.func, "id", "") in _ITERATORS)
        value = self.state.plan.values.get(iterated)
        if is_leaf and found is not None and value is not None and value.form is Form.UNKNOWN:
            if self._computes or self._is_used_as_array(iterated):
                self._note_rows(iterated, value)
        return found

    def _value_source(self, node: ast.expr, value: Value) -> Source | None:
        source = super()._value_source(node, value)
        if source is None or source.is_python or not self._note_rows(node, value):
            return source
        return replace(source, element=replace(source.element, shape=unknown(), rank=None))

    def _note_rows(self, node: ast.expr, value: Value) -> bool:
        """Whether the line says what is run over."""
        self.state.plan.rows.pop(node, None)
        lines = lookup_method(self.state.dialects, "__iter__")
        entry = next((e for e in lines if e.is_operator), None)
        if entry is None or not value.is_traced or (value.rank or 0) > 1 or not value.form.is_numeric or value.items:
            return False
        self.state.plan.rows[node] = Mapping(entry, ("self",))
        return True

    def _computes_with(self, target: ast.expr, iterated: ast.expr) -> bool:
        """The names stand in arithmetic, but for what `enumerate` counts."""
        counts = isinstance(iterated, ast.Call) and getattr(iterated.func, "id", "") == "enumerate"
        bound = target.elts[1:] if counts and isinstance(target, ast.Tuple) else [target]
        return self._are_computed_with({n.id for t in bound for n in walk(t) if isinstance(n, ast.Name)})

    def _are_computed_with(self, names: set[str]) -> bool:
        """One of the names stands in arithmetic."""
        return any(
            isinstance(side, ast.Name) and side.id in names
            for each in self.state.function.of_any(ast.BinOp, ast.UnaryOp, ast.Compare, ast.AugAssign)
            for side in _operands(each)
        )


def _operands(node: ast.AST) -> tuple[ast.expr, ...]:
    match node:
        case ast.BinOp(left=left, right=right):
            return (left, right)
        case ast.UnaryOp(operand=operand):
            return (operand,)
        case ast.Compare(left=left, comparators=others):
            return (left, *others)
        case ast.AugAssign(target=target, value=value):
            return (target, value)
    return ()
