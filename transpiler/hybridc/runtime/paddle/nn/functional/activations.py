"""Activation functions, as `paddle.nn.functional` has them: arrays of any shape, the result has the input's shape."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
from jax import lax

from hybridc.runtime.core.randomness import next_key
from hybridc.runtime.paddle.dtypes import dtype_of
from hybridc.runtime.torch.nn.functional import activations as kernels

Array = jax.Array
Name = str | None

__all__ = [
    "celu", "elu", "gelu", "glu", "gumbel_softmax", "hardshrink", "hardsigmoid", "hardswish", "hardtanh",
    "leaky_relu", "log_sigmoid", "log_softmax", "maxout", "mish", "prelu", "relu", "relu6", "rrelu", "selu",
    "sigmoid", "silu", "softmax", "softplus", "softshrink", "softsign", "swiglu", "swish", "tanh", "tanhshrink",
    "thresholded_relu",
]  # fmt: skip


def relu(x: Array, name: Name = None) -> Array:
    """`max(0, x)`, with derivative 0 at 0."""
    return kernels.relu(x)


def relu6(x: Array, name: Name = None) -> Array:
    """`min(max(0, x), 6)`."""
    return kernels.relu6(x)


def elu(x: Array, alpha: float = 1.0, name: Name = None) -> Array:
    """`x`, or `alpha * (exp(x) - 1)` below 0."""
    return kernels.elu(x, alpha)


def celu(x: Array, alpha: float = 1.0, name: Name = None) -> Array:
    """`x`, or `alpha * (exp(x / alpha) - 1)` below 0."""
    return kernels.celu(x, alpha)


def selu(x: Array, scale: float = 1.0507009873554805, alpha: float = 1.6732632423543772, name: Name = None) -> Array:
    """`scale` times `x`, or `alpha * (exp(x) - 1)` below 0. Raises ValueError for too small a scale, or alpha."""
    if scale <= 1.0 or alpha < 0:
        raise ValueError(f"The scale must be greater than 1.0 and alpha no less than 0, not {scale} and {alpha}.")
    return scale * kernels.elu(x, alpha)


def gelu(x: Array, approximate: bool | str = False, name: Name = None) -> Array:
    """`x` times the normal distribution function of x, or its approximation by tanh."""
    return jax.nn.gelu(x, approximate=approximate in (True, "tanh"))


def leaky_relu(x: Array, negative_slope: float = 0.01, name: Name = None) -> Array:
    """`x`, or `negative_slope * x` below 0, with derivative 1 at 0."""
    return jnp.where(x < 0, negative_slope * x, x)


def prelu(x: Array, weight: Array, data_format: str = "NCHW", name: Name = None) -> Array:
    """`x`, or `weight * x` below 0: one weight for all, or one for each channel."""
    if weight.size == 1:
        return jnp.where(x > 0, x, weight.reshape(()) * x)
    is_last = data_format in ("NLC", "NHWC", "NDHWC")
    shape = weight.shape if is_last else (*weight.shape, *(1,) * (x.ndim - 2))
    return jnp.where(x > 0, x, weight.reshape(shape) * x)


def rrelu(
    x: Array, lower: float = 1.0 / 8.0, upper: float = 1.0 / 3.0, training: bool = True, name: Name = None
) -> Array:
    """`x`, or below 0 a slope times `x`: drawn from [lower, upper] in training, else their mean."""
    if not training:
        return leaky_relu(x, (lower + upper) / 2)
    return kernels.rrelu(x, lower, upper, training)


def silu(x: Array, inplace: bool = False, name: Name = None) -> Array:
    """`x * sigmoid(x)`."""
    return kernels.silu(x, inplace)


def swish(x: Array, name: Name = None) -> Array:
    """`x * sigmoid(x)`."""
    return jax.nn.silu(x)


def swiglu(x: Array, y: Array | None = None, name: Name = None) -> Array:
    """`silu(x) * y`; without `y`, `x` and `y` are the halves of the last axis."""
    if y is None:
        x, y = jnp.split(x, 2, axis=-1)
    return jax.nn.silu(x) * y


def mish(x: Array, name: Name = None) -> Array:
    """`x * tanh(softplus(x))`."""
    return jax.nn.mish(x)


def hardswish(x: Array, name: Name = None) -> Array:
    """`x * relu6(x + 3) / 6`."""
    return kernels.hardswish(x)


def hardsigmoid(x: Array, slope: float = 0.1666667, offset: float = 0.5, name: Name = None) -> Array:
    """`slope * x + offset` between 0 and 1."""
    return kernels.hardtanh(slope * x + offset, 0.0, 1.0)


def hardtanh(x: Array, min: float = -1.0, max: float = 1.0, name: Name = None) -> Array:
    """`x` between `min` and `max`."""
    return kernels.hardtanh(x, min, max)


def hardshrink(x: Array, threshold: float = 0.5, name: Name = None) -> Array:
    """0 between `-threshold` and `threshold`, `x` elsewhere, and at these."""
    return jnp.where(jnp.abs(x) < threshold, 0, x)


def softshrink(x: Array, threshold: float = 0.5, name: Name = None) -> Array:
    """`x` moved by `threshold` towards 0, and 0 between."""
    return kernels.softshrink(x, threshold)


def tanhshrink(x: Array, name: Name = None) -> Array:
    """`x - tanh(x)`."""
    return kernels.tanhshrink(x)


def softplus(x: Array, beta: float = 1, threshold: float = 20, name: Name = None) -> Array:
    """`log(1 + exp(beta * x)) / beta`, and `x` itself where `beta * x > threshold`."""
    return kernels.softplus(x, beta, threshold)


def softsign(x: Array, name: Name = None) -> Array:
    """`x / (1 + |x|)`."""
    return jax.nn.soft_sign(x)


def log_sigmoid(x: Array, name: Name = None) -> Array:
    """`log(1 / (1 + exp(-x)))`."""
    return jax.nn.log_sigmoid(x)


def sigmoid(x: Array, name: Name = None) -> Array:
    """`1 / (1 + exp(-x))`; integers become float32."""
    return kernels.sigmoid(x)


def tanh(x: Array, name: Name = None) -> Array:
    """The hyperbolic tangent; integers become float32."""
    return jnp.tanh(x)


def thresholded_relu(x: Array, threshold: float = 1.0, value: float = 0.0, name: Name = None) -> Array:
    """`x` above `threshold`, `value` elsewhere."""
    return jnp.where(x > threshold, x, jnp.asarray(value, x.dtype))


def maxout(x: Array, groups: int, axis: int = 1, name: Name = None) -> Array:
    """The largest of every `groups` channels that follow each other along `axis`."""
    axis %= x.ndim
    shape = (*x.shape[:axis], x.shape[axis] // groups, groups, *x.shape[axis + 1 :])
    return jnp.max(x.reshape(shape), axis + 1)


def glu(x: Array, axis: int = -1, name: Name = None) -> Array:
    """`a * sigmoid(b)` of the two halves of the input along `axis`."""
    return jax.nn.glu(x, axis=axis)


def softmax(x: Array, axis: int = -1, dtype: Any = None, name: Name = None) -> Array:
    """`exp(x) / sum(exp(x))` along `axis`, of the input's dtype, or of `dtype`, to which the input is cast first."""
    return kernels.softmax(x, axis, dtype=None if dtype is None else dtype_of(dtype))


def log_softmax(x: Array, axis: int = -1, dtype: Any = None, name: Name = None) -> Array:
    """The logarithm of `softmax`, with the same arguments."""
    return kernels.log_softmax(x, axis, dtype=None if dtype is None else dtype_of(dtype))


def gumbel_softmax(x: Array, temperature: float = 1.0, hard: bool = False, axis: int = -1, name: Name = None) -> Array:
    """A draw from the Gumbel-softmax distribution along `axis`; `hard`: one-hot, with the soft draw's derivative."""
    soft = jax.nn.softmax((x + jax.random.gumbel(next_key(), x.shape, x.dtype)) / temperature, axis)
    if not hard:
        return soft
    chosen = jax.nn.one_hot(jnp.argmax(soft, axis), soft.shape[axis], dtype=soft.dtype, axis=axis)
    return chosen - lax.stop_gradient(soft) + soft
