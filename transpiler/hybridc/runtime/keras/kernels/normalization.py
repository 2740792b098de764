"""Normalization to mean 0 and variance 1, and what is left of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import jax
import jax.numpy as jnp
from jax import lax

Array = jax.Array

__all__ = ["moments", "normalized", "rms_normalized", "shifted"]


def moments(x: Array, axes: Any, keepdims: bool = False) -> tuple[Array, Array]:
    """The mean and the variance, of 32 bits at least."""
    wide = x.astype(jnp.promote_types(x.dtype, jnp.float32)) if jnp.issubdtype(x.dtype, jnp.floating) else x
    mean = jnp.mean(wide, axes, keepdims=True)
    variance = jnp.mean(jnp.square(wide - lax.stop_gradient(mean)), axes, keepdims=True) - jnp.square(
        mean - lax.stop_gradient(mean)
    )
    if not keepdims:
        mean, variance = jnp.squeeze(mean, axes), jnp.squeeze(variance, axes)
    return mean.astype(x.dtype), variance.astype(x.dtype)


def shifted(x: Array, mean: Array, variance: Array, gamma: Any, beta: Any, epsilon: float) -> Array:
    """`(x - mean) / sqrt(variance + epsilon) * gamma + beta`."""
    scale = lax.rsqrt(variance + epsilon)
    scale = scale if gamma is None else scale * gamma
    shift = -mean * scale
    return x * scale + (shift if beta is None else shift + beta)


def normalized(x: Array, gamma: Any, beta: Any, axes: Sequence[int], epsilon: float) -> Array:
    """Over the axes. gamma and beta have their sizes."""
    axes = tuple(sorted(axis % x.ndim for axis in axes))
    mean, variance = moments(x, axes, keepdims=True)
    shape = [size if axis in axes else 1 for axis, size in enumerate(x.shape)]
    gamma, beta = (value if value is None else value.reshape(shape) for value in (gamma, beta))
    return shifted(x, mean, variance, gamma, beta, epsilon)


def rms_normalized(x: Array, scale: Any, axis: Any, epsilon: float) -> Array:
    """Divided by the root of the mean square."""
    found = x * lax.rsqrt(jnp.mean(jnp.square(x), axis=axis, keepdims=True) + epsilon)
    return found if scale is None else found * scale
