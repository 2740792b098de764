"""Moments and means, as `scipy.stats` has them: along the first axis unless told, of integers as of float64."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from hybridc.runtime.numpy_like import by_width, floats


def density(function: Callable[..., jax.Array]) -> Callable[..., jax.Array]:
    """JAX's function of a distribution, `x, *shapes, loc, scale`, with NaN as in SciPy where the scale, or a shape, is
    not above 0; bounds have to be in order instead."""

    def of(x: Any, *shapes: Any, loc: Any = 0, scale: Any = 1) -> jax.Array:
        is_truncated = "truncnorm" in function.__module__
        is_valid = jnp.asarray(shapes[0]) < jnp.asarray(shapes[1]) if is_truncated else jnp.asarray(True)
        for each in (scale,) if is_truncated else (*shapes, scale):
            is_valid &= jnp.asarray(each) > 0
        return jnp.where(is_valid & ~jnp.isnan(x), function(floats(x), *shapes, loc, scale), jnp.nan)

    return of


def mass(function: Callable[..., jax.Array], otherwise: float | None) -> Callable[..., jax.Array]:
    """JAX's function of a distribution of counts, `k, *shapes, loc`: SciPy has `otherwise` between the integers, or the
    value of the integer below, and NaN where the last shape, a probability or a mean, is none."""

    def of(k: Any, *shapes: Any, loc: Any = 0) -> jax.Array:
        whole = jnp.floor(jnp.asarray(k) - loc)
        last = jnp.asarray(shapes[-1])
        is_valid = (last >= 0) & (jnp.asarray("poisson" in function.__module__) | (last <= 1))
        found = function(whole, *shapes)
        if otherwise is not None:
            found = jnp.where(jnp.asarray(k) - loc == whole, found, otherwise)
        return jnp.where(is_valid & ~jnp.isnan(k), found, jnp.nan)

    return of


def zscore(a: Any, axis: int | None = 0, ddof: int = 0) -> jax.Array:
    """How many standard deviations the elements are from the mean; NaN where they are all the same."""
    a = floats(a)
    mean, deviation = a.mean(axis=axis, keepdims=True), a.std(axis=axis, ddof=ddof, keepdims=True)
    constant = jnp.all(
        a == jnp.take(a, jnp.array([0]), axis) if axis is not None else a == a.ravel()[0], axis=axis, keepdims=True
    )
    return jnp.where(constant, jnp.nan, (a - mean) / deviation)


def gmean(a: Any, axis: int | None = 0) -> jax.Array:
    """The geometric mean."""
    return jnp.exp(jnp.mean(jnp.log(by_width(a)), axis=axis))


def hmean(a: Any, axis: int | None = 0) -> jax.Array:
    """The harmonic mean, NaN where an element is below 0."""
    a = floats(a)
    return jnp.where(jnp.any(a < 0, axis=axis), jnp.nan, 1.0 / jnp.mean(1.0 / a, axis=axis))


def skew(a: Any, axis: int | None = 0, bias: bool = True) -> jax.Array:
    """The third moment about the mean by the second's power of 3/2."""
    a = floats(a)
    n, second, third = _moments(a, axis, 3)
    found = third / second**1.5
    return found if bias else jnp.sqrt((n - 1.0) * n) / (n - 2.0) * found


def kurtosis(a: Any, axis: int | None = 0, fisher: bool = True, bias: bool = True) -> jax.Array:
    """The fourth moment about the mean by the square of the second; less 3, by Fisher."""
    a = floats(a)
    n, second, fourth = _moments(a, axis, 4)
    found = fourth / second**2
    if not bias:
        found = 1.0 / (n - 2) / (n - 3) * ((n**2 - 1.0) * found - 3 * (n - 1) ** 2.0) + 3.0
    return found - 3 if fisher else found


def entropy(pk: Any, qk: Any = None, base: float | None = None, axis: int | None = 0) -> jax.Array:
    """The entropy of what is made a distribution, or its divergence from another."""
    pk = floats(pk)
    pk = pk / jnp.sum(pk, axis=axis, keepdims=True)
    if qk is None:
        terms = jax.scipy.special.entr(pk)
    else:
        qk = floats(qk)
        terms = jax.scipy.special.rel_entr(pk, qk / jnp.sum(qk, axis=axis, keepdims=True))
    found = jnp.sum(terms, axis=axis)
    return found if base is None else found / jnp.log(base)


def _moments(a: jax.Array, axis: int | None, order: int) -> tuple[int, jax.Array, jax.Array]:
    """How many there are, and their second moment about the mean and that of this order; NaN where rounding leaves
    nothing of the second."""
    n = a.size if axis is None else a.shape[axis]
    mean = a.mean(axis=axis, keepdims=True)
    second = jnp.mean((a - mean) ** 2, axis=axis)
    none = second <= (np.finfo(second.dtype).eps * jnp.squeeze(mean, axis)) ** 2
    return n, jnp.where(none, jnp.nan, second), jnp.mean((a - mean) ** order, axis=axis)
