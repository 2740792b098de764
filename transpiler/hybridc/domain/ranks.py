"""Whether what is computed has dimensions: the framework gives numbers where it computes with numbers."""

from __future__ import annotations

from collections.abc import Iterable

from hybridc.dialects.entry import Entry
from hybridc.domain.values import Dims, Value

_OF_NUMBERS = frozenset({"T", "real", "transpose", "view", "conj", "conjugate", "item"})


def has_dims(value: Value) -> bool:
    """Surely an array of one dimension at least."""
    return value.dims is Dims.SOME or bool(value.rank)


def may_be_number(value: Value) -> bool:
    """A number, or an array: which of them, tracing finds."""
    return value.dims is Dims.ANY and not value.rank


def of_several(values: Iterable[Value]) -> Dims:
    """What an operator or an element-wise function makes of them: a number of arrays without dimensions, too."""
    return Dims.SOME if any(map(has_dims, values)) else Dims.ANY


def of_call(entry: Entry, values: list[Value], first: Value | None, rank: int | None, keeps: bool) -> Dims:
    """What a function, method or attribute of the framework gives, by its line."""
    if rank:
        return Dims.SOME
    kind, _, method = entry.name.rpartition(".")
    held = first if kind == "ndarray" else None
    if held is not None and (entry.shape == "same" or method in _OF_NUMBERS):
        return Dims.SOME if has_dims(held) else held.dims
    if entry.shape == "elementwise":
        return of_several(values)
    if entry.may_be_number or entry.shape == "reduce" or entry.shape == "scalar":
        return Dims.SOME if keeps and first is not None and has_dims(first) else Dims.ANY
    if method == "squeeze":
        return Dims.ANY if held is not None and may_be_number(held) else Dims.OBJECT
    return Dims.SOME if first is not None and has_dims(first) else Dims.OBJECT
