"""What networks compute, as functions of arrays."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from hybridc.runtime.checking.lookups import expect_within
from hybridc.runtime.keras.kernels import convolution, normalization, pooling
from hybridc.runtime.keras.settings import sizes, standard_format

Array = jax.Array

__all__ = [
    "average_pool",
    "avg_pool1d",
    "avg_pool2d",
    "batch_normalization",
    "bias_add",
    "conv",
    "conv2d",
    "depthwise_conv",
    "dot_product_attention",
    "dropout",
    "leaky_relu",
    "max_pool",
    "max_pool1d",
    "max_pool2d",
    "moments",
    "sigmoid_cross_entropy",
    "softmax_cross_entropy",
    "sparse_softmax_cross_entropy",
    "top_k",
]

Sizes = int | Sequence[int]


def leaky_relu(features: Array, alpha: float = 0.2) -> Array:
    """`x` above 0 and `alpha * x` below."""
    return jnp.where(features > 0, features, alpha * features)


def moments(x: Any, axes: Any, keepdims: bool = False) -> tuple[Array, Array]:
    """The mean and the variance over the axes."""
    x = jnp.asarray(x)
    axes = (axes,) if isinstance(axes, int) else tuple(axes)
    return normalization.moments(x, tuple(axis % x.ndim for axis in axes), keepdims)


def top_k(input: Any, k: int = 1) -> tuple[Array, Array]:
    """The k largest along the last axis, and where they are."""
    values, places = lax.top_k(jnp.asarray(input), k)
    return values, places


def bias_add(value: Array, bias: Array, data_format: str | None = None) -> Array:
    """Adds to the channels, which are last, or behind the batch with `NC...`."""
    is_first = data_format is not None and data_format.startswith("NC")
    return value + (bias.reshape((-1, *(1,) * (value.ndim - 2))) if is_first else bias)


def batch_normalization(x: Array, mean: Any, variance: Any, offset: Any, scale: Any, variance_epsilon: float) -> Array:
    """`(x - mean) / sqrt(variance + epsilon) * scale + offset`."""
    return normalization.shifted(x, jnp.asarray(mean), jnp.asarray(variance), scale, offset, variance_epsilon)


def dropout(key: Array, x: Any, rate: float, noise_shape: Any = None) -> Array:
    """Elements are 0 with probability `rate`, else divided by `1 - rate`."""
    x = jnp.asarray(x)
    shape = [n if m is None else m for n, m in zip(x.shape, noise_shape or x.shape, strict=True)]
    kept = jax.random.bernoulli(key, 1 - rate, shape)
    return jnp.where(kept, x / (1 - rate), jnp.zeros_like(x))


def dot_product_attention(
    query: Array,
    key: Array,
    value: Array,
    bias: Any = None,
    mask: Any = None,
    scale: float | None = None,
    is_causal: bool = False,
) -> Array:
    """Of (N, T, heads, D) and (N, S, heads, D): (N, T, heads, D). `mask` says what may be attended to."""
    scale = 1.0 / math.sqrt(query.shape[-1]) if scale is None else scale
    groups = query.shape[2] // key.shape[2]
    key, value = (jnp.repeat(x, groups, axis=2) if groups > 1 else x for x in (key, value))
    scores = jnp.einsum("btnh,bsnh->bnts", query, key) * scale
    scores = scores if bias is None else scores + bias
    if is_causal:
        causal = jnp.tril(jnp.ones(scores.shape[-2:], bool))
        mask = causal if mask is None else mask.astype(bool) & causal
    if mask is not None:
        least = -0.7 * float(np.finfo(np.dtype(scores.dtype)).max)
        scores = jnp.where(jnp.asarray(mask).astype(bool), scores, jnp.asarray(least, scores.dtype))
    return jnp.einsum("bnts,bsnh->btnh", jax.nn.softmax(scores), value)


def conv(
    inputs: Array,
    kernel: Array,
    strides: Sizes = 1,
    padding: str = "valid",
    data_format: str | None = None,
    dilation_rate: Sizes = 1,
) -> Array:
    """A convolution with a kernel (..., in, out)."""
    rank = kernel.ndim - 2
    steps, gaps = sizes(strides, rank, "strides"), sizes(dilation_rate, rank, "dilation_rate")
    return convolution.convolved(inputs, kernel, steps, padding, gaps, standard_format(data_format))


def depthwise_conv(
    inputs: Array,
    kernel: Array,
    strides: Sizes = 1,
    padding: str = "valid",
    data_format: str | None = None,
    dilation_rate: Sizes = 1,
) -> Array:
    """A convolution of every channel by itself with a kernel (..., in, multiplier)."""
    rank = kernel.ndim - 2
    steps, gaps = sizes(strides, rank, "strides"), sizes(dilation_rate, rank, "dilation_rate")
    return convolution.depthwise(inputs, kernel, steps, padding, gaps, standard_format(data_format))


def max_pool(
    inputs: Array, pool_size: Sizes, strides: Sizes | None = None, padding: str = "valid", data_format: Any = None
) -> Array:
    """The largest element of windows."""
    window, steps = _window(inputs, pool_size, strides)
    return pooling.max_pooled(inputs, window, steps, padding, standard_format(data_format))


def average_pool(
    inputs: Array, pool_size: Sizes, strides: Sizes | None = None, padding: str = "valid", data_format: Any = None
) -> Array:
    """The average of windows."""
    window, steps = _window(inputs, pool_size, strides)
    return pooling.average_pooled(inputs, window, steps, padding, standard_format(data_format))


def _window(x: Array, pool_size: Sizes, strides: Sizes | None) -> tuple[tuple[int, ...], tuple[int, ...]]:
    window = sizes(pool_size, x.ndim - 2, "pool_size")
    return window, window if strides is None else sizes(strides, x.ndim - 2, "strides")


def _inner(value: Any, data_format: str) -> tuple[int, int]:
    """The sizes of the two axes between, of one, two or four numbers."""
    found = (value,) if isinstance(value, int) else tuple(value)
    if len(found) == 4:
        found = found[1:3] if data_format == "NHWC" else found[2:]
    return (found[0], found[0]) if len(found) == 1 else (found[0], found[1])


_LINES = {"NWC": "channels_last", "NCW": "channels_first"}


def _between(value: Any, data_format: str) -> tuple[int]:
    """The size of the axis between, of one or three numbers."""
    found = (value,) if isinstance(value, int) else tuple(value)
    return (found[0] if len(found) == 1 else found[data_format.index("W")],)


def _format(data_format: str) -> str:
    return {"NHWC": "channels_last", "NCHW": "channels_first"}[data_format]


def conv2d(
    input: Array, filters: Array, strides: Any, padding: str, data_format: str = "NHWC", dilations: Any = None
) -> Array:
    """TensorFlow's: sizes are one, two or four numbers."""
    gaps = _inner(1 if dilations is None else dilations, data_format)
    steps = _inner(strides, data_format)
    return convolution.convolved(input, filters, steps, padding.lower(), gaps, _format(data_format))


def max_pool2d(input: Array, ksize: Any, strides: Any, padding: str, data_format: str = "NHWC") -> Array:
    """TensorFlow's: sizes are one, two or four numbers."""
    window, steps = _inner(ksize, data_format), _inner(strides, data_format)
    return pooling.max_pooled(input, window, steps, padding.lower(), _format(data_format))


def avg_pool2d(input: Array, ksize: Any, strides: Any, padding: str, data_format: str = "NHWC") -> Array:
    """TensorFlow's: sizes are one, two or four numbers."""
    window, steps = _inner(ksize, data_format), _inner(strides, data_format)
    return pooling.average_pooled(input, window, steps, padding.lower(), _format(data_format))


def max_pool1d(input: Array, ksize: Any, strides: Any, padding: str, data_format: str = "NWC") -> Array:
    """TensorFlow's: sizes are one or three numbers."""
    window, steps = _between(ksize, data_format), _between(strides, data_format)
    return pooling.max_pooled(input, window, steps, padding.lower(), _LINES[data_format])


def avg_pool1d(input: Array, ksize: Any, strides: Any, padding: str, data_format: str = "NWC") -> Array:
    """TensorFlow's: sizes are one or three numbers."""
    window, steps = _between(ksize, data_format), _between(strides, data_format)
    return pooling.average_pooled(input, window, steps, padding.lower(), _LINES[data_format])


def sparse_softmax_cross_entropy(labels: Any, logits: Array) -> Array:
    """Of numbers of classes (...) and logits (..., classes)."""
    expect_within(labels, logits.shape[-1], logits.ndim - 1, first=0)
    scores = jax.nn.log_softmax(logits)
    return -jnp.take_along_axis(scores, jnp.asarray(labels)[..., None], axis=-1)[..., 0]


def softmax_cross_entropy(labels: Any, logits: Array, axis: int = -1) -> Array:
    """Of probabilities of classes and logits."""
    return -jnp.sum(jnp.asarray(labels) * jax.nn.log_softmax(logits, axis=axis), axis=axis)


def sigmoid_cross_entropy(labels: Any, logits: Array) -> Array:
    """Of probabilities of each class by itself, and logits."""
    loss: Array = jax.nn.softplus(logits) - logits * labels
    return loss
