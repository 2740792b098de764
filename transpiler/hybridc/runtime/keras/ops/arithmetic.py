"""Arithmetic and reductions, in TensorFlow's terms: what comes out has the dtype of what goes in."""

from __future__ import annotations

import functools
import operator
from collections.abc import Sequence
from typing import Any

import jax
import jax.numpy as jnp
from jax import lax

from hybridc.runtime.checking.lookups import expect_within

Array = jax.Array

__all__ = [
    "add_n",
    "clip_by_norm",
    "cumprod",
    "cumsum",
    "divide_no_nan",
    "l2_normalize",
    "matmul",
    "matvec",
    "norm",
    "normalize",
    "reduce_mean",
    "reduce_prod",
    "reduce_sum",
    "segment_max",
    "segment_mean",
    "segment_sum",
    "truncatediv",
]


def _axes(axis: Any) -> Any:
    return tuple(axis) if isinstance(axis, list) else axis


def reduce_sum(input_tensor: Any, axis: Any = None, keepdims: bool = False) -> Array:
    """The sum, in the dtype of the elements."""
    x = jnp.asarray(input_tensor)
    return jnp.sum(x, axis=_axes(axis), keepdims=keepdims, dtype=x.dtype)


def reduce_prod(input_tensor: Any, axis: Any = None, keepdims: bool = False) -> Array:
    """The product, in the dtype of the elements."""
    x = jnp.asarray(input_tensor)
    return jnp.prod(x, axis=_axes(axis), keepdims=keepdims, dtype=x.dtype)


def reduce_mean(input_tensor: Any, axis: Any = None, keepdims: bool = False) -> Array:
    """The mean. TensorFlow: of integers an integer, without what would be behind the point."""
    x = jnp.asarray(input_tensor)
    if not jnp.issubdtype(x.dtype, jnp.integer):
        return jnp.mean(x, axis=_axes(axis), keepdims=keepdims)
    total = jnp.sum(x, axis=_axes(axis), keepdims=keepdims, dtype=x.dtype)
    return lax.div(total, jnp.full_like(total, x.size // max(total.size, 1)))


def add_n(inputs: Sequence[Any]) -> Array:
    """The sum of several arrays."""
    return functools.reduce(operator.add, (jnp.asarray(x) for x in inputs))


def divide_no_nan(x: Any, y: Any) -> Array:
    """`x / y`, and 0 where y is 0."""
    is_zero = jnp.equal(y, 0)
    return jnp.where(is_zero, 0, jnp.divide(x, jnp.where(is_zero, 1, y)))


def cumsum(x: Any, axis: int = 0, exclusive: bool = False, reverse: bool = False) -> Array:
    """Sums up to each element: without it where `exclusive`, from the end where `reverse`."""
    x = jnp.asarray(x)
    found = jnp.flip(x, axis) if reverse else x
    found = jnp.cumsum(found, axis=axis, dtype=x.dtype) - (found if exclusive else 0)
    return (jnp.flip(found, axis) if reverse else found).astype(x.dtype)


def cumprod(x: Any, axis: int = 0, exclusive: bool = False, reverse: bool = False) -> Array:
    """Products up to each element: without it where `exclusive`, from the end where `reverse`."""
    x = jnp.asarray(x)
    found = jnp.flip(x, axis) if reverse else x
    if exclusive:
        kept = lax.slice_in_dim(found, 0, max(found.shape[axis] - 1, 0), axis=axis)
        first = jnp.ones_like(lax.slice_in_dim(found, 0, min(found.shape[axis], 1), axis=axis))
        found = jnp.concatenate([first, kept], axis)
    found = jnp.cumprod(found, axis=axis, dtype=x.dtype)
    return jnp.flip(found, axis) if reverse else found


def truncatediv(x: Any, y: Any) -> Array:
    """The quotient, rounded towards 0."""
    x, y = jnp.broadcast_arrays(x, y)
    if jnp.issubdtype(x.dtype, jnp.inexact):
        return jnp.trunc(x / y)
    return lax.div(x, y.astype(x.dtype))


def norm(tensor: Any, ord: Any = "euclidean", axis: Any = None, keepdims: bool | None = None) -> Array:
    """The norm of a vector along an axis, or, along two, of a matrix; of all elements without an axis.

    Raises ValueError for a norm of matrices that TensorFlow does not have.
    """
    x, axis = jnp.asarray(tensor), _axes(axis)
    keepdims = bool(keepdims)
    if ord == "euclidean" or (ord in ("fro", 2) and not isinstance(axis, tuple)):
        return jnp.sqrt(jnp.sum(jnp.square(jnp.abs(x)), axis=axis, keepdims=keepdims))
    if axis is None:
        found = jnp.linalg.norm(x.ravel(), ord=ord)
        whole: Array = found.reshape((1,) * x.ndim) if keepdims else found
        return whole
    norms: Array = jnp.linalg.norm(x, ord=ord, axis=axis, keepdims=keepdims)
    return norms


def l2_normalize(x: Any, axis: Any = None, epsilon: float = 1e-12) -> Array:
    """Of length 1 along the axes, or as a whole."""
    x = jnp.asarray(x)
    square = jnp.sum(jnp.square(jnp.abs(x)), axis=_axes(axis), keepdims=True)
    unit: Array = x * lax.rsqrt(jnp.maximum(square, epsilon))
    return unit


def normalize(x: Any, axis: int = -1, order: int = 2, epsilon: float | None = None) -> Array:
    """Keras: divided by the norm along an axis, which is no less than `epsilon`."""
    x = jnp.asarray(x)
    least = 1e-7 if epsilon is None else epsilon
    if order == 2:
        square = jnp.sum(jnp.square(x), axis=axis, keepdims=True)
        unit: Array = x * jnp.minimum(lax.rsqrt(square), 1.0 / least)
        return unit
    scaled: Array = x / jnp.maximum(jnp.linalg.norm(x, ord=order, axis=axis, keepdims=True), least)
    return scaled


def clip_by_norm(t: Any, clip_norm: Any, axes: Any = None) -> Array:
    """Scaled down where the norm is larger."""
    t = jnp.asarray(t)
    square = jnp.sum(jnp.square(t), axis=_axes(axes), keepdims=True)
    length = jnp.sqrt(jnp.where(square > 0, square, 1))
    clipped: Array = t * clip_norm / jnp.maximum(jnp.where(square > 0, length, square), clip_norm)
    return clipped


def matmul(
    a: Any,
    b: Any,
    transpose_a: bool = False,
    transpose_b: bool = False,
    adjoint_a: bool = False,
    adjoint_b: bool = False,
) -> Array:
    """The product of matrices, of which each may be transposed, or transposed and conjugated."""
    a, b = jnp.asarray(a), jnp.asarray(b)
    a = jnp.swapaxes(a, -1, -2) if transpose_a or adjoint_a else a
    b = jnp.swapaxes(b, -1, -2) if transpose_b or adjoint_b else b
    return jnp.matmul(jnp.conj(a) if adjoint_a else a, jnp.conj(b) if adjoint_b else b)


def matvec(a: Any, b: Any) -> Array:
    """The product of matrices and vectors."""
    return jnp.matmul(jnp.asarray(a), jnp.asarray(b)[..., None])[..., 0]


def segment_sum(data: Any, segment_ids: Any, num_segments: int) -> Array:
    """Sums of what has the same number. What has a negative one is left out."""
    data, ids = _flat(data, segment_ids, num_segments)
    return jax.ops.segment_sum(data, ids, num_segments)


def segment_max(data: Any, segment_ids: Any, num_segments: int) -> Array:
    """The largest of what has the same number; the smallest number that there is, where none has. See `segment_sum`."""
    data, ids = _flat(data, segment_ids, num_segments)
    found = jax.ops.segment_max(data, ids, num_segments)
    if not jnp.issubdtype(data.dtype, jnp.floating):
        return found
    return jnp.maximum(found, jnp.asarray(jnp.finfo(data.dtype).min, data.dtype))  # type: ignore[no-untyped-call]


def segment_mean(data: Any, segment_ids: Any, num_segments: int) -> Array:
    """Means of what has the same number; 0 where none has. See `segment_sum`."""
    total = segment_sum(data, segment_ids, num_segments)
    counts = segment_sum(jnp.ones(jnp.shape(segment_ids), total.dtype), segment_ids, num_segments)
    return total / jnp.maximum(counts, 1).reshape((-1, *(1,) * (total.ndim - 1)))


def _flat(data: Any, segment_ids: Any, number: int) -> tuple[Array, Array]:
    data, ids = jnp.asarray(data), jnp.asarray(segment_ids)
    data, ids = data.reshape((-1, *data.shape[ids.ndim :])), ids.reshape(-1)
    expect_within(jnp.maximum(ids, 0), number)
    return data, jnp.where(ids < 0, number, ids)
