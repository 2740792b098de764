"""What `tf.keras.backend` has, and neither `keras.ops` nor TensorFlow by the same meaning."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from hybridc.runtime.keras.ops.arithmetic import reduce_mean
from hybridc.runtime.keras.ops.flow import cond
from hybridc.runtime.keras.ops.neural import average_pool, conv, max_pool, sigmoid_cross_entropy
from hybridc.runtime.keras.ops.resizing import image_resize
from hybridc.runtime.keras.settings import standard_format

Array = jax.Array
_BIT = 1e-7  # how near to 0 and 1 probabilities come

__all__ = [
    "backend_arange",
    "backend_bias_add",
    "backend_binary_crossentropy",
    "backend_clip",
    "backend_conv1d",
    "backend_mean",
    "batch_dot",
    "batch_flatten",
    "padded_images",
    "pool2d",
    "resize_images",
    "switch",
]


def backend_arange(start: Any, stop: Any = None, step: Any = 1, dtype: Any = "int32") -> Array:
    """Numbers from `start`, or from 0 to it. Keras: without `stop` and below 0 there are none."""
    start, stop = (0, max(start, 0)) if stop is None else (start, stop)
    return jnp.arange(start, stop, step).astype(dtype)


def backend_bias_add(x: Array, bias: Array, data_format: str | None = None) -> Array:
    """Adds (channels,), or what has an axis for each but the batch's, channels last. Raises ValueError for others."""
    is_first = standard_format(data_format) == "channels_first"
    if bias.ndim not in (1, x.ndim - 1):
        raise ValueError(f"Unexpected bias dimensions {bias.ndim}. Expected it to be 1 or {x.ndim - 1} dimensions")
    if not is_first:
        return x + bias
    if bias.ndim == 1:
        return x + bias.reshape(-1, *(1,) * (x.ndim - 2))
    return x + jnp.moveaxis(bias, -1, 0)


def backend_binary_crossentropy(target: Any, output: Any, from_logits: bool = False) -> Array:
    """Of every probability, or logit, by itself."""
    target, output = jnp.asarray(target), jnp.asarray(output)
    if from_logits:
        return sigmoid_cross_entropy(target.astype(output.dtype), output)
    output = jnp.clip(output, _BIT, 1.0 - _BIT)
    # XLA would add the bit to 1 first, which loses half of it.
    rest = lax.optimization_barrier(1 - output)  # type: ignore[no-untyped-call]
    return jnp.negative(target * jnp.log(output + _BIT) + (1 - target) * jnp.log(rest + _BIT))


def backend_clip(x: Any, min_value: Any, max_value: Any) -> Array:
    """Between two numbers, of which None is none. Keras: the larger one is never below the smaller one."""
    x = jnp.asarray(x)
    if isinstance(min_value, int | float) and isinstance(max_value, int | float):
        max_value = max(min_value, max_value)
    least = None if min_value is None else jnp.asarray(min_value, x.dtype)
    return jnp.clip(x, least, None if max_value is None else jnp.asarray(max_value, x.dtype))


def backend_conv1d(
    x: Array,
    kernel: Array,
    strides: int = 1,
    padding: str = "valid",
    data_format: str | None = None,
    dilation_rate: int = 1,
) -> Array:
    """A convolution over one axis. Keras: a `causal` one adds zeros in front of the second axis, whatever it holds."""
    if padding == "causal":
        x = jnp.pad(x, ((0, 0), (dilation_rate * (kernel.shape[0] - 1), 0), (0, 0)))
        padding = "valid"
    return conv(x, kernel, strides, padding, data_format, dilation_rate)


def backend_mean(x: Any, axis: Any = None, keepdims: bool = False) -> Array:
    """The mean; of truths their share, of integers an integer."""
    x = jnp.asarray(x)
    return reduce_mean(x.astype(jnp.float32) if x.dtype == jnp.bool_ else x, axis, keepdims)


def batch_dot(x: Array, y: Array, axes: Any = None) -> Array:
    """The products of the arrays of each batch, (N, ...) with (N, ...), over an axis of either.

    Raises ValueError for arrays without axes beside the batch's, for other batches and for several axes.
    """
    if x.ndim < 2 or y.ndim < 2:
        raise ValueError(f"Cannot do batch_dot on inputs with rank < 2: {x.shape} and {y.shape}")
    if axes is None:
        axes = (x.ndim - 1, y.ndim - 1 if y.ndim == 2 else y.ndim - 2)
    axes = (axes, axes) if isinstance(axes, int) else tuple(axes)
    if any(isinstance(axis, list | tuple) for axis in axes):
        raise ValueError(f"Multiple target dimensions are not supported: {axes}")
    first, second = (axis % array.ndim for axis, array in zip(axes, (x, y), strict=True))
    if 0 in (first, second) or x.shape[0] != y.shape[0] or x.shape[first] != y.shape[second]:
        raise ValueError(f"Cannot do batch_dot on inputs of shapes {x.shape} and {y.shape} with axes={axes}")
    found = lax.dot_general(x, y, (((first,), (second,)), ((0,), (0,))))
    return found[:, None] if found.ndim == 1 else found


def batch_flatten(x: Array) -> Array:
    """(N, ...) as (N, elements)."""
    return x.reshape(x.shape[0], -1)


def padded_images(x: Array, padding: Any = ((1, 1), (1, 1)), data_format: str | None = None) -> Array:
    """Images with zeros around them, ((top, bottom), (left, right))."""
    around = tuple(tuple(sides) for sides in padding)
    none = ((0, 0),)
    is_first = standard_format(data_format) == "channels_first"
    return jnp.pad(x, (*none, *none, *around) if is_first else (*none, *around, *none))


def pool2d(
    x: Array,
    pool_size: Sequence[int],
    strides: Sequence[int] = (1, 1),
    padding: str = "valid",
    data_format: str | None = None,
    pool_mode: str = "max",
) -> Array:
    """The largest, or with `pool_mode="avg"` the mean, of every window. Raises ValueError for other modes."""
    if pool_mode not in ("max", "avg"):
        raise ValueError(f"`pool_mode` is 'max' or 'avg', not {pool_mode!r}")
    function = max_pool if pool_mode == "max" else average_pool
    return function(x, tuple(pool_size), tuple(strides), padding, data_format)


def resize_images(
    x: Array, height_factor: int, width_factor: int, data_format: str, interpolation: str = "nearest"
) -> Array:
    """Images that are so many times as high and wide. Raises ValueError for another interpolation than Keras has."""
    if interpolation not in ("nearest", "bilinear"):
        raise ValueError(f"interpolation should be one of 'nearest' or 'bilinear'. Received: {interpolation}")
    rows = 2 if standard_format(data_format) == "channels_first" else 1
    size: Sequence[int] = (x.shape[rows] * height_factor, x.shape[rows + 1] * width_factor)
    return image_resize(x, size, interpolation, data_format=data_format)


def switch(condition: Any, then_expression: Any, else_expression: Any) -> Any:
    """One or the other, as one truth says; or element by element, with truths that have fewer axes at the end.

    Raises ValueError for truths that have more axes.
    """
    if np.ndim(condition) == 0:
        then, other = (f if callable(f) else (lambda f=f: f) for f in (then_expression, else_expression))
        return cond(condition, then, other)
    condition = jnp.asarray(condition).astype(bool)
    then, other = (jnp.asarray(f() if callable(f) else f) for f in (then_expression, else_expression))
    if condition.ndim > then.ndim:
        raise ValueError(
            f"Rank of `condition` should be less than or equal to rank of `then_expression`: {condition.ndim} and "
            f"{then.ndim}"
        )
    if condition.ndim > 1:
        condition = condition.reshape(condition.shape + (1,) * (then.ndim - condition.ndim))
    return jnp.where(condition, then, other)
