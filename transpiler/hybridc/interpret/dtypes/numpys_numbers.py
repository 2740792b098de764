"""Numbers that NumPy's functions make of Python's, `np.sqrt(2.0)`: NumPy's, beside which float32 becomes float64.

JAX's functions make of Python's numbers such as take the dtype of what they meet.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from dataclasses import replace

from hybridc.dialects.entry import Entry
from hybridc.domain.values import (
    WEAK_FLOAT,
    WEAK_INT,
    Form,
    Value,
    is_filled_with_pythons,
    is_weak,
    is_wide,
    may_be_pythons,
)
from hybridc.interpret.dtypes.small_numbers import small_names
from hybridc.interpret.dtypes.widening import has_small, may_be_small
from hybridc.program.state import State
from hybridc.syntax.dataflow import remembered
from hybridc.syntax.module import MODULE, Module
from hybridc.syntax.walking import walk

_NARROW = frozenset(["float16", "float32", "complex64"])
_OTHERWISE = frozenset(["half", "single", "csingle"])  # which name much else
_FLOAT, _NUMBER = "jnp.asarray({x}, float)", "numpy_like.number({x})"
_OF_EACH = frozenset(["elementwise", "same", "given"])
_PARTS = frozenset(["numpy.real", "numpy.imag"])  # of a number of Python's, one of Python's
_MADE = frozenset(["promote", "width"])
_BESIDE = frozenset(["condition", "shape", "decimals", "deg", "repeats"])  # parameters whose dtypes say nothing
_CODES = frozenset(["f2", "f4", "c8", "<f2", "<f4", "<c8"])
_LETTERS = frozenset(["e", "f", "F"])  # where they name a dtype


def made_numpys(
    state: State, node: ast.expr, entry: Entry, values: Sequence[Value], keywords: Mapping[str, Value]
) -> None:
    """Notes that a number of Python's is given as one of NumPy's, where what comes of it may meet narrow ones."""
    if not isinstance(node, ast.Call) or len(values) != len(node.args) or "dtype" in keywords:
        return
    is_made = entry.takes_lists and len(values) == 1 and entry.casts in ("", "dtype")
    is_computed = (
        not entry.casts
        and entry.dtype != "bool"
        and (entry.shape in _OF_EACH or entry.makes in _MADE or entry.dtype == "same")
    )
    if entry.name in _PARTS or not (is_made or is_computed):
        return
    if not (state.known.any_dtype or _has_narrow(state, is_made)):
        return
    places = [p.name for p in entry.parameters or ()]
    by_name = [(k.arg, k.value, keywords[k.arg]) for k in node.keywords if k.arg is not None and k.arg in keywords]
    every = [*zip(places, node.args, values, strict=False), *by_name]
    given = [(n, v) for place, n, v in every if place not in entry.static_parameters | _BESIDE]
    if not given:
        return
    mapping = state.plan.lines.mappings.get(node)
    target = "" if mapping is None else mapping.entry.target or ""
    if target.startswith("numpy_like.promoting(") or (len(given) > 1 and target == entry.unproven):
        return  # it looks at all of them
    first, casts = given[0][0], state.plan.lines.casts
    if casts.get(first) in (_FLOAT, _NUMBER):
        del casts[first]
    if first in casts:  # by what it may be as well, which gives NumPy's numbers
        return
    forms = (Form.NUMBER, Form.UNKNOWN) if state.known.any_dtype else (Form.NUMBER,)
    if all((may_be_pythons(v) and v.form in forms) or is_filled_with_pythons(v) for _, v in given):
        is_of_floats = entry.dtype == "float" and given[0][1].dtype <= WEAK_INT | WEAK_FLOAT
        casts[first] = _FLOAT if is_of_floats else _NUMBER


def all_pythons(state: State, operands: Sequence[tuple[ast.expr, Value]]) -> None:
    """Notes that one of the numbers is given as one of NumPy's, where all that are put together are Python's."""
    if operands and (state.known.any_dtype or _has_narrow(state, of_any_kind=True)):
        if all(value.form is Form.NUMBER and may_be_pythons(value) for _, value in operands):
            state.plan.lines.casts[operands[0][0]] = _NUMBER


def are_of_two_kinds(state: State, one: Value, other: Value) -> bool:
    """Of two numbers of Python's, one is whole, which small integers may meet."""
    kinds = {v.dtype for v in (one, other) if v.form is Form.NUMBER}
    return kinds == {WEAK_INT, WEAK_FLOAT} and has_small(state)


def is_numpys_or_pythons(state: State, values: Sequence[Value]) -> bool:
    """Of several numbers, one is NumPy's of any dtype, or perhaps of few bits, and one is Python's."""
    narrow = [v for v in values if not is_weak(v.dtype) and may_be_small(state, v)]
    return bool(narrow) and any(v.form is Form.NUMBER and is_weak(v.dtype) for v in values)


def of_pythons(state: State, node: ast.Call, entry: Entry, values: Sequence[Value]) -> Entry:
    """The line for a call that gives a number of Python's, `float(x[0])`, `math.sqrt(x[0])`, which takes the dtype of
    what it meets where that may have fewer bits. Of arrays, JAX's functions give numbers of NumPy's."""
    is_pythons = state.is_of_arrays and entry.dtype.startswith("py") and entry.target is not None
    if not is_pythons or all(value.is_static for value in values):
        return entry
    if not (has_small(state) or state.plan.function.qualified_name in _meeting_narrow(state.module)):
        return entry
    if entry.name.startswith("math."):  # computes with 64 bits
        floats = [n for n, v in zip(node.args, values, strict=False) if not (v.is_static or is_wide(v.dtype))]
        state.plan.lines.casts |= dict.fromkeys(floats, "jnp.asarray({x}, float)")
    return replace(entry, target=f"numpy_like.pythons({entry.target})", passes_on=False)


def _has_narrow(state: State, of_any_kind: bool) -> bool:
    function = state.plan.function.qualified_name
    small = small_names(state.module, state.dialects).get(function)
    return (of_any_kind and small is not None and small.is_inside) or function in _meeting_narrow(state.module)


@remembered
def _meeting_narrow(module: Module) -> frozenset[str]:
    """The functions that name floating point numbers of fewer than 64 bits, or read globals that are made of such, what
    these call, and the top of such a file."""
    made = {n for n, g in module.globals.items() if g.value is not None and any(map(_names_narrow, walk(g.value)))}
    every = module.functions.items()
    named = {n for n, f in every if any(map(_names_narrow, f.nodes)) or not made.isdisjoint(f.names_loaded())}
    if named or made:
        named.add(MODULE)
    found, todo = set(named), [*named]
    while todo:
        function = module.functions.get(todo.pop())
        called = (function.names_loaded() if function is not None else set()) & module.functions.keys()
        todo += called - found
        found |= called
    return frozenset(found)


def _names_narrow(node: ast.AST) -> bool:
    match node:
        case ast.Attribute(value=ast.Name(id="np" | "numpy"), attr=name) if name in _OTHERWISE:
            return True
        case ast.Attribute(attr=name) | ast.Name(id=name):
            return name in _NARROW
        case (
            ast.keyword(arg="dtype", value=ast.Constant(value=str(text)))
            | ast.Call(func=ast.Attribute(attr="astype"), args=[ast.Constant(value=str(text)), *_])
        ):
            return text in _LETTERS
        case ast.Constant(value=str(text)):
            return text in _NARROW or text in _CODES
    return False
