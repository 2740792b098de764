"""The abstract interpretation of what models read and set: their attributes, and names of the file."""

from __future__ import annotations

import ast
import re
from dataclasses import replace
from functools import cached_property

from hybridc import rules
from hybridc.dialects.entry import Entry
from hybridc.domain.places import Setting
from hybridc.domain.values import (
    Binding,
    Form,
    Value,
    opaque,
    some_floats,
    static,
    unknown,
)
from hybridc.interpret.models.parameters import ModelParameters
from hybridc.program.demand import lookup, lookup_method
from hybridc.program.model_properties import arrays_of, is_new, property_named
from hybridc.program.models import FileModels, makes_array
from hybridc.program.parts import as_in_file, has_slices, is_part, part
from hybridc.program.state import State
from hybridc.syntax.dataflow import is_none
from hybridc.syntax.messages import text_of
from hybridc.syntax.module import Function

_LEFT = frozenset({rules.UnknownCall, rules.CapturedAttribute, rules.TracedIteration})
_LISTS = re.compile(r"(typing\.)?(List|list|Sequence|MutableSequence)\b")


class ModelAttributes(ModelParameters):
    """Interprets names and attributes in methods of models, and in the functions beside them."""

    def __init__(self, state: State, models: FileModels) -> None:
        super().__init__(state, models)
        inside = (s for s in state.function.of_any(ast.Import, ast.ImportFrom))
        state.function.locals -= {n for s in inside for n in as_in_file(s, state.module, state.dialects)}
        self.attributes: dict[str, Value] = {}  # of the own object, since they were set
        self._numpys: set[str] = set()  # memory of arrays that NumPy's functions made of what is traced
        self._is_of_numpys = False  # lines are looked up for such an array
        for name, value in state.environment.items():
            if name in state.function.parameters and _LISTS.match(state.function.annotation_of(name)):
                value = state.environment[name] = replace(value, form=Form.LIST, place=None)
            if value.memory:  # a part may return what it was given: then it is the same array, and perhaps not
                state.environment[name] = replace(value, memory=value.memory | {f"given:{name}"})

    def report(self, rule: type[rules.Rule], node: ast.AST, **details: str) -> None:
        if rule in _LEFT:
            return
        if rule is rules.StaticNeeded:
            value = self.state.plan.values.get(node)
            if value is None or not value.is_array:
                return  # it may well be known while tracing; JAX says so where it is not
        super().report(rule, node, **details)

    def is_demanded(self, node: ast.AST) -> bool:
        """A framework's names have to be said in JAX's even where they are computed while tracing."""
        return False

    def _is_known(self, name: str) -> bool:
        """A name of Python or of a framework that has tables."""
        return any(name.partition(".")[0] in d.roots for d in self.state.dialects) or name.startswith("builtins.")

    def _is_of_models(self, name: str) -> bool:
        """A name of the framework that the models are written in, or of a library beside it."""
        return any(d.is_of_models and name.partition(".")[0] in d.roots for d in self.state.dialects)

    @property
    def _is_context(self) -> bool:
        """The own object is the context of a function that says its own derivative."""
        return self.state.function.qualified_name in self.models.contexts

    def method_lines(self, name: str) -> tuple[Entry, ...]:
        dialects = self.state.dialects
        return lookup_method(tuple(d for d in dialects if not (self._is_of_numpys and d.is_of_models)), name)

    def _joinedstr(self, node: ast.JoinedStr) -> Value:
        """Text that names an attribute or an element is made of what is no array, such as a parameter that is text."""
        given = [v.value for v in node.values if isinstance(v, ast.FormattedValue)]
        if node in self._naming and all(map(self._may_name, given)):
            return static(Form.STRING)
        return super()._joinedstr(node)

    def _may_name(self, node: ast.expr) -> bool:
        value = self.evaluate(node)
        is_given = isinstance(node, ast.Name) and f"param:{node.id}" in value.memory
        return value.is_static or (is_given and value.form is Form.UNKNOWN)

    @cached_property
    def _naming(self) -> frozenset[ast.AST]:
        """What stands where names of attributes and keys stand."""
        function = self.state.function
        calls = (
            c for c in function.of(ast.Call) if isinstance(c.func, ast.Name) and c.func.id in ("getattr", "hasattr")
        )
        keys: list[ast.AST] = [c.args[1] for c in calls if len(c.args) > 1]
        return frozenset([*keys, *(s.slice for s in function.of(ast.Subscript))])

    def _name(self, node: ast.Name) -> Value:
        if node.id == self.own:
            return part()
        module = self.state.module
        if node.id not in self.state.environment and node.id not in self.state.function.locals:
            name = module.qualified_name(node)
            if node.id in module.classes or (name is not None and not self._is_known(name)):
                return part()
            if node.id in module.globals and node.id in module.bound_by_functions:
                return super()._name(node)
            if node.id in module.globals:
                return self._global(node)
            if node.id not in module.functions and name is None:
                return part()  # it comes with `import *`, or Python says that there is no such name
        return super()._name(node)

    def _global(self, node: ast.Name) -> Value:
        """A global, which stays as it is once the file has run: an array if a framework's function made it."""
        known = self.state.module.globals[node.id]
        if known.is_rebound or known.mutated_at is not None or known.value is None:
            return part()
        if isinstance(known.value, ast.Call):
            entries = lookup(self.state.dialects, self.state.module.qualified_name(known.value.func))
            if not any(map(makes_array, entries)):
                return part()
        value = super()._name(node)
        self.state.array_globals.discard(node.id)
        return value if value.is_static or isinstance(known.value, ast.Call) else part()

    def _attribute(self, node: ast.Attribute) -> Value:
        name = self.state.module.qualified_name(node, self.state.function.locals)
        if name is not None:
            return self._qualified(node, name) if self._is_known(name) else part()
        value = self.evaluate(node.value)
        if self._is_own(node.value):
            return self._own_attribute(node)
        entry = next((e for e in lookup_method(self.state.dialects, node.attr) if e.parameters is None), None)
        if entry is not None and is_part(value) and self._is_data(node) and self._is_of_layer(node.value):
            array = Value(
                Binding.TRACED,
                Form.ARRAY,
                unknown(),
                unknown(),
                memory=frozenset({f"self.{text_of(node.value).partition('.')[2]}"}),
            )
            return self._mapped_attribute(node, entry, array)
        if value.form is Form.STRING or (entry is None and not value.is_static):
            return replace(opaque(), memory=value.memory)
        if entry is None or (is_part(value) and not entry.is_static):
            return part()
        return self._mapped_attribute(node, entry, value)

    def _qualified(self, node: ast.expr, name: str) -> Value:
        entries = lookup(self.state.dialects, name)
        if any(entry.narrows for entry in entries):
            self.report(rules.NarrowDtype, node, name=name)
        if any(entry.cuts for entry in entries):
            self.report(rules.UncutGradient, node, name=text_of(node))
        return super()._qualified(node, name)

    def _subscript(self, node: ast.Subscript) -> Value:
        by_array = self._index_of_part(node)
        value = part() if by_array else super()._subscript(node)
        if by_array or (is_part(value) and has_slices(node.slice)):
            return Value(Binding.TRACED, Form.ARRAY, unknown(), unknown(), memory=self.state.allocate(node))
        return value

    def _index_of_part(self, node: ast.Subscript) -> bool:
        """A part at an array: only arrays take such an index, where Python's lists and dicts raise."""
        is_array = not isinstance(node.slice, ast.Slice | ast.Tuple) and self.evaluate(node.slice).is_array
        is_of_parts = any(entry.is_part for _, entry in self._makers(node.value))
        return is_array and not is_of_parts and is_part(self.evaluate(node.value))

    def _own_attribute(self, node: ast.Attribute) -> Value:
        if node.attr in self.attributes:
            return self.attributes[node.attr]
        if self._is_context and (line := next(iter(lookup(self.state.dialects, f"Context.{node.attr}")), None)):
            if line.refusal is not None:
                self.refuse(node, line, text_of(node))
            return part() if line.is_static else replace(opaque(), memory=frozenset({f"self.{node.attr}"}))
        owner = self.state.function.owner
        site = frozenset({f"self.{node.attr}"})
        if self.models.is_array(owner, node.attr) or self._is_made_here(owner, node.attr):
            return Value(Binding.TRACED, Form.ARRAY, unknown(), unknown(), memory=site)
        if self.models.is_computed(owner, node.attr):
            return replace(opaque(), memory=site)
        if (computed := property_named(self.models, owner, node.attr, self.state.module)) is not None:
            return self._property(computed)
        return replace(part(), dtype=some_floats()) if self._is_float_parameter(owner, node.attr) else part()

    def _property(self, function: Function) -> Value:
        """It may be an array that the model keeps, or a view of one."""
        arrays = arrays_of(function, self.models, self.state.module, self.state.dialects)
        if not arrays:
            return part()
        return opaque() if is_new(function) else replace(opaque(), memory=frozenset(f"self.{n}" for n in arrays))

    def _is_float_parameter(self, owner: str | None, name: str) -> bool:
        """The attribute is a parameter that asks for no other dtype than that of floating point numbers, or None."""
        makers = [m for m in self.models.makers(owner, name) if not is_none(m)]
        return bool(makers) and all(self._makes_float_parameter(m) for m in makers)

    def _makes_float_parameter(self, maker: ast.expr) -> bool:
        match maker:
            case ast.IfExp(body=body, orelse=orelse):
                return all(is_none(m) or self._makes_float_parameter(m) for m in (body, orelse))
            case ast.Call(func=ast.Attribute(value=ast.Attribute(attr=place), attr=method), keywords=keywords):
                asked = next((k.value for k in keywords if k.arg == "dtype"), ast.Constant("float32"))
                is_float = isinstance(asked, ast.Constant) and str(asked.value).startswith("float")
                is_known = is_float and all(k.arg is not None for k in keywords)
                return is_known and f"{place}.{method}" in self.models.notation.float_makers
        return False

    def _is_made_here(self, owner: str | None, name: str) -> bool:
        """The attribute is set to what functions of the file give, which is known to be an array."""
        makers = self.models.makers(owner, name)
        named = [m.func.id for m in makers if isinstance(m, ast.Call) and isinstance(m.func, ast.Name)]
        plans = [self.state.plans.get(n) for n in named]
        gives = all(p is not None and p.result is not None and p.result.is_array for p in plans)
        return bool(makers) and len(named) == len(makers) and gives

    def is_setting(self, target: ast.Attribute, statement: ast.stmt) -> bool:
        """`torch.backends.cudnn.benchmark = True`, which compiled code goes without."""
        targets = statement.targets if isinstance(statement, ast.Assign) else [target]
        if not all(getattr(each, "is_setting", False) for each in targets):
            return False
        self.state.plan.gone[statement] = ""
        return True

    def _attribute_write(self, target: ast.Attribute, statement: ast.stmt) -> None:
        if self.is_setting(target, statement):
            return
        held = self.evaluate(target.value)
        lines = lookup_method(self.state.dialects, target.attr)
        if not is_part(held) and any(e.is_gone and e.parameters is None for e in lines):
            self.state.plan.gone[statement] = ""
            if any(e.cuts for e in lines) and not _is_false(getattr(statement, "value", None)):
                self.report(rules.UncutGradient, target, name=text_of(target))
        elif self._is_data(target) and not self._is_cell(target.value):
            if not self._is_of_layer(target.value) or self.state.is_compiled_here:
                super()._attribute_write(target, statement)
                return
            self._expect_not_named(target.value, statement)
            weight = ast.copy_location(ast.Attribute(target.value.value, target.value.attr, ast.Store()), target)  # type: ignore[attr-defined]
            self.state.plan.attributes[statement] = Setting(weight)
        elif not is_part(held) or self.state.is_compiled_here:
            super()._attribute_write(target, statement)
        elif self._is_of_layer(target) and not self._is_own(target.value):
            self._expect_not_named(target, statement)
        elif self._is_data(target):
            self._expect_not_named(None, statement)
        elif self._is_own(target.value):
            found = self.state.plan.values.get(statement.value) if isinstance(statement, ast.Assign) else None
            if self._makes_parameter(getattr(statement, "value", None)):
                self.report(rules.AttributeWrite, statement, target=text_of(target))
            if found is not None and isinstance(statement, ast.Assign) and target not in statement.targets:
                found = replace(opaque(), memory=found.memory)  # it is one of what is assigned to several
            self.attributes[target.attr] = found if found is not None else opaque()

    def is_set_by_python(self, target: ast.expr) -> bool:
        return (
            isinstance(target, ast.Attribute)
            and not self.state.is_compiled_here
            and is_part(self.evaluate(target.value))
        )

    def _is_global(self, node: ast.expr) -> bool:
        """What the file itself names: another file, a class, a setting."""
        return isinstance(node, ast.Name) and node.id not in self.state.environment and node.id != self.own


def _is_false(value: ast.expr | None) -> bool:
    return isinstance(value, ast.Constant) and not value.value
