"""The abstract interpretation of what stays Python beside models: constructors, factories, the top level of the file.

Values are known there when it runs, so that branches and loops stay as they are; frameworks' names become those of the
runtime, and arrays that are written in place become new ones.
"""

from __future__ import annotations

import ast
from dataclasses import replace

from hybridc import rules
from hybridc.analysis.demand import fitting, fitting_method, is_spread, lookup, lookup_method
from hybridc.analysis.evaluation import text_of
from hybridc.analysis.host_flow import TOLD, HostFlow, is_of_training
from hybridc.analysis.models import makes_array
from hybridc.analysis.parts import ARRAY_METHODS, has_slices, is_part, makes_outside, part
from hybridc.analysis.places import WritingCall
from hybridc.analysis.plans import Condition, FunctionPlan, Mapping, Update
from hybridc.analysis.values import Binding, Form, Value, opaque, outside, static, unknown
from hybridc.dialects.entry import Entry
from hybridc.rules import RULES

_HELD = "held:"  # what a value's memory says of what a cell of a model holds


_IMPORTING = frozenset({"importlib.import_module", "builtins.__import__", "pytest.importorskip"})


def _module_named(call: ast.Call) -> str | None:
    """The module that `importlib.import_module("torch.nn")` imports."""
    match call:
        case ast.Call(args=[ast.Constant(value=str(name)), *_]):
            return name
    return None


class HostInterpreter(HostFlow):
    """Interprets Python that runs before and after models."""

    def call(self, node: ast.Call) -> Value:
        if any(e.takes_functions for e in self._lines(node)):
            given = (*node.args, *(k.value for k in node.keywords))
            self._functions |= {a for a in given if isinstance(a, ast.Lambda)}
        value = super().call(node)
        called = self.state.module.functions.get(node.func.id) if isinstance(node.func, ast.Name) else None
        if called is not None and is_part(value) and makes_outside(called, self.state.module, self.state.dialects):
            return outside()
        return value

    def _binop(self, node: ast.BinOp) -> Value:
        return self._with_outside(super()._binop(node), node.left, node.right)

    def _unaryop(self, node: ast.UnaryOp) -> Value:
        return self._with_outside(super()._unaryop(node), node.operand)

    def _compare(self, node: ast.Compare) -> Value:
        return self._with_outside(super()._compare(node), node.left, *node.comparators)

    def _with_outside(self, value: Value, *operands: ast.expr) -> Value:
        """What an operator makes of what has left the framework, and of no array of it, has left it as well."""
        values = [self.state.plan.values.get(operand) for operand in operands]
        is_array = any(v is not None and v.is_array for v in values)
        return outside() if not is_array and any(v is not None and v.is_outside for v in values) else value

    def _attribute_write(self, target: ast.Attribute, statement: ast.stmt) -> None:
        if self.is_setting(target, statement):
            return
        self.evaluate(target.value)
        if not isinstance(statement, ast.Assign) or not self._is_own(target.value):
            return
        value = self.state.plan.values.get(statement.value)
        if value is not None and value.is_array:
            self.keep(target.attr, value)
        else:
            self.keep_names(target.attr, statement.value)

    def _draws(self, node: ast.Call) -> None:
        self.state.plan.draws = True

    def _model_named(self, node: ast.Call, name: str) -> Value:
        if not self._is_of_models(name):
            if name in _IMPORTING and (imported := _module_named(node)) and self._is_of_models(imported):
                self.report(rules.UnmappedName, node, name=imported, suggestion=": import the runtime's module instead")
            self._arguments(node)
            if name == "builtins.len":
                return super()._model_named(node, name)
            return static(Form.OBJECT) if self._is_known(name) else part()
        if self._is_of_object(node.func, name):
            self.evaluate(node.func)
            self._arguments(node)
            return part()
        on_host = lookup(self.state.dialects, f"Host.{name}")
        if (found := fitting(on_host, node)) is not None:
            values, _ = self._arguments(node)
            self.state.plan.mappings[node] = Mapping(*found)
            if found[0].is_outside:
                return outside()
            if values and found[0].target == found[1][0]:
                return values[0]
            return Value(Binding.TRACED, Form.ARRAY, unknown(), unknown(), memory=self.state.allocate(node))
        of_host = tuple(e for e in lookup(self.state.dialects, name) if e.is_host and e.target is not None)
        as_written = next((e for e in of_host if e.parameters is None or (e.passes_on and is_spread(node))), None)
        found = fitting(of_host, node)
        if found is None and as_written is None:
            return super()._model_named(node, name)
        values, _ = self._arguments(node)
        if found is not None:
            self.state.plan.mappings[node] = Mapping(*found)
        elif as_written is not None:
            self.state.plan.mappings[node.func] = Mapping(as_written)
            if as_written.is_outside:
                return outside()
        if node.args:
            self._note_filled(node, node.args[0])
        return values[0] if values and values[0].is_array else part()

    def _note_filled(self, node: ast.Call, array: ast.expr) -> None:
        """`init.zeros_(x)` of an array or of a part of a parameter gives a new one, which is to take its place."""
        array = self._without_data(array)
        is_statement = isinstance(self.current, ast.Expr) and self.current.value is node
        if not is_statement or node in self.state.plan.structured.origins.writing:
            return
        if isinstance(array, ast.Subscript):
            self.note_writing(node, WritingCall(node, array))
        elif isinstance(array, ast.Name) and self.state.plan.values[array].is_array:
            self.note_writing(node, WritingCall(node, array, is_whole=True))

    def may_write(self, name: str, statement: ast.stmt, is_operator: bool = False) -> bool:
        """Only what a framework's function made is an array that cannot be written; the rest may be anything."""
        value = self.state.environment[name]
        cell = next((m for m in sorted(value.memory) if m.startswith(_HELD)), None)
        if cell is not None:
            self.report(rules.SharedMemory, statement, name=name, other=cell.removeprefix(_HELD))
            return False
        return value.is_array and super().may_write(name, statement, is_operator)

    def write_element(self, target: ast.Subscript, value: Value, statement: ast.stmt) -> None:
        root: ast.expr = target
        while isinstance(root, ast.Subscript):
            root = root.value
        held = self.state.environment.get(root.id) if isinstance(root, ast.Name) else None
        if held is not None and held.is_array:
            super().write_element(target, value, statement)
        elif self._is_plain_array(target):
            self.index(target.slice)
            if (other := self.attribute_set_to(target.value.attr)) is not None:  # type: ignore[attr-defined]
                self.report(rules.SharedMemory, statement, name=text_of(target.value), other=other)
            self.state.plan.updates[statement] = Update.AT_SET
        else:
            self.evaluate(target.value)
            self.index(target.slice)
            self._without_data(target)

    def _augmented_element(self, statement: ast.AugAssign, target: ast.Subscript, value: Value) -> None:
        super()._augmented_element(statement, target, value)
        self._without_data(target)

    def _is_plain_array(self, target: ast.Subscript) -> bool:
        """`self.table[:, 0] = v`, of an attribute that is no parameter or buffer: only arrays take such an index, and
        others mean one where the attribute is set to nothing else."""
        held = target.value
        if not isinstance(held, ast.Attribute) or not isinstance(held.value, ast.Name) or held.value.id != self.own:
            return False
        makers = self.models.makers(self.state.function.owner, held.attr)
        is_cell = any(self._makes_cell(maker) for maker in makers)
        is_array = has_slices(target.slice) or all(self._gives_array(maker) for maker in makers)
        is_outside = any(self._is_outside(maker) for maker in makers)
        return bool(makers) and not is_cell and is_array and not is_outside

    def _is_outside(self, value: ast.expr) -> bool:
        """What a library of other arrays gives, as NumPy does, which is written in place."""
        func = value.func if isinstance(value, ast.Call) else None
        name = None if func is None else self.state.module.qualified_name(func, self.state.function.locals)
        return name is not None and not self._is_of_models(name) and self._is_known(name)

    def _gives_array(self, value: ast.expr) -> bool:
        lines = self._lines(value) if isinstance(value, ast.Call) else ()
        return any(makes_array(e) for e in lines)

    def _makes_cell(self, value: ast.expr) -> bool:
        entries = self._lines(value) if isinstance(value, ast.Call) else ()
        found = fitting(entries, value) if isinstance(value, ast.Call) else None
        return any((e.target or "").startswith("nn.") for e in (entries if found is None else found[:1]))

    def _augmented_name(self, statement: ast.AugAssign, target: ast.Name, value: Value) -> None:
        held = self.state.environment.get(target.id)
        if held is not None and held.is_array:
            super()._augmented_name(statement, target, value)
        elif held is not None:
            self._augmented_by_line(statement, held, value)

    def _model_method(self, node: ast.Call, function: ast.Attribute) -> Value:
        receiver = self.evaluate(function.value)
        if receiver.is_outside:
            self._arguments(node)
            if function.attr not in self.models.notation.binding:
                return outside()
            self.keep_names(f"{text_of(function)}()", node)
            return part()
        result = self._host_method(node, function)
        if self._is_own(function.value) and function.attr in self.models.notation.registering:
            for given in (*node.args[1:], *(k.value for k in node.keywords)):
                self.keep_names(function.attr, given)
        mapping = self.state.plan.mappings.get(node)
        if mapping is not None and mapping.entry.is_held:
            result = replace(result, memory=result.memory | {f"{_HELD}{text_of(node)}"})
        return outside() if mapping is not None and mapping.entry.is_outside else result

    def _host_method(self, node: ast.Call, function: ast.Attribute) -> Value:
        receiver = self.evaluate(function.value)
        if is_part(receiver) or not (receiver.is_array or (receiver.is_traced and receiver.form is Form.NUMBER)):
            if any(e.writes for e in self.method_lines(function.attr)):
                return self._part_written(node, function)
            lines = self.method_lines(function.attr)
            if receiver.form is Form.UNKNOWN and lines and is_of_training(lines[0]):
                self.refuse(node, lines[0], text_of(function))
            if receiver.form is Form.UNKNOWN and self._is_adapted(node, function, self.method_lines(function.attr)):
                return self.part_called(node)
            if receiver.form is Form.UNKNOWN and self._is_tensors(node, function):
                return self._method(node, function)
            if receiver.form is not Form.OBJECT:
                return self.part_called(node)
            self._arguments(node)
            return receiver
        return super()._model_method(node, function)

    def _is_tensors(self, node: ast.Call, function: ast.Attribute) -> bool:
        """Of something unknown: a method that only the framework's arrays have, or one that JAX's have with another
        meaning. Models have some of the same names, and JAX's arrays most others."""
        name = function.attr
        is_own = self._is_own(function.value)
        is_of_models = name in self.state.module.method_names or name in self.models.attributes
        if is_own or is_of_models or self._is_global(function.value) or self._is_of_container(node, function):
            return False
        is_only_theirs = name not in ARRAY_METHODS and name not in self.models.notation.shared
        found = fitting_method(self.method_lines(name), node)
        is_meant = is_only_theirs or name in self.models.notation.homonyms
        is_meant |= any(k.arg in self.models.notation.keywords for k in node.keywords)
        return is_meant and found is not None and found[0].target is not None

    def _part_written(self, node: ast.Call, function: ast.Attribute) -> Value:
        """`weight.normal_()` is a method of what holds a parameter; `weight[i].zero_()` becomes `weight[i] = ...`."""
        array = self._without_data(function.value)
        if not isinstance(array, ast.Subscript):
            return self.part_called(node)
        if node not in self.state.plan.structured.origins.writing:
            self.note_writing(node, WritingCall(node, array))
            return self.part_called(node)
        return self._method(node, function)

    def _without_data(self, array: ast.expr) -> ast.expr:
        """`weight.data` is written into by writing into what holds the parameter, `weight`."""
        inner = array
        while isinstance(inner, ast.Subscript):
            inner = inner.value
        mapping = self.state.plan.mappings.get(inner)
        if mapping is not None and mapping.entry.is_held:
            self.state.plan.mappings[inner] = replace(mapping, entry=replace(mapping.entry, target="self"))
        is_own = isinstance(inner, ast.Attribute) and self._is_own(inner.value)
        if isinstance(inner, ast.Attribute) and not is_own and is_part(self.state.plan.values.get(inner, opaque())):
            lines = (
                e for e in self.method_lines(inner.attr) if e.parameters is None and e.is_view and e.shape == "same"
            )
            if (entry := next(lines, None)) is not None:
                self.state.plan.mappings[inner] = Mapping(replace(entry, target="self"), is_method=True)
        return array

    def method_lines(self, name: str) -> tuple[Entry, ...]:
        return lookup(self.state.dialects, f"Host.{name}") or lookup_method(self.state.dialects, name)

    def _subscript(self, node: ast.Subscript) -> Value:
        value = super()._subscript(node)
        return outside() if self.evaluate(node.value).is_outside else value

    def _attribute(self, node: ast.Attribute) -> Value:
        name = self.state.module.qualified_name(node, self.state.function.locals)
        if name is None:
            value = self.evaluate(node.value)
            if value.is_outside:
                return value
            every = [e for e in lookup_method(self.state.dialects, node.attr) if e.parameters is None]
            is_named = self._is_own(node.value) or self._is_global(node.value)
            is_of_file = node.attr in self.models.attributes or is_named
            if every and value.form is Form.UNKNOWN and not is_of_file and is_of_training(every[0]):
                self.refuse(node, every[0], text_of(node))
            lines = (e for e in every if e.is_static)
            entry = next((e for e in lines if (e.target or "").startswith("jnp.")), None)
            if entry is not None and value.form is Form.UNKNOWN:
                self.state.plan.mappings[node] = Mapping(entry, is_method=True)
                return part()
            on_host = (e for e in lookup(self.state.dialects, f"Host.{node.attr}") if e.parameters is None)
            entry = next((e for e in on_host if e.target is not None), None)
            if entry is not None and value.form is Form.UNKNOWN and not is_of_file:
                self.state.plan.mappings[node] = Mapping(entry, is_method=True)
                return replace(part(), memory=frozenset({f"{_HELD}{text_of(node)}"} if entry.is_held else ()))
            if not value.is_array:
                return part()
        return super()._attribute(node)

    def _qualified(self, node: ast.expr, name: str) -> Value:
        if not self._is_of_models(name):
            return part()
        if isinstance(node, ast.Attribute) and self._is_of_object(node, name):
            self.evaluate(node.value)
            return part()
        return super()._qualified(node, name)

    def _is_of_object(self, node: ast.expr, name: str) -> bool:
        """What stands before the last dot is an object of Python's, which the runtime has: `names.NAME.format`."""
        whole = lookup(self.state.dialects, name.rpartition(".")[0])
        is_known = bool(lookup(self.state.dialects, name)) or not isinstance(node, ast.Attribute)
        return not is_known and any(e.is_host and e.parameters is None for e in whole)

    def refuse(self, node: ast.AST, entry: Entry, shown: str) -> None:
        if RULES[entry.refusal or ""] in TOLD:
            super().refuse(node, entry, shown)
        else:
            self.report(rules.UnmappedName, node, name=shown, suggestion=f": {entry.advice}" if entry.advice else "")


def settle_host(plan: FunctionPlan) -> None:
    """Leaves of the plan what holds for Python that stays: no branch, loop or test is compiled."""
    kept = {node: condition for node, condition in plan.conditions.items() if condition is Condition.EQUAL}
    for decided in (plan.branches, plan.loops, plan.conditions, plan.tests, plan.first_set, plan.outliving, plan.split):
        decided.clear()
    plan.conditions |= kept
    for noted in (plan.prints, plan.vanishing, plan.exits, plan.reformed, plan.numbers, plan.to_unroll, plan.checked):
        noted.clear()
    plan.expected.clear()
    plan.unset.clear()
    plan.is_decorated = False
