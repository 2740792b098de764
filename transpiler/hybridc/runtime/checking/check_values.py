"""What is looked at while a compiled function runs: claims, indices, divisors, and results for NaN."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from typing import Any

import jax
import jax.numpy as jnp
from jax import tree_util

from hybridc.runtime.checking.check_state import record
from hybridc.runtime.flow.tracing import as_predicate, decided
from hybridc.runtime.pytrees.structure import NUMBERS

__all__ = ["check", "defined", "divisor", "expect_index", "index", "of", "positions", "raise_if"]


def check(test: Any, message: str, /, **values: Any) -> None:
    """Fails where `test` does not hold, with the message, in which `{name}` stands for a value."""
    known = decided(test)
    if known is not True:
        record(False if known is False else as_predicate(test), message, **values)


def raise_if(test: Any, message: str, /, **values: Any) -> None:
    """Fails where `test` holds, with the message, in which `{name}` stands for a value."""
    known = decided(test)
    check(jnp.logical_not(as_predicate(test)) if known is None else not known, message, **values)


class _Indexed:
    """An array whose indices are looked at before they are used."""

    def __init__(self, array: Any, place: str, then: Callable[[Any], Any]) -> None:
        self.array = array
        self.place = place
        self.then = then

    def __getitem__(self, indices: Any) -> Any:
        if hasattr(self.array, "shape"):
            parts = indices if isinstance(indices, tuple) else (indices,)
            for axis, part in _by_axes(parts, len(self.array.shape)):
                expect_index(part, axis, self.array.shape[axis], self.place)
        return self.then(indices)


def of(array: Any, place: str) -> _Indexed:
    """`of(x, place)[i, j]` is `x[i, j]`, and fails where NumPy raises IndexError. `place` is told then."""
    return _Indexed(array, place, lambda indices: array[indices])


def index(array: Any, place: str) -> _Indexed:
    """`index(x, place)[i, j]` is `i, j`, and fails where these are no indices of `x`: for `x.at[...]`."""
    return _Indexed(array, place, lambda indices: indices)


def positions(array: Any, indices: Any, place: str, axis: int | None = None) -> Any:
    """`indices`, and fails where `np.take(array, indices, axis)` raises IndexError."""
    size = jnp.size(array) if axis is None else jnp.shape(array)[axis]
    expect_index(jnp.asarray(indices), (axis or 0) % max(jnp.ndim(array), 1), size, place)
    return indices


def _by_axes(parts: tuple[Any, ...], count: int) -> Iterator[tuple[int, Any]]:
    """The indices of single places, with the axes that they are for."""
    used = sum(_axes_of(part) for part in parts if part is not Ellipsis)
    axis = 0
    for part in parts:
        if part is Ellipsis:
            axis += count - used
            continue
        if not isinstance(part, slice) and part is not None and not _is_mask(part) and axis < count:
            yield axis, part
        axis += _axes_of(part)


def _is_mask(part: Any) -> bool:
    return bool(jnp.result_type(part) == jnp.bool_)


def _axes_of(part: Any) -> int:
    """How many axes of the array an index stands for."""
    if part is None:
        return 0
    return int(jnp.ndim(part)) if not isinstance(part, slice) and _is_mask(part) else 1


def expect_index(given: Any, axis: int | None, size: int, place: str, first: int | None = None) -> None:
    """Fails where a part of `given` is no place of an axis, or, without one, of an array counted through.

    Places begin with `first`, or are counted from the end.
    """
    lowest = -size if first is None else first
    found, of = ("index {index:d}", f"axis {axis}") if axis is not None else ("ValueError: index {index:d}", "array")
    message = f"{place}: {found} is out of bounds for {of} with size {size}"
    if isinstance(given, int):
        check(lowest <= given < size, message, index=given)
        return
    if jnp.size(given) == 0 or not jnp.issubdtype(jnp.result_type(given), jnp.integer):
        return
    places = jnp.asarray(given).astype(int).reshape(-1)
    is_inside = (places >= lowest) & (places < size)
    outside = places[0] if places.size == 1 else places[jnp.argmin(is_inside)]
    check(jnp.all(is_inside), message, index=outside)


def divisor(value: Any, place: str) -> Any:
    """`value`, and fails where a part of it is zero."""
    check(value != 0 if type(value) in NUMBERS else jnp.all(jnp.asarray(value) != 0), f"{place}: division by zero")
    return jnp.asarray(value) if type(value) in NUMBERS and value == 0 else value


def defined(value: Any, place: str, *operands: Any) -> Any:
    """`value`, and fails where a part of it is NaN, and none of what it was computed from is."""
    arrays = _inexact(value)
    if arrays:
        holds = functools.reduce(jnp.logical_or, map(_has_nan, _inexact(operands)), ~_any_nan(arrays))
        check(holds, f"{place}: NaN from operands that have none")
    return value


def _inexact(tree: Any) -> list[Any]:
    leaves = tree_util.tree_leaves(tree)
    arrays = [leaf for leaf in leaves if isinstance(leaf, jax.Array | float | complex) or hasattr(leaf, "dtype")]
    return [leaf for leaf in arrays if jnp.issubdtype(jnp.result_type(leaf), jnp.inexact)]


def _has_nan(array: Any) -> jax.Array:
    return jnp.any(jnp.isnan(array))


def _any_nan(arrays: list[Any]) -> jax.Array:
    return functools.reduce(jnp.logical_or, map(_has_nan, arrays))
