"""The abstract interpretation of calls of methods in models: of arrays, of models, and of their parts."""

from __future__ import annotations

import ast
from dataclasses import replace

from hybridc import rules
from hybridc.dialects.entry import Entry
from hybridc.domain.values import Form, Value, opaque
from hybridc.interpret.models.part_calls import PartCalls
from hybridc.program.demand import fitting_method, is_spread, lookup
from hybridc.program.models import own_name
from hybridc.program.parts import ARRAY_METHODS, is_part, part, table
from hybridc.program.placing import arguments_given
from hybridc.program.plans import Mapping
from hybridc.syntax.messages import text_of
from hybridc.syntax.only_tested import only_tested
from hybridc.syntax.walking import all_given

_COMPUTED = (ast.Compare, ast.BinOp, ast.UnaryOp)


class ModelMethods(PartCalls):
    """Methods, by whose they are."""

    def _draws(self, node: ast.Call) -> None:
        """Compiled branches and loops would draw the same at every turn."""
        self.state.plan.draws = True
        if self.state.is_compiled_here:
            self.report(rules.StatefulRandomness, node, name=text_of(node.func))

    def _model_method(self, node: ast.Call, function: ast.Attribute) -> Value:
        receiver = self.evaluate(function.value)
        if self.is_copy_of_table(node, receiver):
            return table()
        if receiver.form in (Form.LIST, Form.DICT, Form.TUPLE, Form.STRING):
            return self._method(node, function)
        if self.is_numpys(receiver):
            return self._numpys_method(node, function)
        entries = self.method_lines(function.attr)
        if receiver.is_static and isinstance(function.value, _COMPUTED) and (made := self._of_computed(node, entries)):
            return made
        is_own = self._is_own(function.value)
        is_arrays = function.attr in ARRAY_METHODS or any(e.writes for e in entries)
        is_arrays = is_arrays or (not is_own and self._is_only_of_arrays(node, function, entries))
        is_object = is_part(receiver) and (not is_arrays or self._is_global(function.value))
        is_object = is_object or (is_part(receiver) and self._is_child(node, function))
        if is_own:
            return self._own_method(node, function)
        if not entries or is_object or self._is_of_container(node, function):
            return self.part_called(node)
        found = fitting_method(entries, node)
        if found is None and self._is_adapted(node, function, entries):
            return self.part_called(node)
        if found is not None and found[0].draws:
            self._draws(node)
        if (
            found is not None
            and found[0].refusal is not None
            and (line := self._line_of_read(node, function)) is not None
        ):
            self.state.plan.mappings[node] = Mapping(line, is_method=True)
            return self.result_of(node, line, [receiver], {})
        if found is not None and found[0].refusal is not None and (line := self._line_of_known(function)) is not None:
            self.state.plan.mappings[node] = Mapping(line, is_method=True)
            return part()
        result = self._method(node, function)
        self._without_cast(node)
        self._cast_by_name(node)
        result = self._narrowed(node, result)
        if found is not None and not is_part(result) and self.is_only_numpys(function.attr):
            self.noted_as_numpys(result)
        if found is not None and found[0].writes and not isinstance(self.current, ast.Expr):
            result = replace(result, memory=result.memory | receiver.memory)  # it is what was written into
        return result

    def _of_computed(self, node: ast.Call, entries: tuple[Entry, ...]) -> Value | None:
        """`(self.fc.weight > 0).float()`: what operators give is no module, whose methods have the same names."""
        found = fitting_method(entries, node)
        if found is None or found[0].refusal is not None or found[0].writes or found[0].draws:
            return None
        values, keywords = self._arguments(node)
        self.state.plan.mappings[node] = Mapping(*found, is_method=True)
        return self.result_of(node, found[0], [opaque(), *values], keywords)

    def _line_of_read(self, node: ast.Call, function: ast.Attribute) -> Entry | None:
        """`x.max().item()` is read by what a model computes, or only tested: elsewhere it is a number of Python's."""
        if self.state.function.owner is None and node not in only_tested(self.state.function):
            return None
        found = fitting_method(lookup(self.state.dialects, f"Read.{function.attr}"), node)
        return None if found is None else found[0]

    def _numpys_method(self, node: ast.Call, function: ast.Attribute) -> Value:
        """A method of NumPy's arrays means what it means there, whatever the framework calls so."""
        around, self._is_of_numpys = self._is_of_numpys, True
        try:
            return self.noted_as_numpys(self._method(node, function))
        finally:
            self._is_of_numpys = around

    def _is_child(self, node: ast.Call, function: ast.Attribute) -> bool:
        """`self.head.flatten(x)` calls a part of a part, not a method of an array: by what the constructor sets, or by
        the array that it is given, where the file names a part so."""
        if self._is_surely_part(function.value):
            return True
        is_named = function.attr in self.models.children
        return is_named and bool(node.args) and not self.evaluate(node.args[0]).is_static

    def _is_only_of_arrays(self, node: ast.Call, function: ast.Attribute, entries: tuple[Entry, ...]) -> bool:
        """`x.expand(-1, 2)`: called with what is known while tracing, as no layer is."""
        found = fitting_method(entries, node) if function.attr not in self.models.notation.shared else None
        given = all_given(node)
        return found is not None and all(self.evaluate(g).is_static for g in given)

    def _is_adapted(self, node: ast.Call, function: ast.Attribute, entries: tuple[Entry, ...]) -> bool:
        """Arguments that only Python can bind: those of `x.unsqueeze(*args, **kwargs)`. Notes how it does."""
        spreads = is_spread(node)
        entry = next((e for e in entries if e.target is not None and e.parameters and not e.writes), None)
        if not spreads or entry is None:
            return False
        if entry.passes_on or function.attr in ARRAY_METHODS - self.models.notation.homonyms:
            return True  # JAX's arrays take them as well, or say that they do not
        self.state.plan.mappings[node] = Mapping(entry, is_method=True, is_adapted=True)
        return True

    def _own_method(self, node: ast.Call, function: ast.Attribute) -> Value:
        line = next(iter(lookup(self.state.dialects, f"Context.{function.attr}")), None) if self._is_context else None
        if line is not None and line.refusal is not None:
            self.refuse(node, line, text_of(function))
        name = self.models.method(self.state.function.owner, function.attr, self.state.module)
        plan = self.state.plans.get(name or "")
        result = self.part_called(node)
        if plan is not None and (plan.mutated or plan.kept):
            method = self.state.module.functions[plan.function.qualified_name]
            given = [] if own_name(method) is None else [function.value]
            call = ast.copy_location(ast.Call(function, [*given, *node.args], node.keywords), node)
            bound = {
                n: self.state.plan.values[a]
                for n, a in arguments_given(method, call).items()
                if a is not function.value
            }
            self._write_arguments(node, method, plan.mutated, bound, call)
            for kept in plan.kept & bound.keys():
                self.keep(f"{function.attr}(...)", bound[kept])
        if plan is not None and plan.result is not None and plan.result.is_array and result.is_static:
            own = frozenset(m for m in plan.result.memory if m.startswith("self."))
            result = replace(plan.result, memory=own | self.state.allocate(node), place=None)
        for attribute in sorted(plan.attributes_written) if plan is not None else ():
            self.expect_unseen(
                ast.copy_location(ast.Attribute(function.value, attribute, ast.Load()), node), self.current
            )
        return result
