"""Reductions. The result of all axes has the shape (1,): MXNet has no arrays without axes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import jax
import jax.numpy as jnp
from jax import lax

from hybridc.runtime.gluon.ops.dtypes import as_rank_one, axis_of, in_floats, is_float
from hybridc.runtime.kernels.corners import absolute

Array = jax.Array
Axes = int | Sequence[int] | None


def _axes(axis: Axes, exclude: bool, ndim: int) -> tuple[int, ...]:
    if axis is None or (not isinstance(axis, int) and len(axis) == 0):
        return tuple(range(ndim))
    given = (axis,) if isinstance(axis, int) else axis
    chosen = [axis_of(a, ndim) for a in given]
    return tuple(a for a in range(ndim) if (a in chosen) is not exclude)


def sum(data: Array, axis: Axes = None, keepdims: bool = False, exclude: bool = False) -> Array:
    """The sum over axes, or with `exclude` over all others, in the dtype of `data`: small integers wrap around."""
    axes = _axes(axis, exclude, data.ndim)
    if data.dtype == jnp.bool_:
        return as_rank_one(jnp.any(data, axes, keepdims=keepdims))
    return as_rank_one(jnp.sum(data, axes, dtype=data.dtype, keepdims=keepdims))


def mean(data: Array, axis: Axes = None, keepdims: bool = False, exclude: bool = False) -> Array:
    """The mean over axes; of integers cut off."""
    axes = _axes(axis, exclude, data.ndim)
    if is_float(data):
        return as_rank_one(jnp.mean(data, axes, keepdims=keepdims))
    count = 1
    for each in axes:
        count *= data.shape[each]
    total = jnp.sum(data, axes, dtype=data.dtype, keepdims=keepdims)
    return as_rank_one(lax.div(total, jnp.full(total.shape, count, data.dtype)))


def prod(data: Array, axis: Axes = None, keepdims: bool = False, exclude: bool = False) -> Array:
    """The product over axes."""
    axes = _axes(axis, exclude, data.ndim)
    return as_rank_one(jnp.prod(data, axes, dtype=data.dtype, keepdims=keepdims))


def nansum(data: Array, axis: Axes = None, keepdims: bool = False, exclude: bool = False) -> Array:
    """The sum over axes, NaN taken for 0."""
    return as_rank_one(jnp.nansum(data, _axes(axis, exclude, data.ndim), dtype=data.dtype, keepdims=keepdims))


def nanprod(data: Array, axis: Axes = None, keepdims: bool = False, exclude: bool = False) -> Array:
    """The product over axes, NaN taken for 1."""
    return as_rank_one(jnp.nanprod(data, _axes(axis, exclude, data.ndim), dtype=data.dtype, keepdims=keepdims))


def max(data: Array, axis: Axes = None, keepdims: bool = False, exclude: bool = False) -> Array:
    """The largest element over axes. Every one that is as large gets the whole gradient."""
    return _extreme(jnp.max, data, axis, keepdims, exclude)


def min(data: Array, axis: Axes = None, keepdims: bool = False, exclude: bool = False) -> Array:
    """The smallest element over axes. Every one that is as small gets the whole gradient."""
    return _extreme(jnp.min, data, axis, keepdims, exclude)


def _extreme(function: Callable[..., Array], data: Array, axis: Axes, keepdims: bool, exclude: bool) -> Array:
    axes = _axes(axis, exclude, data.ndim)
    found = lax.stop_gradient(function(data, axes, keepdims=True))
    if is_float(data):  # what is added is 0 and has the gradient
        found = found + jnp.sum(jnp.where(data == found, data - lax.stop_gradient(data), 0), axes, keepdims=True)
    return as_rank_one(found if keepdims else jnp.squeeze(found, axes))


def argmax(data: Array, axis: int | None = None, keepdims: bool = False) -> Array:
    """Where the first of the largest elements is, in the dtype of `data`; of no axis, in the array counted through."""
    return as_rank_one(jnp.argmax(data, axis, keepdims=keepdims and axis is not None).astype(data.dtype))


def argmin(data: Array, axis: int | None = None, keepdims: bool = False) -> Array:
    """Where the first of the smallest elements is, in the dtype of `data`; of no axis, in the array counted through."""
    return as_rank_one(jnp.argmin(data, axis, keepdims=keepdims and axis is not None).astype(data.dtype))


def argmax_channel(data: Array) -> Array:
    """`argmax` over axis 1."""
    return argmax(data, 1)


def norm(data: Array, ord: int = 2, axis: Axes = None, out_dtype: Any = None, keepdims: bool = False) -> Array:
    """The sum of magnitudes (`ord=1`) or the root of the sum of squares (2), of rows or of elements over two axes.

    Raises ValueError for another order, TypeError for the root of integers, of which MXNet gives no norm.
    """
    if ord not in (1, 2):
        raise ValueError(f"norm only supports ord=1 and ord=2, got {ord}")
    if ord == 2 and not is_float(data):
        raise TypeError(f"norm of {data.dtype}: cast the array to floating point numbers first")
    axes = _axes(axis, False, data.ndim)
    x = data if is_float(data) else data.astype(jnp.float32)
    if ord == 1:
        found = jnp.sum(absolute(x), axes, keepdims=keepdims)
    else:
        found = jnp.sqrt(jnp.sum(x.astype(jnp.float32) ** 2, axes, keepdims=keepdims))
    return as_rank_one(found.astype(data.dtype if out_dtype is None else out_dtype))


def moments(data: Array, axes: Axes = None, keepdims: bool = False) -> tuple[Array, Array]:
    """Mean and variance over axes, of integers cut off."""
    chosen = _axes(axes, False, data.ndim)
    mean = in_floats(lambda x: jnp.mean(x, chosen, keepdims=keepdims), data)
    return as_rank_one(mean), as_rank_one(variance(data, chosen, 0, keepdims).astype(data.dtype))


def variance(x: Array, axes: Axes, ddof: int, keepdims: bool) -> Array:
    """The variance over axes; of integers around a mean that is cut off."""
    if is_float(x):
        return jnp.var(x, axes, ddof=ddof, keepdims=keepdims)
    mean = jnp.trunc(jnp.mean(x, axes, keepdims=True))
    total = jnp.sum(jnp.square(x - mean), axes, keepdims=keepdims)
    return total / (x.size // total.size - ddof)


def cumsum(a: Array, axis: int | None = None, dtype: Any = None) -> Array:
    """Sums so far along an axis, or of all elements in order."""
    return jnp.cumsum(a, axis, dtype=a.dtype if dtype is None else dtype)


def sum_axis(data: Array, axis: Axes = None, keepdims: bool = False, exclude: bool = False) -> Array:
    """Another name of `sum`."""
    return sum(data, axis, keepdims, exclude)


def softmax_cross_entropy(data: Array, label: Array) -> Array:
    """The cross entropy of the softmax of rows with the labelled classes, summed up: the shape is (1,)."""
    chosen = jnp.take_along_axis(jax.nn.log_softmax(data, -1), label.astype(jnp.int32)[:, None], 1, mode="clip")
    return as_rank_one(-jnp.sum(chosen))
