"""Variances and standard deviations, corrected as PyTorch corrects them unless told otherwise.

The second argument may be `unbiased` instead of `dim`, as in `torch.var(x, False)`. Numbers of 16 bits are computed in
float32. Where a standard deviation is 0 its derivative is 0, as in PyTorch, not NaN.
"""

from __future__ import annotations

import jax
import jax.numpy as jnp

from hybridc.runtime.torch.tensors.dims import Dim, axes_of

Array = jax.Array

__all__ = ["sqrt_or_zero", "std", "std_mean", "var", "var_mean"]


def var(
    input: Array, dim: Dim = None, unbiased: bool = True, keepdim: bool = False, *, correction: float | None = None
) -> Array:
    """The sum of squared differences from the mean along `dim`, by n - `correction` (1, or 0 unless `unbiased`).

    Floating point or complex numbers; the result is real. Raises TypeError for others.
    """
    dim, keepdim, correction = _read(dim, unbiased, keepdim, correction)
    return _moments(input, dim, correction, keepdim)[0].astype(_real(input))


def std(
    input: Array, dim: Dim = None, unbiased: bool = True, keepdim: bool = False, *, correction: float | None = None
) -> Array:
    """The square root of `var`."""
    dim, keepdim, correction = _read(dim, unbiased, keepdim, correction)
    return sqrt_or_zero(_moments(input, dim, correction, keepdim)[0]).astype(_real(input))


def var_mean(
    input: Array, dim: Dim = None, unbiased: bool = True, keepdim: bool = False, *, correction: float | None = None
) -> tuple[Array, Array]:
    """The variance and the mean along `dim`."""
    dim, keepdim, correction = _read(dim, unbiased, keepdim, correction)
    variance, mean = _moments(input, dim, correction, keepdim)
    return variance.astype(_real(input)), mean.astype(input.dtype)


def std_mean(
    input: Array, dim: Dim = None, unbiased: bool = True, keepdim: bool = False, *, correction: float | None = None
) -> tuple[Array, Array]:
    """The standard deviation and the mean along `dim`."""
    dim, keepdim, correction = _read(dim, unbiased, keepdim, correction)
    variance, mean = _moments(input, dim, correction, keepdim)
    return sqrt_or_zero(variance).astype(_real(input)), mean.astype(input.dtype)


def sqrt_or_zero(square: Array) -> Array:
    """The square root, whose derivative at 0 is 0."""
    is_zero = square == 0
    return jnp.where(is_zero, 0, jnp.sqrt(jnp.where(is_zero, 1, square)))


def _read(dim: Dim, unbiased: bool, keepdim: bool, correction: float | None) -> tuple[Dim, bool, float]:
    if isinstance(dim, bool):
        return None, keepdim, float(dim)
    return dim, keepdim, correction if correction is not None else float(unbiased)


def _real(input: Array) -> jnp.dtype:
    """The dtype of the parts."""
    return jnp.real(input).dtype


def _moments(input: Array, dim: Dim, correction: float, keepdim: bool) -> tuple[Array, Array]:
    if not jnp.issubdtype(input.dtype, jnp.inexact):
        raise TypeError(f"std and var only support floating point and complex dtypes, not {input.dtype}")
    axes = axes_of(input, dim)
    wide = input.astype(jnp.promote_types(input.dtype, jnp.float32))
    mean = jnp.mean(wide, axis=axes, keepdims=True)
    differences = wide - mean
    squares = jnp.real(differences * jnp.conj(differences))
    count = max(input.size // max(mean.size, 1) - correction, 0.0)
    variance = jnp.sum(squares, axis=axes, keepdims=keepdim) / count
    return variance, mean if keepdim else jnp.squeeze(mean, axes)
