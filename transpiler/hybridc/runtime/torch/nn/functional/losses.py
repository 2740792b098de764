"""Losses of values and of distributions, as `torch.nn.functional` has them.

Input and target have the same shape, or are broadcast where that is said; the result is a scalar, or has their shape
where `reduction` is "none". `size_average` and `reduce` are the older words for `reduction`. All raise ValueError for
another reduction than "none", "mean" and "sum".
"""

from __future__ import annotations

import math

import jax
import jax.numpy as jnp
from jax import lax
from jax.scipy.special import xlogy

from hybridc.runtime.torch.nn.functional.distances import absolute
from hybridc.runtime.torch.nn.functional.reductions import reduced, reduction_name

Array = jax.Array

__all__ = [
    "binary_cross_entropy",
    "binary_cross_entropy_with_logits",
    "gaussian_nll_loss",
    "huber_loss",
    "kl_div",
    "l1_loss",
    "mse_loss",
    "poisson_nll_loss",
    "smooth_l1_loss",
]


def l1_loss(
    input: Array,
    target: Array,
    size_average: bool | None = None,
    reduce: bool | None = None,
    reduction: str = "mean",
    weight: Array | None = None,
) -> Array:
    """`|x - y|`, broadcast. With `weight`, of the input's shape, the mean is that of the weights."""
    losses = absolute(_difference(input, target))
    return _weighted(losses, weight, input, reduction_name(size_average, reduce, reduction))


def mse_loss(
    input: Array,
    target: Array,
    size_average: bool | None = None,
    reduce: bool | None = None,
    reduction: str = "mean",
    weight: Array | None = None,
) -> Array:
    """`(x - y)**2`, broadcast. With `weight`, of the input's shape, the mean is that of the weights."""
    losses = jnp.square(_difference(input, target))
    return _weighted(losses, weight, input, reduction_name(size_average, reduce, reduction))


def smooth_l1_loss(
    input: Array,
    target: Array,
    size_average: bool | None = None,
    reduce: bool | None = None,
    reduction: str = "mean",
    beta: float = 1.0,
) -> Array:
    """`0.5 * d**2 / beta` below `beta`, `d - 0.5 * beta` above, for `d = |x - y|`, broadcast.

    Raises ValueError where `beta` is negative.
    """
    if beta < 0:
        raise ValueError("smooth_l1_loss does not support negative values for beta.")
    size = absolute(_difference(input, target))
    losses = size if beta == 0 else jnp.where(size < beta, 0.5 * size * size / beta, size - 0.5 * beta)
    return reduced(losses, reduction_name(size_average, reduce, reduction))


def huber_loss(
    input: Array, target: Array, reduction: str = "mean", delta: float = 1.0, weight: Array | None = None
) -> Array:
    """`0.5 * d**2` up to `delta`, `delta * (d - 0.5 * delta)` above, for `d = |x - y|`, broadcast.

    `weight`, of the input's shape, multiplies. Raises ValueError where `delta` is not positive.
    """
    if delta <= 0:
        raise ValueError("huber_loss does not support non-positive values for delta.")
    size = absolute(_difference(input, target))
    losses = jnp.where(size <= delta, 0.5 * size * size, delta * (size - 0.5 * delta)).astype(input.dtype)
    if weight is not None:
        _expect_same_shape(weight, input, "Weights and input must have the same size.")
        losses = losses * weight
    return reduced(losses, reduction)


def kl_div(
    input: Array,
    target: Array,
    size_average: bool | None = None,
    reduce: bool | None = None,
    reduction: str = "mean",
    log_target: bool = False,
) -> Array:
    """`target * (log(target) - input)`, broadcast: the input holds logarithms, and with `log_target` the target too.

    "batchmean" is the sum divided by the size of the input's first axis.
    """
    losses = jnp.exp(target) * (target - input) if log_target else xlogy(target, target) - target * input
    name = reduction_name(size_average, reduce, "sum" if reduction == "batchmean" else reduction)
    result = reduced(losses, name)
    return result / input.shape[0] if reduction == "batchmean" and input.ndim else result


def poisson_nll_loss(
    input: Array,
    target: Array,
    log_input: bool = True,
    full: bool = False,
    size_average: bool | None = None,
    eps: float = 1e-8,
    reduce: bool | None = None,
    reduction: str = "mean",
) -> Array:
    """`exp(x) - y * x`, or `x - y * log(x + eps)` without `log_input`, broadcast.

    `full` adds Stirling's approximation of `log(y!)` for targets above 1.
    """
    losses = jnp.exp(input) - target * input if log_input else input - target * jnp.log(input + eps)
    if full:
        is_large = target > 1
        count = jnp.where(is_large, target, 1).astype(losses.dtype)
        stirling = count * jnp.log(count) - count + 0.5 * jnp.log(2 * math.pi * count)
        losses = losses + jnp.where(is_large, stirling, 0)
    return reduced(losses, reduction_name(size_average, reduce, reduction))


def gaussian_nll_loss(
    input: Array,
    target: Array,
    var: Array | float,
    full: bool = False,
    eps: float = 1e-6,
    reduction: str = "mean",
) -> Array:
    """`0.5 * (log(var) + (x - y)**2 / var)`, broadcast; `full` adds the constant `0.5 * log(2 * pi)`.

    `var` is a number, or has the input's shape, or that shape without the last axis, or with one axis of size 1.
    It is at least `eps`, through which its derivative goes. Raises ValueError for other shapes. PyTorch raises for
    negative variances; here they are `eps`, as their values are known only at run time.
    """
    spread = _variances(var, input)
    spread = spread + lax.stop_gradient(jnp.maximum(spread, eps) - spread)
    losses = 0.5 * (jnp.log(spread) + jnp.square(input - target) / spread)
    return reduced(losses + 0.5 * math.log(2 * math.pi) if full else losses, reduction)


def binary_cross_entropy(
    input: Array,
    target: Array,
    weight: Array | None = None,
    size_average: bool | None = None,
    reduce: bool | None = None,
    reduction: str = "mean",
) -> Array:
    """`-(y * log(x) + (1 - y) * log(1 - x))` with logarithms of at least -100; `weight` is broadcast.

    Raises ValueError where the shapes of input and target differ. PyTorch raises for inputs outside of [0, 1]; here
    their losses are NaN.
    """
    _expect_same_shape(target, input, "Using a target size that is different to the input size is deprecated")
    losses = _bernoulli_loss(input, target)
    losses = losses if weight is None else losses * weight
    return reduced(losses, reduction_name(size_average, reduce, reduction))


def binary_cross_entropy_with_logits(
    input: Array,
    target: Array,
    weight: Array | None = None,
    size_average: bool | None = None,
    reduce: bool | None = None,
    reduction: str = "mean",
    pos_weight: Array | None = None,
) -> Array:
    """`binary_cross_entropy` of `sigmoid(x)`; `pos_weight` multiplies the part of `y`; both weights are broadcast.

    Raises ValueError where the shapes of input and target differ.
    """
    _expect_same_shape(target, input, "Target size must be the same as input size")
    log_weight = 1 if pos_weight is None else (pos_weight - 1) * target + 1
    losses = (1 - target) * input - log_weight * jax.nn.log_sigmoid(input)
    losses = losses if weight is None else losses * weight
    return reduced(losses, reduction_name(size_average, reduce, reduction))


def _difference(input: Array, target: Array) -> Array:
    """In the dtype of both, which JAX would not take for numbers that come of Python's."""
    dtype = jnp.promote_types(input.dtype, target.dtype)
    return input.astype(dtype) - target.astype(dtype)


@jax.custom_jvp
def _bernoulli_loss(probability: Array, target: Array) -> Array:
    log_hit, log_miss = _bernoulli_logs(probability)
    return (target - 1) * log_miss - target * log_hit


@_bernoulli_loss.defjvp
def _bernoulli_loss_jvp(primals: tuple[Array, Array], tangents: tuple[Array, Array]) -> tuple[Array, Array]:
    """PyTorch: the derivative stays finite at 0 and 1. That of the target, infinite there, is cut as the loss is."""
    probability, target = primals
    log_hit, log_miss = _bernoulli_logs(probability)
    slope = (probability - target) / jnp.maximum((1 - probability) * probability, 1e-12)
    return _bernoulli_loss(*primals), slope * tangents[0] + (log_miss - log_hit) * tangents[1]


def _bernoulli_logs(probability: Array) -> tuple[Array, Array]:
    return jnp.maximum(jnp.log(probability), -100), jnp.maximum(jnp.log1p(-probability), -100)


def _weighted(losses: Array, weight: Array | None, input: Array, reduction: str) -> Array:
    if weight is None:
        return reduced(losses, reduction)
    _expect_same_shape(weight, input, "Weights and input must have the same size.")
    return jnp.sum(losses * weight) / jnp.sum(weight) if reduction == "mean" else reduced(losses * weight, reduction)


def _variances(var: Array | float, input: Array) -> Array:
    """`var` as an array that is broadcast to the input."""
    if isinstance(var, int | float):
        if var < 0:
            raise ValueError("var has negative entry/entries")
        return jnp.full(input.shape, var, input.dtype)
    if var.shape == input.shape[:-1]:
        return var[..., None]
    differing = [size for size, other in zip(var.shape, input.shape, strict=False) if size != other]
    if var.ndim == input.ndim and differing in ([], [1]):
        return var
    raise ValueError("var is of incorrect size")


def _expect_same_shape(one: Array, other: Array, message: str) -> None:
    if one.shape != other.shape:
        raise ValueError(f"{message} (got {one.shape} and {other.shape})")
