"""NumPy's histograms, whose counts are integers, as are those of integers that weigh."""

from __future__ import annotations

import numbers
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax


def histogram(
    a: Any, bins: Any = 10, range: Any = None, density: bool | None = None, weights: Any = None
) -> tuple[jax.Array, jax.Array]:
    """`np.histogram`: how many values lie in each bin, and the edges of these. `bins`: how many, or their edges."""
    if isinstance(bins, str):
        raise TypeError("how many bins there are has to be known while tracing: `bins` is a text")
    a = jnp.asarray(a).ravel()
    a = a.astype(jnp.uint8) if a.dtype == jnp.bool_ else a
    edges = _edges(a, int(bins), range) if isinstance(bins, numbers.Integral) else jnp.asarray(bins)
    ordered = jnp.promote_types(a.dtype, edges.dtype)
    values, bounds = a.astype(ordered), edges.astype(ordered)
    place = jnp.searchsorted(bounds, values, side="right") - 1
    place = jnp.where(values == bounds[-1], len(edges) - 2, place)  # the last bin has both of its edges
    is_in = (values >= bounds[0]) & (values <= bounds[-1])
    each = jnp.ones(len(a), int) if weights is None else jnp.asarray(weights).ravel()
    counts = jnp.zeros(len(edges) - 1, each.dtype).at[place].add(jnp.where(is_in, each, 0))
    if density:
        return counts / jnp.diff(edges).astype(float) / counts.sum(), edges
    return counts, edges


def _edges(a: jax.Array, count: int, between: Any) -> jax.Array:
    """Those of bins of one width, of the numbers that NumPy computes them with."""
    if between is None:
        between = (a.min(), a.max()) if len(a) else (0, 1)
    first, last = between
    dtype = a.dtype if jnp.issubdtype(a.dtype, jnp.inexact) else float
    if not any(isinstance(each, jax.Array) for each in (first, last)):
        first, last = (first - 0.5, last + 0.5) if first == last else (first, last)
        return jnp.asarray(np.linspace(first, last, count + 1, dtype=dtype))
    is_one = first == last
    first, last = (jnp.where(is_one, each + by, each).astype(dtype) for each, by in ((first, -0.5), (last, 0.5)))
    # Values lie on edges: XLA would multiply by a reciprocal, and add without rounding the product.
    divisor = lax.optimization_barrier(jnp.asarray(count, dtype))  # type: ignore[no-untyped-call]
    width = (last - first) / divisor
    steps = jnp.arange(count + 1).astype(dtype)
    steps = jnp.where(steps <= jnp.where(jnp.isnan(width), -1, count), steps * width, jnp.nan)
    return (steps + first).at[-1].set(last)
