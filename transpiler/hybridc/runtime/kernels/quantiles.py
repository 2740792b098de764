"""Quantiles by NumPy's methods, in its dtypes: JAX has six of them, and makes floating point numbers of integers."""

from __future__ import annotations

import math
from typing import Any

import jax
import jax.numpy as jnp

from hybridc.runtime.flow.storing import is_whole

__all__ = ["nanpercentile", "nanquantile", "percentile", "quantile"]

# Where between the elements it lies, after Hyndman and Fan.
_CONTINUOUS = {
    "interpolated_inverted_cdf": (0.0, 1.0),
    "hazen": (0.5, 0.5),
    "weibull": (0.0, 0.0),
    "linear": (1.0, 1.0),
    "median_unbiased": (1 / 3, 1 / 3),
    "normal_unbiased": (3 / 8, 3 / 8),
}
_AMONG_ELEMENTS = {"lower": jnp.floor, "higher": jnp.ceil, "nearest": jnp.round}


def quantile(a: Any, q: Any, axis: Any = None, method: str = "linear", keepdims: bool = False) -> jax.Array:
    """The quantiles at `q`, from 0 to 1, whose shape comes before what is left of that of `a`."""
    return _quantile(jnp.asarray(a), jnp.asarray(q), axis, method, keepdims, skips_nan=False)


def percentile(a: Any, q: Any, axis: Any = None, method: str = "linear", keepdims: bool = False) -> jax.Array:
    """Likewise, at `q` from 0 to 100."""
    return _quantile(jnp.asarray(a), jnp.asarray(q) / 100, axis, method, keepdims, skips_nan=False)


def nanquantile(a: Any, q: Any, axis: Any = None, method: str = "linear", keepdims: bool = False) -> jax.Array:
    """As `quantile`, of what is no NaN."""
    return _quantile(jnp.asarray(a), jnp.asarray(q), axis, method, keepdims, skips_nan=True)


def nanpercentile(a: Any, q: Any, axis: Any = None, method: str = "linear", keepdims: bool = False) -> jax.Array:
    """As `percentile`, of what is no NaN."""
    return _quantile(jnp.asarray(a), jnp.asarray(q) / 100, axis, method, keepdims, skips_nan=True)


def _quantile(a: jax.Array, q: jax.Array, axis: Any, method: str, keepdims: bool, skips_nan: bool) -> jax.Array:
    given = range(a.ndim) if axis is None else axis if isinstance(axis, tuple | list) else (axis,)
    axes = [each % a.ndim for each in given]
    rest = [each for each in range(a.ndim) if each not in axes]
    left = [a.shape[each] for each in rest]
    size = math.prod(a.shape[each] for each in axes)
    ordered = jnp.sort(a.transpose(*rest, *axes).reshape(*left, size), axis=-1)  # NaN last
    missing = jnp.zeros_like(ordered, bool) if is_whole(a) else jnp.isnan(ordered)
    count = size - missing.sum(axis=-1, keepdims=True) if skips_nan else jnp.full((*left, 1), size)
    place, weight = _place(method, count, q.reshape(-1).astype(float))
    first = _elements(ordered, place, count)
    if weight is None:
        found = first
    else:
        is_numbers = q.weak_type and not is_whole(a)  # which takes the dtype of the array
        weight = weight.astype(a.dtype) if is_numbers else weight
        first, beyond = first.astype(weight.dtype), _elements(ordered, place + 1, count)
        step = beyond - first
        found = jnp.where(weight < 0.5, first + step * weight, beyond - step * (1 - weight))
        found = jnp.where(step == 0, first, found)  # of infinities as well
    if not (skips_nan or is_whole(a)):
        found = jnp.where(missing[..., -1:], jnp.nan, found)
    shape = [1 if each in axes else n for each, n in enumerate(a.shape)] if keepdims else left
    return jnp.moveaxis(found, -1, 0).reshape(*q.shape, *shape)


def _place(method: str, count: jax.Array, q: jax.Array) -> tuple[jax.Array, jax.Array | None]:
    """Behind how many elements it lies, and how near to the next; None where it is that element."""
    if method in _AMONG_ELEMENTS:
        return _AMONG_ELEMENTS[method]((count - 1) * q), None
    if method == "inverted_cdf":
        return jnp.ceil(count * q - 1), None
    if method == "midpoint":
        place = (count - 1) * q
        return jnp.floor(place), jnp.where(place % 1 == 0, 0.0, 0.5)
    if method == "averaged_inverted_cdf":
        place = count * q - 1
        return jnp.floor(place), jnp.where(place % 1 == 0, 0.5, 1.0)
    start, end = _CONTINUOUS[method]
    place = (count - 1) * q if method == "linear" else count * q + (start + q * (1 - start - end)) - 1
    return jnp.floor(place), place - jnp.floor(place)


def _elements(ordered: jax.Array, place: jax.Array, count: jax.Array) -> jax.Array:
    return jnp.take_along_axis(ordered, jnp.clip(place, 0, count - 1).astype(int), axis=-1)
