"""Functions that C's library gives exactly where the result is a whole number, and XLA only nearly: `int(log2(8))` is
3, and of XLA's logarithm it would be 2.

Derivatives are those of `jax.numpy`'s functions, and so are results that are no whole numbers, but for rounding.
"""

from __future__ import annotations

import math
from typing import Any

import jax
import jax.numpy as jnp
from jax import lax

from hybridc.runtime.flow.read_numbers import as_pythons
from hybridc.runtime.flow.storing import is_weak

__all__ = ["cbrt", "exp2", "log2", "log10", "mean", "quotient"]

_LEAST = math.sqrt(0.5)


def log2(x: Any) -> jax.Array:
    """`numpy.log2`, of the shape of x: exact for powers of two, and never less than the logarithm of a smaller one."""
    near = jnp.log2(x)
    if not jnp.issubdtype(near.dtype, jnp.floating):
        return near
    fraction, exponent = jnp.frexp(jnp.asarray(x).astype(near.dtype))
    is_small = fraction < _LEAST
    return _moved(x, near, jnp.log2(jnp.where(is_small, 2 * fraction, fraction)) + (exponent - is_small))


def log10(x: Any) -> jax.Array:
    """`numpy.log10`, of the shape of x: exact for powers of ten."""
    near = jnp.log10(x)
    if not jnp.issubdtype(near.dtype, jnp.floating):
        return near
    whole = jnp.round(near)
    return _moved(x, near, jnp.where(10.0**whole == x, whole, near))


def cbrt(x: Any) -> jax.Array:
    """`numpy.cbrt`, of the shape of x: exact for cubes of whole numbers."""
    near = jnp.cbrt(x)
    whole = jnp.round(near)
    return _moved(x, near, jnp.where(whole * whole * whole == x, whole, near))


def exp2(x: Any) -> jax.Array:
    """`numpy.exp2`, of the shape of x: exact for whole numbers."""
    near = jnp.exp2(x)
    if not jnp.issubdtype(near.dtype, jnp.floating):
        return near
    return _moved(x, near, 2.0 ** jnp.asarray(x).astype(near.dtype))


def quotient(a: Any, b: Any) -> jax.Array:
    """`a / b`, rounded once: XLA multiplies with the reciprocal of what it knows, so that 49 / 49.0 is less than 1."""
    dividend = jnp.asarray(a)
    if not jnp.issubdtype(dividend.dtype, jnp.inexact):
        dividend = dividend * 1.0 if is_weak(dividend) else dividend.astype(jax.eval_shape(jnp.divide, a, b).dtype)
    return dividend / jnp.where(dividend != dividend, dividend, b)  # b, or the quotient is NaN: XLA does not see that


def mean(a: Any, axis: Any = None, dtype: Any = None, keepdims: bool = False, where: Any = None) -> jax.Array:
    """`numpy.mean`, of which 49 ones have the mean 1: `jax.numpy`'s multiplies the sum with 1 / 49."""
    given = {"axis": axis, "keepdims": keepdims}
    near: jax.Array = jnp.mean(a, **given, dtype=dtype, where=where)
    if where is not None or not jnp.issubdtype(near.dtype, jnp.floating) or near.dtype.itemsize < 4 or not near.size:
        return near  # those of few bits are summed with more
    total = jnp.sum(a, **given, dtype=near.dtype)
    return _moved(near, near, quotient(total, jnp.size(a) // near.size))


def _moved(x: Any, near: jax.Array, exact: jax.Array) -> jax.Array:
    """The exact value, with the derivative of the near one, and of a number of Python's such a number; what is not
    finite stays."""
    by = jnp.where(jnp.isfinite(near), exact.astype(near.dtype) - near, 0)
    moved: jax.Array = near + lax.stop_gradient(by)
    return as_pythons(moved, float) if is_weak(x) else moved
