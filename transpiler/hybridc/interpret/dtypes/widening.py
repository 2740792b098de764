"""What gives JAX the operands that NumPy computes with, where the text tells their dtypes."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import reduce

from hybridc.dialects.entry import Entry
from hybridc.domain import numpy_dtypes
from hybridc.domain.atoms import Dtype, named_dtype, parameters_of, unknown
from hybridc.domain.numpy_dtypes import WRAPPING, by_width, cast_to, is_narrow, is_whole, name_of
from hybridc.domain.values import FLOAT, INT, WEAK_INT, Value, is_weak
from hybridc.interpret.dtypes.small_numbers import small_names
from hybridc.program.state import State

_LOOKING: dict[type[ast.operator], str] = {
    ast.Add: "add", ast.Sub: "subtract", ast.Mult: "multiply", ast.Div: "divide", ast.FloorDiv: "floor_divide",
    ast.Mod: "remainder", ast.MatMult: "matmul",
}  # fmt: skip
_WEAK = frozenset(["weak int", "weak float", "weak complex"])
_UNSIGNED = frozenset(["uint32", "uint64"])  # whose largest numbers no larger integer may hold
_LONG = frozenset(["int32", "uint32"])  # beside which all become float64
_WIDE = frozenset(["bool", "int64", "float64", "complex128"])
_NARROW = frozenset(filter(is_narrow, numpy_dtypes.STRONG))
_FEWER = _NARROW | numpy_dtypes.STRONG - _WIDE
_TOTALS = frozenset(["bool", "int64", "uint64", "weak int"])
_JOINED = "numpy_like.joining(jnp.array)({x})"
_CALL = re.compile(r"jnp\.[\w.]+(\(|$)")
_SAFE = 127  # all integers of NumPy's hold it
_EXACT = 2**24  # so far, all floating point numbers of 32 bits are exact


def may_be_small(state: State, value: Value) -> bool:
    """Its dtype is that of a parameter, or of what was computed with it, that a hint, a use or a call says that of; or
    nothing tells it, in a function that has such numbers."""
    is_traced = not value.is_static and value.form.is_numeric
    if state.known.any_dtype:
        return is_traced
    function = state.plan.function
    small = small_names(state.module, state.dialects).get(function.qualified_name)
    if small is None:
        return False
    parameters = parameters_of(value.dtype)
    others = parameters.difference(function.parameters)  # of nested functions
    is_told = not others and not any(atom.is_unknown and not atom.is_float for atom in value.dtype)
    return not small.names.isdisjoint(parameters) or (small.is_inside and is_traced and not is_told)


def has_small(state: State) -> bool:
    """A function of arrays of NumPy's, something in which may hold small integers or truth values."""
    function = small_names(state.module, state.dialects).get(state.plan.function.qualified_name)
    return state.is_of_arrays and (state.known.any_dtype or (function is not None and function.is_inside))


def of_any_dtype(state: State, entry: Entry) -> Entry:
    """The line for a function that goes by another name, where it may be given small integers or truth values."""
    if not has_small(state) or not entry.passes_on:
        return entry
    if entry.unproven.startswith("numpy_like."):
        return replace(entry, target=entry.unproven.partition("(")[0])
    if entry.makes in ("", "join"):
        return entry
    is_of_floats = entry.makes not in ("promote", "width") and entry.shape != "elementwise"
    return replace(entry, target=f"numpy_like.{'of_floats' if is_of_floats else 'promoting'}({entry.target})")


def met(
    state: State, operator: ast.AST, left: Value, right: Value, nodes: tuple[ast.expr, ast.expr] | None
) -> Dtype | None:
    """The dtype of `left operator right`, where it is known; notes what operands that have nodes are cast to."""
    _forget(state, *(nodes or ()))
    if not state.is_of_arrays:
        return None
    if nodes is not None and isinstance(operator, ast.Div):
        _divided(state, [*zip(nodes, (left, right), strict=True)])
    one, other = name_of(left.dtype), name_of(right.dtype)
    if one is None or other is None or not (one in numpy_dtypes.STRONG or other in numpy_dtypes.STRONG):
        return None
    result, targets = numpy_dtypes.arithmetic(operator, one, other)
    if not isinstance(operator, ast.cmpop):
        targets = _with_pythons(targets, result, (left, right))
    if nodes is None:
        return unknown() if any(targets) else named_dtype(result)
    _cast(state, zip(nodes, (left, right), strict=True), targets)
    return named_dtype(result)


def _with_pythons(targets: Sequence[str | None], result: str, values: Sequence[Value]) -> list[str | None]:
    """The same, with what a number of Python's is cast to which is an array of JAX's beside narrow ones."""
    if result not in _FEWER:
        return [*targets]
    return [
        result if name_of(v.dtype) in _WEAK and not v.is_static else t for t, v in zip(targets, values, strict=True)
    ]


def _divided(state: State, operands: list[tuple[ast.expr, Value]]) -> None:
    """Notes that one of the operands becomes float64, where it may hold small integers.

    A number that is written there becomes one with a fraction, which is the same for all dtypes.
    """
    for (node, value), (beside, other) in (operands, operands[::-1]):
        if name_of(value.dtype) is None and not is_floating(value.dtype) and not is_floating(other.dtype):
            number = other.constant if isinstance(beside, ast.Constant | ast.UnaryOp) and other.has_constant else None
            if type(number) is int and abs(number) < _EXACT:
                if value.form.is_numeric and not value.is_static:
                    state.plan.lines.casts[beside] = f"{number}.0"
                    return
            elif (other.is_static or other.dtype == WEAK_INT) and may_be_small(state, value):
                state.plan.lines.casts[node] = "numpy_like.floats({x})"
                return


def meeting(state: State, node: ast.AST, operator: ast.operator, left: Value, right: Value) -> None:
    """Notes that both operands are looked at while tracing: one is unknown, and may hold small integers."""
    state.plan.lines.dtype_joins.pop(node, None)
    function = _LOOKING.get(type(operator))
    if function is None or not (isinstance(node, ast.BinOp) or _gives_another(state, node)):
        return
    if not state.is_of_arrays or _is_wide(left, right):
        return
    if not (state.known.any_dtype or function == "divide") or left.is_static or right.is_static:
        return
    if any(name_of(v.dtype) is None and may_be_small(state, v) for v in (left, right)):
        state.plan.lines.dtype_joins[node] = f"numpy_like.{function}({{left}}, {{right}})"


def _gives_another(state: State, node: ast.AST) -> bool:
    """An operator in place that is computed and bound: where arrays are mutable it writes into what the name has."""
    return isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name) and state.plan.references is None


def _is_wide(left: Value, right: Value) -> bool:
    """JAX gives NumPy's dtype, whatever the unknown one is."""
    names = {name_of(left.dtype), name_of(right.dtype)}
    return bool(names & {"float64", "complex128", *_WEAK}) or (is_floating(left.dtype) and is_floating(right.dtype))


def compared(state: State, nodes: Sequence[ast.expr], values: Sequence[Value]) -> None:
    """Notes what the operands of a comparison are cast to: an integer beside small ones has room of its own."""
    _forget(state, *nodes)
    if not state.is_of_arrays:
        return
    others = [*values[1:2], *values[:-1]]  # beside each of them
    for node, value, other in zip(nodes, values, others, strict=True):
        number = value.constant if value.has_constant else None
        if type(number) is int and not other.is_static and not _fits(number, other):
            is_written = isinstance(node, ast.Constant | ast.UnaryOp) and abs(number) < _EXACT
            state.plan.lines.casts[node] = f"{number}.0" if is_written else "jnp.asarray({x}, int)"
            return
        if number is None and _may_be_beyond(state, value, other):
            is_known = value.is_static and name_of(value.dtype) == "weak int"
            state.plan.lines.casts[node] = "jnp.asarray({x}, int)" if is_known else "numpy_like.strong({x})"
    if len(nodes) == 2 and state.plan.lines.casts.keys().isdisjoint(nodes):
        met(state, ast.Eq(), values[0], values[1], (nodes[0], nodes[1]))


def _may_be_beyond(state: State, value: Value, other: Value) -> bool:
    """One is an integer of Python's, perhaps, which the integers of the other perhaps do not hold."""
    name = name_of(other.dtype)
    if value.is_array or is_floating(value.dtype) or name_of(value.dtype) not in (None, "weak int"):
        return False
    if name is not None:
        return name in _NARROW
    return state.known.any_dtype and not is_floating(other.dtype) and may_be_small(state, other)


def is_floating(dtype: Dtype) -> bool:
    """Numbers with fractions, however many bits they have."""
    return any(atom.is_known and atom.name.startswith(("float", "complex")) for atom in dtype)


def is_single(value: Value) -> bool:
    """Floating point numbers of fewer than 64 bits, surely."""
    return name_of(value.dtype) in _FEWER and is_floating(value.dtype)


def _has_room(state: State, first: Value, bound: Value) -> bool:
    """The dtype of the first holds the bound; one that nobody has written does so unless any dtype is looked for."""
    if bound.has_constant:
        return type(bound.constant) is not int or _fits(bound.constant, first)
    return is_floating(bound.dtype) or not may_be_small(state, first)


def _fits(number: int, other: Value) -> bool:
    """Whatever the dtype of the other side may be, it holds the number."""
    name = name_of(other.dtype)
    if name is None:
        return 0 <= number <= _SAFE or is_floating(other.dtype) or other.dtype >= INT
    return name not in numpy_dtypes.STRONG or numpy_dtypes.holds(name, number)


def taken(
    state: State, entry: Entry, operands: Sequence[tuple[ast.expr, Value]], asks: bool
) -> tuple[Dtype | None, bool]:
    """The dtype of what a function of the table gives, where it is known, and whether it has to be asked for it.

    `operands`: the arrays that the call gives. `asks`: it says a dtype itself. Notes what the operands are cast to.
    """
    casts = state.plan.lines.casts
    displays = [node for node, _ in operands if casts.get(node) == _JOINED]
    _forget(state, *(node for node, _ in operands))
    found = _taken(state, entry, operands, asks)
    casts |= {node: casts.get(node, "{x}").replace("{x}", _JOINED) for node in displays}
    return found


def _taken(
    state: State, entry: Entry, operands: Sequence[tuple[ast.expr, Value]], asks: bool
) -> tuple[Dtype | None, bool]:
    if entry.makes == "join":
        return joined(state, operands), False
    if entry.makes == "promote" and entry.dtype == "bool":
        compared(state, [node for node, _ in operands[:2]], [value for _, value in operands[:2]])
        return None, False
    names = [name_of(value.dtype) for _, value in operands]
    known = [n for n in names if n is not None]
    if not state.is_of_arrays:
        return None, False
    for node, value in operands[:1] if entry.makes == "dtype" else operands if entry.makes != "promote" else ():
        if name_of(value.dtype) is None and not is_floating(value.dtype) and may_be_small(state, value):
            state.plan.lines.casts[node] = f"numpy_like.{'by_width' if entry.makes == 'width' else 'floats'}({{x}})"
    if not numpy_dtypes.STRONG.intersection(known):
        return None, False
    if entry.makes == "dtype":
        is_asked_for = not asks and names[0] is not None and is_narrow(names[0])
        return FLOAT if is_asked_for else None, is_asked_for
    made = [_made(entry.makes, n) if n in numpy_dtypes.STRONG else n for n in known]
    if len(known) < len(names) and entry.makes == "promote":
        return None, False
    if len(known) < len(names):  # whatever the others are, this is what the integers become
        fewer = _FEWER if entry.makes == "wide" else _LONG
        _cast(state, operands, [_made(entry.makes, n) if n is not None and n in fewer else None for n in names])
        return None, False
    result, targets = numpy_dtypes.casts(known)
    if is_whole(result) and entry.makes != "promote":
        result = _made(entry.makes, result)
        targets = [result if is_narrow(n) and result != n else None for n in known]
    elif entry.makes in ("float64", "wide"):
        fewer = (
            numpy_dtypes.STRONG - _WIDE if entry.makes == "wide" else frozenset(filter(is_narrow, numpy_dtypes.STRONG))
        )
        targets = [m if n in fewer else t for n, m, t in zip(known, made, targets, strict=True)]
        result = reduce(numpy_dtypes.promoted, made)
    if len(known) == len(names):
        targets = _with_pythons(targets, result, [value for _, value in operands])
    _cast(state, operands, targets)
    return None if asks else named_dtype(result), False


def bounded(state: State, operands: Sequence[tuple[ast.expr, Value]]) -> None:
    """Notes what bounds beside a narrow array are cast to: numbers of Python's have its dtype."""
    nodes, values = [node for node, _ in operands], [value for _, value in operands]
    _forget(state, *nodes)
    if state.is_of_arrays and values:
        _cast(state, operands, _with_pythons([None] * len(nodes), name_of(values[0].dtype) or "", values))


def joined(state: State, operands: Sequence[tuple[ast.expr, Value]]) -> Dtype | None:
    """The dtype of what these are put together in, where it is known. Numbers of Python's have 64 bits there, and are
    cast to that beside arrays that have fewer, surely or perhaps."""
    _forget(state, *(node for node, _ in operands))
    names = [name_of(value.dtype) for _, value in operands]
    if not state.is_of_arrays:
        return None
    narrow = numpy_dtypes.STRONG - _WIDE
    small = [n in narrow or may_be_small(state, value) for n, (_, value) in zip(names, operands, strict=True)]
    if not any(small):
        return None
    wide = [numpy_dtypes.WIDE.get(n or "") if v.is_scalar else None for n, (_, v) in zip(names, operands, strict=True)]
    known = [w or n for w, n in zip(wide, names, strict=True)]
    result = None if None in known else reduce(numpy_dtypes.promoted, filter(None, known))
    met_by = [None] * len(names) if result is None else numpy_dtypes.casts([k for k in known if k is not None])[1]
    _cast(state, operands, [result or w if w is not None else m for w, m in zip(wide, met_by, strict=True)])
    for (node, value), name, is_small in zip(operands, names, small, strict=True):
        is_beside = sum(small) > is_small
        if is_beside and name is None and not (value.is_array or value.is_static) and value.form.is_numeric:
            state.plan.lines.casts[node] = "numpy_like.strong({x})"  # a number of Python's, perhaps
    return None if result is None else named_dtype(result)


def joining(state: State, entry: Entry, operands: Sequence[tuple[ast.expr, Value]], wrapper: str = "joining") -> Entry:
    """The line for a function that puts arrays together which may have any dtypes: it looks at them while tracing."""
    if not (entry.target and _CALL.match(entry.target) and _may_differ(state, operands)):
        return entry
    _forget(state, *(node for node, _ in operands))
    function, bracket, rest = entry.target.partition("(")
    return replace(entry, target=f"numpy_like.{wrapper}({function}){bracket}{rest}")


def joining_elements(state: State, display: ast.expr, operands: Sequence[tuple[ast.expr, Value]]) -> bool:
    """Whether the elements of a display, which is given where an array is taken, are looked at; notes that they are."""
    _forget(state, display)
    if not _may_differ(state, operands):
        return False
    _forget(state, *(node for node, _ in operands))
    state.plan.lines.casts[display] = _JOINED
    return True


def _may_differ(state: State, operands: Sequence[tuple[ast.expr, Value]]) -> bool:
    """They are put together, may have any dtypes, and perhaps not the same."""
    if not (state.known.any_dtype and state.is_of_arrays) or all(name_of(v.dtype) is not None for _, v in operands):
        return False
    return len({(v.dtype, v.is_static) for _, v in operands}) > 1


def _made(rule: str, name: str) -> str:
    if rule == "wide":
        return numpy_dtypes.promoted(name, "float64")
    if rule == "promote" or not is_whole(name):
        return name
    return by_width(name) if rule == "width" else "float64"


def is_proven(state: State, entry: Entry, values: Sequence[Value]) -> bool:
    """The arrays surely hold floating point numbers, or what the line means right as well."""
    if entry.bounded:
        first, *bounds = values
        return is_floating(first.dtype) or first.is_static or all(_has_room(state, first, each) for each in bounds)
    if entry.reals:
        return all(is_real(v.dtype) for v in values)
    return all(is_floating(v.dtype) or (entry.widens and v.dtype <= _TOTALS) for v in values)


def any_small(state: State, values: Sequence[Value]) -> bool:
    """One of them has, or may have, integers of fewer than 64 bits."""
    return any(name_of(v.dtype) in _NARROW or (name_of(v.dtype) is None and may_be_small(state, v)) for v in values)


def is_real(dtype: Dtype) -> bool:
    """Surely not complex."""
    return bool(dtype) and all(a.is_float or (a.is_known and "complex" not in a.name) for a in dtype)


def converted(state: State, node: ast.expr, value: Value, target: str | None) -> None:
    """Notes how `value` is cast to a dtype: floating point numbers become small integers by way of larger ones."""
    _forget(state, node)
    name = name_of(value.dtype)
    if target in WRAPPING and state.is_of_arrays and not value.is_static and not (name and is_whole(name)):
        if value.form.is_numeric:
            state.plan.lines.casts[node] = cast_to(value, "int64")
    elif target in _UNSIGNED and state.is_of_arrays and not value.is_static and not (name and is_whole(name)):
        if value.form.is_numeric:
            state.plan.lines.casts[node] = "numpy_like.unsigned({x})"


def stored(state: State, node: ast.expr | None, value: Value, array: Value, name_of_array: str) -> bool:
    """Whether what is stored into the array has to be cast to its dtype, which is known; notes how."""
    name = name_of(array.dtype)
    if node is not None and name is None and state.is_of_arrays and _may_be_cut_off(state, value, array):
        state.plan.lines.casts[node] = f"numpy_like.stored({{x}}, {name_of_array})"
    if name is None or name not in numpy_dtypes.STRONG or not state.is_of_arrays:
        return False
    if node is not None:
        converted(state, node, value, name)
    return name not in _WIDE and value.dtype != array.dtype and not (is_weak(value.dtype) and value.is_static)


def stored_back(state: State, statement: ast.AugAssign, element: Value, value: Value) -> bool:
    """Whether what the operator gives has to be cast to the dtype of the array, which is known; notes what a number of
    Python's is cast to."""
    if name_of(element.dtype) not in _FEWER or not state.is_of_arrays:
        return False
    read = ast.copy_location(ast.Name("element", ast.Load()), statement.target)  # JAX widens it beside others
    return met(state, statement.op, element, value, (read, statement.value)) != element.dtype


def is_made_of_pythons(value: Value) -> bool:
    """A number of Python's, which has no dtype of its own once compiled; what `float` gives is one of JAX's arrays."""
    return is_weak(value.dtype) and (value.is_static or value.dtype <= INT | WEAK_INT)


def _may_be_cut_off(state: State, value: Value, array: Value) -> bool:
    """The value is none of the array's integers, if it holds any."""
    is_number = value.is_static or (name_of(value.dtype) or "").startswith("weak")
    return not is_number and not is_floating(array.dtype) and value.form.is_numeric and may_be_small(state, array)


def _forget(state: State, *nodes: ast.expr) -> None:
    for node in nodes:
        state.plan.lines.casts.pop(node, None)


def _cast(state: State, operands: Iterable[tuple[ast.expr, Value]], targets: Sequence[str | None]) -> None:
    for (node, value), target in zip(operands, targets, strict=True):
        if target is not None and not isinstance(node, ast.List | ast.Tuple):
            state.plan.lines.casts[node] = cast_to(value, target)
