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
from hybridc.analysis.host_flow import TOLD, is_of_training
from hybridc.analysis.host_writes import HostWrites, is_own, shared
from hybridc.analysis.parts import ARRAY_METHODS, is_part, makes_outside, part
from hybridc.analysis.plans import Condition, FunctionPlan, Mapping
from hybridc.analysis.values import Binding, Form, Value, constant, outside, static, unknown
from hybridc.dialects.entry import Entry
from hybridc.rules import RULES

_IMPORTING = frozenset({"importlib.import_module", "builtins.__import__", "pytest.importorskip"})
# What these give is one of what they are given, or computed of it: as unknown as that.
_HANDING_ON = frozenset(f"builtins.{n}" for n in ("getattr", "next", "max", "min", "sum", "abs", "pow", "divmod"))


def _module_named(call: ast.Call) -> str | None:
    """The module that `importlib.import_module("torch.nn")` imports."""
    match call:
        case ast.Call(args=[ast.Constant(value=str(name)), *_]):
            return name
    return None


def _keeps_axis(call: ast.Call) -> bool:
    """`x.mean(1, True)`: no method of NumPy's takes a truth value in second place."""
    match call.args:
        case [_, ast.Constant(value=bool())]:
            return True
    return False


class HostInterpreter(HostWrites):
    """Interprets Python that runs before and after models."""

    def call(self, node: ast.Call) -> Value:
        if any(e.takes_functions for e in self._lines(node)):
            given = (*node.args, *(k.value for k in node.keywords))
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

    def _seen_by_others(self, node: ast.Call, value: Value) -> Value:
        """A view of what the function has not made is seen by whoever has that."""
        mapping = self.state.plan.mappings.get(node)
        is_view = mapping is not None and (mapping.entry.is_view or mapping.entry.back is not None)
        return shared(value) if is_view and value.is_array else value

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
            if entry is None and is_unpacked(node.value, self.state.function.node):
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

    def refuse(self, node: ast.AST, entry: Entry, shown: str) -> None:
        if RULES[entry.refusal or ""] in TOLD:
            super().refuse(node, entry, shown)
        else:
            self.report(rules.UnmappedName, node, name=shown, suggestion=f": {entry.advice}" if entry.advice else "")


def is_unpacked(value: ast.expr, tree: ast.AST) -> bool:
    """It is a name that something is unpacked into: `output, hidden = decoder(x, hidden)`."""
    if not isinstance(value, ast.Name):
        return False
    targets = (target for n in ast.walk(tree) if isinstance(n, ast.Assign) for target in n.targets)
    unpacked = (each for t in targets if isinstance(t, ast.Tuple | ast.List) for each in ast.walk(t))
    return any(isinstance(each, ast.Name) and each.id == value.id for each in unpacked)


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
