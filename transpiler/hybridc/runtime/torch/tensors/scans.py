"""What runs along an axis: cumulative sums, extremes, integrals and differences."""

from __future__ import annotations

from collections.abc import Sequence

import jax
import jax.numpy as jnp
from jax import lax
from jax.typing import DTypeLike

from hybridc.runtime.mutable import reading
from hybridc.runtime.torch.tensors.dims import axis_of, with_an_axis
from hybridc.runtime.torch.tensors.extremes import Found
from hybridc.runtime.torch.tensors.reductions import total_dtype

Array = jax.Array

__all__ = ["cummax", "cummin", "cumprod", "cumsum", "cumulative_trapezoid", "gradient", "logcumsumexp"]


def cumsum(input: Array, dim: int, *, dtype: DTypeLike | None = None) -> Array:
    """The sums up to each element along `dim`. Integers and bool give int32."""
    result = jnp.cumsum(with_an_axis(input), axis=axis_of(input, dim), dtype=total_dtype(input, dtype))
    return result.reshape(input.shape)


def cumprod(input: Array, dim: int, *, dtype: DTypeLike | None = None) -> Array:
    """The products up to each element along `dim`. Integers and bool give int32."""
    result = jnp.cumprod(with_an_axis(input), axis=axis_of(input, dim), dtype=total_dtype(input, dtype))
    return result.reshape(input.shape)


@reading
def logcumsumexp(input: Array, dim: int) -> Array:
    """`log(cumsum(exp(input)))` along `dim`, without overflow, of floating point numbers."""
    return lax.cumlogsumexp(with_an_axis(input), axis_of(input, dim)).reshape(input.shape)


@reading
def cummax(input: Array, dim: int) -> Found:
    """The largest elements up to each along `dim`, and where they are: of equal ones the last. NaN stays."""
    return _running(input, dim, lax.cummax)


@reading
def cummin(input: Array, dim: int) -> Found:
    """As `cummax`, of the smallest."""
    return _running(input, dim, lax.cummin)


def _running(input: Array, dim: int, cumulative: type(lax.cummax)) -> Found:  # type: ignore[valid-type]
    axis, array = axis_of(input, dim), with_an_axis(input)
    numbers = array.astype(jnp.int32) if array.dtype == bool else array
    is_new = (numbers == lax.stop_gradient(cumulative(numbers, axis))) | jnp.isnan(numbers)
    places = lax.broadcasted_iota(jnp.int32, array.shape, axis)
    indices = lax.cummax(jnp.where(is_new, places, 0), axis)
    values = jnp.take_along_axis(array, indices, axis=axis)
    return Found(values.reshape(input.shape), indices.reshape(input.shape))


@reading
def cumulative_trapezoid(y: Array, x: Array | None = None, *, dx: float = 1, dim: int = -1) -> Array:
    """The integrals up to each element but the first along `dim`, by trapezoids, at points `x` or in steps of `dx`."""
    axis = axis_of(y, dim)
    heights = lax.slice_in_dim(y, 1, None, axis=axis) + lax.slice_in_dim(y, 0, -1, axis=axis)
    if x is None:
        return jnp.cumsum(heights * (dx / 2.0), axis=axis)
    if x.ndim == 1:
        steps = jnp.diff(x).reshape([-1 if a == axis else 1 for a in range(y.ndim)])
    else:
        steps = jnp.diff(x, axis=axis)
    return jnp.cumsum(heights * steps / 2.0, axis=axis)


def gradient(
    input: Array,
    *,
    spacing: float | Sequence[float] | Sequence[Array] = 1,
    dim: int | Sequence[int] | None = None,
) -> tuple[Array, ...]:
    """The derivatives along `dim`, or every axis, by central differences, one-sided ones at the edges.

    `spacing` is one step for all axes, one for each of them, or the coordinates along each of them.
    """
    axes = tuple(range(input.ndim)) if dim is None else (dim,) if isinstance(dim, int) else tuple(dim)
    steps = list(spacing) if isinstance(spacing, Sequence) else [spacing] * len(axes)
    found = jnp.gradient(input, *steps, axis=axes)
    return tuple(found) if isinstance(found, list | tuple) else (found,)
