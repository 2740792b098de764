"""What calls that a dialect maps give, from the facts of their lines."""

from __future__ import annotations

import ast
from dataclasses import replace

from hybridc import rules
from hybridc.dialects.entry import Entry
from hybridc.domain import ranks
from hybridc.domain.atoms import Dtype, Shape, named_dtype, some_floats, sum_of, unknown
from hybridc.domain.numpy_dtypes import named
from hybridc.domain.sites import OUTSIDE, Memory, Site
from hybridc.domain.values import (
    BOOL,
    COMPLEX,
    FLOAT,
    INT,
    INTEGERS,
    SCALAR,
    WEAK_FLOAT,
    WEAK_INT,
    Binding,
    Form,
    Value,
    array,
    floating,
    is_surely_floating,
    is_weak,
    may_be_pythons,
    promote,
    static,
    strong,
)
from hybridc.interpret.dtypes.numpys_numbers import made_numpys
from hybridc.interpret.dtypes.widening import any_small, bounded, converted, is_proven, is_real, joining, taken
from hybridc.interpret.evaluation import Run
from hybridc.syntax.messages import text_of
from hybridc.syntax.walking import all_given

_FIXED_DTYPES = {
    "bool": BOOL, "int": INT, "float64": FLOAT, "complex": COMPLEX, "pyint": WEAK_INT, "pyfloat": WEAK_FLOAT,
}  # fmt: skip
_NAMED_DTYPES = {
    "int": INT, "jnp.int64": INT, "float": FLOAT, "jnp.float64": FLOAT, "bool": BOOL, "jnp.bool_": BOOL,
    "complex": COMPLEX, "jnp.complex128": COMPLEX,
}  # fmt: skip


_OF_A_LIST = frozenset({"jnp.array", "jnp.asarray"})


def arguments(run: Run, node: ast.Call) -> tuple[list[Value], dict[str, Value]]:
    values = [run.evaluate(a) for a in node.args]
    keywords = {k.arg or "**": run.evaluate(k.value) for k in node.keywords}
    return values, keywords


def result_of(run: Run, node: ast.expr, entry: Entry, values: list[Value], keywords: dict[str, Value]) -> Value:
    """The value of a mapped call, from the facts of its line."""
    arrays = [
        v for v in (*values, *keywords.values()) if v.form.is_numeric and not (v.is_static and v.form is Form.DTYPE)
    ]
    if entry.is_static:
        return static(Form.NUMBER, dtype=WEAK_INT)
    by_name = [keywords[p.name] for p in (entry.parameters or ())[:1] if p.name in keywords]
    first = next((v for v in (*values, *by_name) if v.form.is_numeric or v.items is not None), None)
    made = _made(run, node, entry, values, keywords)
    is_numpys = run.state.is_of_arrays and not entry.name.startswith("builtins.") and not entry.dtype.startswith("py")
    if is_numpys:
        made_numpys(run.state, node, entry, values, keywords)
    if entry.takes_lists and first is not None and first.is_array and entry.shape == "?" and not entry.items:
        shape, rank = first.shape, first.rank  # an array made of an array
        dtype = strong(first.dtype) if len(values) == 1 and not keywords else unknown()
        if (name := _dtype_named(run, entry, values, keywords)) is not None:
            dtype = named_dtype(name)
        memory = _memory_seen(run, node, entry, first) if entry.is_view else run.state.allocate(node)
        dims = ranks.of_call(entry, values, first, rank, keeps=False)
        return Value(Binding.TRACED, Form.ARRAY, dtype, shape, rank, memory=memory, dims=dims)
    dtype = made or _result_dtype(run, entry, arrays, first, values, keywords)
    if is_numpys:
        dtype = strong(dtype)
    shape, rank = _result_shape(run, entry, arrays, first, node, values, keywords)
    if _gives_items(run, entry, values, keywords):
        items = tuple(_item(run, node, place, kind, entry) for place, kind in enumerate(entry.items))
        given = _given(entry, entry.arrays, values, keywords)
        if given is not None and given.memory:  # it may be given back, as it is
            items = tuple(item.but(memory=item.memory | given.memory) for item in items)
            if run.state.refers:
                run.report(rules.SharedMemory(name=entry.arrays, other=text_of(node)), node)
        memory = frozenset().union(*(i.memory for i in items))
        return Value(Binding.TRACED, Form.TUPLE, items=items, memory=memory)
    if entry.gives_list or _gives_several(run, entry, values, keywords):
        held = frozenset().union(*(v.memory for v in values)) if entry.is_view else frozenset()
        return Value(Binding.TRACED, Form.LIST, memory=held | run.state.allocate(node) | run.state.box(node))
    form = Form.NUMBER if shape == SCALAR else Form.ARRAY
    keeps = "keepdims" in keywords
    if (entry.may_be_number or (entry.shape == "reduce" and not keeps)) and not rank:
        form = Form.NUMBER
    if entry.shape == "elementwise" and not any(a.is_array for a in arrays):
        form = Form.NUMBER
    dims = ranks.of_call(entry, arrays, first, rank, keeps)
    value = Value(Binding.TRACED, form, dtype, shape, 0 if shape == SCALAR else rank, dims=dims)
    if entry.shape == "given" and rank == 0:  # an array without axes, which can be written into
        return value.but(shape=unknown(), rank=None, memory=run.state.allocate(node))
    if value.is_scalar:
        return value
    if entry.is_view and first is not None and first.memory and not first.form.is_container:  # of a list, a new one
        return value.but(memory=_memory_seen(run, node, entry, first))
    return value.but(memory=run.state.allocate(node))


def _memory_seen(run: Run, node: ast.expr, entry: Entry, first: Value) -> Memory:
    """What a view sees. What was NumPy's is the framework's from now on."""
    memory = first.memory - {OUTSIDE} if entry.shares else first.memory
    return memory or run.state.allocate(node)


def _made(run: Run, node: ast.expr, entry: Entry, values: list[Value], keywords: dict[str, Value]) -> Dtype | None:
    """The dtype that NumPy gives a result, where those of the arguments tell it."""
    promotes = entry.dtype != "bool" and (entry.makes in ("join", "promote") or entry.shape == "elementwise")
    is_met = promotes and run.state.known.any_dtype
    if not isinstance(node, ast.Call) or not (entry.makes or entry.casts or entry.unproven or is_met):
        return None
    held = [node.func.value] if isinstance(node.func, ast.Attribute) and len(values) > len(node.args) else []
    nodes = [*held, *all_given(node)]
    bound = entry.bind(len(values), keywords)
    if bound is None or len(nodes) != len(values) + len(keywords):
        return None
    named = zip((*bound[0], *bound[1]), nodes, (*values, *keywords.values()), strict=True)
    given = [(n, v) for name, n, v in named if not entry.needs_static(name)]
    arrays = [(n, one) for n, v in given if (one := _array_of(v)) is not None]
    mapping = run.state.plan.lines.mappings.get(node)
    if entry.bounded:
        bounded(run.state, arrays)
    if entry.unproven:
        numbers = [_elements(run, n, v) for n, v in given if v.form.is_numeric or v.form.is_container]
        is_exact = is_proven(run.state, entry, numbers) or (entry.if_small and not any_small(run.state, numbers))
        if mapping is not None and not mapping.is_adapted and not is_exact:
            exact = replace(entry, target=entry.unproven, passes_on=False)
            run.state.plan.lines.mappings[node] = replace(mapping, entry=exact)
        return None
    if entry.casts:
        if arrays:
            converted(run.state, *arrays[0], _dtype_named(run, entry, values, keywords))
        return None
    if entry.makes == "dtype":
        arrays = [(n, _elements(run, n, v)) for n, v in given[:1]]
    if is_met and not keywords and mapping is not None:
        met = [(n, v) for n, v in arrays if n is not nodes[0] or bound[0][0] != "condition"]
        if entry.makes != "join" and not any(v.form is Form.UNKNOWN and may_be_pythons(v) for _, v in met):
            met = [(n, v) for n, v in met if not is_weak(v.dtype)]
        if len(arrays) == len(values) and len(met) > 1 and not mapping.is_adapted:
            adapted = joining(run.state, entry, met, "promoting")
            run.state.plan.lines.mappings[node] = replace(mapping, entry=adapted)
            if adapted is not entry:
                return None
    if not entry.makes:
        return None
    dtype, is_asked_for = taken(run.state, entry, arrays, _given(entry, "dtype", values, keywords) is not None)
    if is_asked_for and mapping is not None:
        run.state.plan.lines.mappings[node] = replace(mapping, adds=("dtype", "float"))
    return dtype if entry.dtype != "int" else None


def _array_of(value: Value) -> Value | None:
    """An array; of a list of numbers that have 64 bits in one, that; None for others."""
    if value.form.is_numeric:
        return value
    dtype = _held(value)
    return array(dtype, unknown()) if dtype in (INT, FLOAT) else None


def _held(value: Value) -> Dtype:
    """The dtype of an array of what a list holds, lists of it as well."""
    if value.items:
        return strong(promote(*map(_held, value.items)))
    return value.dtype if value.form.is_numeric else unknown()


def _elements(run: Run, node: ast.expr, value: Value) -> Value:
    """An array of what a list holds, whose dtype it tells if its text does."""
    if value.form.is_numeric:
        return value
    made = [node.elt] if isinstance(node, ast.ListComp | ast.GeneratorExp) else getattr(node, "elts", ())
    held = [run.state.plan.values.get(e) for e in made]
    dtypes = [v.dtype if v is not None and v.form.is_numeric else unknown() for v in held]
    return array(promote(*dtypes) if dtypes else unknown(), unknown())


def _gives_items(run: Run, entry: Entry, values: list[Value], keywords: dict[str, Value]) -> bool:
    if not entry.items or entry.items_if is None:
        return bool(entry.items)
    place = [p.name for p in entry.parameters or ()].index(entry.items_if)
    given = values[place] if place < len(values) else keywords.get(entry.items_if)
    return given is not None and given.is_static and given.form is Form.NUMBER


def _item(run: Run, node: ast.expr, place: int, kind: str, entry: Entry) -> Value:
    """One of several results, each with memory of its own."""
    if kind == "static":
        return static(dtype=unknown(), shape=unknown())
    memory = frozenset(Site(site.kind, site.name, str(place)) for site in run.state.allocate(node))
    form = Form.ARRAY if kind == "array" else Form.UNKNOWN
    dtype = some_floats() if entry.dtype == "floats" else unknown()
    return Value(Binding.TRACED, form, dtype, unknown(), memory=memory)


def _gives_several(run: Run, entry: Entry, values: list[Value], keywords: dict[str, Value]) -> bool:
    if entry.several is None:
        return False
    name, constant = entry.several
    given = _given(entry, name, values, keywords)
    return given is not None and given.has_constant and str(given.constant) == constant


def _result_dtype(
    run: Run, entry: Entry, arrays: list[Value], first: Value | None, values: list[Value], keywords: dict[str, Value]
) -> Dtype:
    if (name := _dtype_named(run, entry, values, keywords)) is not None:
        return named_dtype(name)
    if entry.dtype in ("?", "floats") and (asked := _asked_for(run, entry, values, keywords)):
        return asked
    if "dtype" in keywords and entry.dtype != "given":
        return _NAMED_DTYPES.get(str(keywords["dtype"].constant), unknown())
    if entry.dtype in _FIXED_DTYPES:
        return _FIXED_DTYPES[entry.dtype]
    if entry.dtype == "given":
        return _given_dtype(run, entry, values, keywords)
    if first is not None and first.items is not None:
        first = _array_of(first) if entry.takes_lists or entry.dtype in ("sum", "same", "real") else None
        if first is None or entry.takes_lists:
            return unknown() if first is None else first.dtype
    if entry.takes_lists and entry.dtype == "?" and len(values) == 1 and is_weak(values[0].dtype):
        return strong(values[0].dtype)
    if entry.dtype == "promote":
        return promote(*(a.dtype for a in arrays)) if arrays else unknown()
    if entry.dtype == "made":
        made = strong(promote(*(a.dtype for a in arrays))) if arrays else unknown()
        return made if made in (INT, FLOAT) else unknown()
    if entry.dtype == "float":
        return floating(promote(*(a.dtype for a in arrays))) if arrays else unknown()
    if entry.dtype == "real" and first is not None:
        return first.dtype if is_real(first.dtype) else unknown()
    if entry.dtype == "same" and first is not None:
        return strong(first.dtype) if entry.shape == "same" else first.dtype
    if entry.dtype == "sum" and first is not None:
        if first.dtype == BOOL:
            return INT
        if is_surely_floating(first):
            return first.dtype
        return first.dtype if first.dtype <= FLOAT | INT | COMPLEX else sum_of(first.dtype)
    return unknown()


def _dtype_named(run: Run, entry: Entry, values: list[Value], keywords: dict[str, Value]) -> str | None:
    """NumPy's dtype that the call, or the line, names."""
    if not run.state.is_of_arrays:
        return None
    if entry.casts not in ("", "dtype"):
        return entry.casts
    given = _given(entry, "dtype", values, keywords)
    return None if given is None or not given.has_constant else named(str(given.constant))


def _asked_for(run: Run, entry: Entry, values: list[Value], keywords: dict[str, Value]) -> Dtype:
    """The dtype that a call names, by a text such as 'int32' or by what stands for it, or leaves to a line of
    floating point numbers; empty where nothing tells."""
    given = _given(entry, "dtype", values, keywords)
    if given is None or given.form is Form.NONE:
        first = values[0] if values else next(iter(keywords.values()), None)
        is_copy = entry.takes_lists and (first is None or first.form not in (Form.LIST, Form.TUPLE))
        return some_floats() if entry.dtype == "floats" and not is_copy else frozenset()
    name = str(given.constant).rpartition(".")[2] if given.has_constant else ""
    if name.startswith(("float", "bfloat")) and str(given.constant) not in _NAMED_DTYPES:
        return some_floats()
    is_text = given.form is Form.STRING
    return INTEGERS & named_dtype(name) if is_text else frozenset()


def _given_dtype(run: Run, entry: Entry, values: list[Value], keywords: dict[str, Value]) -> Dtype:
    given = _given(entry, "dtype", values, keywords)
    return FLOAT if given is None else _NAMED_DTYPES.get(str(given.constant), unknown())


def _result_shape(
    run: Run,
    entry: Entry,
    arrays: list[Value],
    first: Value | None,
    node: ast.expr,
    values: list[Value],
    keywords: dict[str, Value],
) -> tuple[Shape, int | None]:
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
            return unknown(), _given_rank(run, node, values, keywords)
        case "1" | "2":
            return unknown(), int(entry.shape)
        case "?" if (
            (entry.target or "").partition("(")[0] in _OF_A_LIST and first is not None and "ndmin" not in keywords
        ):
            return unknown(), _rank_of_list(first)
    return unknown(), None


def _rank_of_list(held: Value) -> int | None:
    """How many axes an array has that is made of a list or tuple: one element tells of all, which are alike."""
    if held.items is None:
        is_number = held.is_scalar or (held.is_static and held.form is Form.NUMBER)
        return 0 if is_number else held.rank
    ranks = {*map(_rank_of_list, held.items)} - {None}
    inner = next(iter(ranks)) if len(ranks) == 1 else None
    return None if inner is None or held.form not in (Form.LIST, Form.TUPLE) else inner + 1


def _given_rank(run: Run, node: ast.expr, values: list[Value], keywords: dict[str, Value]) -> int | None:
    shape = keywords.get("shape") or (values[0] if values else None)
    if shape is None:
        return None
    if shape.items is not None:
        return len(shape.items)
    return 1 if shape.form is Form.NUMBER and shape.is_scalar and shape.dtype == WEAK_INT else None


def _given(entry: Entry, name: str, values: list[Value], keywords: dict[str, Value]) -> Value | None:
    """What a call gives for a parameter."""
    place = next((i for i, p in enumerate(entry.parameters or ()) if p.name == name), None)
    return keywords.get(name) or (values[place] if place is not None and place < len(values) else None)
