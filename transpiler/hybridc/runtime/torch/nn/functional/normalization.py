"""Normalization, as `torch.nn.functional` has it: the result has the input's shape and dtype.

Statistics are computed in float32 at least, and variances from deviations. What PyTorch writes in place has functions
of its own, which the layers use: `batch_statistics`, `instance_statistics`, `normalized` and `running_statistics`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from hybridc.runtime.core.runs import write_through

Array = jax.Array

__all__ = ["batch_norm", "group_norm", "instance_norm", "layer_norm", "local_response_norm", "rms_norm"]


def batch_norm(
    input: Array,
    running_mean: Array | None,
    running_var: Array | None,
    weight: Array | None = None,
    bias: Array | None = None,
    training: bool = False,
    momentum: float = 0.1,
    eps: float = 1e-5,
) -> Array:
    """`(x - mean) / sqrt(var + eps) * weight + bias` for each channel of an input (N, C, *); all others are (C,).

    When training, mean and biased variance are those of the batch. PyTorch then writes the running statistics, if they
    are given; here that raises NotImplementedError: pass None, or use the layer, which keeps them. Raises ValueError
    where running statistics are needed and missing, or where a batch has only one value for each channel, and
    RuntimeError for other sizes than C.
    """
    require_channels(input, running_mean=running_mean, running_var=running_var, weight=weight, bias=bias)
    if training:
        mean, var = batch_statistics(input, eps)
        count = input.size // input.shape[1]
        _move_running(running_mean, mean, momentum, "batch_norm")
        _move_running(running_var, var * (count / max(count - 1, 1)), momentum, "batch_norm")
        return normalized(input, mean, var, weight, bias, eps)
    if running_mean is None or running_var is None:
        raise ValueError("running_mean and running_var must be defined in evaluation mode")
    return normalized(input, running_mean, running_var, weight, bias, eps)


def instance_norm(
    input: Array,
    running_mean: Array | None = None,
    running_var: Array | None = None,
    weight: Array | None = None,
    bias: Array | None = None,
    use_input_stats: bool = True,
    momentum: float = 0.1,
    eps: float = 1e-5,
) -> Array:
    """`batch_norm` for each sample of an input (N, C, *) by itself.

    With `use_input_stats`, running statistics would be written, which raises NotImplementedError; without, they are
    what the input is normalized with. Raises ValueError where they are missing, or where a sample has only one value
    for each channel.
    """
    require_channels(input, running_mean=running_mean, running_var=running_var, weight=weight, bias=bias)
    if use_input_stats:
        _refuse_running(running_mean, running_var, "instance_norm")
        mean, var = instance_statistics(input)
        return normalized(input, mean, var, weight, bias, eps)
    if running_mean is None or running_var is None:
        raise ValueError("Expected running_mean and running_var to be defined when use_input_stats is false")
    return normalized(input, running_mean, running_var, weight, bias, eps)


def layer_norm(
    input: Array,
    normalized_shape: Sequence[int],
    weight: Array | None = None,
    bias: Array | None = None,
    eps: float = 1e-5,
) -> Array:
    """`(x - mean) / sqrt(var + eps) * weight + bias` over the last axes, whose sizes are `normalized_shape`.

    `weight` and `bias` have that shape. Raises ValueError where the input has not.
    """
    wide = _wide(input)
    mean, var = _moments(wide, _last_axes(input, normalized_shape))
    return _affine((wide - mean) * lax.rsqrt(var + eps), weight, bias).astype(input.dtype)


def rms_norm(
    input: Array, normalized_shape: Sequence[int], weight: Array | None = None, eps: float | None = None
) -> Array:
    """`x / sqrt(mean(x**2) + eps) * weight` over the last axes, whose sizes are `normalized_shape`.

    Without `eps` it is that of the dtype which is computed in: float32 for narrower ones. Raises ValueError where the
    input has not that shape.
    """
    wide = _wide(input)
    squares = jnp.mean(wide * wide, axis=_last_axes(input, normalized_shape), keepdims=True)
    eps = float(np.finfo(wide.dtype).eps) if eps is None else eps
    return _affine(wide * lax.rsqrt(squares + eps), weight, None).astype(input.dtype)


def group_norm(
    input: Array, num_groups: int, weight: Array | None = None, bias: Array | None = None, eps: float = 1e-5
) -> Array:
    """`(x - mean) / sqrt(var + eps) * weight + bias` over groups of channels of an input (N, C, *).

    `weight` and `bias` are (C,). Raises ValueError where the groups do not divide the channels, or hold one value, and
    RuntimeError for other sizes.
    """
    if input.ndim < 2:
        raise ValueError(f"Expected at least 2 dimensions for input tensor but received {input.ndim}")
    samples, channels, *sizes = input.shape
    if channels % num_groups:
        raise ValueError(f"Expected the {channels} channels of the input to be divisible by num_groups={num_groups}")
    require_channels(input, weight=weight, bias=bias)
    if samples * channels // num_groups * math.prod(sizes) == 1:
        raise ValueError(f"Expected more than 1 value per channel when training, got input size {input.shape}")
    grouped = _wide(input).reshape(samples, num_groups, -1)
    mean, var = _moments(grouped, (2,))
    whole = ((grouped - mean) * lax.rsqrt(var + eps)).reshape(input.shape)
    return _channel_affine(whole, weight, bias).astype(input.dtype)


def local_response_norm(input: Array, size: int, alpha: float = 1e-4, beta: float = 0.75, k: float = 1.0) -> Array:
    """`x / (k + alpha * mean(x**2))**beta` of an input (N, C, *): the mean of `size` channels around, 0 outside.

    Of an even `size`, the channel more is before. Raises ValueError for fewer than three axes.
    """
    if input.ndim < 3:
        raise ValueError(f"Expected 3D or higher dimensionality input (got {input.ndim} dimensions)")
    window, padding = [1] * input.ndim, [(0, 0)] * input.ndim
    window[1], padding[1] = size, (size // 2, (size - 1) // 2)
    sums = lax.reduce_window(input * input, input.dtype.type(0), lax.add, window, [1] * input.ndim, padding)
    scale: Array = (sums / size * alpha + k) ** beta
    return input / scale


def require_channels(input: Array, **values: Array | None) -> None:
    """Raises RuntimeError for values that are not (C,), where the input is (N, C, *)."""
    channels = input.shape[1]
    for name, each in values.items():
        if each is not None and each.shape != (channels,):
            raise RuntimeError(
                f"expected an input of {each.size} channels, as {name} has, but got {channels} channels in axis 1 of "
                f"an input of size {list(input.shape)}"
            )


def batch_statistics(input: Array, eps: float) -> tuple[Array, Array]:
    """Mean and biased variance (C,) of each channel of a batch (N, C, *).

    Raises ValueError where there is only one value for each channel, or where `eps` is not positive.
    """
    if input.size == input.shape[1]:
        raise ValueError(f"Expected more than 1 value per channel when training, got input size {input.shape}")
    if eps <= 0:
        raise ValueError(f"batch_norm eps must be positive during training, but got {eps}")
    mean, var = _moments(_wide(input), (0, *range(2, input.ndim)))
    return mean.reshape(-1), var.reshape(-1)


def instance_statistics(input: Array) -> tuple[Array, Array]:
    """Mean and biased variance (N, C) of each channel of each sample of an input (N, C, *).

    Raises ValueError where there is only one value for each.
    """
    if math.prod(input.shape[2:]) == 1:
        raise ValueError(f"Expected more than 1 spatial element when training, got input size {input.shape}")
    mean, var = _moments(_wide(input), tuple(range(2, input.ndim)))
    return mean.reshape(input.shape[:2]), var.reshape(input.shape[:2])


def normalized(input: Array, mean: Array, var: Array, weight: Array | None, bias: Array | None, eps: float) -> Array:
    """An input (N, C, *) normalized with a given mean and variance, (C,) or (N, C)."""
    scaled = (_wide(input) - _column(mean, input)) * lax.rsqrt(_column(_wide(var), input) + eps)
    return _channel_affine(scaled, weight, bias).astype(input.dtype)


def running_statistics(
    running: tuple[Array, Array], statistics: tuple[Array, Array], count: int, momentum: float | Array
) -> tuple[Array, Array]:
    """The next running mean and variance: `(1 - momentum) * running + momentum * new`, without derivative.

    `statistics` are the mean and the biased variance of `count` values. PyTorch: the variance kept is the unbiased one.
    """
    mean, var = (lax.stop_gradient(values) for values in statistics)
    pairs = zip(running, (mean, var * (count / max(count - 1, 1))), strict=True)
    new_mean, new_var = (((1 - momentum) * old + momentum * new).astype(old.dtype) for old, new in pairs)
    return new_mean, new_var


def _moments(x: Array, axes: tuple[int, ...]) -> tuple[Array, Array]:
    """Mean and biased variance over the axes, which are kept with size 1."""
    mean = jnp.mean(x, axis=axes, keepdims=True)
    return mean, jnp.mean(jnp.square(x - mean), axis=axes, keepdims=True)


def _affine(x: Array, weight: Array | None, bias: Array | None) -> Array:
    scaled = x if weight is None else x * weight
    return scaled if bias is None else scaled + bias


def _channel_affine(x: Array, weight: Array | None, bias: Array | None) -> Array:
    return _affine(x, *(None if values is None else _column(values, x) for values in (weight, bias)))


def _wide(x: Array) -> Array:
    return x.astype(jnp.promote_types(x.dtype, jnp.float32))


def _column(values: Array, input: Array) -> Array:
    """Values (C,) or (N, C), of the number of axes that goes with an input (N, C, *)."""
    return values.reshape(*values.shape, *(1,) * (input.ndim - 2))


def _last_axes(input: Array, normalized_shape: Sequence[int]) -> tuple[int, ...]:
    sizes = tuple(normalized_shape)
    if not sizes or input.shape[-len(sizes) :] != sizes:
        expected = ", ".join(["*", *map(str, sizes)])
        raise ValueError(
            f"Given normalized_shape={list(sizes)}, expected input with shape [{expected}], but got input of size "
            f"{list(input.shape)}"
        )
    return tuple(range(-len(sizes), 0))


def _move_running(running: Array | None, new: Array, momentum: float, name: str) -> None:
    """Moves a buffer of the model that runs, as PyTorch's function does in place."""
    if running is None:
        return
    moved = (1 - momentum) * running + momentum * new.reshape(running.shape).astype(running.dtype)
    if not write_through(running, moved):
        raise NotImplementedError(
            f"{name} writes its running statistics in place, and these are no buffers of a model that runs. Pass None "
            "for both, or use the layer, which keeps them."
        )


def _refuse_running(mean: Array | None, var: Array | None, name: str) -> None:
    if mean is not None or var is not None:
        raise NotImplementedError(
            f"{name} writes its running statistics in place here, which a pure function cannot. Pass None for both, "
            "or use the layer, which keeps them."
        )
