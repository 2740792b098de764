"""Sums, extremes, and others along axes, with Paddle's dtypes: sums of integers are of the widest, int32 here."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp

from hybridc.runtime.paddle.parameters import dtype_of

Array = jax.Array
Axis = Any

__all__ = [
    "all", "any", "argmax", "argmin", "argsort", "cumprod", "cumsum", "logsumexp", "max", "mean", "median", "min",
    "norm", "prod", "sort", "std", "sum", "topk", "var",
]  # fmt: skip


def _axes(axis: Axis) -> Any:
    """One axis, several, or None for all; an empty list is all as well."""
    if axis is None or isinstance(axis, int):
        return axis
    return tuple(int(each) for each in axis) or None


def sum(x: Array, axis: Axis = None, dtype: Any = None, keepdim: bool = False, name: str | None = None) -> Array:
    wide = jnp.int32 if jnp.issubdtype(x.dtype, jnp.integer) or x.dtype == bool else x.dtype
    return jnp.sum(x, _axes(axis), dtype_of(dtype) if dtype is not None else wide, keepdims=keepdim)


def mean(x: Array, axis: Axis = None, keepdim: bool = False, name: str | None = None) -> Array:
    """Of integers in their dtype, rounded towards 0, as Paddle has it."""
    if jnp.issubdtype(x.dtype, jnp.integer):
        return jnp.mean(x, _axes(axis), keepdims=keepdim).astype(x.dtype)
    return jnp.mean(x, _axes(axis), keepdims=keepdim)


def prod(x: Array, axis: Axis = None, keepdim: bool = False, dtype: Any = None, name: str | None = None) -> Array:
    return jnp.prod(x, _axes(axis), x.dtype if dtype is None else dtype_of(dtype), keepdims=keepdim)


def max(x: Array, axis: Axis = None, keepdim: bool = False, name: str | None = None) -> Array:
    return jnp.max(x, _axes(axis), keepdims=keepdim)


def min(x: Array, axis: Axis = None, keepdim: bool = False, name: str | None = None) -> Array:
    return jnp.min(x, _axes(axis), keepdims=keepdim)


def all(x: Array, axis: Axis = None, keepdim: bool = False, name: str | None = None) -> Array:
    return jnp.all(x, _axes(axis), keepdims=keepdim)


def any(x: Array, axis: Axis = None, keepdim: bool = False, name: str | None = None) -> Array:
    return jnp.any(x, _axes(axis), keepdims=keepdim)


def var(x: Array, axis: Axis = None, unbiased: bool = True, keepdim: bool = False, name: str | None = None) -> Array:
    return jnp.var(x, _axes(axis), ddof=int(unbiased), keepdims=keepdim)


def std(x: Array, axis: Axis = None, unbiased: bool = True, keepdim: bool = False, name: str | None = None) -> Array:
    return jnp.std(x, _axes(axis), ddof=int(unbiased), keepdims=keepdim)


def logsumexp(x: Array, axis: Axis = None, keepdim: bool = False, name: str | None = None) -> Array:
    return jax.scipy.special.logsumexp(x, _axes(axis), keepdims=keepdim)


def argmax(
    x: Array, axis: int | None = None, keepdim: bool = False, dtype: Any = "int64", name: str | None = None
) -> Array:
    return jnp.argmax(x, axis, keepdims=keepdim).astype(dtype_of(dtype))


def argmin(
    x: Array, axis: int | None = None, keepdim: bool = False, dtype: Any = "int64", name: str | None = None
) -> Array:
    return jnp.argmin(x, axis, keepdims=keepdim).astype(dtype_of(dtype))


def argsort(x: Array, axis: int = -1, descending: bool = False, stable: bool = False, name: str | None = None) -> Array:
    return jnp.argsort(x, axis, descending=descending)


def sort(x: Array, axis: int = -1, descending: bool = False, stable: bool = False, name: str | None = None) -> Array:
    return jnp.sort(x, axis, descending=descending)


def topk(
    x: Array, k: int, axis: int | None = None, largest: bool = True, sorted: bool = True, name: str | None = None
) -> tuple[Array, Array]:
    """The `k` largest, or smallest, along an axis, in that order, and their places."""
    place = -1 if axis is None else axis
    order = jnp.argsort(x, place, descending=largest)
    chosen = jax.lax.slice_in_dim(order, 0, int(k), axis=place % x.ndim)
    return jnp.take_along_axis(x, chosen, place), chosen


def cumsum(x: Array, axis: int | None = None, dtype: Any = None, name: str | None = None) -> Array:
    wide = jnp.int32 if jnp.issubdtype(x.dtype, jnp.integer) or x.dtype == bool else x.dtype
    return jnp.cumsum(x, axis, wide if dtype is None else dtype_of(dtype))


def cumprod(x: Array, dim: int | None = None, dtype: Any = None, name: str | None = None) -> Array:
    return jnp.cumprod(x, dim, x.dtype if dtype is None else dtype_of(dtype))


def median(x: Array, axis: Axis = None, keepdim: bool = False, name: str | None = None) -> Array:
    return jnp.median(x, _axes(axis), keepdims=keepdim)


def norm(x: Array, p: Any = None, axis: Axis = None, keepdim: bool = False, name: str | None = None) -> Array:
    """The p-norm along an axis, or of all elements; 2 unless `p` is given. Raises ValueError for norms of matrices."""
    if p in (None, "fro"):
        p = 2.0
    axes = _axes(axis)
    if isinstance(p, str) or (isinstance(axes, tuple) and len(axes) > 1 and p != 2.0):
        raise ValueError(f"norm: {p!r} along {axis} is a norm of matrices, which there is not here")
    size = jnp.abs(x)
    if p == float("inf"):
        return jnp.max(size, axes, keepdims=keepdim)
    if p == float("-inf"):
        return jnp.min(size, axes, keepdims=keepdim)
    if p == 0:
        return jnp.sum(size != 0, axes, keepdims=keepdim).astype(x.dtype)
    total = jnp.sum(size**p, axes, keepdims=keepdim)
    return jnp.where(total == 0, 0, jnp.where(total == 0, 1, total) ** (1 / p))
