"""Integrals of what is known at points, as `scipy.integrate` has them."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp

from hybridc.runtime.numpy_like import floats


def cumulative_trapezoid(
    y: Any, x: Any = None, dx: float = 1.0, axis: int = -1, initial: float | None = None
) -> jax.Array:
    """The integrals up to each point, on lines between them: an element less than `y` along the axis, unless `initial`
    is given."""
    values = jnp.moveaxis(jnp.asarray(y), axis, -1)
    steps = dx if x is None else jnp.diff(_along(x, values, axis), axis=-1)
    pairs = values[..., 1:] + values[..., :-1]  # of truth values, whether one is, as NumPy adds them
    sums = jnp.cumsum(steps * floats(pairs) / 2.0, axis=-1)
    if initial is not None:
        sums = jnp.concatenate([jnp.full((*sums.shape[:-1], 1), initial, sums.dtype), sums], axis=-1)
    return jnp.moveaxis(sums, -1, axis)


def simpson(y: Any, x: Any = None, *, dx: float = 1.0, axis: int = -1) -> jax.Array:
    """The integral by parabolas through three points each; of an even number of points, the last part by the parabola
    through the last three (Cartwright, "Simpson's Rule Cumulative Integration", 2017)."""
    values = jnp.moveaxis(floats(y), axis, -1)
    n = values.shape[-1]
    steps = jnp.full((n - 1,), dx, values.dtype) if x is None else jnp.diff(_along(x, values, axis), axis=-1)
    if n < 3:
        return jnp.sum(steps * (values[..., 1:] + values[..., :-1]) / 2.0, axis=-1)
    even = n - 1 if n % 2 == 0 else n
    total = _parabolas(values[..., :even], steps[..., : even - 1])
    if n % 2:
        return total
    before, last = steps[..., -2], steps[..., -1]
    alpha = (2 * last**2 + 3 * before * last) / (6 * (last + before))
    beta = (last**2 + 3 * last * before) / (6 * before)
    eta = last**3 / (6 * before * (before + last))
    total = total + alpha * values[..., -1] + beta * values[..., -2] - eta * values[..., -3]
    return total if values.ndim > 1 else total.astype(float)  # NumPy's numbers of float64 make it such


def _parabolas(values: jax.Array, steps: jax.Array) -> jax.Array:
    h0, h1 = steps[..., ::2], steps[..., 1::2]
    ratio, both, product = h0 / h1, h0 + h1, h0 * h1
    y0, y1, y2 = values[..., :-2:2], values[..., 1::2], values[..., 2::2]
    return jnp.sum(both / 6.0 * (y0 * (2.0 - 1.0 / ratio) + y1 * (both * both / product) + y2 * (2.0 - ratio)), axis=-1)


def _along(x: Any, values: jax.Array, axis: int) -> jax.Array:
    """The places of the values, whose axis is the last one."""
    places = floats(x)
    return places if places.ndim == 1 else jnp.moveaxis(places, axis, -1)
