"""Activation functions, as `torch.nn.functional` has them: arrays of any shape, the result has the input's shape.

A function that can write its input in place takes `inplace` and returns the result: arrays do not change.
Derivatives at the joints of a function are PyTorch's, and may differ from those of `jax.nn`.
"""

from __future__ import annotations

import jax
import jax.numpy as jnp
from jax import lax
from jax.typing import DTypeLike

from hybridc.runtime.core.randomness import next_key
from hybridc.runtime.overwriting import overwriting

Array = jax.Array

__all__ = [
    "celu",
    "elu",
    "gelu",
    "glu",
    "gumbel_softmax",
    "hardshrink",
    "hardsigmoid",
    "hardswish",
    "hardtanh",
    "leaky_relu",
    "log_softmax",
    "logsigmoid",
    "mish",
    "prelu",
    "relu",
    "relu6",
    "rrelu",
    "selu",
    "sigmoid",
    "silu",
    "softmax",
    "softmin",
    "softplus",
    "softshrink",
    "softsign",
    "tanh",
    "tanhshrink",
    "threshold",
]


@overwriting
def relu(input: Array, inplace: bool = False) -> Array:
    """`max(0, x)`, of the input's dtype."""
    return jax.nn.relu(input)


@overwriting
def relu6(input: Array, inplace: bool = False) -> Array:
    """`min(max(0, x), 6)`, of the input's dtype, integers included."""
    return hardtanh(input, 0.0, 6.0)


@overwriting
def hardtanh(input: Array, min_val: float = -1.0, max_val: float = 1.0, inplace: bool = False) -> Array:
    """The input between `min_val` and `max_val`, of its dtype: integers meet the bounds cut to integers.

    The derivative is 0 at both bounds. Raises ValueError where `min_val > max_val`.
    """
    if min_val > max_val:
        raise ValueError("min_val cannot be greater than max_val")
    low, high = jnp.asarray(min_val, input.dtype), jnp.asarray(max_val, input.dtype)
    return jnp.where(input <= low, low, jnp.where(input >= high, high, input))


@overwriting
def leaky_relu(input: Array, negative_slope: float = 0.01, inplace: bool = False) -> Array:
    """`x` above zero, `negative_slope * x` elsewhere; the derivative at 0 is `negative_slope`."""
    return jnp.where(input > 0, input, input * negative_slope)


def prelu(input: Array, weight: Array) -> Array:
    """`x` above zero, `weight * x` elsewhere. `weight` has one element, or one for each channel, axis 1 of the input.

    Raises ValueError where the number of weights is neither 1 nor that of the channels.
    """
    channels = input.shape[1] if input.ndim > 1 else 1
    if weight.ndim > 1 or weight.size not in (1, channels):
        raise ValueError(f"prelu: expected 1 or {channels} weights in one axis, got the shape {weight.shape}")
    slopes = weight.reshape(() if weight.size == 1 else (channels, *(1,) * (input.ndim - 2)))
    return jnp.where(input > 0, input, slopes * input)


@overwriting
def rrelu(
    input: Array, lower: float = 1.0 / 8, upper: float = 1.0 / 3, training: bool = False, inplace: bool = False
) -> Array:
    """`x` above zero, `a * x` elsewhere: `a` is drawn from [lower, upper] when training, else it is their mean."""
    if lower > upper:
        raise ValueError(f"rrelu: lower ({lower}) cannot be greater than upper ({upper})")
    if not training:
        return leaky_relu(input, (lower + upper) / 2)
    slopes = jax.random.uniform(next_key(), input.shape, input.dtype, lower, upper)
    return jnp.where(input > 0, input, input * slopes)


@overwriting
def elu(input: Array, alpha: float = 1.0, inplace: bool = False) -> Array:
    """`x` above zero, `alpha * (exp(x) - 1)` elsewhere."""
    return jax.nn.elu(input, alpha)


@overwriting
def selu(input: Array, inplace: bool = False) -> Array:
    """`scale * elu(x, alpha)` with the two constants of self-normalizing networks (arXiv:1706.02515)."""
    return jax.nn.selu(input)


@overwriting
def celu(input: Array, alpha: float = 1.0, inplace: bool = False) -> Array:
    """`max(0, x) + min(0, alpha * (exp(x / alpha) - 1))`. Raises ZeroDivisionError where `alpha` is 0."""
    if alpha == 0:
        raise ZeroDivisionError("alpha cannot be 0 for celu")
    return jax.nn.celu(input, alpha)


def gelu(input: Array, approximate: str = "none") -> Array:
    """`x` times the normal distribution function of x, or its approximation by tanh for `approximate="tanh"`.

    Raises ValueError for another word.
    """
    if approximate not in ("none", "tanh"):
        raise ValueError(f"approximate argument must be either 'none' or 'tanh', got {approximate!r}")
    return jax.nn.gelu(input, approximate=approximate == "tanh")


@overwriting
def silu(input: Array, inplace: bool = False) -> Array:
    """`x * sigmoid(x)`."""
    return jax.nn.silu(input)


@overwriting
def mish(input: Array, inplace: bool = False) -> Array:
    """`x * tanh(softplus(x))`."""
    return jax.nn.mish(input)


@overwriting
def hardswish(input: Array, inplace: bool = False) -> Array:
    """`x * relu6(x + 3) / 6`."""
    return input * hardtanh(input + 3, 0.0, 6.0) / 6


@overwriting
def hardsigmoid(input: Array, inplace: bool = False) -> Array:
    """`relu6(x + 3) / 6`."""
    return hardtanh(input + 3, 0.0, 6.0) / 6


def hardshrink(input: Array, lambd: float = 0.5) -> Array:
    """0 between `-lambd` and `lambd`, both included, `x` elsewhere."""
    return jnp.where((input >= -lambd) & (input <= lambd), 0, input)


def softshrink(input: Array, lambd: float = 0.5) -> Array:
    """`x` moved by `lambd` towards 0, and 0 between. Raises ValueError where `lambd` is negative."""
    if lambd < 0:
        raise ValueError(f"lambda must be greater or equal to 0, but found to be {lambd}")
    return jnp.where(input > lambd, input - lambd, jnp.where(input < -lambd, input + lambd, 0 * input))


def tanhshrink(input: Array) -> Array:
    """`x - tanh(x)`; integers become float32."""
    return input - jnp.tanh(input)


def softplus(input: Array, beta: float = 1.0, threshold: float = 20.0) -> Array:
    """`log(1 + exp(beta * x)) / beta`, and `x` itself where `beta * x > threshold`."""
    scaled = input * beta
    is_linear = scaled > threshold
    return jnp.where(is_linear, input, jnp.log1p(jnp.exp(jnp.where(is_linear, 0, scaled))) / beta)


def softsign(input: Array) -> Array:
    """`x / (1 + |x|)`; integers become float32."""
    return jax.nn.soft_sign(input)


def logsigmoid(input: Array) -> Array:
    """`log(1 / (1 + exp(-x)))`."""
    return jax.nn.log_sigmoid(input)


def sigmoid(input: Array) -> Array:
    """`1 / (1 + exp(-x))`; integers and truth values become float32."""
    is_float = jnp.issubdtype(input.dtype, jnp.inexact)
    return jax.nn.sigmoid(input if is_float else input.astype(jnp.float32))


def tanh(input: Array) -> Array:
    """The hyperbolic tangent; integers and truth values become float32."""
    return jnp.tanh(input)


@overwriting
def threshold(input: Array, threshold: float, value: float, inplace: bool = False) -> Array:
    """`value` where `x <= threshold`, `x` elsewhere; of the input's dtype, to which both numbers are cast."""
    return jnp.where(input <= jnp.asarray(threshold, input.dtype), jnp.asarray(value, input.dtype), input)


def glu(input: Array, dim: int = -1) -> Array:
    """`a * sigmoid(b)` of the two halves `a`, `b` of the input along `dim`. Raises ValueError for odd sizes."""
    if input.ndim == 0:
        raise ValueError("glu does not support scalars because halving size must be even")
    if input.shape[dim] % 2:
        raise ValueError(f"Halving dimension must be even, but dimension {dim} is size {input.shape[dim]}")
    return jax.nn.glu(input, axis=dim)


def softmax(input: Array, dim: int | None = None, _stacklevel: int = 3, dtype: DTypeLike | None = None) -> Array:
    """`exp(x) / sum(exp(x))` along `dim`, of the input's dtype, or of `dtype`, to which the input is cast first.

    Without `dim` it is axis 0 of inputs with 1 or 3 axes, and axis 1 of others, as PyTorch still has it. Float16 and
    bfloat16 are computed in float32. Raises TypeError for integers.
    """
    wide, axis, result_dtype = _softmax_arguments(input, dim, dtype)
    return jax.nn.softmax(wide, axis).astype(result_dtype)


def log_softmax(input: Array, dim: int | None = None, _stacklevel: int = 3, dtype: DTypeLike | None = None) -> Array:
    """The logarithm of `softmax`, with the same arguments."""
    wide, axis, result_dtype = _softmax_arguments(input, dim, dtype)
    return jax.nn.log_softmax(wide, axis).astype(result_dtype)


def softmin(input: Array, dim: int | None = None, _stacklevel: int = 3, dtype: DTypeLike | None = None) -> Array:
    """`softmax(-x)`, with the same arguments."""
    return softmax(-input, dim, dtype=dtype)


def gumbel_softmax(logits: Array, tau: float = 1, hard: bool = False, eps: float = 1e-10, dim: int = -1) -> Array:
    """A draw from the Gumbel-softmax distribution (arXiv:1611.01144) along `dim`, of the dtype of `logits`.

    With `hard` the values are one-hot, and the derivative is that of the soft draw. `eps` has no effect.
    """
    noise = jax.random.gumbel(next_key(), logits.shape, logits.dtype)
    soft = softmax((logits + noise) / tau, dim)
    if not hard:
        return soft
    chosen = jax.nn.one_hot(jnp.argmax(soft, dim), soft.shape[dim], dtype=soft.dtype, axis=dim)
    return chosen - lax.stop_gradient(soft) + soft


def _softmax_arguments(input: Array, dim: int | None, dtype: DTypeLike | None) -> tuple[Array, int, DTypeLike]:
    """The array to compute with, the axis, and the dtype of the result."""
    cast = input if dtype is None else input.astype(dtype)
    if not jnp.issubdtype(cast.dtype, jnp.inexact):
        raise TypeError(f"softmax is not implemented for {cast.dtype}: pass dtype=, or convert the input to floats")
    if dim is None:
        dim = 0 if input.ndim in (1, 3) else 1
    return cast.astype(jnp.promote_types(cast.dtype, jnp.float32)), dim, cast.dtype
