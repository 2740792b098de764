"""Reductions of `mxnet.np`, which keep the dtype of integers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import jax
import jax.numpy as jnp
from jax import lax

from hybridc.runtime.gluon.ops import reductions
from hybridc.runtime.gluon.ops.dtypes import in_floats, is_float
from hybridc.runtime.gluon.ops.reductions import variance

Array = jax.Array
Axes = int | Sequence[int] | None


def _summed(function: Callable[..., Array], a: Array, axis: Axes, dtype: Any, keepdims: bool) -> Array:
    wanted = dtype if dtype is not None else jnp.int32 if a.dtype == jnp.bool_ else a.dtype
    return function(a, axis, dtype=jax.dtypes.canonicalize_dtype(wanted), keepdims=keepdims)


def sum(a: Array, axis: Axes = None, dtype: Any = None, keepdims: bool = False) -> Array:
    """The sum over axes in the dtype of `a`; of truths as integers."""
    return _summed(jnp.sum, a, axis, dtype, keepdims)


def prod(a: Array, axis: Axes = None, dtype: Any = None, keepdims: bool = False) -> Array:
    """The product over axes in the dtype of `a`; of truths as integers."""
    return _summed(jnp.prod, a, axis, dtype, keepdims)


def mean(a: Array, axis: Axes = None, dtype: Any = None, keepdims: bool = False) -> Array:
    """The mean over axes, of integers as float32."""
    return jnp.mean(a, axis, dtype=dtype or (a.dtype if is_float(a) else jnp.float32), keepdims=keepdims)


def std(a: Array, axis: Axes = None, ddof: int = 0, keepdims: bool = False) -> Array:
    """The deviation over axes, of integers cut off. MXNet has no gradient of it."""
    return lax.stop_gradient(jnp.sqrt(variance(a, axis, ddof, keepdims)).astype(a.dtype))


def var(a: Array, axis: Axes = None, ddof: int = 0, keepdims: bool = False) -> Array:
    """The variance over axes, of integers cut off, around a mean that is cut off. MXNet has no gradient of it."""
    return lax.stop_gradient(variance(a, axis, ddof, keepdims).astype(a.dtype))


def cumsum(a: Array, axis: int | None = None) -> Array:
    """Sums so far along an axis, or of all elements in order; of truths as integers."""
    return reductions.cumsum(a, axis, jnp.int32 if a.dtype == jnp.bool_ else a.dtype)


def trace(a: Array) -> Array:
    """The sum of the diagonal, in the dtype of `a`."""
    return jnp.trace(a, dtype=a.dtype)


def average(a: Array, axis: Axes = None) -> Array:
    """The mean over axes, of integers cut off."""
    return in_floats(lambda x: jnp.mean(x, axis), a)


def norm(x: Array, ord: Any = None, axis: Axes = None, keepdims: bool = False) -> Array:
    """A norm over axes. Raises TypeError for integers, of which MXNet gives no norm but warns."""
    if not is_float(x):
        raise TypeError(f"norm of {x.dtype}: cast the array to floating point numbers first")
    found: Array = jnp.linalg.norm(x, ord, axis, keepdims)
    return found


def max(a: Array, axis: Axes = None, keepdims: bool = False) -> Array:
    """The largest element over axes. Every one that is as large gets the whole gradient."""
    return _extreme(jnp.max, a, axis, keepdims)


def min(a: Array, axis: Axes = None, keepdims: bool = False) -> Array:
    """The smallest element over axes. Every one that is as small gets the whole gradient."""
    return _extreme(jnp.min, a, axis, keepdims)


def _extreme(function: Callable[..., Array], a: Array, axis: Axes, keepdims: bool) -> Array:
    axes = tuple(range(a.ndim)) if axis is None else (axis,) if isinstance(axis, int) else tuple(axis)
    found = lax.stop_gradient(function(a, axes, keepdims=True))
    if is_float(a):  # what is added is 0 and has the gradient
        found = found + jnp.sum(jnp.where(a == found, a - lax.stop_gradient(a), 0), axes, keepdims=True)
    return found if keepdims else jnp.squeeze(found, axes)
