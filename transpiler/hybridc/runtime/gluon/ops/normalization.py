"""Normalization over batches, features, groups, samples and neighbouring channels."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from hybridc.runtime.core import runs
from hybridc.runtime.gluon.ops.dtypes import axis_of
from hybridc.runtime.gluon.ops.modes import is_training
from hybridc.runtime.gluon.parameters import settled

Array = jax.Array


def BatchNorm(
    data: Array,
    gamma: Array,
    beta: Array,
    moving_mean: Array,
    moving_var: Array,
    eps: float = 1e-3,
    momentum: float = 0.9,
    fix_gamma: bool = True,
    use_global_stats: bool = False,
    output_mean_var: bool = False,
    axis: int = 1,
    cudnn_off: bool = False,
    min_calib_range: Any = None,
    max_calib_range: Any = None,
) -> Any:
    """Each channel normalized: in training by its own mean and variance, else by the moving ones.

    `fix_gamma` takes gamma for 1. In training the moving statistics, where they are states of the model that runs, keep
    `momentum` of what they were; the variance is divided by the number of elements. `output_mean_var` gives the mean
    and 1 / deviation as well.
    """
    channel = axis_of(axis, data.ndim)
    others = tuple(a for a in range(data.ndim) if a != channel)
    shape = tuple(n if a == channel else 1 for a, n in enumerate(data.shape))
    gamma, beta = _of_size(data.shape[channel], gamma, beta)
    if is_training() and not use_global_stats:
        mean, var = jnp.mean(data, others), jnp.var(data, others)
        _of_size(data.shape[channel], moving_mean, moving_var)
        for moving, now in ((moving_mean, mean), (moving_var, var)):
            runs.write_through(moving, moving * momentum + lax.stop_gradient(now) * (1 - momentum))
    else:
        mean, var = map(lax.stop_gradient, _of_size(data.shape[channel], moving_mean, moving_var))
    inverse = 1 / jnp.sqrt(var + eps)
    scale = inverse if fix_gamma else inverse * gamma
    found = (data - mean.reshape(shape)) * scale.reshape(shape) + beta.reshape(shape)
    found = found.astype(data.dtype)
    return [found, *map(lax.stop_gradient, (mean, inverse))] if output_mean_var else found


def _of_size(size: int, *parameters: Any) -> tuple[Array, ...]:
    """The arrays of parameters (size,), which may learn that here."""
    return tuple(settled(parameter, (size,)) for parameter in parameters)


def LayerNorm(
    data: Array, gamma: Array, beta: Array, axis: int = -1, eps: float = 1e-5, output_mean_var: bool = False
) -> Any:
    """Each row along an axis normalized; `output_mean_var` gives the means and deviations as well."""
    place = axis_of(axis, data.ndim)
    shape = tuple(n if a == place else 1 for a, n in enumerate(data.shape))
    gamma, beta = _of_size(data.shape[place], gamma, beta)
    mean = jnp.mean(data, place, keepdims=True)
    deviation = jnp.sqrt(jnp.var(data, place, keepdims=True) + eps)
    found = (data - mean) / deviation * gamma.reshape(shape) + beta.reshape(shape)
    return [found, *map(lax.stop_gradient, (mean, deviation))] if output_mean_var else found


def InstanceNorm(data: Array, gamma: Array, beta: Array, eps: float = 1e-3) -> Array:
    """Each channel of each sample normalized, data (N, C, ...)."""
    others, shape = tuple(range(2, data.ndim)), (-1, *(1,) * (data.ndim - 2))
    gamma, beta = _of_size(data.shape[1], gamma, beta)
    mean, var = jnp.mean(data, others, keepdims=True), jnp.var(data, others, keepdims=True)
    return (data - mean) / jnp.sqrt(var + eps) * gamma.reshape(shape) + beta.reshape(shape)


def GroupNorm(
    data: Array, gamma: Array, beta: Array, num_groups: int = 1, eps: float = 1e-5, output_mean_var: bool = False
) -> Any:
    """Each group of channels of each sample normalized, data (N, C, ...); gamma and beta have one number a group."""
    grouped = data.reshape(data.shape[0], num_groups, -1)
    gamma, beta = _of_size(num_groups, gamma, beta)
    mean = jnp.mean(grouped, 2, keepdims=True)
    deviation = jnp.sqrt(jnp.var(grouped, 2, keepdims=True) + eps)
    found = (grouped - mean) / deviation * gamma.reshape(1, -1, 1) + beta.reshape(1, -1, 1)
    found = found.reshape(data.shape)
    return [found, *map(lax.stop_gradient, (mean[..., 0], deviation[..., 0]))] if output_mean_var else found


def L2Normalization(data: Array, eps: float = 1e-10, mode: str = "instance") -> Array:
    """Divided by the root of the sum of squares: of a sample ("instance"), over "channel", or of each ("spatial")."""
    axes = {"instance": range(1, data.ndim), "channel": (1,), "spatial": range(2, data.ndim)}
    return data / jnp.sqrt(jnp.sum(data * data, tuple(axes[mode]), keepdims=True) + eps)


def LRN(data: Array, nsize: int, alpha: float = 1e-4, beta: float = 0.75, knorm: float = 2.0) -> Array:
    """Divided by a power of `knorm` and the mean square of `nsize` neighbouring channels, data (N, C, H, W)."""
    half = nsize // 2
    window = (1, nsize, *(1,) * (data.ndim - 2))
    margins = [(0, 0), (half, half), *[(0, 0)] * (data.ndim - 2)]
    total: Array = lax.reduce_window(data * data, np.zeros((), data.dtype), lax.add, window, (1,) * data.ndim, margins)
    return data * (knorm + alpha / nsize * total) ** -beta
