"""Parts of arrays by their place: `slice`, `slice_axis`, `slice_like`, and what `x[key]` means."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import jax
import jax.numpy as jnp
from jax import lax

from hybridc.runtime.gluon.ops.dtypes import as_rank_one, axis_of

Array = jax.Array
Bound = int | None

_slice = slice


def slice(
    data: Array, begin: Bound | Sequence[Bound], end: Bound | Sequence[Bound], step: Bound | Sequence[Bound] = ()
) -> Array:
    """The part from `begin` to `end` along the first axes; None for an end of the axis. Ends beyond it are cut."""
    starts, stops, steps = (_bounds(b) for b in (begin, end, step))
    steps = steps or (None,) * len(starts)
    return data[tuple(_slice(*bounds) for bounds in zip(starts, stops, steps, strict=True))]


def _bounds(value: Bound | Sequence[Bound]) -> tuple[Bound, ...]:
    return (value,) if value is None or isinstance(value, int) else tuple(value)


def slice_axis(data: Array, axis: int, begin: int, end: Bound) -> Array:
    """The part from `begin` to `end` along one axis; negative places count from its end, None is its end.

    Raises ValueError where that is not a part of the axis.
    """
    place = axis_of(axis, data.ndim)
    size = data.shape[place]
    start = begin + size if begin < 0 else begin
    stop = size if end is None else end + size if end < 0 else end
    if not 0 <= start < stop <= size:
        raise ValueError(f"cannot slice an axis of {size} from {begin} to {end}")
    return data[(_slice(None),) * place + (_slice(start, stop),)]


def slice_like(data: Array, shape_like: Array, axes: int | Sequence[int] = ()) -> Array:
    """The first elements along all axes, or the given ones, as many as another array has there."""
    given = (axes,) if isinstance(axes, int) else tuple(axes)
    chosen = [axis_of(a, data.ndim) for a in given] or range(data.ndim)
    wanted = {a: shape_like.shape[a] for a in chosen}
    if any(n > data.shape[a] for a, n in wanted.items()):
        raise ValueError(f"cannot slice {data.shape} like {shape_like.shape}")
    return data[tuple(_slice(wanted.get(a)) for a in range(data.ndim))]


def getitem(data: Any, key: Any) -> Any:
    """`x[key]`: one element has the shape (1,), and arrays of whatever dtype are indices, never masks.

    A list or tuple gives its element. Raises IndexError for numbers beyond an axis; indices in arrays are cut to it, as
    `take` does.
    """
    if isinstance(data, list | tuple):
        return data[key]
    keys = tuple(_index(k) for k in (key if isinstance(key, tuple) else (key,)))
    _expect_within(keys, data.shape)
    return as_rank_one(data[keys])


def rows(data: Any) -> Any:
    """What `for` runs over: of a vector arrays of the shape (1,). Lists and what else there is stay as they are."""
    is_vector = isinstance(data, jax.Array) and data.ndim == 1
    return data.reshape(-1, 1) if is_vector else data


def setitem(data: Any, key: Any, value: Any) -> Any:
    """What `x` is after `x[key] = value`, in its dtype; a list is written into."""
    if isinstance(data, list | dict):
        data[key] = value
        return data
    keys = tuple(_index(k) for k in (key if isinstance(key, tuple) else (key,)))
    _expect_within(keys, data.shape)
    new = value if isinstance(value, jax.Array) else jnp.asarray(value)
    place = data[keys]
    while new.ndim > place.ndim and new.shape[0] == 1:
        new = new[0]
    result = data.at[keys].set(new.astype(data.dtype))
    if not isinstance(result, jax.core.Tracer):
        return result
    # XLA's CPU backend is wrong where `value` is read from other places of `data`: docs/semantics.md
    return lax.optimization_barrier(result)  # type: ignore[no-untyped-call]


def _index(key: Any) -> Any:
    """Indices as JAX takes them: MXNet's may be of floating point numbers."""
    if isinstance(key, bool):
        return int(key)
    if isinstance(key, list):
        key = jnp.asarray(key)
    return key.astype(jnp.int32) if isinstance(key, jax.Array) else key


def _expect_within(keys: Sequence[Any], shape: Sequence[int]) -> None:
    given = [k for k in keys if k is not None]
    if Ellipsis in [k for k in given if not isinstance(k, jax.Array)]:
        place = next(n for n, k in enumerate(given) if k is Ellipsis)
        given[place : place + 1] = [_slice(None)] * (len(shape) - len(given) + 1)
    if len(given) > len(shape):
        raise IndexError(f"too many indices for an array of shape {tuple(shape)}")
    for key, size in zip(given, shape, strict=False):
        if isinstance(key, int) and not -size <= key < size:
            raise IndexError(f"index {key} is out of bounds for an axis of {size}")
