"""Normalization of batches, groups and rows."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

Array = jax.Array
Axes = int | tuple[int, ...] | None

__all__ = [
    "batch_normalization",
    "batch_statistics",
    "fixed_batch_normalization",
    "group_normalization",
    "layer_normalization",
    "local_response_normalization",
    "normalize",
    "reduced_axes",
]


def reduced_axes(x: Array, gamma: Array, axis: Axes) -> tuple[int, ...]:
    """The axes that statistics are taken over: by default all that are not those of `gamma` behind the first.

    Raises RuntimeError for axes that are not in order.
    """
    if axis is None:
        return (0, *range(gamma.ndim + 1, x.ndim))
    axes = (axis,) if isinstance(axis, int) else tuple(axis)
    if list(axes) != sorted(set(axes)):
        raise RuntimeError("numbers in axis must be sorted in ascending order")
    return axes


def batch_statistics(x: Array, axes: tuple[int, ...]) -> tuple[Array, Array]:
    return x.mean(axis=axes), x.var(axis=axes)


def _normalized(
    x: Array, gamma: Array, beta: Array, mean: Array, var: Array, eps: float, axes: tuple[int, ...]
) -> Array:
    shape = [1 if axis in axes else size for axis, size in enumerate(x.shape)]
    scaled = (x - mean.reshape(shape)) * lax.rsqrt(var + eps).reshape(shape)
    return (scaled * gamma.reshape(shape) + beta.reshape(shape)).astype(x.dtype)


def batch_normalization(
    x: Array,
    gamma: Array,
    beta: Array,
    *,
    eps: float = 2e-5,
    running_mean: Any = None,
    running_var: Any = None,
    decay: float = 0.9,
    axis: Axes = None,
) -> Array:
    """By the mean and the variance of the batch. Raises NotImplementedError for running statistics, which Chainer
    writes in place: `L.BatchNormalization` keeps them.
    """
    if running_mean is not None or running_var is not None:
        raise NotImplementedError(
            "running statistics cannot be written in place: `L.BatchNormalization` keeps those of its own"
        )
    axes = reduced_axes(x, gamma, axis)
    return _normalized(x, gamma, beta, *batch_statistics(x, axes), eps, axes)


def fixed_batch_normalization(
    x: Array, gamma: Array, beta: Array, mean: Array, var: Array, eps: float = 2e-5, axis: Axes = None
) -> Array:
    """By the mean and the variance that are given."""
    return _normalized(x, gamma, beta, mean, var, eps, reduced_axes(x, gamma, axis))


def group_normalization(x: Array, groups: int, gamma: Array, beta: Array, eps: float = 1e-5) -> Array:
    """By the mean and the variance of each group of channels (N, C, *). Raises ValueError where C does not divide."""
    if x.shape[1] % groups:
        raise ValueError(f"The number of channels {x.shape[1]} is not divisible by 'groups' argument {groups}.")
    parts = x.reshape(x.shape[0] * groups, -1)
    mean, var = parts.mean(axis=1, keepdims=True), parts.var(axis=1, keepdims=True)
    scaled = ((parts - mean) * lax.rsqrt(var + eps)).reshape(x.shape)
    shape = (-1, *(1,) * (x.ndim - 2))
    return scaled * gamma.reshape(shape) + beta.reshape(shape)


def layer_normalization(x: Array, gamma: Array, beta: Array, eps: float = 1e-5) -> Array:
    """Rows of `x` (N, size) by their means and variances. Raises ValueError for another number of axes."""
    if x.ndim != 2:
        raise ValueError(f"layer normalization takes (batch, size), not {x.shape}")
    mean, var = x.mean(axis=1, keepdims=True), x.var(axis=1, keepdims=True)
    return (x - mean) / jnp.sqrt(var + eps) * gamma + beta


def local_response_normalization(x: Array, n: int = 5, k: float = 2, alpha: float = 1e-4, beta: float = 0.75) -> Array:
    """`x` by the squares of the `n` channels around each."""
    half = n // 2
    around = [(0, 0), (half, half), *((0, 0),) * (x.ndim - 2)]
    window = (1, 2 * half + 1, *(1,) * (x.ndim - 2))
    total = lax.reduce_window(x * x, np.array(0, x.dtype), lax.add, window, (1,) * x.ndim, around)
    return x * (k + alpha * total) ** -beta  # type: ignore[no-any-return]


def normalize(x: Array, eps: float = 1e-5, axis: Axes = 1) -> Array:
    """`x` by its length along the axes, to which `eps` is added; of length 0 the derivative is 1 / eps."""
    squares = jnp.sum(x * x, axis=axis, keepdims=True)
    is_long = squares > 0
    return x / (jnp.where(is_long, jnp.sqrt(jnp.where(is_long, squares, 1)), 0) + eps)
