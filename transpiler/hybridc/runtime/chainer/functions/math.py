"""Functions of numbers for which JAX has no call of the same meaning."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
from jax import lax

Array = jax.Array
Axes = int | tuple[int, ...] | None

__all__ = [
    "add",
    "argmax",
    "argmin",
    "average",
    "batch_l2_norm_squared",
    "cumprod",
    "linear_interpolate",
    "logsumexp",
    "matmul",
    "prod",
    "sum_to",
]


def add(*xs: Any) -> Array:
    """The sum of arrays of one shape."""
    found = jnp.asarray(xs[0])
    for x in xs[1:]:
        found = found + x
    return found


def argmax(x: Array, axis: int | None = None) -> Array:
    return jnp.argmax(x, axis).astype(jnp.int32)


def argmin(x: Array, axis: int | None = None) -> Array:
    return jnp.argmin(x, axis).astype(jnp.int32)


def average(x: Array, axis: Axes = None, weights: Any = None, keepdims: bool = False) -> Array:
    """The mean; with `weights`, which have the one axis, or all of `x`, by these. ValueError for several axes then."""
    if weights is None:
        return x.mean(axis=axis, keepdims=keepdims)
    if isinstance(axis, tuple):
        if len(axis) > 1:
            raise ValueError("tuple axis is not supported when weights is given")
        axis = axis[0]
    weights = jnp.asarray(weights)
    if axis is not None:
        axis %= x.ndim
        around = [1] * x.ndim
        around[axis] = x.shape[axis]
        spread = weights.reshape(around)
    else:
        spread = weights
    return jnp.sum(x * spread, axis=axis, keepdims=keepdims) / weights.sum()  # type: ignore[no-any-return]


def batch_l2_norm_squared(x: Array) -> Array:
    """The sum of squares of each row of `x` (N, *)."""
    return jnp.square(x).sum(axis=tuple(range(1, x.ndim)))


def cumprod(x: Array, axis: int | None = None) -> Array:
    return jnp.cumprod(x.reshape(-1) if axis is None else x, 0 if axis is None else axis)


def linear_interpolate(p: Array, x: Array, y: Array) -> Array:
    """`p x + (1 - p) y`."""
    return p * x + (1 - p) * y


def logsumexp(x: Array, axis: Axes = None) -> Array:
    return jax.nn.logsumexp(x, axis)


def matmul(a: Array, b: Array, transa: bool = False, transb: bool = False) -> Array:
    """The product of matrices, of which either is transposed first; vectors are as in NumPy."""
    one = jnp.swapaxes(a, -1, -2) if transa and a.ndim > 1 else a
    return one @ (jnp.swapaxes(b, -1, -2) if transb and b.ndim > 1 else b)


def prod(x: Array, axis: Axes = None, keepdims: bool = False) -> Array:
    return jnp.prod(x, axis=axis, keepdims=keepdims)


def sum_to(x: Array, shape: tuple[int, ...]) -> Array:
    """`x` added up over the axes that were spread from this shape."""
    more = x.ndim - len(shape)
    axes = tuple(range(more)) + tuple(more + n for n, size in enumerate(shape) if size == 1 and x.shape[more + n] != 1)
    return lax.reshape(x.sum(axis=axes), shape)
