"""Sums, products, and what else combines the elements along axes.

`dim` is an axis, several, or None for all; no axes at all, `dim=()`, means all as well, except for `all` and `any`.
`keepdim` keeps the axes with size 1. `dtype` is what the elements are converted to first.
"""

from __future__ import annotations

import jax
import jax.numpy as jnp
from jax.typing import DTypeLike

from hybridc.runtime.torch.tensors.dims import Dim, axes_of

Array = jax.Array

__all__ = [
    "all",
    "amax",
    "amin",
    "any",
    "count_nonzero",
    "logsumexp",
    "mean",
    "nanmean",
    "nansum",
    "prod",
    "sum",
    "total_dtype",
    "trace",
]


def total_dtype(array: Array, dtype: DTypeLike | None = None) -> DTypeLike:
    """The dtype of a total: that which is asked for, else that of the elements, or int32 for integers and bool."""
    if dtype is not None:
        return dtype
    return array.dtype if jnp.issubdtype(array.dtype, jnp.inexact) else jnp.int32


def sum(input: Array, dim: Dim = None, keepdim: bool = False, *, dtype: DTypeLike | None = None) -> Array:
    """The sum along `dim`. Integers and bool give int32."""
    return jnp.sum(input, axis=axes_of(input, dim), keepdims=keepdim, dtype=total_dtype(input, dtype))


def nansum(input: Array, dim: Dim = None, keepdim: bool = False, *, dtype: DTypeLike | None = None) -> Array:
    """The sum along `dim` of all that is not NaN. Integers and bool give int32."""
    return jnp.nansum(input, axis=axes_of(input, dim), keepdims=keepdim, dtype=total_dtype(input, dtype))


def prod(input: Array, dim: int | None = None, keepdim: bool = False, *, dtype: DTypeLike | None = None) -> Array:
    """The product along an axis, or of all elements. Integers and bool give int32."""
    return jnp.prod(input, axis=axes_of(input, dim), keepdims=keepdim, dtype=total_dtype(input, dtype))


def mean(input: Array, dim: Dim = None, keepdim: bool = False, *, dtype: DTypeLike | None = None) -> Array:
    """The mean along `dim` of floating point or complex numbers. Raises TypeError for others without a `dtype`."""
    _check_inexact("mean()", input, dtype)
    return jnp.mean(input, axis=axes_of(input, dim), keepdims=keepdim, dtype=dtype)


def nanmean(input: Array, dim: Dim = None, keepdim: bool = False, *, dtype: DTypeLike | None = None) -> Array:
    """The mean along `dim` of all that is not NaN; NaN where there is nothing else. Raises TypeError as `mean` does."""
    _check_inexact("nanmean()", input, dtype)
    return jnp.nanmean(input, axis=axes_of(input, dim), keepdims=keepdim, dtype=dtype)


def _check_inexact(name: str, input: Array, dtype: DTypeLike | None) -> None:
    if dtype is None and not jnp.issubdtype(input.dtype, jnp.inexact):
        raise TypeError(f"{name}: could not infer output dtype. Input dtype must be either a floating point or complex")


def all(input: Array, dim: Dim = None, keepdim: bool = False) -> Array:
    """Whether all elements along `dim` are true: bool, but of uint8 0 or 1 in uint8. `dim=()` leaves every element."""
    return _truth(input, jnp.all(input, axis=_axes_of_truth(input, dim), keepdims=keepdim))


def any(input: Array, dim: Dim = None, keepdim: bool = False) -> Array:
    """Whether an element along `dim` is true: bool, but of uint8 0 or 1 in uint8. `dim=()` leaves every element."""
    return _truth(input, jnp.any(input, axis=_axes_of_truth(input, dim), keepdims=keepdim))


def _axes_of_truth(input: Array, dim: Dim) -> tuple[int, ...]:
    no_axes = dim is not None and not isinstance(dim, int) and len(dim) == 0
    return () if no_axes else axes_of(input, dim)


def _truth(input: Array, result: Array) -> Array:
    return result.astype(jnp.uint8) if input.dtype == jnp.uint8 else result


def amax(input: Array, dim: Dim = (), keepdim: bool = False) -> Array:
    """The largest elements along `dim`, NaN where there is one; the derivative is shared by equal ones."""
    return jnp.max(input, axis=axes_of(input, dim), keepdims=keepdim)


def amin(input: Array, dim: Dim = (), keepdim: bool = False) -> Array:
    """The smallest elements along `dim`, NaN where there is one; the derivative is shared by equal ones."""
    return jnp.min(input, axis=axes_of(input, dim), keepdims=keepdim)


def count_nonzero(input: Array, dim: Dim = None) -> Array:
    """How many elements along `dim` are not zero: int32."""
    return jnp.sum(input != 0, axis=axes_of(input, dim), dtype=jnp.int32)


def logsumexp(input: Array, dim: int | tuple[int, ...], keepdim: bool = False) -> Array:
    """`log(sum(exp(input)))` along `dim`, without overflow. Integers give float32."""
    inexact = input if jnp.issubdtype(input.dtype, jnp.inexact) else input.astype(jnp.float32)
    return jax.nn.logsumexp(inexact, axis=axes_of(input, dim), keepdims=keepdim)


def trace(input: Array) -> Array:
    """The sum of the diagonal of a matrix. Integers and bool give int32. Raises ValueError for what is none."""
    if input.ndim != 2:
        raise ValueError(f"trace: expected a matrix, but got tensor with dim {input.ndim}")
    return sum(jnp.diagonal(input))
