"""What NumPy makes of numbers with fractions that are stored as integers."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp


def unsigned(x: Any) -> jax.Array:
    """The array; numbers with fractions as integers that wrap around below zero, as those of NumPy do in uint32."""
    array: jax.Array = jnp.asarray(x)
    if is_whole(array):
        return array
    return jnp.where(array < 0, array.astype(int).astype(jnp.uint), array.astype(jnp.uint))


def stored(x: Any, array: Any) -> jax.Array:
    """`x` as `array` holds it after a write: numbers with fractions wrap around in small integers."""
    value: jax.Array = jnp.asarray(x)
    dtype = jnp.asarray(array).dtype
    if is_whole(value) or not jnp.issubdtype(dtype, jnp.integer):
        return value
    whole = value.astype(int) if dtype.itemsize < 4 else unsigned(value) if dtype.kind == "u" else value
    return whole.astype(dtype)


def is_whole(x: jax.Array) -> bool:
    return not jnp.issubdtype(x.dtype, jnp.inexact)


def is_pythons(x: Any) -> bool:
    """A number that is traced, of Python's, which takes the dtype of what it meets. Integers beside a fraction of
    Python's give arrays that look like such."""
    return is_weak(x) and not x.ndim


def is_weak(x: Any) -> bool:
    """It takes the dtype of what it meets. JAX's comparisons give truth values that look like such."""
    return getattr(x, "weak_type", False) and x.dtype != bool
