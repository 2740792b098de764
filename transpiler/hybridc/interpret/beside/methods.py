"""The abstract interpretation of calls of methods in what stays Python beside models."""

from __future__ import annotations

import ast

from hybridc import rules
from hybridc.dialects.entry import Entry
from hybridc.domain.values import Form, Value, outside
from hybridc.interpret.beside.flow import TOLD, is_of_training
from hybridc.interpret.beside.writes import HostWrites, is_own, shared
from hybridc.program.demand import fitting_method, lookup, lookup_method
from hybridc.program.parts import ARRAY_METHODS, is_part, part
from hybridc.program.plans import Mapping
from hybridc.rules import RULES
from hybridc.syntax.messages import text_of


class HostMethods(HostWrites):
    """Methods, of what may be an array, a model or what has left the framework."""

    def _seen_by_others(self, node: ast.Call, value: Value) -> Value:
        """A view of what the function has not made is seen by whoever has that."""
        mapping = self.state.plan.mappings.get(node)
        is_view = mapping is not None and (mapping.entry.is_view or mapping.entry.back is not None)
        return shared(value) if is_view and value.is_array else value

    def _model_method(self, node: ast.Call, function: ast.Attribute) -> Value:
        receiver = self.evaluate(function.value)
        if receiver.is_outside:
            self._arguments(node)
            if function.attr not in self.models.notation.binding:
                return outside()
            self.keep_names(f"{text_of(function)}()", node)
            return part()
        if receiver.form is Form.UNKNOWN and function.attr == "astype" and self.is_only_numpys("astype"):
            self._arguments(node)
            return outside()
        result = self._host_method(node, function)
        if self._is_own(function.value) and function.attr in self.models.notation.registering:
            for given in (*node.args[1:], *(k.value for k in node.keywords)):
                self.keep_names(function.attr, given)
        mapping = self.state.plan.mappings.get(node)
        if mapping is not None and mapping.entry.is_held:
            result = shared(result)
        return outside() if mapping is not None and mapping.entry.is_outside else result

    def _host_method(self, node: ast.Call, function: ast.Attribute) -> Value:
        receiver = self.evaluate(function.value)
        around, self._is_of_others = self._is_of_others, not is_own(receiver)
        try:
            result = self._method_of(node, function, receiver)
        finally:
            self._is_of_others = around
        mapping = self.state.plan.mappings.get(node)
        if mapping is not None and mapping.entry.is_outside and (node.lineno, node.col_offset) in self.writers.copied:
            found = fitting_method(lookup(self.state.dialects, f"Copied.{function.attr}"), node)
            self.state.plan.mappings[node] = mapping if found is None else Mapping(*found, is_method=True)
        if mapping is not None and not (mapping.entry.is_view or mapping.entry.back):
            self.only_read(function.value)
        return result

    def _method_of(self, node: ast.Call, function: ast.Attribute, receiver: Value) -> Value:
        if self.written_through(node, function, receiver):
            value = self.part_called(node)
            for given in node.args:
                self.only_read(given)
            return value
        if is_part(receiver) or not (receiver.is_array or (receiver.is_traced and receiver.form is Form.NUMBER)):
            lines = self.method_lines(function.attr)
            if receiver.form is Form.UNKNOWN and lines and is_of_training(lines[0]):
                self.refuse(node, lines[0], text_of(function))
            if receiver.form is Form.UNKNOWN and self._is_adapted(node, function, self.method_lines(function.attr)):
                return self.part_called(node)
            if receiver.form is Form.UNKNOWN and (moved := self._moved(node, function)) is not None:
                self._arguments(node)
                self.state.plan.mappings[node] = moved
                return receiver
            if receiver.form is Form.UNKNOWN and self._is_tensors(node, function):
                return self._seen_by_others(node, self._method(node, function))
            if receiver.form is not Form.OBJECT:
                return self.part_called(node)
            self._arguments(node)
            return receiver
        return super()._model_method(node, function)

    def _moved(self, node: ast.Call, function: ast.Attribute) -> Mapping | None:
        """`x.cuda()` of what may be an array or a model: the line for either, by which it is what it was."""
        is_statement = isinstance(self.current, ast.Expr) and self.current.value is node
        is_of_file = function.attr in self.state.module.method_names or self._is_own(function.value)
        if is_statement or is_of_file or self._is_surely_part(function.value):
            return None
        found = fitting_method(lookup(self.state.dialects, f"Moved.{function.attr}"), node)
        return None if found is None else Mapping(*found, is_method=True)

    def _is_tensors(self, node: ast.Call, function: ast.Attribute) -> bool:
        """Of something unknown: a method that only the framework's arrays have, or one that JAX's have with another
        meaning. Models have some of the same names, and JAX's arrays most others."""
        name = function.attr
        is_own = self._is_own(function.value)
        is_of_models = name in self.state.module.method_names or name in self.models.attributes | self.models.children
        is_of_models = is_of_models or self._is_surely_part(function.value)
        if is_own or is_of_models or self._is_global(function.value) or self._is_of_container(node, function):
            return False
        is_result = isinstance(function.value, ast.BinOp | ast.UnaryOp | ast.Compare)  # which no model is
        is_only_theirs = name not in ARRAY_METHODS and (is_result or name not in self.models.notation.shared)
        found = fitting_method(self.method_lines(name), node)
        is_meant = is_only_theirs or name in self.models.notation.homonyms
        is_meant |= any(k.arg in self.models.notation.keywords for k in node.keywords) or _keeps_axis(node)
        return is_meant and found is not None and found[0].target is not None

    def method_lines(self, name: str) -> tuple[Entry, ...]:
        dialects = self.state.dialects
        seen = lookup(dialects, f"Shared.{name}") if self._is_of_others else ()
        return (*seen, *lookup(dialects, f"Host.{name}")) or lookup_method(dialects, name)

    def refuse(self, node: ast.AST, entry: Entry, shown: str) -> None:
        if RULES[entry.refusal or ""] in TOLD:
            super().refuse(node, entry, shown)
        else:
            self.report(rules.UnmappedName, node, name=shown, suggestion=f": {entry.advice}" if entry.advice else "")


def _keeps_axis(call: ast.Call) -> bool:
    """`x.mean(1, True)`: no method of NumPy's takes a truth value in second place."""
    match call.args:
        case [_, ast.Constant(value=bool())]:
            return True
    return False
