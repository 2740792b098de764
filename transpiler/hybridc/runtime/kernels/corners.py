"""Functions with corners, and the derivatives there that frameworks give, which are not those of JAX."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp

Array = jax.Array

__all__ = ["absolute", "between", "larger", "smaller"]


def absolute(x: Any) -> Array:
    """The absolute value, whose derivative at 0 is 0; that of `jnp.abs` is 1. Of a number of Python's it is one."""
    if isinstance(x, int | float):
        return abs(x)  # type: ignore[return-value]
    x = jnp.asarray(x)
    return jnp.where(x == 0, 0, jnp.abs(x)) if jnp.issubdtype(x.dtype, jnp.floating) else jnp.abs(x)


def between(x: Any, min: Any = None, max: Any = None) -> Array:
    """`x` between two bounds, whose derivative on them is 1; that of `jnp.clip` is a half."""
    x = jnp.asarray(x)
    if not jnp.issubdtype(x.dtype, jnp.floating):
        return jnp.clip(x, min, max)
    if min is not None:
        x = jnp.where(x < min, jnp.asarray(min).astype(x.dtype), x)
    return x if max is None else jnp.where(x > max, jnp.asarray(max).astype(x.dtype), x)


def larger(x: Any, y: Any) -> Array:
    """The larger one, or NaN; of equal ones the first, where the derivative of `jnp.maximum` is half of each."""
    return jnp.where((x >= y) | (x != x), x, y)


def smaller(x: Any, y: Any) -> Array:
    """The smaller one, or NaN; of equal ones the first, where the derivative of `jnp.minimum` is half of each."""
    return jnp.where((x <= y) | (x != x), x, y)
