"""The abstract interpretation of calls of parts of models, and of what stays Python and may write what it is given."""

from __future__ import annotations

import ast
from dataclasses import replace

from hybridc import rules
from hybridc.domain.values import (
    Form,
    Value,
    holds_arrays,
    opaque,
    some_floats,
)
from hybridc.interpret.checking import note_lookup
from hybridc.interpret.models.outside import ModelOutside
from hybridc.interpret.models.writes import read_beside, targets_of
from hybridc.program.callees_writing import WritingCallees, arguments_of
from hybridc.program.demand import fitting_method, lookup
from hybridc.program.parts import part, table
from hybridc.program.plans import Mapping
from hybridc.syntax.messages import text_of
from hybridc.syntax.walking import all_given

PYTHON_FORMS = frozenset({Form.LIST, Form.TUPLE, Form.DICT, Form.STRING})


class PartCalls(ModelOutside):
    """Calls of what runs as Python while a model is traced."""

    def _is_of_base(self, node: ast.Call) -> bool:
        """`nn.Linear.__init__(self, 3, 4)`: a method of a class of the framework's that the object is of, or of its
        kin, which has it by this name."""
        if not isinstance(node.func, ast.Attribute) or not node.args or not self._is_own(node.args[0]):
            return False
        base = self.state.module.qualified_name(node.func.value, self.state.function.locals)
        lines = lookup(self.state.dialects, base)
        is_renamed = bool(lookup(self.state.dialects, f"Module.{node.func.attr}"))
        return bool(lines) and all(e.is_part and e.target is not None for e in lines) and not is_renamed

    def _of_base(self, node: ast.Call) -> Value:
        """What `super()` would call: a part, of which nothing else is known."""
        assert isinstance(node.func, ast.Attribute)
        self.evaluate(node.func.value)
        values, keywords = self._arguments(node)
        everything = [*values[1:], *keywords.values()]
        self.keep_arguments(node.func, everything)
        if self.state.is_compiled_here:
            self._note_effect(node)
        if all(v.is_static for v in everything):
            return part()
        memory = frozenset().union(*(v.memory for v in everything))
        kept = frozenset(m for m in memory if not m.startswith(("box:", "param:")))
        return replace(opaque(), memory=kept | self.state.allocate(node))

    def part_called(self, node: ast.Call) -> Value:
        """What a part of the model returns: it may be what it was given, or a view of that."""
        values, keywords = self._arguments(node)
        everything = [*values, *keywords.values()]
        self._map_member(node)
        self._expect_only_read(node)
        if self._part_looks_up(node.func) and not all(v.is_static for v in everything):
            self.report(rules.UncheckedIndex, node, expression=text_of(node))
            note_lookup(self.state, node)
        if any(map(holds_arrays, everything)) and self.tells(node.func):
            self.report(rules.HostSync, node, call=text_of(node))
        self.keep_arguments(node.func, everything)
        self.write_as_callee(node)
        if self.state.is_compiled_here:
            self._note_effect(node)
        if all(v.is_static for v in everything):
            return table() if self.outside_call(node, None, everything) else part()
        result = replace(opaque(), dtype=some_floats()) if self._gives_floats(node.func) else opaque()
        if self._is_fresh(node.func):
            return replace(result, memory=self.state.allocate(node))
        if node.args and self._writes_its_input(node.func):
            self._overwrites(node, node.args[0], values[0])
        memory = frozenset().union(*(v.memory for v in everything))
        kept = frozenset(m for m in memory if not m.startswith(("box:", "param:")))
        site = self.state.allocate(node)
        self.from_parts |= {m.rstrip("'") for m in site}
        if all(e.is_chain for _, e in self._makers(node.func)):  # of others, such as the identity, the file tells
            self.returned_by_parts |= site
        return replace(result, memory=kept | site)

    def write_as_callee(self, node: ast.Call) -> None:
        """What a function that stays Python writes into the arrays it is given, which nobody may see afterwards."""
        given = [self.state.plan.values.get(a) for a in all_given(node)]
        callees = self.state.callees if any(v is None or not v.is_static for v in given) else None
        definition = None if callees is None else callees.definition(node.func, self.state.function.locals)
        if definition is None:
            if callees is not None and self._may_be_any(node.func):
                functions = self.state.module.functions
                for name, written in callees.handed_to(node).items():
                    if callees.changes_in_place(functions[name]):  # not a dict of weights
                        self._write_as(node, callees, name, written, name)
            return
        file, name = definition
        self._write_as(node, file, name, file.written(name), text_of(node.func))

    def _may_be_any(self, called: ast.expr) -> bool:
        """A function of the file that goes by another name here."""
        is_method = isinstance(called, ast.Attribute) and called.attr in self.state.module.method_names
        is_named = self.state.module.qualified_name(called, self.state.function.locals) is not None
        return not (is_method or is_named or self._is_surely_part(called))

    def _write_as(self, node: ast.Call, file: WritingCallees, name: str, written: frozenset[str], shown: str) -> None:
        for array in arguments_of(file.named(name), node, written) if written else ():
            value = self.state.plan.values.get(array) or self.evaluate(array)
            if value.is_static or value.form in PYTHON_FORMS:
                continue
            if self._seen_afterwards(node, array, value) is not None:
                self.report(rules.LostMutation, node, function=shown, name=text_of(array))
            else:
                self.note_mutated(value, self.current)

    def _expect_only_read(self, node: ast.Call) -> None:
        """A function that stays Python is given arrays by what computes, which it cannot write."""
        functions = self.state.module.functions
        function = functions.get(node.func.id) if isinstance(node.func, ast.Name) and self.makes_tables else None
        if function is None or function.qualified_name in self.state.plans or self.state.callees is None:
            return
        written = self.state.callees.written_by(function.node)
        for name, given in zip(function.positional, node.args, strict=False):
            if name in written and self._is_of_layer(given):
                self.report(rules.SharedMemory, node, name=name, other=text_of(given))

    def _note_effect(self, node: ast.Call) -> None:
        """A compiled branch or loop gives values back and does nothing else; what the part does, nobody knows here."""
        name = self.state.module.qualified_name(node.func, self.state.function.locals)
        if name is not None and self._is_of_models(name):
            return
        self.state.plan.effects.add(node)
        if isinstance(self.current, ast.Expr) and self.current.value is node:
            what = f"`{text_of(node.func)}(...)`, called for what it does,"
            self.report(rules.UnsupportedStatement, node, what=what)

    def _overwrites(self, node: ast.Call, array: ast.expr, value: Value) -> None:
        """A layer that writes into its input, of which nothing but another name may be read afterwards: the runtime
        looks at those when it traces the model."""
        later = self.state.liveness.after.get(self.current, frozenset()) - targets_of(self.current)
        if isinstance(array, ast.Name) and array.id in later | read_beside(self.current, node):
            self.report(rules.SharedMemory, node, name=text_of(array), other=array.id)
        self.note_mutated(value, self.current)

    def _map_member(self, node: ast.Call) -> None:
        """A method that all models have may go by another name in the runtime."""
        if not isinstance(node.func, ast.Attribute) or node.func.attr in self.state.module.method_names:
            return
        found = fitting_method(lookup(self.state.dialects, f"Module.{node.func.attr}"), node)
        if self.makes_tables and not self._is_global(node.func.value):
            writing = fitting_method(lookup(self.state.dialects, f"Computing.{node.func.attr}"), node)
            if writing is not None and (not writing[0].takes_functions or self._is_function(node.args[0])):
                self.refuse(node, writing[0], text_of(node.func))
        if found is not None and found[0].target is not None:
            self.state.plan.mappings[node] = Mapping(*found, is_method=True)
        elif found is not None:
            self.refuse(node, found[0], text_of(node.func))

    def _is_function(self, node: ast.expr) -> bool:
        is_of_file = isinstance(node, ast.Name) and node.id in self.state.module.functions
        is_method = isinstance(node, ast.Attribute) and node.attr in self.state.module.method_names
        return isinstance(node, ast.Lambda) or is_of_file or is_method or self.evaluate(node).form is Form.FUNCTION
