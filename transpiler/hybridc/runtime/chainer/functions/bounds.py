"""Larger and smaller, with Chainer's derivatives where two are equal."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
from jax import lax

Array = jax.Array
Axes = int | tuple[int, ...] | None

__all__ = ["clip", "max", "maximum", "min", "minimum"]


def maximum(x1: Any, x2: Any) -> Array:
    """The larger one, element by element; of equal ones the first has the derivative."""
    return jnp.where(jnp.asarray(x1) >= x2, x1, x2)


def minimum(x1: Any, x2: Any) -> Array:
    """The smaller one, element by element; of equal ones the first has the derivative."""
    return jnp.where(jnp.asarray(x1) <= x2, x1, x2)


def clip(x: Array, x_min: Any, x_max: Any) -> Array:
    """`x` within the bounds, on which its derivative is still 1."""
    low = x if x_min is None else jnp.where(x < x_min, jnp.asarray(x_min, x.dtype), x)
    return low if x_max is None else jnp.where(low > x_max, jnp.asarray(x_max, x.dtype), low)


def max(x: Array, axis: Axes = None, keepdims: bool = False) -> Array:
    """The largest along the axes; all that equal it have the derivative."""
    return _extreme(jnp.max, x, axis, keepdims)


def min(x: Array, axis: Axes = None, keepdims: bool = False) -> Array:
    """The smallest along the axes; all that equal it have the derivative."""
    return _extreme(jnp.min, x, axis, keepdims)


def _extreme(function: Callable[..., Array], x: Array, axis: Axes, keepdims: bool) -> Array:
    fixed = lax.stop_gradient(x)
    best = function(fixed, axis=axis, keepdims=True)
    slopes = jnp.sum(jnp.where(fixed == best, x - fixed, 0), axis=axis, keepdims=keepdims)
    return function(fixed, axis=axis, keepdims=keepdims) + slopes.astype(x.dtype)
