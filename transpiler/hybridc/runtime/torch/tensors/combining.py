"""Elements combined at indices that may repeat: what `scatter_reduce` and `index_reduce` come to."""

from __future__ import annotations

from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
from jax import lax

Array = jax.Array
Places = tuple[slice | Array, ...]

__all__ = ["Places", "combined"]


def combined(base: Array, places: Places, values: Array, reduce: str, include_self: bool) -> Array:
    """`base` combined with `values` of its dtype at places, by sum, prod, mean, amax or amin.

    Without `include_self` an element of `base` counts only where no place points to it. Raises ValueError for another
    name of a reduction.
    """
    if reduce not in _NEUTRAL:
        raise ValueError(f"reduce argument must be either sum, prod, mean, amax or amin, got {reduce}")
    if reduce in ("amax", "amin"):
        return _extreme(reduce, include_self, places, base, values)
    start = base if include_self else _without_hits(base, places, reduce)
    if reduce == "sum":
        return start.at[places].add(values)
    if reduce == "prod":
        return _product(places, start, values)
    return _mean(start, places, values, include_self)


def _without_hits(base: Array, places: Places, reduce: str) -> Array:
    return jnp.where(_is_hit(base, places), _neutral(reduce, base.dtype), base)


def _is_hit(base: Array, places: Places) -> Array:
    return jnp.zeros(base.shape, bool).at[places].set(True)


_NEUTRAL = {"sum": 0, "mean": 0, "prod": 1, "amax": -jnp.inf, "amin": jnp.inf}


def _neutral(reduce: str, dtype: Any) -> Array:
    """What changes nothing."""
    value = _NEUTRAL[reduce]
    if reduce in ("amax", "amin") and not jnp.issubdtype(dtype, jnp.floating):
        if jnp.issubdtype(dtype, jnp.bool_):
            value = reduce == "amin"
        else:
            limits = jnp.iinfo(dtype)  # type: ignore[no-untyped-call]
            value = limits.min if reduce == "amax" else limits.max
    return jnp.asarray(value, dtype)


def _mean(start: Array, places: Places, values: Array, include_self: bool) -> Array:
    """PyTorch rounds the means of integers down."""
    counts = jnp.zeros(start.shape, jnp.int32).at[places].add(1)
    counts = counts + 1 if include_self else jnp.maximum(counts, 1)
    total = start.at[places].add(values)
    if jnp.issubdtype(start.dtype, jnp.integer):
        return (total // counts).astype(start.dtype)
    return total / counts.astype(start.dtype)


@jax.custom_jvp
def _product(places: Places, start: Array, values: Array) -> Array:
    return start.at[places].multiply(values)


@_product.defjvp
def _product_jvp(primals: tuple[Any, ...], tangents: tuple[Any, ...]) -> tuple[Array, Array]:
    """The slope of a factor is the product of the others, of which one may be 0."""
    places, start, values = primals
    others = _product(places, *(jnp.where(factor == 0, 1, factor) for factor in (start, values)))
    zeros = (start == 0).astype(jnp.int32).at[places].add((values == 0).astype(jnp.int32))

    def slope(factor: Array, zeros: Array, others: Array) -> Array:
        is_zero = factor == 0
        return jnp.where(zeros == is_zero, others / jnp.where(is_zero, 1, factor), 0)

    of_values = slope(values, zeros[places], others[places])
    return _product(*primals), (tangents[1] * slope(start, zeros, others)).at[places].add(tangents[2] * of_values)


@partial(jax.custom_jvp, nondiff_argnums=(0, 1))
def _extreme(reduce: str, include_self: bool, places: Places, base: Array, values: Array) -> Array:
    at = (base if include_self else _without_hits(base, places, reduce)).at[places]
    return at.min(values) if reduce == "amin" else at.max(values)


@_extreme.defjvp
def _extreme_jvp(
    reduce: str, include_self: bool, primals: tuple[Any, ...], tangents: tuple[Any, ...]
) -> tuple[Array, Array]:
    """PyTorch: equal extremes share the derivative, also with an element that does not count but is equal."""
    places, base, values = primals
    result = _extreme(reduce, include_self, *primals)
    of_base = (base == result).astype(result.dtype)
    of_values = (values == result[places]).astype(result.dtype)
    count = jnp.maximum(of_base.at[places].add(of_values), 1)
    if not include_self:
        of_base = jnp.where(_is_hit(base, places), 0, of_base)
    return result, (tangents[1] * of_base).at[places].add(tangents[2] * of_values) / lax.stop_gradient(count)
