"""The abstract interpretation of calls: of what frameworks name, of methods, of what the language has."""

from __future__ import annotations

import ast
from dataclasses import replace

from hybridc import rules
from hybridc.dialects.entry import Entry
from hybridc.dialects.suggestions import suggestion
from hybridc.domain.lists import LIST_CHANGES
from hybridc.domain.values import (
    BOOL,
    SCALAR,
    WEAK_INT,
    Binding,
    Form,
    Value,
    constant,
    holds_arrays,
    is_surely_floating,
    opaque,
    place_in,
    promote,
    static,
    unknown,
)
from hybridc.interpret.checking import note_call, note_lookup
from hybridc.interpret.in_place_calls import InPlaceCalls, not_of_numbers
from hybridc.program.demand import fitting, fitting_method, is_spread, lookup, lookup_method
from hybridc.program.lists_given import ARRAYS_BESIDE
from hybridc.program.plans import Mapping
from hybridc.rules import RULES
from hybridc.structure.appending import appended_on_every_path
from hybridc.structure.filters import filtered
from hybridc.syntax.dataflow import names_read, parameters, targets_bound
from hybridc.syntax.in_place import first_given
from hybridc.syntax.messages import text_of
from hybridc.syntax.walking import all_given

_CASTS = frozenset({"builtins.float", "builtins.int", "builtins.bool", "builtins.complex"})
_INPUT_OUTPUT = frozenset({"builtins.open", "builtins.input", "builtins.breakpoint"})
_DYNAMIC = frozenset({"builtins.exec", "builtins.eval", "builtins.compile"})
_NEVER_TRACED = frozenset(
    {"builtins.isinstance", "builtins.issubclass", "builtins.callable", "builtins.type", "builtins.hasattr"}
)
_STACKING = frozenset({"jnp.array", "jnp.asarray", "jnp.stack"})
_ITERATORS = frozenset(f"builtins.{n}" for n in ("map", "zip", "enumerate", "reversed"))
_OF_ELEMENTS = _ITERATORS | {"functools.reduce", "builtins.list", "builtins.tuple"}


class Calls(InPlaceCalls):
    """Interprets calls."""

    def call(self, node: ast.Call) -> Value:
        name = self.state.module.qualified_name(node.func, self.state.function.locals)
        if name is not None:
            return self._named(node, name)
        if isinstance(node.func, ast.Name):
            return self._local(node, node.func)
        if isinstance(node.func, ast.Attribute):
            return self._method(node, node.func)
        callee = self.evaluate(node.func)
        values, keywords = self._arguments(node)
        known = self._of_known(node, callee, values, keywords)
        if known is None:
            self.report(rules.UnknownCall, node, name=text_of(node.func))
        return opaque() if known is None else known

    def _named(self, node: ast.Call, name: str) -> Value:
        values, keywords = self._arguments(node)
        if (inner := filtered(node)) is not None and name.startswith("builtins."):
            if not all(self.state.plan.values[t].is_static for g in inner.generators for t in g.ifs):
                self.state.plan.reformed.add(self.current)
        values = [replace(v, form=Form.ARRAY) if v.form is Form.STACKED else v for v in values]
        everything = [*values, *keywords.values()]
        if name in ("builtins.list", "builtins.tuple") and node.args and self._is_stacked(node.args[0]):
            return Value(Binding.TRACED, Form.LIST, memory=values[0].held | self.state.box(node))
        if name == "builtins.dict" and not node.args and None not in (k.arg for k in node.keywords):
            memory = frozenset().union(*(v.memory for v in everything)) | self.state.box(node)
            binding, keys = self.state.binding_of(*everything), tuple(k.arg for k in node.keywords)
            return Value(binding, Form.DICT, items=tuple(everything), keys=keys, memory=memory)
        if name in _CASTS:
            return self._cast(node, name, everything)
        if name in _NEVER_TRACED:
            if any(not v.is_static for v in values):
                why = "while it is traced, a number is not of the type that the caller passes"
                self.report(rules.StaticNeeded, node, expression=text_of(node), why=why)
            return static(Form.NUMBER, dtype=BOOL)
        is_known = all(v.is_static for v in everything) and not self._asks_of_traced(node)
        if name in _OF_ELEMENTS and not (name != "functools.reduce" and is_known):
            # Python runs it while tracing, element by element.
            self._take_for_function(node.args[0] if node.args else node)
            form = Form.UNKNOWN if name == "functools.reduce" else Form.LIST
            memory = frozenset().union(*(v.held for v in everything))
            if name in _ITERATORS:
                memory |= self.state.iterator(node)
            if name == "builtins.list":
                memory |= self.state.box(node)
                items = values[0].items if len(values) == 1 else ()
                if items is not None and values[0].form in (Form.LIST, Form.TUPLE):
                    return Value(Binding.TRACED, form, items=items, memory=memory)
            return Value(Binding.TRACED, form, unknown(), unknown(), memory=memory)
        if name == "builtins.len":
            return static(Form.NUMBER, dtype=WEAK_INT)
        if name in _INPUT_OUTPUT:
            self.report(rules.InputOutput, node, call=text_of(node))
            return opaque()
        if name in _DYNAMIC:
            self.report(rules.UnknownCall, node, name=text_of(node.func))
            return opaque()
        if name == "builtins.print":
            self.report(rules.UnsupportedStatement, node, what="`print` inside an expression")
            return static(Form.NONE)
        if name.startswith("builtins.") and is_known:
            return self._static_builtin(node, name, everything)
        if name.startswith("time.") or name.startswith("datetime."):
            self.report(rules.Clock, node, call=text_of(node))
            return opaque()
        return self._mapped(node, name, values, keywords)

    def _asks_of_traced(self, node: ast.Call) -> bool:
        """A function among the arguments reads traced values: what it gives is not known."""
        for argument in all_given(node):
            read = names_read(argument)
            if isinstance(argument, ast.Lambda):
                read -= frozenset(parameters(argument))
            elif not (isinstance(argument, ast.Name) and argument.id in self.state.environment):
                continue
            elif self.state.environment[argument.id].form is Form.FUNCTION:
                return True
            if any(self.state.environment[n].is_traced for n in read if n in self.state.environment):
                return True
        return False

    def _take_for_function(self, node: ast.expr) -> None:
        """`float` as what is called for every element, not as a dtype."""
        name = self.state.module.qualified_name(node, self.state.function.locals)
        if name in _CASTS:
            entry = next(e for e in lookup(self.state.dialects, name) if e.parameters is not None)
            self.state.plan.mappings[node] = Mapping(entry)

    def _is_stacked(self, node: ast.expr) -> bool:
        value = self.state.plan.values.get(node)
        return value is not None and value.form is Form.STACKED

    def _cast(self, node: ast.Call, name: str, values: list[Value]) -> Value:
        """`float(x)` of a traced value, which stays one, without axes."""
        if all(v.is_static for v in values):
            return static(Form.NUMBER, dtype=unknown(), shape=SCALAR)
        if len(values) > 1 or node.keywords or not values[0].form.is_numeric or (values[0].rank or 0) > 0:
            self.report(rules.PythonScalar, node, call=text_of(node))
            return opaque()
        if not values[0].is_scalar or values[0].is_array:
            name = f"ndarray.__{name.removeprefix('builtins.')}__"
        entry = next(e for e in lookup(self.state.dialects, name) if e.parameters is not None)
        assert entry.parameters is not None
        self.state.plan.mappings[node] = Mapping(entry, (entry.parameters[0].name,))
        return self.result_of(node, entry, values, {})

    def _static_builtin(self, node: ast.Call, name: str, values: list[Value]) -> Value:
        forms = {"builtins.range": Form.RANGE, "builtins.str": Form.STRING, "builtins.list": Form.LIST}
        forms |= {"builtins.tuple": Form.TUPLE, "builtins.dict": Form.DICT, "builtins.zip": Form.LIST}
        forms |= {"builtins.enumerate": Form.LIST, "builtins.reversed": Form.LIST, "builtins.sorted": Form.LIST}
        form = forms.get(name, Form.NUMBER)
        dtype = (
            promote(*(v.dtype for v in values if v.form.is_numeric)) if values and form is Form.NUMBER else unknown()
        )
        memory = self.state.box(node) if form is Form.LIST else frozenset()
        return static(form, dtype=dtype or unknown(), shape=SCALAR, memory=memory)

    def _mapped(self, node: ast.Call, name: str, values: list[Value], keywords: dict[str, Value]) -> Value:
        entries = lookup(self.state.dialects, name)
        if not entries:
            self.unmapped(node, name)
            return opaque()
        found = fitting(entries, node)
        if found is None or found[0].refusal is not None:
            refused = found[0] if found is not None else next((e for e in entries if e.refusal is not None), None)
            self._misfit(node, refused, entries)
            return opaque()
        entry, places = found
        if entry.writes_if is not None:
            entry = self.asked_to_write(node, entry)
        array = first_given(node, entry) if entry.writes else None
        if array is not None and self.writes_in_place(node, array, entry):
            return opaque()
        if name == "builtins.sum" and values and values[0].form in (Form.LIST, Form.TUPLE):
            return replace(opaque(), memory=self.state.allocate(node))  # Python adds them up
        self._check_given(node, entry, places, values, keywords)
        if not entry.takes_lists and not name.startswith("builtins."):
            given = {a.id for a in node.args if isinstance(a, ast.Name)}
            self.state.plan.array_parameters |= given.intersection(self.state.function.parameters)
        are_known = all(v.is_static for v in (*values, *keywords.values())) and not self._asks_of_traced(node)
        if self.is_demanded(node) and are_known:
            return static(Form.NUMBER, dtype=unknown(), shape=unknown())
        is_stacked = (
            entry.target in _STACKING and len(node.args) == 1 and not node.keywords and self._is_stacked(node.args[0])
        )
        wraps = self._wraps(node, entry, places, values, keywords)
        entry = _as_operator(entry, places, values)
        self.state.plan.mappings[node] = Mapping(entry, places, wraps=wraps, is_stacked=is_stacked)
        note_call(self.state, node, entry)
        if name in ("builtins.max", "builtins.min") and "key" in keywords and values:
            return replace(opaque(), memory=values[0].memory, is_element=True)  # one of the rows, or of the numbers
        if is_stacked:
            return replace(values[0], memory=self.state.allocate(node))
        if entry.target in ("base ** exp", "jnp.power", "jnp.pow") and len(values) == 2:
            self.check_power(node, values[0], values[1])
        if name in ("builtins.max", "builtins.min") and len(values) > 1:
            form = "jnp.maximum" if name.endswith("max") else "jnp.minimum"
            if any(not v.dtype <= {"int64", "weak int", "bool"} for v in values):
                self.report(rules.NanOrder, node, call=text_of(node), form=form)
        result = self.result_of(node, entry, values, keywords)
        floats = next((v.dtype for v in values if is_surely_floating(v)), None) if entry.is_operator_of_floats else None
        return result if floats is None else replace(result, dtype=floats)

    def _wraps(
        self, node: ast.Call, entry: Entry, places: tuple[str, ...], values: list[Value], keywords: dict[str, Value]
    ) -> frozenset[int]:
        """The arguments, counted as they stand, that are lists where JAX takes arrays."""
        if entry.takes_lists:
            return frozenset()
        is_pythons = entry.name.startswith("builtins.")
        containers = {Form.LIST} if entry.is_of_models else {Form.LIST, Form.TUPLE}
        containers |= {Form.RANGE} if is_pythons else set()
        is_numpys = not (entry.is_of_models or is_pythons)
        takes_others = entry.writes or (entry.shape == "elementwise" and not is_pythons)
        first = entry.parameters[0].name if entry.parameters else ""
        given = [*zip(places, values, strict=False)]
        if is_numpys and not any(isinstance(a, ast.Starred) for a in node.args):
            given += [(k.arg, keywords[k.arg]) for k in node.keywords if k.arg in keywords]
        wrapped: set[int] = set()
        for index, ((place, value), argument) in enumerate(zip(given, all_given(node), strict=False)):
            is_list = value.form in containers
            if is_numpys or entry.name == "builtins.sum":
                is_list |= isinstance(argument, ast.Name) and argument.id in self.state.lists
            is_array = index == 0 or place == first or takes_others or (is_numpys and place in ARRAYS_BESIDE)
            is_place = index > 0 and place == entry.places and value.form is Form.TUPLE
            if is_list and is_array and not is_place and place not in entry.static_parameters:
                wrapped.add(index)
        return frozenset(wrapped)

    def _misfit(self, node: ast.Call, entry: Entry | None, entries: tuple[Entry, ...]) -> None:
        """The call fits no line that converts."""
        shown = text_of(node.func)
        if (writing := self.writing_out(node, entries)) is not None:
            self.note_writing(node, writing)
            self.report(rules.OutArgument, node, argument="out", call=shown)
        elif entry is not None and entry.refusal is not None:
            self.refuse(node, entry, shown)
        else:
            self.report(rules.UnmappedArgument, node, name=shown, why=_misfit_reason(node, entries))

    def refuse(self, node: ast.AST, entry: Entry, shown: str) -> None:
        details = {
            "call": shown,
            "name": shown,
            "expression": shown,
            "advice": entry.advice,
            "why": entry.advice,
            "argument": "out",
            "suggestion": f": {entry.advice}" if entry.advice else "",
            "what": f"`{shown}(...)`",
        }
        assert entry.refusal is not None
        self.report(RULES[entry.refusal], node, **details)

    def unmapped(self, node: ast.AST, name: str) -> None:
        root = name.partition(".")[0]
        dialect = next((d for d in self.state.dialects if root in d.roots), None)
        if dialect is None:
            self.report(rules.UnknownCall, node, name=name)
            return
        near = suggestion(dialect, name)
        self.report(rules.UnmappedName, node, name=name, suggestion=f": did you mean `{near}`?" if near else "")

    def _check_given(
        self, node: ast.Call, entry: Entry, places: tuple[str, ...], values: list[Value], keywords: dict[str, Value]
    ) -> None:
        arguments = [*zip(places, node.args, values, strict=True)]
        arguments += [(k.arg, k.value, keywords[k.arg]) for k in node.keywords if k.arg is not None]
        for place, argument, value in arguments:
            if entry.needs_static(place) and not value.is_static:
                self.report(
                    rules.StaticNeeded,
                    argument,
                    expression=text_of(argument),
                    why=f"it is the `{place}` of `{text_of(node.func)}`",
                )
            if place == entry.places and self._may_be_outside(argument, value) and self._looks_up(node, entry, places):
                self.report(rules.UncheckedIndex, node, expression=text_of(node))
                note_lookup(self.state, node, entry)

    def _may_be_outside(self, node: ast.expr, value: Value) -> bool:
        return not value.is_static and not self._is_clipped(node) and not is_surely_floating(value)

    def _looks_up(self, node: ast.Call, entry: Entry, places: tuple[str, ...]) -> bool:
        """What the line says of places holds for the arguments that choose."""
        if entry.places_if is None:
            return True
        name, wanted = entry.places_if
        given = dict(zip(places, node.args, strict=True)) | {k.arg: k.value for k in node.keywords if k.arg}
        default = next((p.default for p in entry.parameters or () if p.name == name), None)
        match given.get(name):
            case None:
                return default == repr(wanted)
            case ast.Constant(value=value):
                return bool(value == wanted)
        return True

    def _is_clipped(self, node: ast.expr) -> bool:
        """The author says what becomes of places out of range."""
        mapping = self.state.plan.mappings.get(node)
        return mapping is not None and str(mapping.entry.target).startswith("jnp.clip")

    def _method(self, node: ast.Call, function: ast.Attribute) -> Value:
        receiver = self.evaluate(function.value)
        values, keywords = self._arguments(node)
        if receiver.form in (Form.LIST, Form.DICT) and function.attr in LIST_CHANGES:
            return self._list_change(node, function, [*values, *keywords.values()])
        if receiver.form is Form.STRING and function.attr in ("format", "format_map"):
            self.made_text(node, values, keywords)
        if receiver.form is Form.STRING or (
            receiver.form is Form.DICT and function.attr in ("items", "keys", "values", "get")
        ):
            return (
                static(Form.STRING) if receiver.form is Form.STRING else self._of_dict(function.attr, receiver, values)
            )
        if not receiver.form.is_numeric or (receiver.is_static and receiver.form is Form.NUMBER):
            self.report(rules.UnknownCall, node, name=text_of(function))
            return opaque()
        entries = self.method_lines(function.attr)
        found = fitting_method(entries, node)
        if found is None or found[0].refusal is not None:
            self._refused_method(node, function, found, entries)
            return opaque()
        entry, places = found
        if entry.writes and self.writes_in_place(node, function.value, entry):
            return opaque()
        if entry.writes and function.attr == "fill" and receiver.is_element:
            entry = not_of_numbers(entry)
        self._check_given(node, entry, places, values, keywords)
        self.state.plan.mappings[node] = Mapping(entry, places, is_method=True)
        note_call(self.state, node, entry)
        return self.result_of(node, entry, [receiver, *values], keywords)

    def made_text(self, node: ast.Call, values: list[Value], keywords: dict[str, Value]) -> None:
        """Text of what is given, for which arrays have no numbers yet."""
        if any(map(holds_arrays, (*values, *keywords.values()))):
            self.report(rules.HostSync, node, call=text_of(node))

    def method_lines(self, name: str) -> tuple[Entry, ...]:
        """The lines for a method of arrays."""
        return lookup_method(self.state.dialects, name)

    def _of_dict(self, method: str, receiver: Value, values: list[Value]) -> Value:
        if method == "get":
            place = place_in(receiver, values[0]) if values else None
            if place is not None and receiver.items is not None:
                return receiver.items[place]
            return replace(opaque(receiver.binding), memory=receiver.memory)
        held = receiver.items
        if method == "items" and held is not None and receiver.keys is not None:
            pairs = zip(receiver.keys, held, strict=True)
            held = tuple(Value(v.binding, Form.TUPLE, items=(constant(k), v), memory=v.memory) for k, v in pairs)
        if method == "keys":
            return static(Form.LIST)
        return Value(receiver.binding, Form.LIST, items=held, memory=receiver.memory)

    def _refused_method(
        self,
        node: ast.Call,
        function: ast.Attribute,
        found: tuple[Entry, tuple[str, ...]] | None,
        entries: tuple[Entry, ...],
    ) -> None:
        if not entries:
            if function.attr in ("asnumpy", "numpy"):
                self.report(rules.HostSync, node, call=text_of(node))
            else:
                self.report(rules.UnknownCall, node, name=text_of(function))
            return
        refused = found[0] if found is not None else next((e for e in entries if e.refusal is not None), None)
        self._misfit(node, refused, entries)

    def unroll_since_birth(self, container: Value) -> None:
        """Only Python changes the list: the loops between its making and here are to be unrolled, if they can."""
        between = self.state.compiled_since_birth(container)
        if self.state.births(container) and all(self.can_unroll(s) for s in between):
            self.state.unroll(*between)

    def unroll_index(self, index: ast.expr) -> None:
        """Only a Python number will do as the index: the loops that give it are to be unrolled, if they can."""
        for loop, is_compiled in self.state.loops:
            if is_compiled and isinstance(loop, ast.For) and self.can_unroll(loop):
                if names_read(index) & targets_bound(loop.target):
                    self.state.unroll(loop)

    def can_unroll(self, statement: ast.stmt) -> bool:
        raise NotImplementedError

    def _list_change(self, node: ast.Call, function: ast.Attribute, values: list[Value]) -> Value:
        name = text_of(function.value)
        if self.state.plan.values[function.value].boxes & self.state.outside:
            self.report(rules.GlobalMutation, node, name=name)
            return opaque()
        if (other := self.state.perhaps_same(name, self.state.plan.values[function.value], self.current)) is not None:
            self.report(rules.SharedMemory, node, name=name, other=other)
            return opaque()
        if function.attr in ("remove", "sort") and not self.state.plan.values[function.value].is_static:
            self.report(rules.UnsupportedStatement, node, what=f"`{text_of(function)}`, which compares traced values,")
            return opaque()
        append = self.state.plan.appends.get(self.current)
        if append is not None and append.statement.value is node:
            held = self.state.environment[append.name]
            self.state.environment[append.name] = replace(held, memory=held.memory | values[0].memory)
        elif not self.state.is_made_here(held := self.state.plan.values[function.value]):
            branches = [s for s in self.state.compiled_since_birth(held) if isinstance(s, ast.If)]
            if branches and name in appended_on_every_path(branches[0]):
                self.state.plan.reformed.add(branches[0])
            self.unroll_since_birth(held)
            self.report(rules.ListInLoop, node, name=name)
        elif isinstance(function.value, ast.Name) and function.value.id in self.state.environment:
            before = self.state.environment[function.value.id]
            memory = before.memory.union(*(v.memory for v in values))
            memory |= self.state.same(node, before.held & frozenset().union(*(v.memory for v in values)))
            binding = self.state.binding_of(before, *values)
            after = replace(before, items=None, binding=binding, memory=memory)
            self.state.set_contents(function.value.id, before, after)
        held_now = self.state.plan.values[function.value].held
        return replace(
            opaque(), memory=held_now.union(*(v.memory for v in values))
        )  # `setdefault` gives what it was given


def _as_operator(entry: Entry, places: tuple[str, ...], values: list[Value]) -> Entry:
    """The line as an operator, where that is the same of floating point numbers, and the call gives it such."""
    are_floats = len(values) == len(places) == 2 and any(map(is_surely_floating, values))  # both have one dtype
    if not entry.plain or not are_floats:
        return entry
    return replace(entry, target=f"{places[0]} {entry.plain} {places[1]}", is_operator_of_floats=True)


def _misfit_reason(node: ast.Call, entries: tuple[Entry, ...]) -> str:
    if is_spread(node):
        return "its arguments are not written out"
    names = {p.name for e in entries for p in e.parameters or ()}
    unknown_names = [k.arg for k in node.keywords if k.arg not in names]
    if unknown_names:
        return f"no argument `{unknown_names[0]}` in compiled code"
    return "too many or too few arguments for what compiled code offers"
