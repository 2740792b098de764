"""Functions of `keras.backend`, as `tf.keras` has them, that neither jax.numpy nor `keras.ops` has."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import jax
import jax.numpy as jnp
from jax import lax

from hybridc.runtime.keras import ops
from hybridc.runtime.keras.settings import standard_format

Array = jax.Array
Pairs = Sequence[Sequence[int]]

_BIT = 1e-7  # how near to 0 and 1 probabilities come


def batch_dot(x: Any, y: Any, axes: int | Sequence[int] | None = None) -> Array:
    """Products of the examples of two batches along an axis of each: the last of `x`, and the one before the last of
    `y` or, where that has two, its second. Of vectors (N, D) comes (N, 1). Raises ValueError for fewer than two axes.
    """
    x, y = jnp.asarray(x), jnp.asarray(y)
    if x.ndim < 2 or y.ndim < 2:
        raise ValueError(f"batch_dot takes arrays with two axes and more, not {x.shape} and {y.shape}")
    if axes is None:
        axes = (x.ndim - 1, max(1, y.ndim - 2))
    first, second = (axes, axes) if isinstance(axes, int) else axes
    found = lax.dot_general(x, y, (((first % x.ndim,), (second % y.ndim,)), ((0,), (0,))))
    return found[:, None] if found.ndim == 1 else found


def bias_add(x: Array, bias: Array, data_format: str | None) -> Array:
    """Adds to the channels, which are behind the batch with `data_format="channels_first"`."""
    return ops.bias_add(x, bias, "NC" if standard_format(data_format) == "channels_first" else None)


def binary_crossentropy(target: Any, output: Any, from_logits: bool = False) -> Array:
    """Of every probability, or logit, by itself."""
    target, output = jnp.asarray(target), jnp.asarray(output)
    if from_logits:
        return ops.sigmoid_cross_entropy(target.astype(output.dtype), output)
    output = jnp.clip(output, _BIT, 1.0 - _BIT)
    # XLA would add the bit to 1 first, which loses half of it.
    rest = lax.optimization_barrier(1 - output)  # type: ignore[no-untyped-call]
    return jnp.negative(target * jnp.log(output + _BIT) + (1 - target) * jnp.log(rest + _BIT))


def clip(x: Any, min_value: Any, max_value: Any) -> Array:
    """Numbers between two, which are the least where they cross; None leaves a side open."""
    if isinstance(min_value, int | float) and isinstance(max_value, int | float):
        max_value = max(min_value, max_value)
    return jnp.clip(x, min_value, max_value)


def mean(x: Any, axis: Any = None, keepdims: bool = False) -> Array:
    """The mean; of truth values, how many in one are true, and of integers an integer."""
    x = jnp.asarray(x)
    return ops.reduce_mean(x.astype(jnp.float32) if x.dtype == bool else x, axis=axis, keepdims=keepdims)


def resize_images(
    x: Array, height_factor: int, width_factor: int, data_format: str, interpolation: str = "nearest"
) -> Array:
    """Images as many times as high and wide."""
    first = 1 if data_format == "channels_last" else 2
    size = x.shape[first] * height_factor, x.shape[first + 1] * width_factor
    return ops.image_resize(x, size, interpolation=interpolation, data_format=data_format)


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
    function = ops.max_pool if pool_mode == "max" else ops.average_pool
    return function(x, tuple(pool_size), tuple(strides), padding, data_format)


def spatial_2d_padding(x: Array, padding: Pairs = ((1, 1), (1, 1)), data_format: str | None = None) -> Array:
    """Zeros around images."""
    inner = [tuple(pair) for pair in padding]
    is_last = standard_format(data_format) == "channels_last"
    return jnp.pad(x, [(0, 0), *inner, (0, 0)] if is_last else [(0, 0), (0, 0), *inner])


def switch(condition: Any, then_expression: Any, else_expression: Any) -> Any:
    """One of two, or of what two functions return, by a truth value; by several, row by row or element by element."""
    condition = jnp.asarray(condition).astype(bool)
    if condition.ndim == 0:
        one, other = (
            each if callable(each) else lambda each=each: jax.tree.map(jnp.asarray, each)
            for each in (then_expression, else_expression)
        )
        return ops.cond(condition, one, other)
    one, other = (each() if callable(each) else each for each in (then_expression, else_expression))
    rank = jnp.ndim(one)
    return jnp.where(condition.reshape(condition.shape + (1,) * (rank - condition.ndim)), one, other)


def count_params(x: Any) -> int:
    """How many numbers an array has."""
    return math.prod(x.shape)
