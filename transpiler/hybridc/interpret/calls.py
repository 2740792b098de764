"""The abstract interpretation of calls: of what frameworks name, of methods, of what the language has."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import replace

from hybridc import rules
from hybridc.dialects.entry import Entry
from hybridc.dialects.suggestions import suggestion
from hybridc.domain.atoms import unknown
from hybridc.domain.lists import LIST_CHANGES
from hybridc.domain.sites import Site
from hybridc.domain.values import (
    BOOL,
    SCALAR,
    WEAK_INT,
    WHOLE,
    Binding,
    Form,
    Value,
    constant,
    holds_arrays,
    is_bool,
    is_surely_floating,
    memory_in,
    opaque,
    place_in,
    promote,
    static,
    strong,
)
from hybridc.interpret import kinds, records, sorting, vectorized
from hybridc.interpret.arithmetic import check_power, may_be_list
from hybridc.interpret.checking import note_call, note_lookup
from hybridc.interpret.dtypes import recasts
from hybridc.interpret.dtypes.numpys_numbers import all_pythons, is_numpys_or_pythons, made_numpys, of_pythons
from hybridc.interpret.dtypes.widening import joined, joining, joining_elements
from hybridc.interpret.evaluation import Run
from hybridc.interpret.in_place_calls import not_of_numbers, note_writing, writing_out
from hybridc.interpret.local_calls import local, of_known, of_some_function
from hybridc.interpret.results import arguments
from hybridc.interpret.selected.lengths import is_of_length
from hybridc.program.lists_given import ARRAYS_BESIDE, STATIC_ARRAYS
from hybridc.program.plans import Mapping
from hybridc.program.static_demand import fitting, fitting_method, is_spread, lookup, lookup_method
from hybridc.structure.appending import appended_on_every_path
from hybridc.structure.filters import filtered
from hybridc.syntax.dataflow import base_name, names_read, parameters, targets_bound
from hybridc.syntax.elements_only import elements_only
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
_ITERATORS = frozenset(f"builtins.{n}" for n in ("map", "zip", "enumerate", "reversed", "iter"))
_OF_TEXT = frozenset({
    "capitalize", "casefold", "endswith", "lower", "lstrip", "removeprefix", "removesuffix", "replace", "rpartition",
    "rsplit", "rstrip", "partition", "split", "startswith", "strip", "title", "upper",
})  # fmt: skip
_EXTREMES = {"max": "largest", "amax": "largest", "min": "smallest", "amin": "smallest"}
_OF_ELEMENTS = _ITERATORS | {"functools.reduce", "builtins.list", "builtins.tuple"}

# What lines of tables refuse with, by the code that they name: of what is shown of the call, and the line's advice.
REFUSALS: dict[str, Callable[[str, str], rules.Rule]] = {
    rules.HostSync.code: lambda shown, advice: rules.HostSync(call=shown),
    rules.TracedIteration.code: lambda shown, advice: rules.TracedIteration(what=f"`{shown}(...)`"),
    rules.StaticNeeded.code: lambda shown, advice: rules.StaticNeeded(expression=shown, why=advice),
    rules.InPlaceMethod.code: lambda shown, advice: rules.InPlaceMethod(call=shown),
    rules.UnmappedName.code: lambda shown, advice: rules.UnmappedName(name=shown, suggestion=advised(advice)),
    rules.DifferentMeaning.code: lambda shown, advice: rules.DifferentMeaning(name=shown, advice=advice),
    rules.DynamicShape.code: lambda shown, advice: rules.DynamicShape(expression=shown),
    rules.StatefulRandomness.code: lambda shown, advice: rules.StatefulRandomness(name=shown),
    rules.OtherLibrary.code: lambda shown, advice: rules.OtherLibrary(name=shown, advice=advice),
    rules.TrainingLoop.code: lambda shown, advice: rules.TrainingLoop(call=shown, advice=advice),
    rules.InputOutput.code: lambda shown, advice: rules.InputOutput(call=shown),
}


def call(run: Run, node: ast.Call) -> Value:
    name = run.state.module.qualified_name(node.func, run.state.function.locals)
    if name is not None:
        replaced = records.named(run, node, name)
        return named(run, node, name) if replaced is None else replaced
    if isinstance(node.func, ast.Name):
        made = records.made(run, node, node.func)
        return local(run, node, node.func) if made is None else made
    if isinstance(node.func, ast.Attribute):
        replaced = records.method(run, node, node.func)
        return method(run, node, node.func) if replaced is None else replaced
    callee = run.evaluate(node.func)
    values, keywords = arguments(run, node)
    known = of_known(run, node, callee, values, keywords)
    if known is None and callee.form is Form.FUNCTION:
        return of_some_function(run, node, callee, values, keywords)
    if known is None:
        run.report(rules.UnknownCall(name=text_of(node.func)), node)
    return opaque() if known is None else known


def named(run: Run, node: ast.Call, name: str) -> Value:
    if name == "builtins.isinstance" and (found := kinds.asked(run, node)) is not None:
        return found
    values, keywords = arguments(run, node)
    if (inner := filtered(node)) is not None and name.startswith("builtins."):
        if not all(run.state.plan.values[t].is_static for g in inner.generators for t in g.ifs):
            run.state.plan.control.reformed.add(run.current)
    values = [replace(v, form=Form.ARRAY) if v.form is Form.STACKED else v for v in values]
    everything = [*values, *keywords.values()]
    if name in ("builtins.list", "builtins.tuple") and node.args and _is_stacked(run, node.args[0]):
        form = Form.LIST if name == "builtins.list" else Form.TUPLE
        return Value(Binding.TRACED, form, memory=values[0].held | run.state.box(node))
    if name == "builtins.dict" and not node.args and None not in (k.arg for k in node.keywords):
        memory = frozenset().union(*(v.memory for v in everything)) | run.state.box(node)
        binding, keys = run.state.binding_of(*everything), tuple(k.arg for k in node.keywords)
        return Value(binding, Form.DICT, items=tuple(everything), keys=keys, memory=memory)
    if name in _CASTS:
        return run.policy.calls.cast(run, node, name, everything)
    if name in _NEVER_TRACED:
        if any(not v.is_static for v in values):
            why = "while it is traced, a number is not of the type that the caller passes"
            run.report(rules.StaticNeeded(expression=text_of(node), why=why), node)
        return static(Form.NUMBER, dtype=BOOL)
    is_known = all(v.is_static for v in everything) and not _asks_of_traced(run, node)
    if name in _OF_ELEMENTS and not (name != "functools.reduce" and is_known):
        # Python runs it while tracing, element by element.
        _take_for_function(run, node.args[0] if node.args else node)
        form = {"functools.reduce": Form.UNKNOWN, "builtins.tuple": Form.TUPLE}.get(name, Form.LIST)
        memory = frozenset().union(*(v.held for v in everything))
        if name in _ITERATORS:
            memory |= run.state.iterator(node)
        if name == "builtins.list":
            memory |= run.state.box(node)
            items = values[0].items if len(values) == 1 else ()
            if items is not None and values[0].form in (Form.LIST, Form.TUPLE):
                return Value(Binding.TRACED, form, items=items, memory=memory)
        return Value(Binding.TRACED, form, unknown(), unknown(), memory=memory)
    if name == "builtins.next" and values and values[0].is_iterator:
        memory = frozenset().union(*(v.held for v in everything))
        return Value(Binding.TRACED, Form.UNKNOWN, unknown(), unknown(), memory=memory)
    if name == "builtins.len":
        return static(Form.NUMBER, dtype=WEAK_INT)
    if name in _INPUT_OUTPUT:
        run.report(rules.InputOutput(call=text_of(node)), node)
        return opaque()
    if name in _DYNAMIC:
        run.report(rules.UnknownCall(name=text_of(node.func)), node)
        return opaque()
    if name == "builtins.print":
        run.report(rules.UnsupportedStatement(what="`print` inside an expression"), node)
        return static(Form.NONE)
    if name.startswith("builtins.") and is_known:
        return static_builtin(run, node, name, everything)
    if name.startswith("time.") or name.startswith("datetime."):
        run.report(rules.Clock(call=text_of(node)), node)
        return opaque()
    return _mapped(run, node, name, values, keywords)


def _asks_of_traced(run: Run, node: ast.Call) -> bool:
    """A function among the arguments reads traced values: what it gives is not known."""
    for argument in all_given(node):
        read = names_read(argument)
        if isinstance(argument, ast.Lambda):
            read -= frozenset(parameters(argument))
        elif not (isinstance(argument, ast.Name) and argument.id in run.state.environment):
            continue
        elif run.state.environment[argument.id].form is Form.FUNCTION:
            return True
        if any(run.state.environment[n].is_traced for n in read if n in run.state.environment):
            return True
    return False


def _take_for_function(run: Run, node: ast.expr) -> None:
    """`float` as what is called for every element, not as a dtype."""
    name = run.state.module.qualified_name(node, run.state.function.locals)
    if name in _CASTS:
        entry = next(e for e in lookup(run.state.dialects, name) if e.parameters is not None)
        run.state.plan.lines.mappings[node] = Mapping(entry)


def _is_stacked(run: Run, node: ast.expr) -> bool:
    value = run.state.plan.values.get(node)
    return value is not None and value.form is Form.STACKED


def cast(run: Run, node: ast.Call, name: str, values: list[Value]) -> Value:
    """`float(x)` of a traced value, which stays one, without axes."""
    if all(v.is_static for v in values):
        return static(Form.NUMBER, dtype=unknown(), shape=SCALAR)
    entries = [e for e in lookup(run.state.dialects, name) if len(e.parameters or ()) == len(values)]
    if not entries or node.keywords or not all(v.form.is_numeric and (v.rank or 0) == 0 for v in values):
        run.report(rules.PythonScalar(call=text_of(node)), node)
        return opaque()
    if len(values) == 1 and (not values[0].is_scalar or values[0].is_array):
        entries = [*lookup(run.state.dialects, f"ndarray.__{name.removeprefix('builtins.')}__")]
    entry = of_pythons(run.state, node, entries[0], values)
    assert entry.parameters is not None
    run.state.plan.lines.mappings[node] = Mapping(entry, tuple(p.name for p in entry.parameters))
    return run.policy.calls.result_of(run, node, entry, values, {})


def static_builtin(run: Run, node: ast.Call, name: str, values: list[Value]) -> Value:
    forms = {"builtins.range": Form.RANGE, "builtins.str": Form.STRING, "builtins.list": Form.LIST}
    forms |= {"builtins.tuple": Form.TUPLE, "builtins.dict": Form.DICT, "builtins.zip": Form.LIST}
    forms |= {"builtins.enumerate": Form.LIST, "builtins.reversed": Form.LIST, "builtins.sorted": Form.LIST}
    form = forms.get(name, Form.NUMBER)
    dtype = promote(*(v.dtype for v in values if v.form.is_numeric)) if values and form is Form.NUMBER else unknown()
    memory = run.state.box(node) if form is Form.LIST else frozenset()
    return static(form, dtype=dtype or unknown(), shape=SCALAR, memory=memory)


def _mapped(run: Run, node: ast.Call, name: str, values: list[Value], keywords: dict[str, Value]) -> Value:
    entries = lookup(run.state.dialects, name)
    if not entries:
        run.policy.calls.unmapped(run, node, name)
        return opaque()
    if name == "builtins.sorted" and [v.form for v in values] == [Form.DICT] and not keywords:
        return static(Form.LIST, dtype=unknown(), shape=unknown(), memory=run.state.box(node))  # its keys
    found = fitting(entries, node)
    if name == "builtins.sorted" and not (values and sorting.are_numbers(run, values[0])):
        found = None
    if sorting.are_compared_by_python(run, node, name, values):
        found = fitting(lookup(run.state.dialects, name.replace("builtins", "Rows")), node) or found
    if found is None or found[0].refusal is not None:
        refused = found[0] if found is not None else next((e for e in entries if e.refusal is not None), None)
        _misfit(run, node, refused, entries)
        return opaque()
    entry, places = found
    if entry.writes_if is not None:
        entry = run.policy.calls.asked_to_write(run, node, entry)
    array = first_given(node, entry) if entry.writes else None
    if array is not None and run.policy.calls.writes_in_place(run, node, array, entry):
        return opaque()
    if name == "builtins.sum" and values and values[0].form in (Form.LIST, Form.TUPLE):
        are_lists = len(values) > 1 or any(item.form.is_container for item in values[0].items or ())
        held = frozenset[Site]().union(*map(memory_in, values)) if are_lists else frozenset[Site]()
        return replace(opaque(), memory=run.state.allocate(node) | held)  # Python adds them up
    _check_given(run, node, entry, places, values, keywords)
    if entry.length and not is_of_length(run.state, node, entry, places):
        run.report(rules.DynamicShape(expression=text_of(node)), node)
    if not entry.takes_lists and not name.startswith("builtins."):
        given = {a.id for a in node.args if isinstance(a, ast.Name)}
        run.state.plan.lines.array_parameters |= given.intersection(run.state.function.parameters)
    are_known = all(v.is_static for v in (*values, *keywords.values())) and not _asks_of_traced(run, node)
    if run.policy.values.is_demanded(run, node) and are_known:
        return static(Form.NUMBER, dtype=unknown(), shape=unknown())
    is_stacked = (
        entry.target in _STACKING and len(node.args) == 1 and not node.keywords and _is_stacked(run, node.args[0])
    )
    if entry.of_numbers and any(map(is_bool, values[:1])):
        run.report(rules.BooleanArithmetic(expression=text_of(node)), node)
    _note_joined(run, node, entry, places)
    if not entry.is_of_models and not name.startswith("builtins."):
        entry = _join_elements(run, node, entry, places)
    wraps = _wraps(run, node, entry, places, values, keywords)
    entry = _of_chosen(run, node, _as_operator(entry, places, values))
    entry = of_pythons(run.state, node, entry, values)
    if entry.elements is not None and node in elements_only(run.state.function):
        entry = replace(entry, target=entry.elements, passes_on=False)
    run.state.plan.lines.mappings[node] = Mapping(entry, places, wraps=wraps, is_stacked=is_stacked)
    note_call(run.state, node, entry)
    if entry.gives_function:
        return vectorized.made(run, node, entry)
    if entry.name in ("Rows.max", "Rows.min"):
        return replace(opaque(), memory=frozenset[Site]().union(*(v.held for v in values)), is_element=True)
    if name in ("builtins.max", "builtins.min") and "key" in keywords and values:
        return replace(opaque(), memory=values[0].memory, is_element=True)  # one of the rows, or of the numbers
    if name == "builtins.sorted":
        if any(v.form in (Form.TUPLE, Form.LIST) for v in values[0].items or ()) or "key" in keywords:
            return Value(Binding.TRACED, Form.LIST, memory=values[0].held | run.state.box(node))
        return sorting.in_order(run, node, values[0])
    if is_stacked:
        made_numpys(run.state, node, entry, values, keywords)
        return replace(values[0], dtype=strong(values[0].dtype), memory=run.state.allocate(node))
    if entry.target in ("base ** exp", "jnp.power", "jnp.pow") and len(values) == 2:
        check_power(run, node, values[0], values[1], node.args[0] if entry.name == "builtins.pow" else None)
    if name in ("builtins.max", "builtins.min") and len(values) > 1:
        form = "jnp.maximum" if name.endswith("max") else "jnp.minimum"
        if any(not v.dtype <= WHOLE for v in values):
            run.report(rules.NanOrder(call=text_of(node), form=form), node)
        if is_numpys_or_pythons(run.state, values):
            run.report(rules.MixedNumbers(expression=text_of(node)), node)
    result = run.policy.calls.result_of(run, node, entry, values, keywords)
    recasts.note_bits(run, node, entry, values, result)
    floats = next((v.dtype for v in values if is_surely_floating(v)), None) if entry.is_operator_of_floats else None
    return result if floats is None else replace(result, dtype=floats)


def _note_joined(run: Run, node: ast.Call, entry: Entry, places: tuple[str, ...]) -> None:
    """The lists among what is joined, `np.concatenate(([0], x))`, are arrays."""
    given: dict[str | None, ast.expr] = {
        **dict(zip(places, node.args, strict=False)),
        **{k.arg: k.value for k in node.keywords},
    }
    for element in getattr(given.get(entry.joins), "elts", ()):
        value = run.state.plan.values.get(element)
        if value is not None and value.form in (Form.LIST, Form.TUPLE):
            run.state.plan.lines.arrays.add(element)


def _join_elements(run: Run, node: ast.Call, entry: Entry, places: tuple[str, ...]) -> Entry:
    """The elements of lists that are arrays have one dtype: `np.array([a[0], 300])`. None is a text. What is put
    together of several arrays may have to look at them."""
    for place, argument in [*zip(places, node.args, strict=False), *((k.arg, k.value) for k in node.keywords)]:
        value = run.state.plan.values.get(argument)
        if place in ARRAYS_BESIDE and value is not None and value.form is Form.STRING:
            run.report(rules.UnsupportedStatement(what="text in an array"), argument)
        if isinstance(argument, ast.List | ast.Tuple) and not entry.needs_static(place or ""):
            operands = _elements_of(run, argument)
            joined(run.state, [(e, v) for e, v in operands if v.form.is_numeric])
            if place == entry.joins:
                all_pythons(run.state, operands)
            if place == entry.joins or (entry.casts == "dtype" and len(node.args) == 1):
                entry = joining(run.state, entry, operands)
    return entry


def _elements_of(run: Run, display: ast.expr) -> list[tuple[ast.expr, Value]]:
    """The elements of a display that are numbers, arrays or sequences, also of those in it."""
    if not isinstance(display, ast.List | ast.Tuple):
        return []
    values = [(e, v) for e in _innermost(display) if (v := run.state.plan.values.get(e)) is not None]
    return [(e, v) for e, v in values if v.form.is_numeric or v.form.is_container]


def _innermost(display: ast.List | ast.Tuple) -> Iterator[ast.expr]:
    for element in display.elts:
        if isinstance(element, ast.List | ast.Tuple):
            yield from _innermost(element)
        else:
            yield element


def _wraps(
    run: Run, node: ast.Call, entry: Entry, places: tuple[str, ...], values: list[Value], keywords: dict[str, Value]
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
        if isinstance(argument, ast.Starred):
            continue  # it gives the elements, as they are
        is_list = value.form in containers
        if is_numpys or entry.name == "builtins.sum":
            is_list |= may_be_list(run, argument)
        is_array = index == 0 or place == first or takes_others or (is_numpys and place in ARRAYS_BESIDE)
        is_place = index > 0 and place == entry.places and value.form is Form.TUPLE
        is_known = is_numpys and place in STATIC_ARRAYS
        if is_list and (is_known or (is_array and not is_place and place not in entry.static_parameters)):
            if is_known or not joining_elements(run.state, argument, _elements_of(run, argument)):
                wrapped.add(index)
    return frozenset(wrapped)


def _misfit(run: Run, node: ast.Call, entry: Entry | None, entries: tuple[Entry, ...]) -> None:
    """The call fits no line that converts."""
    shown = text_of(node.func)
    if (writing := writing_out(run, node, entries)) is not None:
        note_writing(run, node, writing)
        run.report(rules.OutArgument(argument="out", call=shown), node)
    elif entry is not None and entry.refusal is not None:
        run.policy.calls.refuse(run, node, entry, shown)
    else:
        run.report(rules.UnmappedArgument(name=shown, why=_misfit_reason(node, entries)), node)


def refuse(run: Run, node: ast.AST, entry: Entry, shown: str) -> None:
    assert entry.refusal is not None
    run.report(REFUSALS[entry.refusal](shown, entry.advice), node)


def advised(advice: str) -> str:
    """What follows a name that has no counterpart."""
    return f": {advice}" if advice else ""


def unmapped(run: Run, node: ast.AST, name: str) -> None:
    root = name.partition(".")[0]
    dialect = next((d for d in run.state.dialects if root in d.roots), None)
    if dialect is None:
        run.report(rules.UnknownCall(name=name), node)
        return
    near = suggestion(dialect, name)
    run.report(rules.UnmappedName(name=name, suggestion=f": did you mean `{near}`?" if near else ""), node)


def _check_given(
    run: Run, node: ast.Call, entry: Entry, places: tuple[str, ...], values: list[Value], keywords: dict[str, Value]
) -> None:
    arguments = [*zip(places, node.args, values, strict=True)]
    arguments += [(k.arg, k.value, keywords[k.arg]) for k in node.keywords if k.arg is not None]
    for place, argument, value in arguments:
        is_array = place == entry.arrays and value.is_array
        if entry.needs_static(place) and not value.is_static and not is_array:
            run.report(
                rules.StaticNeeded(expression=text_of(argument), why=f"it is the `{place}` of `{text_of(node.func)}`"),
                argument,
            )
        if place == entry.places and _may_be_outside(run, argument, value) and _looks_up(run, node, entry, places):
            run.report(rules.UncheckedIndex(expression=text_of(node)), node)
            note_lookup(run.state, node, entry)


def _may_be_outside(run: Run, node: ast.expr, value: Value) -> bool:
    return not value.is_static and not _is_clipped(run, node) and not is_surely_floating(value)


def _looks_up(run: Run, node: ast.Call, entry: Entry, places: tuple[str, ...]) -> bool:
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


def _is_clipped(run: Run, node: ast.expr) -> bool:
    """The author says what becomes of places out of range."""
    mapping = run.state.plan.lines.mappings.get(node)
    return mapping is not None and str(mapping.entry.target).startswith("jnp.clip")


def method(run: Run, node: ast.Call, function: ast.Attribute) -> Value:
    receiver = run.evaluate(function.value)
    values, keywords = arguments(run, node)
    if receiver.form in (Form.LIST, Form.DICT) and function.attr in LIST_CHANGES:
        return _list_change(run, node, function, [*values, *keywords.values()])
    if receiver.form is Form.STRING and function.attr in ("format", "format_map"):
        run.policy.calls.made_text(run, node, values, keywords)
    if receiver.form is Form.STRING or (
        receiver.form is Form.DICT and function.attr in ("items", "keys", "values", "get")
    ):
        return static(Form.STRING) if receiver.form is Form.STRING else _of_dict(run, function.attr, receiver, values)
    if function.attr in _OF_TEXT and base_name(function.value) in run.state.plan.arguments.static_parameters:
        if all(v.is_static for v in (receiver, *values, *keywords.values())) and receiver.form is Form.UNKNOWN:
            return static(Form.UNKNOWN)
    if not receiver.form.is_numeric or (receiver.is_static and receiver.form is Form.NUMBER):
        run.report(rules.UnknownCall(name=text_of(function)), node)
        return opaque()
    entries = run.policy.calls.method_lines(run, function.attr)
    found = fitting_method(entries, node)
    if found is None or found[0].refusal is not None:
        _refused_method(run, node, function, found, entries)
        return opaque()
    entry, places = recasts.fitting_cast(run, node, receiver, *found)
    if entry.writes and run.policy.calls.writes_in_place(run, node, function.value, entry):
        return opaque()
    if entry.writes and function.attr == "fill" and receiver.is_element and not run.state.refers:
        entry = not_of_numbers(entry)
    _check_given(run, node, entry, places, values, keywords)
    entry = _of_chosen(run, node, entry)
    run.state.plan.lines.mappings[node] = Mapping(entry, places, is_method=True)
    note_call(run.state, node, entry)
    result = run.policy.calls.result_of(run, node, entry, [receiver, *values], keywords)
    recasts.note_bits(run, node, found[0], [receiver, *values], result)
    return result


def made_text(run: Run, node: ast.Call, values: list[Value], keywords: dict[str, Value]) -> None:
    """Text of what is given, for which arrays have no numbers yet."""
    if any(map(holds_arrays, (*values, *keywords.values()))):
        run.report(rules.HostSync(call=text_of(node)), node)


def method_lines(run: Run, name: str) -> tuple[Entry, ...]:
    """The lines for a method of arrays."""
    return lookup_method(run.state.dialects, name)


def _of_dict(run: Run, method: str, receiver: Value, values: list[Value]) -> Value:
    if method == "get":
        place = place_in(receiver, values[0]) if values else None
        if place is not None and receiver.items is not None:
            return receiver.items[place]
        return replace(opaque(receiver.binding), memory=receiver.memory.union(*map(memory_in, values[1:])))
    held = receiver.items
    if method == "items" and held is not None and receiver.keys is not None:
        pairs = zip(receiver.keys, held, strict=True)
        held = tuple(Value(v.binding, Form.TUPLE, items=(constant(k), v), memory=v.memory) for k, v in pairs)
    if method == "keys":
        return static(Form.LIST)
    return Value(receiver.binding, Form.LIST, items=held, memory=receiver.memory)


def _refused_method(
    run: Run,
    node: ast.Call,
    function: ast.Attribute,
    found: tuple[Entry, tuple[str, ...]] | None,
    entries: tuple[Entry, ...],
) -> None:
    if not entries:
        if function.attr in ("asnumpy", "numpy"):
            run.report(rules.HostSync(call=text_of(node)), node)
        else:
            run.report(rules.UnknownCall(name=text_of(function)), node)
        return
    refused = found[0] if found is not None else next((e for e in entries if e.refusal is not None), None)
    _misfit(run, node, refused, entries)


def unroll_since_birth(run: Run, container: Value) -> None:
    """Only Python changes the list: the loops between its making and here are to be unrolled, if they can."""
    between = run.state.compiled_since_birth(container)
    if run.state.births(container) and all(run.policy.values.can_unroll(run, s) for s in between):
        run.state.unroll(*between)


def unroll_index(run: Run, index: ast.expr) -> None:
    """Only a Python number will do as the index: the loops that give it are to be unrolled, if they can."""
    for loop, is_compiled in run.state.flow.loops:
        if is_compiled and isinstance(loop, ast.For) and run.policy.values.can_unroll(run, loop):
            if names_read(index) & targets_bound(loop.target):
                run.state.unroll(loop)


def _list_change(run: Run, node: ast.Call, function: ast.Attribute, values: list[Value]) -> Value:
    name = text_of(function.value)
    if run.state.plan.values[function.value].boxes & run.state.flow.outside:
        run.report(rules.GlobalMutation(name=name), node)
        return opaque()
    if (other := run.state.perhaps_same(name, run.state.plan.values[function.value], run.current)) is not None:
        run.report(rules.SharedMemory(name=name, other=other), node)
        return opaque()
    if function.attr in ("remove", "sort") and not run.state.plan.values[function.value].is_static:
        run.report(rules.UnsupportedStatement(what=f"`{text_of(function)}`, which compares traced values,"), node)
        return opaque()
    append = run.state.plan.control.appends.get(run.current)
    if append is not None and append.statement.value is node:
        held = run.state.environment[append.name]
        run.state.environment[append.name] = replace(held, memory=held.memory | values[0].memory)
    elif not run.state.is_made_here(held := run.state.plan.values[function.value]):
        branches = [s for s in run.state.compiled_since_birth(held) if isinstance(s, ast.If)]
        if branches and name in appended_on_every_path(branches[0]):
            run.state.plan.control.reformed.add(branches[0])
        unroll_since_birth(run, held)
        run.report(rules.ListInLoop(name=name), node)
    elif isinstance(function.value, ast.Name) and function.value.id in run.state.environment:
        before = run.state.environment[function.value.id]
        memory = before.memory.union(*(v.memory for v in values))
        memory |= run.state.same(node, before.held & frozenset().union(*(v.memory for v in values)))
        binding = run.state.binding_of(before, *values)
        after = replace(before, items=None, binding=binding, memory=memory)
        run.state.set_contents(function.value.id, before, after)
    held_now = run.state.plan.values[function.value].held
    return replace(opaque(), memory=held_now.union(*(v.memory for v in values)))  # `setdefault` gives what it was given


def _as_operator(entry: Entry, places: tuple[str, ...], values: list[Value]) -> Entry:
    """The line as an operator, where that is the same of floating point numbers, and the call gives it such."""
    are_floats = len(values) == len(places) == 2 and any(map(is_surely_floating, values))  # both have one dtype
    if not entry.plain or not are_floats:
        return entry
    return replace(entry, target=f"{places[0]} {entry.plain} {places[1]}", is_operator_of_floats=True)


def _of_chosen(run: Run, node: ast.Call, entry: Entry) -> Entry:
    """The line for a maximum or minimum of what a mask chooses, of which there may be none."""
    name = _EXTREMES.get(entry.name.rpartition(".")[2])
    if name is None or node not in run.state.plan.structured.origins.of_chosen:
        return entry
    run.report(rules.EmptySelection(expression=text_of(node.func)), node.func)
    assert entry.parameters is not None
    target = f"control.{name}({entry.parameters[0].name}, where=where, axis=axis)"
    return replace(entry, target=target, passes_on=False)


def _misfit_reason(node: ast.Call, entries: tuple[Entry, ...]) -> str:
    if is_spread(node):
        return "its arguments are not written out"
    names = {p.name for e in entries for p in e.parameters or ()}
    unknown_names = [k.arg for k in node.keywords if k.arg not in names]
    if unknown_names:
        return f"no argument `{unknown_names[0]}` in compiled code"
    return "too many or too few arguments for what compiled code offers"
