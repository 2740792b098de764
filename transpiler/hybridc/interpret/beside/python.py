"""The abstract interpretation of what stays Python beside models: constructors, factories, the top level of the file.

Values are known there when it runs, so that branches and loops stay as they are; frameworks' names become those of the
runtime, and arrays that are written in place become new ones.
"""

from __future__ import annotations

import ast
from dataclasses import replace

from hybridc import rules
from hybridc.dialects.entry import Entry
from hybridc.domain.values import Binding, Form, Value, constant, outside, static, unknown
from hybridc.interpret.beside.flow import is_of_training
from hybridc.interpret.beside.methods import HostMethods
from hybridc.interpret.beside.writes import is_own, shared
from hybridc.program.assumptions import Kind
from hybridc.program.demand import fitting, is_spread, lookup, lookup_method
from hybridc.program.parts import is_part, makes_outside, part
from hybridc.program.plans import Condition, FunctionPlan, Mapping
from hybridc.syntax.messages import text_of
from hybridc.syntax.walking import all_given

_IMPORTING = frozenset({"importlib.import_module", "builtins.__import__", "pytest.importorskip"})
# What these give is one of what they are given, or computed of it: as unknown as that.
_HANDING_ON = frozenset(f"builtins.{n}" for n in ("getattr", "next", "max", "min", "sum", "abs", "pow", "divmod"))


def _module_named(call: ast.Call) -> str | None:
    """The module that `importlib.import_module("torch.nn")` imports."""
    match call:
        case ast.Call(args=[ast.Constant(value=str(name)), *_]):
            return name
    return None


class HostInterpreter(HostMethods):
    """Interprets Python that runs before and after models."""

    def call(self, node: ast.Call) -> Value:
        if any(e.takes_functions for e in self._lines(node)):
            given = all_given(node)
            self._functions |= {a for a in given if isinstance(a, ast.Lambda)}
        value = super().call(node)
        mapping = self.state.plan.mappings.get(node)
        if node.args and mapping is not None and not mapping.is_method:
            first = self.state.plan.values.get(node.args[0])
            is_list = mapping.entry.takes_lists and (first is None or not first.is_array)  # which is copied
            value = value if first is None or is_list or is_own(first) else self._seen_by_others(node, value)
        value = self.as_kept(node, self.as_filling(node, value))
        called = self.state.module.functions.get(node.func.id) if isinstance(node.func, ast.Name) else None
        if called is not None and is_part(value) and makes_outside(called, self.state.module, self.state.dialects):
            return outside()
        return value

    def _binop(self, node: ast.BinOp) -> Value:
        value = self._with_outside(super()._binop(node), node.left, node.right)
        self.only_read(node.left)
        self.only_read(node.right)
        return value

    def _unaryop(self, node: ast.UnaryOp) -> Value:
        return self._with_outside(super()._unaryop(node), node.operand)

    def _compare(self, node: ast.Compare) -> Value:
        value = super()._compare(node)
        is_of_elements = not any(isinstance(op, ast.Is | ast.IsNot | ast.In | ast.NotIn) for op in node.ops)
        return self._with_outside(value, node.left, *node.comparators) if is_of_elements else value

    def _with_outside(self, value: Value, *operands: ast.expr) -> Value:
        """What an operator makes of what has left the framework, and of no array of it, has left it as well; what it
        makes of something unknown is as unknown, as that may be an array."""
        known = self.state.plan.values
        values = [known[operand] for operand in operands if operand in known]
        if any(v.is_array for v in values):
            return value
        if any(v.is_outside for v in values):
            return outside()
        is_text = any(v.form is Form.STRING for v in values)
        is_unknown = not is_text and any(is_part(v) and v.form is Form.UNKNOWN for v in values)
        return part() if is_unknown and value.is_static and value.form is Form.NUMBER else value

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

    def tells(self, called: ast.expr) -> bool:
        """What stays Python has numbers to write down."""
        return False

    def made_text(self, node: ast.Call, values: list[Value], keywords: dict[str, Value]) -> None:
        """What stays Python has numbers for it."""

    def _draws(self, node: ast.Call) -> None:
        self.state.plan.draws = True

    def draws_unseen(self, node: ast.Call) -> bool:
        """What stays Python draws at each call."""
        return False

    def _shared(self, name: str, node: ast.expr, given: Value) -> tuple[Entry, ...]:
        """The lines for what others have as well: views where it is an array of the framework, copies of any."""
        if isinstance(node, ast.List | ast.Tuple | ast.Constant | ast.ListComp):
            return ()
        is_tensor = not given.is_outside and (given.is_array or is_part(given))
        return tuple(e for e in lookup(self.state.dialects, f"Shared.{name}") if is_tensor or not e.is_view)

    def _model_named(self, node: ast.Call, name: str) -> Value:
        if not self._is_of_models(name):
            if name in _IMPORTING and (imported := _module_named(node)) and self._is_of_models(imported):
                self.report(rules.UnmappedName, node, name=imported, suggestion=": import the runtime's module instead")
            self._arguments(node)
            if name == "builtins.isinstance" and len(node.args) == 2:
                self._note_kinds(node.args[1])
            if name == "builtins.len":
                return super()._model_named(node, name)
            if self._is_numpys(name):
                return outside()
            return static(Form.OBJECT) if self._is_known(name) and name not in _HANDING_ON else part()
        if self._is_of_object(node.func, name):
            self.evaluate(node.func)
            self._arguments(node)
            return part()
        on_host = lookup(self.state.dialects, f"Host.{name}")
        first = self.evaluate(node.args[0]) if node.args else None
        if first is not None and not is_own(first):
            on_host = (*self._shared(name, node.args[0], first), *on_host)
        if (found := fitting(on_host, node)) is not None:
            values, _ = self._arguments(node)
            self.state.plan.mappings[node] = Mapping(*found)
            if found[0].is_outside:
                return outside()
            if values and found[0].target == found[1][0]:
                return values[0]
            result = Value(Binding.TRACED, Form.ARRAY, unknown(), unknown(), memory=self.state.allocate(node))
            return replace(result, form=Form.UNKNOWN) if found[0].gives_list else result
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

    def _note_kinds(self, kinds: ast.expr) -> None:
        """`isinstance(x, torch.Tensor)` holds for what refers to arrays as well."""
        for each in (n for n in ast.walk(kinds) if isinstance(n, ast.Name | ast.Attribute)):
            name = isinstance(each, ast.Name | ast.Attribute) and self.state.module.qualified_name(
                each, self.state.function.locals
            )
            if name and (entry := next(iter(lookup(self.state.dialects, f"Kind.{name}")), None)) is not None:
                self.state.plan.mappings[each] = Mapping(entry)

    def _subscript(self, node: ast.Subscript) -> Value:
        value = super()._subscript(node)
        held = self.evaluate(node.value)
        if held.is_outside:
            return outside()
        self.read_indices(node.slice)
        return value if is_own(held) or not value.is_array else shared(value)

    def _attribute(self, node: ast.Attribute) -> Value:
        name = self.state.module.qualified_name(node, self.state.function.locals)
        if name is None:
            value = self.evaluate(node.value)
            if value.is_outside:
                return value
            if value.is_array and not is_own(value):
                of_others = (e for e in lookup(self.state.dialects, f"Shared.{node.attr}") if e.parameters is None)
                if (entry := next(of_others, None)) is not None:
                    self.state.plan.mappings[node] = Mapping(entry, is_method=True)
                    return shared(value)
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
            if entry is not None and entry.target == "False" and not is_of_file:
                self.state.plan.mappings[node] = Mapping(entry, is_method=True)
                return constant(False)
            if entry is None and isinstance(node.value, ast.Name) and node.value.id in self.state.function.unpacked:
                of_results = (e for e in lookup(self.state.dialects, f"Unpacked.{node.attr}") if e.parameters is None)
                entry = next(of_results, None)
            if entry is not None and value.form is Form.UNKNOWN and not is_of_file:
                self.state.plan.mappings[node] = Mapping(entry, is_method=True)
                return shared(part()) if entry.is_held else part()
            if not value.is_array:
                return part()
        return super()._attribute(node)

    def _qualified(self, node: ast.expr, name: str) -> Value:
        if not self._is_of_models(name):
            return part()
        if (entry := next(iter(lookup(self.state.dialects, f"Value.{name}")), None)) is not None:
            self.state.plan.mappings[node] = Mapping(entry)
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


def settle_host(plan: FunctionPlan) -> None:
    """Leaves of the plan what holds for Python that stays: no branch, loop or test is compiled."""
    kept = {node: condition for node, condition in plan.conditions.items() if condition is Condition.EQUAL}
    for decided in (plan.branches, plan.loops, plan.conditions, plan.tests, plan.first_set, plan.outliving, plan.split):
        decided.clear()
    plan.conditions |= kept
    for noted in (plan.prints, plan.vanishing, plan.exits, plan.reformed, plan.to_unroll):
        noted.clear()
    plan.assumed.clear(Kind.NUMBER, Kind.VALUE, Kind.BESIDE)
    plan.unset.clear()
    plan.is_decorated = False
