"""Sums, extremes, and others along axes, with Paddle's dtypes: sums of int32 and bool are of the widest, int32 here.

Arrays without axes may be asked for their axis 0 or -1.
"""

from __future__ import annotations

import functools
from typing import Any

import jax
import jax.numpy as jnp

from hybridc.runtime.paddle.dtypes import dtype_of

Array = jax.Array
Axis = Any

__all__ = [
    "add_n", "all", "any", "argmax", "argmin", "argsort", "cumprod", "cumsum", "logsumexp", "max", "mean", "median",
    "min", "norm", "prod", "sort", "std", "sum", "topk", "var",
]  # fmt: skip


def _axes(x: Array, axis: Axis) -> Any:
    """One axis, several, or None for all; an empty list is all as well."""
    if axis is None or x.ndim == 0:
        return None
    if isinstance(axis, int):
        return axis
    return tuple(int(each) for each in axis) or None


def _wide(x: Array) -> Any:
    """The dtype of sums."""
    return jax.dtypes.canonicalize_dtype(jnp.int64) if x.dtype in (jnp.int32, jnp.bool_) else x.dtype


def sum(x: Array, axis: Axis = None, dtype: Any = None, keepdim: bool = False, name: str | None = None) -> Array:
    return jnp.sum(x, _axes(x, axis), dtype_of(dtype) if dtype is not None else _wide(x), keepdims=keepdim)


def mean(x: Array, axis: Axis = None, keepdim: bool = False, name: str | None = None) -> Array:
    """Of integers in their dtype, rounded towards 0, of truth values whether one is true, as Paddle has it."""
    if jnp.issubdtype(x.dtype, jnp.integer) or x.dtype == bool:
        return jnp.mean(x, _axes(x, axis), keepdims=keepdim).astype(x.dtype)
    return jnp.mean(x, _axes(x, axis), keepdims=keepdim)


def add_n(inputs: Any, name: str | None = None) -> Array:
    """The sum of several arrays, or the one that is given."""
    return functools.reduce(jnp.add, inputs) if isinstance(inputs, list | tuple) else jnp.array(inputs)


def prod(x: Array, axis: Axis = None, keepdim: bool = False, dtype: Any = None, name: str | None = None) -> Array:
    return jnp.prod(x, _axes(x, axis), x.dtype if dtype is None else dtype_of(dtype), keepdims=keepdim)


def max(x: Array, axis: Axis = None, keepdim: bool = False, name: str | None = None) -> Array:
    return jnp.max(x, _axes(x, axis), keepdims=keepdim)


def min(x: Array, axis: Axis = None, keepdim: bool = False, name: str | None = None) -> Array:
    return jnp.min(x, _axes(x, axis), keepdims=keepdim)


def all(x: Array, axis: Axis = None, keepdim: bool = False, name: str | None = None) -> Array:
    return jnp.all(x, _axes(x, axis), keepdims=keepdim)


def any(x: Array, axis: Axis = None, keepdim: bool = False, name: str | None = None) -> Array:
    return jnp.any(x, _axes(x, axis), keepdims=keepdim)


def var(x: Array, axis: Axis = None, unbiased: bool = True, keepdim: bool = False, name: str | None = None) -> Array:
    """Of integers in their dtype, rounded towards 0, around a mean that was rounded as well."""
    if jnp.issubdtype(x.dtype, jnp.integer):
        squares = jnp.square((x - mean(x, axis, keepdim=True)).astype(jnp.float32))
        count = x.size // jnp.sum(squares, _axes(x, axis)).size
        return (jnp.sum(squares, _axes(x, axis), keepdims=keepdim) / (count - int(unbiased))).astype(x.dtype)
    return jnp.var(x, _axes(x, axis), ddof=int(unbiased), keepdims=keepdim)


def std(x: Array, axis: Axis = None, unbiased: bool = True, keepdim: bool = False, name: str | None = None) -> Array:
    return jnp.sqrt(var(x, axis, unbiased, keepdim))


def logsumexp(x: Array, axis: Axis = None, keepdim: bool = False, name: str | None = None) -> Array:
    return jax.scipy.special.logsumexp(x, _axes(x, axis), keepdims=keepdim)


def argmax(
    x: Array, axis: int | None = None, keepdim: bool = False, dtype: Any = "int64", name: str | None = None
) -> Array:
    return jnp.argmax(x, _axes(x, axis), keepdims=keepdim).astype(dtype_of(dtype))


def argmin(
    x: Array, axis: int | None = None, keepdim: bool = False, dtype: Any = "int64", name: str | None = None
) -> Array:
    return jnp.argmin(x, _axes(x, axis), keepdims=keepdim).astype(dtype_of(dtype))


def argsort(x: Array, axis: int = -1, descending: bool = False, stable: bool = False, name: str | None = None) -> Array:
    return jnp.argsort(x, axis, descending=descending) if x.ndim else jnp.zeros((), dtype_of("int64"))


def sort(x: Array, axis: int = -1, descending: bool = False, stable: bool = False, name: str | None = None) -> Array:
    return jnp.sort(x, axis, descending=descending) if x.ndim else x


def topk(
    x: Array, k: int, axis: int | None = None, largest: bool = True, sorted: bool = True, name: str | None = None
) -> tuple[Array, Array]:
    """The `k` largest, or smallest, along an axis, in that order, and their places."""
    place = -1 if axis is None else axis
    order = jnp.argsort(x, place, descending=largest)
    chosen = jax.lax.slice_in_dim(order, 0, int(k), axis=place % x.ndim)
    return jnp.take_along_axis(x, chosen, place), chosen


def cumsum(x: Array, axis: int | None = None, dtype: Any = None, name: str | None = None) -> Array:
    kind = _wide(x) if dtype is None else dtype_of(dtype)
    return x.astype(kind) if x.ndim == 0 and axis is not None else jnp.cumsum(x, axis, kind)


def cumprod(x: Array, dim: int | None = None, dtype: Any = None, name: str | None = None) -> Array:
    return jnp.cumprod(x, dim, x.dtype if dtype is None else dtype_of(dtype))


def median(x: Array, axis: Axis = None, keepdim: bool = False, name: str | None = None) -> Array:
    """Of the two in the middle their mean, in 32 bits."""
    return jnp.median(x.astype(jnp.promote_types(x.dtype, jnp.float32)), _axes(x, axis), keepdims=keepdim)


def norm(x: Array, p: Any = None, axis: Axis = None, keepdim: bool = False, name: str | None = None) -> Array:
    """The p-norm along an axis, or of all elements; 2 unless `p` is given. Along two axes it is that of matrices."""
    axes = _axes(x, axis)
    is_vector = p == "fro" and not isinstance(axes, tuple)
    p = 2.0 if p is None or is_vector else p
    if isinstance(axes, tuple) and len(axes) == 1:
        axes = axes[0]
    if isinstance(p, str) or (isinstance(axes, tuple) and len(axes) == 2):
        return jnp.asarray(jnp.linalg.norm(x, p, axes, keepdims=keepdim))
    size = jnp.abs(x)
    if p == float("inf"):
        return jnp.max(size, axes, keepdims=keepdim)
    if p == float("-inf"):
        return jnp.min(size, axes, keepdims=keepdim)
    if p == 0:
        return jnp.sum(size != 0, axes, keepdims=keepdim).astype(x.dtype)
    total = jnp.sum(size**p, axes, keepdims=keepdim)
    return jnp.where(total == 0, 0, jnp.where(total == 0, 1, total) ** (1 / p))
