"""Elements by indices in arrays. Indices may be floating point numbers, whose fractions are cut off."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import jax
import jax.numpy as jnp
from jax import lax

from hybridc.runtime.checking.lookups import expect_within
from hybridc.runtime.gluon.ops.dtypes import as_rank_one, axis_of

Array = jax.Array


def _within(indices: Array, size: int, mode: str) -> Array:
    """Indices that are there: cut to the axis, or taken modulo its length."""
    whole = indices.astype(jnp.int32)
    return jnp.mod(whole, size) if mode == "wrap" else jnp.clip(whole, 0, size - 1)


def take(a: Array, indices: Array, axis: int = 0, mode: str = "clip") -> Array:
    """The parts along an axis that the indices name, in their shape. `mode`: "clip", "wrap", or "raise".

    What "raise" would raise for, compiled code cannot: there it is filled with NaN, or the smallest integer.
    """
    place = axis_of(axis, a.ndim)
    if mode == "raise":
        expect_within(indices, a.shape[place], place)
        return jnp.take(a, indices.astype(jnp.int32), place, mode="fill")
    return jnp.take(a, _within(indices, a.shape[place], mode), place)


def batch_take(a: Array, indices: Array) -> Array:
    """One element of each row, (N, M) and (N,) -> (N,)."""
    return pick(a, indices, 1)


def pick(data: Array, index: Array, axis: int | None = -1, keepdims: bool = False, mode: str = "clip") -> Array:
    """One element along an axis for each place in the others. `mode`: "clip" or "wrap"."""
    if axis is None:
        return take(data.ravel(), index, mode=mode)
    place = axis_of(axis, data.ndim)
    full = index if index.ndim == data.ndim else jnp.expand_dims(index, place)
    found = jnp.take_along_axis(data, _within(full, data.shape[place], mode), place)
    return found if keepdims else as_rank_one(jnp.squeeze(found, place))


def Embedding(
    data: Array,
    weight: Array,
    input_dim: int | None = None,
    output_dim: int | None = None,
    dtype: Any = "float32",
    sparse_grad: bool = False,
) -> Array:
    """Rows of the weight (input_dim, output_dim), by indices that are cut to them."""
    return take(weight, data)


def gather_nd(data: Array, indices: Array) -> Array:
    """The parts that the columns of `indices` (M, ...) name by their first M places. Negative ones count from the end.

    Those that are out of bounds, for which MXNet raises, are filled with NaN, or the smallest integer.
    """
    places = tuple(indices.astype(jnp.int32))
    for axis, each in enumerate(places):
        expect_within(each, data.shape[axis], axis)
    return as_rank_one(data.at[places].get(mode="fill"))


def scatter_nd(data: Array, indices: Array, shape: Sequence[int]) -> Array:
    """Zeros of a shape with `data` at the places that the columns of `indices` name; of several the last one counts."""
    places = tuple(indices.astype(jnp.int32))
    return jnp.zeros(shape, data.dtype).at[places].set(data)


def index_copy(old_tensor: Array, index_vector: Array, new_tensor: Array) -> Array:
    """`old_tensor` with some of its rows from another one."""
    return old_tensor.at[index_vector.astype(jnp.int32)].set(new_tensor)


def index_array(data: Array, axes: Sequence[int] | None = None) -> Array:
    """The index of every element, along a last axis; or its places on some axes."""
    chosen = range(data.ndim) if axes is None else [axis_of(a, data.ndim) for a in axes]
    places = jnp.indices(data.shape, dtype=jnp.int32)
    return jnp.stack([places[a] for a in chosen], -1)


def one_hot(indices: Array, depth: int, on_value: float = 1.0, off_value: float = 0.0, dtype: Any = "float32") -> Array:
    """A last axis of `depth` with `on_value` at the index and `off_value` elsewhere; indices beyond it are nowhere."""
    is_there = indices.astype(jnp.int32)[..., None] == jnp.arange(depth)
    return jnp.where(is_there, jnp.asarray(on_value, dtype), jnp.asarray(off_value, dtype))


def where(condition: Array, x: Array, y: Array) -> Array:
    """`x` where the condition is not 0, else `y`. A condition of one axis chooses rows. Raises ValueError for shapes
    that differ."""
    if x.shape != y.shape or condition.shape not in (x.shape, x.shape[:1]):
        raise ValueError(f"where: expected one shape, got {condition.shape}, {x.shape} and {y.shape}")
    chosen = condition.reshape(-1, *(1,) * (x.ndim - 1)) if condition.shape != x.shape else condition
    return jnp.where(chosen != 0, x, y)


def ravel_multi_index(data: Array, shape: Sequence[int]) -> Array:
    """The places in an array of that shape, counted through, of the columns of `data`."""
    total = jnp.zeros(data.shape[1:], data.dtype)
    for row, size in zip(data, shape, strict=True):
        total = total * size + row
    return lax.stop_gradient(total)


def unravel_index(data: Array, shape: Sequence[int]) -> Array:
    """The columns of indices that places counted through have in an array of that shape.

    Of places past its end, MXNet gives the first axis what is left.
    """
    left = data.astype(jnp.int32)
    found = []
    for size in reversed(list(shape)[1:]):
        found.append(lax.rem(left, jnp.full_like(left, size)))
        left = lax.div(left, jnp.full_like(left, size))
    return jnp.stack([left, *reversed(found)]).astype(data.dtype)
