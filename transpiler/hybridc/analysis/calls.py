"""The abstract interpretation of calls: of the dialects' functions, builtins, methods and functions of the file."""

from __future__ import annotations

import ast
from dataclasses import replace

from hybridc import rules
from hybridc.analysis.dataflow import names_read, targets_bound
from hybridc.analysis.demand import fitting, fitting_method, lookup
from hybridc.analysis.exits.appending import appended_on_every_path
from hybridc.analysis.expressions import Expressions, place_in, text_of
from hybridc.analysis.module import Function
from hybridc.analysis.plans import FunctionPlan, Mapping
from hybridc.analysis.state import Nested
from hybridc.analysis.values import (
    BOOL,
    COMPLEX,
    FLOAT,
    INT,
    SCALAR,
    WEAK_INT,
    Binding,
    Form,
    Value,
    constant,
    floating,
    opaque,
    promote,
    static,
    unknown,
)
from hybridc.dialects.suggestions import suggestion
from hybridc.dialects.table import Entry
from hybridc.rules import RULES

_CASTS = frozenset({"builtins.float", "builtins.int", "builtins.bool", "builtins.complex"})
_INPUT_OUTPUT = frozenset({"builtins.open", "builtins.input", "builtins.breakpoint"})
_DYNAMIC = frozenset({"builtins.exec", "builtins.eval", "builtins.compile"})
_NEVER_TRACED = frozenset(
    {"builtins.isinstance", "builtins.issubclass", "builtins.callable", "builtins.type", "builtins.hasattr"}
)
_STACKING = frozenset({"jnp.array", "jnp.asarray", "jnp.stack"})
_FIXED_DTYPES = {"bool": BOOL, "int": INT, "float64": FLOAT, "complex": COMPLEX}
_WIDE = frozenset(["int64", "float64", "complex128", "weak int", "weak float", "weak complex"])
_NAMED_DTYPES = {
    "int": INT, "jnp.int64": INT, "float": FLOAT, "jnp.float64": FLOAT, "bool": BOOL, "jnp.bool_": BOOL,
    "complex": COMPLEX, "jnp.complex128": COMPLEX,
}  # fmt: skip
_OF_ELEMENTS = frozenset(
    {"functools.reduce"} | {f"builtins.{n}" for n in ("map", "zip", "enumerate", "reversed", "list", "tuple")}
)
_LIST_CHANGES = frozenset(
    {"append", "extend", "insert", "pop", "remove", "clear", "sort", "reverse", "update", "setdefault"}
)


class Calls(Expressions):
    """Interprets calls."""

    def call(self, node: ast.Call) -> Value:
        name = self.state.module.qualified_name(node.func, self.state.function.locals)
        if name is not None:
            return self._named(node, name)
        if isinstance(node.func, ast.Name):
            return self._local(node, node.func)
        if isinstance(node.func, ast.Attribute):
            return self._method(node, node.func)
        self.evaluate(node.func)
        self._arguments(node)
        self.report(rules.UnknownCall, node, name=text_of(node.func))
        return opaque()

    def _arguments(self, node: ast.Call) -> tuple[list[Value], dict[str, Value]]:
        values = [self.evaluate(a) for a in node.args]
        keywords = {k.arg or "**": self.evaluate(k.value) for k in node.keywords}
        return values, keywords

    def _named(self, node: ast.Call, name: str) -> Value:
        values, keywords = self._arguments(node)
        values = [replace(v, form=Form.ARRAY) if v.form is Form.STACKED else v for v in values]
        everything = [*values, *keywords.values()]
        if name in ("builtins.list", "builtins.tuple") and node.args and self._is_stacked(node.args[0]):
            return Value(Binding.TRACED, Form.LIST, memory=_elements_memory(values[0]) | self.state.box(node))
        if name in _CASTS:
            return self._cast(node, everything)
        if name in _NEVER_TRACED:
            if any(not v.is_static for v in values):
                why = "while it is traced, a number is not of the type that the caller passes"
                self.report(rules.StaticNeeded, node, expression=text_of(node), why=why)
            return static(Form.NUMBER, dtype=BOOL)
        if name in _OF_ELEMENTS:
            # Python runs it while tracing, element by element.
            form = Form.UNKNOWN if name == "functools.reduce" else Form.LIST
            memory = frozenset().union(*(_elements_memory(v) for v in everything))
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
        if name.startswith("builtins.") and all(v.is_static for v in everything):
            return self._static_builtin(node, name, everything)
        if name.startswith("time.") or name.startswith("datetime."):
            self.report(rules.Clock, node, call=text_of(node))
            return opaque()
        return self._mapped(node, name, values, keywords)

    def _is_stacked(self, node: ast.expr) -> bool:
        value = self.state.plan.values.get(node)
        return value is not None and value.form is Form.STACKED

    def _cast(self, node: ast.Call, values: list[Value]) -> Value:
        if not all(v.is_static for v in values):
            self.report(rules.PythonScalar, node, call=text_of(node))
        return static(Form.NUMBER, dtype=unknown(), shape=SCALAR)

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
        if name == "builtins.sum" and values and values[0].form in (Form.LIST, Form.TUPLE):
            return replace(opaque(), memory=self.state.allocate(node))  # Python adds them up
        self._check_statics(node, entry, places, values, keywords)
        if not entry.takes_lists and not name.startswith("builtins."):
            given = {a.id for a in node.args if isinstance(a, ast.Name)}
            self.state.plan.array_parameters |= given.intersection(self.state.function.parameters)
        if self.is_demanded(node) and all(v.is_static for v in (*values, *keywords.values())):
            return static(Form.NUMBER, dtype=unknown(), shape=unknown())
        is_stacked = (
            entry.target in _STACKING and len(node.args) == 1 and not node.keywords and self._is_stacked(node.args[0])
        )
        wraps = self._wraps(entry, values)
        self.state.plan.mappings[node] = Mapping(entry, places, wraps=wraps, is_stacked=is_stacked)
        if is_stacked:
            return replace(values[0], memory=self.state.allocate(node))
        if entry.target == "base ** exp" and len(values) == 2:
            self.check_power(node, values[0], values[1])
        if name in ("builtins.max", "builtins.min") and len(values) > 1:
            form = "jnp.maximum" if name.endswith("max") else "jnp.minimum"
            if any(not v.dtype <= {"int64", "weak int", "bool"} for v in values):
                self.report(rules.NanOrder, node, call=text_of(node), form=form)
        return self.result_of(node, entry, values, keywords)

    def _wraps(self, entry: Entry, values: list[Value]) -> frozenset[int]:
        if entry.takes_lists:
            return frozenset()
        containers = (Form.LIST, Form.TUPLE) if entry.name.startswith("builtins.") else (Form.LIST,)
        return frozenset(i for i, v in enumerate(values) if v.form in containers and i == 0)

    def _misfit(self, node: ast.Call, entry: Entry | None, entries: tuple[Entry, ...]) -> None:
        """The call fits no line that converts."""
        shown = text_of(node.func)
        out = next((k for k in node.keywords if k.arg == "out"), None)
        if out is not None:
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
            "suggestion": "",
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

    def _check_statics(
        self, node: ast.Call, entry: Entry, places: tuple[str, ...], values: list[Value], keywords: dict[str, Value]
    ) -> None:
        arguments = [*zip(places, node.args, values, strict=True)]
        arguments += [(k.arg, k.value, keywords[k.arg]) for k in node.keywords if k.arg is not None]
        for place, argument, value in arguments:
            if place in entry.static_parameters and not value.is_static:
                self.report(
                    rules.StaticNeeded,
                    argument,
                    expression=text_of(argument),
                    why=f"it is the `{place}` of `{text_of(node.func)}`",
                )

    def result_of(self, node: ast.expr, entry: Entry, values: list[Value], keywords: dict[str, Value]) -> Value:
        """The value of a mapped call, from the facts of its line."""
        arrays = [
            v for v in (*values, *keywords.values()) if v.form.is_numeric and not (v.is_static and v.form is Form.DTYPE)
        ]
        if entry.is_static:
            return static(Form.NUMBER, dtype=WEAK_INT)
        first = next((v for v in values if v.form.is_numeric or v.items is not None), None)
        if entry.widens and "dtype" not in keywords and first is not None and _may_be_narrow(first):
            self.report(rules.NarrowTotal, node, call=text_of(node))
        if entry.takes_lists and first is not None and first.is_array and entry.shape == "?":
            shape, rank = first.shape, first.rank  # an array made of an array
            dtype = first.dtype if len(values) == 1 and not keywords else unknown()
            memory = first.memory if entry.is_view else self.state.allocate(node)
            return Value(Binding.TRACED, Form.ARRAY, dtype, shape, rank, memory=memory)
        dtype = self._result_dtype(entry, arrays, first, values, keywords)
        shape, rank = self._result_shape(entry, arrays, first, node, values, keywords)
        form = Form.NUMBER if shape == SCALAR else Form.ARRAY
        if entry.shape == "elementwise" and not any(a.is_array for a in arrays):
            form = Form.NUMBER
        value = Value(Binding.TRACED, form, dtype, shape, 0 if shape == SCALAR else rank)
        if value.is_scalar:
            return value
        if entry.is_view or entry.target == "self":
            return replace(
                value, memory=first.memory if first is not None and entry.is_view else self.state.allocate(node)
            )
        return replace(value, memory=self.state.allocate(node))

    def _result_dtype(
        self, entry: Entry, arrays: list[Value], first: Value | None, values: list[Value], keywords: dict[str, Value]
    ) -> frozenset[str]:
        if "dtype" in keywords and entry.dtype != "given":
            return _NAMED_DTYPES.get(str(keywords["dtype"].constant), unknown())
        if entry.dtype in _FIXED_DTYPES:
            return _FIXED_DTYPES[entry.dtype]
        if entry.dtype == "given":
            return self._given_dtype(entry, values, keywords)
        if first is not None and first.items is not None:
            return unknown()
        if entry.dtype == "promote":
            return promote(*(a.dtype for a in arrays)) if arrays else unknown()
        if entry.dtype == "float":
            return floating(promote(*(a.dtype for a in arrays))) if arrays else unknown()
        if entry.dtype == "same" and first is not None:
            return _strong(first.dtype) if entry.shape == "same" else first.dtype
        if entry.dtype == "sum" and first is not None:
            if first.dtype == BOOL:
                return INT
            known = {"float64", "int64", "complex128"}
            return first.dtype if first.dtype <= known else frozenset({f"sum({','.join(sorted(first.dtype))})"})
        return unknown()

    def _given_dtype(self, entry: Entry, values: list[Value], keywords: dict[str, Value]) -> frozenset[str]:
        assert entry.parameters is not None
        place = next((i for i, p in enumerate(entry.parameters) if p.name == "dtype"), None)
        given = keywords.get("dtype") or (values[place] if place is not None and place < len(values) else None)
        return FLOAT if given is None else _NAMED_DTYPES.get(str(given.constant), unknown())

    def _result_shape(
        self,
        entry: Entry,
        arrays: list[Value],
        first: Value | None,
        node: ast.expr,
        values: list[Value],
        keywords: dict[str, Value],
    ) -> tuple[frozenset[str], int | None]:
        match entry.shape:
            case "scalar":
                return SCALAR, 0
            case "elementwise":
                if any(v.items is not None for v in values):
                    return unknown(), None
                ranks = {a.rank for a in arrays if not a.is_scalar}
                return frozenset().union(*(a.shape for a in arrays)), ranks.pop() if len(ranks) == 1 else None
            case "same" if first is not None and first.items is None:
                return first.shape, first.rank
            case "reduce":
                has_axis = "axis" in keywords or "keepdims" in keywords or len(values) > 1
                return (unknown(), None) if has_axis else (SCALAR, 0)
            case "given":
                return unknown(), self._given_rank(node, values, keywords)
            case "1" | "2":
                return unknown(), int(entry.shape)
        return unknown(), None

    def _given_rank(self, node: ast.expr, values: list[Value], keywords: dict[str, Value]) -> int | None:
        shape = keywords.get("shape") or (values[0] if values else None)
        if shape is None:
            return None
        if shape.items is not None:
            return len(shape.items)
        return 1 if shape.form is Form.NUMBER and shape.is_scalar and shape.dtype == WEAK_INT else None

    def _local(self, node: ast.Call, function: ast.Name) -> Value:
        values, keywords = self._arguments(node)
        callee = self.evaluate(function)
        if callee.function is not None and callee.function in self.state.module.functions:
            return self._of_the_file(node, callee.function, values, keywords)
        nested = self.state.nested.get(callee.function or "")
        if nested is not None:
            return self._of_nested(node, nested, values, keywords)
        if callee.form is Form.FUNCTION or function.id in self.state.static_parameters.get(
            self.state.function.qualified_name, ()
        ):
            # It may return what it was given, or what it holds.
            memory = callee.memory.union(*(v.memory for v in (*values, *keywords.values())))
            return replace(opaque(), memory=memory)
        self.report(rules.UnknownCall, node, name=function.id)
        return opaque()

    def _of_nested(self, node: ast.Call, nested: Nested, values: list[Value], keywords: dict[str, Value]) -> Value:
        self._check_arguments(node, nested.function, nested.statics, values, keywords)
        found = bound_arguments(nested.function, node, values, keywords)
        bound = {nested.scope + place: value for place, value in found.items()}
        return self._instantiated(node, nested.result, bound, nested.known)

    def _of_the_file(self, node: ast.Call, name: str, values: list[Value], keywords: dict[str, Value]) -> Value:
        function = self.state.module.functions[name]
        if name == self.state.function.qualified_name:
            return self._recursion(node, name, values, keywords)
        self._check_callee_statics(node, name, values, keywords)
        plan = self.state.plans.get(name)
        if plan is None:
            if self.is_demanded(node):
                return static(Form.NUMBER, dtype=unknown(), shape=unknown())
            if name not in self.state.helpers:
                self.report(rules.UnknownCall, node, name=name)
            return opaque()
        result = plan.result
        if result is None:
            return opaque()
        values = self._as_arrays(node, plan, values)
        return self._instantiated(node, result, bound_arguments(function, node, values, keywords))

    def _as_arrays(self, node: ast.Call, plan: FunctionPlan, values: list[Value]) -> list[Value]:
        """Lists that the callee gives to a framework's functions, as arrays: those take lists, JAX's do not."""
        values = list(values)
        for place, (parameter, argument) in enumerate(zip(plan.function.positional, node.args, strict=False)):
            if parameter in plan.array_parameters and values[place].form is Form.LIST:
                self.state.plan.arrays.add(argument)
                memory = self.state.allocate(argument)
                values[place] = Value(Binding.TRACED, Form.ARRAY, unknown(), unknown(), memory=memory)
        return values

    def _recursion(self, node: ast.Call, name: str, values: list[Value], keywords: dict[str, Value]) -> Value:
        """A call of itself ends while tracing, if what decides is known there."""
        if not self.state.demand.parameters & self.state.demand.recursive:
            self.report(rules.TracedRecursion, node, function=name)
        self._check_callee_statics(node, name, values, keywords)
        return replace(opaque(), memory=frozenset().union(*(v.memory for v in (*values, *keywords.values()))))

    def _check_callee_statics(self, node: ast.Call, name: str, values: list[Value], keywords: dict[str, Value]) -> None:
        statics = self.state.static_parameters.get(name, frozenset())
        self._check_arguments(node, self.state.module.functions[name], statics, values, keywords)

    def _check_arguments(
        self,
        node: ast.Call,
        function: Function,
        statics: frozenset[str],
        values: list[Value],
        keywords: dict[str, Value],
    ) -> None:
        """What the callee must know while tracing is known here."""
        arguments = [*zip(function.positional, node.args, values, strict=False)]
        arguments += [(k.arg, k.value, keywords[k.arg]) for k in node.keywords if k.arg is not None]
        spread = [a for a in node.args if isinstance(a, ast.Starred)] + [k for k in node.keywords if k.arg is None]
        for place, argument, value in arguments:
            if place in statics and not value.is_static:
                why = f"`{function.name}` needs its `{place}` so"
                self.report(rules.StaticNeeded, argument, expression=text_of(argument), why=why)
        if spread and statics - {k.arg for k in node.keywords}:
            why = f"`{function.name}` needs some of its arguments so"
            self.report(rules.StaticNeeded, node, expression=text_of(node), why=why)

    def _instantiated(
        self, node: ast.Call, result: Value, bound: dict[str, Value], known: frozenset[str] = frozenset()
    ) -> Value:
        """A callee's result with the caller's types in place of its parameters'."""
        if result.items is not None:
            items = tuple(self._instantiated(node, item, bound, known) for item in result.items)
            return replace(result, items=items, memory=frozenset().union(*(i.memory for i in items)))
        if not result.form.is_numeric:
            return result
        dtype = _substituted_dtype(result.dtype, bound)
        shape = _substituted_shape(result.shape, bound)
        memory: frozenset[str] = frozenset()
        for site in result.memory:
            if site in known:
                memory |= {site}
            elif site.startswith("param:"):
                memory |= bound[site[6:]].memory if site[6:] in bound else frozenset()
            else:
                memory |= self.state.allocate(node)
        return Value(Binding.TRACED, result.form, dtype, shape, result.rank, memory=memory)

    def _method(self, node: ast.Call, function: ast.Attribute) -> Value:
        receiver = self.evaluate(function.value)
        values, keywords = self._arguments(node)
        if receiver.form in (Form.LIST, Form.DICT) and function.attr in _LIST_CHANGES:
            return self._list_change(node, function, values)
        if receiver.form is Form.STRING or (
            receiver.form is Form.DICT and function.attr in ("items", "keys", "values", "get")
        ):
            return (
                static(Form.STRING) if receiver.form is Form.STRING else self._of_dict(function.attr, receiver, values)
            )
        if not receiver.form.is_numeric or (receiver.is_static and receiver.form is Form.NUMBER):
            self.report(rules.UnknownCall, node, name=text_of(function))
            return opaque()
        entries = lookup(self.state.dialects, f"ndarray.{function.attr}")
        found = fitting_method(entries, node)
        if found is None or found[0].refusal is not None:
            self._refused_method(node, function, found, entries)
            return opaque()
        entry, places = found
        self._check_statics(node, entry, places, values, keywords)
        self.state.plan.mappings[node] = Mapping(entry, places, is_method=True)
        return self.result_of(node, entry, [receiver, *values], keywords)

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
            binding = self.state.binding_of(before, *values)
            self.state.environment[function.value.id] = replace(before, items=None, binding=binding, memory=memory)
        return opaque()


def bound_arguments(
    function: Function, node: ast.Call, values: list[Value], keywords: dict[str, Value]
) -> dict[str, Value]:
    """The callee's parameters and what they are given."""
    memory = frozenset().union(*(v.memory for v in (*values, *keywords.values())))
    if any(isinstance(a, ast.Starred) for a in node.args) or any(k.arg is None for k in node.keywords):
        return {name: replace(opaque(), memory=memory) for name in function.parameters}
    bound = dict(zip(function.positional, values, strict=False)) | keywords
    for rest in (function.node.args.vararg, function.node.args.kwarg):
        if rest is not None:
            bound[rest.arg] = replace(opaque(), memory=memory)
    return bound


def _strong(dtype: frozenset[str]) -> frozenset[str]:
    """An array made of Python numbers has their dtype for good."""
    return {WEAK_INT: INT, frozenset({"weak float"}): FLOAT}.get(dtype, dtype)


def _substituted_dtype(dtype: frozenset[str], bound: dict[str, Value]) -> frozenset[str]:
    parts = []
    for atom in dtype:
        if atom.startswith("of:"):
            parts.append(bound[atom[3:]].dtype if atom[3:] in bound else unknown())
        elif atom.startswith(("?", "sum(")):
            parts.append(unknown())
        else:
            parts.append(frozenset({atom}))
    return promote(*parts)


def _substituted_shape(shape: frozenset[str], bound: dict[str, Value]) -> frozenset[str]:
    result: frozenset[str] = frozenset()
    for atom in shape:
        if atom.startswith("of:") and atom[3:] in bound:
            result |= bound[atom[3:]].shape
        else:
            result |= unknown()
    return result


def _elements_memory(container: Value) -> frozenset[str]:
    """The memory of what a list or dict holds, without its own."""
    return frozenset(m for m in container.memory if not m.startswith("box:"))


def _may_be_narrow(value: Value) -> bool:
    """An integer of less than 64 bits."""
    return value.items is None and value.dtype != BOOL and not value.dtype & _WIDE


def _misfit_reason(node: ast.Call, entries: tuple[Entry, ...]) -> str:
    if any(isinstance(a, ast.Starred) for a in node.args) or any(k.arg is None for k in node.keywords):
        return "its arguments are not written out"
    names = {p.name for e in entries for p in e.parameters or ()}
    unknown_names = [k.arg for k in node.keywords if k.arg not in names]
    if unknown_names:
        return f"no argument `{unknown_names[0]}` in compiled code"
    return "too many or too few arguments for what compiled code offers"
