"""Normalization, as `paddle.nn.functional` has it: the result has the input's shape and dtype."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import jax
import jax.numpy as jnp
from jax import lax

from hybridc.runtime.core.runs import write_through
from hybridc.runtime.paddle.nn.functional.windows import as_it_was, has_channels_last, with_channels_first
from hybridc.runtime.torch.nn.functional import normalization as kernels

Array = jax.Array

__all__ = [
    "batch_norm", "group_norm", "instance_norm", "layer_norm", "local_response_norm", "normalize",
]  # fmt: skip


def batch_norm(
    x: Array,
    running_mean: Array,
    running_var: Array,
    weight: Array | None = None,
    bias: Array | None = None,
    training: bool = False,
    momentum: float = 0.9,
    epsilon: float = 1e-05,
    data_format: str = "NCHW",
    use_global_stats: bool | None = None,
    name: str | None = None,
) -> Array:
    """`(x - mean) / sqrt(var + epsilon) * weight + bias` for each channel of (N, C, *), or (N, *, C).

    When training, and unless `use_global_stats`, mean and biased variance are those of the batch, and the running
    ones, which have to be buffers of the model that runs, move: `momentum` is the weight of the old ones. Raises
    NotImplementedError where they are no such buffers.
    """
    is_global = not training if use_global_stats is None else use_global_stats
    first = with_channels_first(x, has_channels_last(data_format))
    if is_global:
        found = kernels.normalized(first, running_mean, running_var, weight, bias, epsilon)
        return as_it_was(found, has_channels_last(data_format))
    found, mean, var = batch_normalized(first, weight, bias, epsilon)
    for old, new in ((running_mean, mean), (running_var, var)):
        if not write_through(old, moved(old, new, momentum)):
            raise NotImplementedError(
                "batch_norm writes its running statistics in place, and these are no buffers of a model that runs: "
                "use the layer, which keeps them"
            )
    return as_it_was(found, has_channels_last(data_format))


def batch_normalized(
    first: Array, weight: Array | None, bias: Array | None, epsilon: float
) -> tuple[Array, Array, Array]:
    """(N, C, *) normalized with the mean and the biased variance (C,) of the batch, and these."""
    axes = (0, *range(2, first.ndim))
    wide = first.astype(jnp.promote_types(first.dtype, jnp.float32))
    mean = jnp.mean(wide, axes)
    var = jnp.mean(jnp.square(wide - mean.reshape(-1, *(1,) * (first.ndim - 2))), axes)
    return kernels.normalized(first, mean, var, weight, bias, epsilon), mean, var


def moved(old: Array, new: Array, momentum: float) -> Array:
    """The next running statistic, without derivative."""
    return (momentum * old + (1 - momentum) * lax.stop_gradient(new)).astype(old.dtype)


def instance_norm(
    x: Array,
    running_mean: Array | None = None,
    running_var: Array | None = None,
    weight: Array | None = None,
    bias: Array | None = None,
    use_input_stats: bool = True,
    momentum: float = 0.9,
    eps: float = 1e-05,
    data_format: str = "NCHW",
    name: str | None = None,
) -> Array:
    """`batch_norm` for each sample of (N, C, *) by itself. Paddle computes with the sample's statistics always."""
    is_last = has_channels_last(data_format)
    first = with_channels_first(x, is_last)
    axes = tuple(range(2, first.ndim))
    wide = first.astype(jnp.promote_types(first.dtype, jnp.float32))
    mean, var = jnp.mean(wide, axes), jnp.var(wide, axes)
    return as_it_was(kernels.normalized(first, mean, var, weight, bias, eps), is_last)


def layer_norm(
    x: Array,
    normalized_shape: int | Sequence[int],
    weight: Array | None = None,
    bias: Array | None = None,
    epsilon: float = 1e-05,
    name: str | None = None,
) -> Array:
    """`(x - mean) / sqrt(var + epsilon) * weight + bias` over the last axes, whose sizes are `normalized_shape`.

    `weight` and `bias` have as many elements. Raises ValueError where the input has not that shape.
    """
    sizes = (normalized_shape,) if isinstance(normalized_shape, int) else tuple(normalized_shape)
    scale, shift = (None if each is None else each.reshape(sizes) for each in (weight, bias))
    return kernels.layer_norm(x, sizes, scale, shift, epsilon)


def group_norm(
    x: Array,
    num_groups: int,
    epsilon: float = 1e-05,
    weight: Array | None = None,
    bias: Array | None = None,
    data_format: str = "NCHW",
    name: str | None = None,
) -> Array:
    """`(x - mean) / sqrt(var + epsilon) * weight + bias` over groups of channels of (N, C, *), or (N, *, C)."""
    is_last = has_channels_last(data_format)
    first = with_channels_first(x, is_last)
    return as_it_was(kernels.group_norm(first, num_groups, weight, bias, epsilon), is_last)


def local_response_norm(
    x: Array,
    size: int,
    alpha: float = 1e-4,
    beta: float = 0.75,
    k: float = 1.0,
    data_format: str = "NCHW",
    name: str | None = None,
) -> Array:
    """`x / (k + alpha * mean(x**2))**beta`: the mean of `size` channels around, 0 outside."""
    is_last = has_channels_last(data_format)
    first = with_channels_first(x, is_last)
    return as_it_was(kernels.local_response_norm(first, size, alpha, beta, k), is_last)


def normalize(
    x: Array, p: float = 2, axis: int = 1, epsilon: float = 1e-12, out: Any = None, name: str | None = None
) -> Array:
    """`x` divided by its p-norm along `axis`, or by `epsilon` if that is larger."""
    if x.ndim == 1:
        axis = 0
    size = jnp.abs(x)
    if math.isinf(p):
        norm = jnp.max(size, axis, keepdims=True)
    else:
        total = jnp.sum(size**p, axis, keepdims=True)
        norm = jnp.where(total == 0, 0, jnp.where(total == 0, 1, total) ** (1 / p))
    return x / jnp.maximum(norm, epsilon)
