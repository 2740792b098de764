"""What gives JAX the operands that NumPy computes with, where the text tells their dtypes."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence
from functools import reduce

from hybridc.analysis import numpy_dtypes
from hybridc.analysis.numpy_dtypes import WRAPPING, by_width, cast_to, is_narrow, is_whole, name_of
from hybridc.analysis.state import State
from hybridc.analysis.values import FLOAT, Value, is_weak, unknown
from hybridc.dialects.entry import Entry

_LONG = frozenset(["int32", "uint32"])  # beside which all become float64
_WIDE = frozenset(["bool", "int64", "float64", "complex128"])
_TOTALS = frozenset(["bool", "int64", "uint64", "weak int"])
_SAFE = 127  # all integers of NumPy's hold it
_EXACT = 2**24  # so far, all floating point numbers of 32 bits are exact


def met(
    state: State, operator: ast.AST, left: Value, right: Value, nodes: tuple[ast.expr, ast.expr] | None
) -> frozenset[str] | None:
    """The dtype of `left operator right`, where it is known; notes what operands that have nodes are cast to."""
    _forget(state, *(nodes or ()))
    if not state.is_of_arrays:
        return None
    one, other = name_of(left.dtype), name_of(right.dtype)
    if one is None or other is None or not (one in numpy_dtypes.STRONG or other in numpy_dtypes.STRONG):
        return None
    result, targets = numpy_dtypes.arithmetic(operator, one, other)
    if nodes is None:
        return unknown() if any(targets) else frozenset({result})
    _cast(state, zip(nodes, (left, right), strict=True), targets)
    return frozenset({result})


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
            state.plan.casts[node] = f"{number}.0" if is_written else "jnp.array({x})"
            return
    if len(nodes) == 2:
        met(state, ast.Add(), values[0], values[1], (nodes[0], nodes[1]))


def is_floating(dtype: frozenset[str]) -> bool:
    """Numbers with fractions, however many bits they have."""
    return any(atom.startswith(("float", "complex", "weak f", "weak c")) for atom in dtype)


def _fits(number: int, other: Value) -> bool:
    """Whatever the dtype of the other side may be, it holds the number."""
    name = name_of(other.dtype)
    if name is None:
        return 0 <= number <= _SAFE or is_floating(other.dtype) or "int64" in other.dtype
    return name not in numpy_dtypes.STRONG or numpy_dtypes.holds(name, number)


def taken(
    state: State, entry: Entry, operands: Sequence[tuple[ast.expr, Value]], asks: bool
) -> tuple[frozenset[str] | None, bool]:
    """The dtype of what a function of the table gives, where it is known, and whether it has to be asked for it.

    `operands`: the arrays that the call gives. `asks`: it says a dtype itself. Notes what the operands are cast to.
    """
    _forget(state, *(node for node, _ in operands))
    names = [name_of(value.dtype) for _, value in operands]
    known = [n for n in names if n is not None]
    if not state.is_of_arrays or not numpy_dtypes.STRONG.intersection(known):
        return None, False
    if entry.makes == "dtype":
        is_asked_for = not asks and names[0] is not None and is_narrow(names[0])
        return FLOAT if is_asked_for else None, is_asked_for
    made = [_made(entry.makes, n) if n in numpy_dtypes.STRONG else n for n in known]
    if len(known) < len(names):  # whatever the others are, this is what the integers become
        _cast(state, operands, [_made(entry.makes, n) if n is not None and n in _LONG else None for n in names])
        return None, False
    result, targets = numpy_dtypes.casts(known)
    if is_whole(result) and entry.makes != "promote":
        result = _made(entry.makes, result)
        targets = [result if is_narrow(n) and result != n else None for n in known]
    elif entry.makes == "float64":
        targets = [m if is_narrow(n) else t for n, m, t in zip(known, made, targets, strict=True)]
        result = reduce(numpy_dtypes.promoted, made)
    _cast(state, operands, targets)
    return frozenset({result}), False


def _made(rule: str, name: str) -> str:
    if rule == "promote" or not is_whole(name):
        return name
    return by_width(name) if rule == "width" else "float64"


def is_proven(entry: Entry, values: Sequence[Value]) -> bool:
    """The arrays surely hold floating point numbers, or what the line means right as well."""
    return all(is_floating(v.dtype) or (entry.widens and v.dtype <= _TOTALS) for v in values)


def converted(state: State, node: ast.expr, value: Value, target: str | None) -> None:
    """Notes how `value` is cast to a dtype: floating point numbers become small integers by way of larger ones."""
    _forget(state, node)
    name = name_of(value.dtype)
    if target in WRAPPING and state.is_of_arrays and not value.is_static and not (name and is_whole(name)):
        if value.form.is_numeric:
            state.plan.casts[node] = cast_to(value, "int64")


def stored(state: State, node: ast.expr | None, value: Value, array: Value) -> bool:
    """Whether what is stored into the array has to be cast to its dtype, which is known; notes how."""
    name = name_of(array.dtype)
    if name is None or name not in numpy_dtypes.STRONG or not state.is_of_arrays:
        return False
    if node is not None:
        converted(state, node, value, name)
    return name not in _WIDE and value.dtype != array.dtype and not is_weak(value.dtype)


def _forget(state: State, *nodes: ast.expr) -> None:
    for node in nodes:
        state.plan.casts.pop(node, None)


def _cast(state: State, operands: Iterable[tuple[ast.expr, Value]], targets: Sequence[str | None]) -> None:
    for (node, value), target in zip(operands, targets, strict=True):
        if target is not None:
            state.plan.casts[node] = cast_to(value, target)
