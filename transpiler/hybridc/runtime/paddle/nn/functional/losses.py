"""Losses, as `paddle.nn.functional` has them: `reduction` is "mean", "sum" or "none", else ValueError.

As in Paddle, derivatives by labels that are shares or chances, also of `kl_div`, are 0.
"""

from __future__ import annotations

import jax
import jax.numpy as jnp
from jax import lax

from hybridc.runtime.checking.lookups import expect_within
from hybridc.runtime.kernels.corners import absolute
from hybridc.runtime.paddle.nn.functional.tables import label_smooth

Array = jax.Array
Name = str | None

__all__ = [
    "binary_cross_entropy", "binary_cross_entropy_with_logits", "cross_entropy", "kl_div", "l1_loss", "log_loss",
    "mse_loss", "nll_loss", "sigmoid_focal_loss", "smooth_l1_loss", "softmax_with_cross_entropy", "square_error_cost",
]  # fmt: skip


def reduced(found: Array, reduction: str) -> Array:
    if reduction not in ("sum", "mean", "none"):
        raise ValueError(f"The value of 'reduction' should be 'sum', 'mean' or 'none', but received {reduction}.")
    return found if reduction == "none" else jnp.sum(found) if reduction == "sum" else jnp.mean(found)


def cross_entropy(
    input: Array,
    label: Array,
    weight: Array | None = None,
    ignore_index: int = -100,
    reduction: str = "mean",
    soft_label: bool = False,
    axis: int = -1,
    use_softmax: bool = True,
    label_smoothing: float = 0.0,
    name: Name = None,
) -> Array:
    """Minus the logarithm of the probability of `label`: the number of a class, or with `soft_label` of each its share.

    Classes lie along `axis`; without `use_softmax` `input` has probabilities. Numbers may have that axis too, of one
    element. Those that are `ignore_index` count 0, also in means if it is not negative, and `weight` has a factor for
    each class. Raises ValueError for labels of another number of axes.
    """
    if label.ndim not in (input.ndim, input.ndim - 1):
        raise ValueError(f"labels {list(label.shape)} do not fit an input {list(input.shape)}")
    is_flat = label.ndim == input.ndim - 1
    place = axis % input.ndim
    if label_smoothing > 0:
        if not soft_label:
            numbers = label if is_flat else jnp.squeeze(label, place)
            expect_within(numbers, input.shape[place], place, first=0)
            label = jax.nn.one_hot(numbers, input.shape[-1], dtype=input.dtype)
        label, soft_label, is_flat = label_smooth(label, epsilon=label_smoothing), True, False
    logs = jax.nn.log_softmax(input, place) if use_softmax else jnp.log(input)
    if soft_label:
        label = lax.stop_gradient(label)
        out = -jnp.sum(logs * label, place, keepdims=True)
        if weight is not None:
            factors = jnp.tensordot(label, weight, (place, 0))
            out = out * jnp.expand_dims(factors, place)
            if reduction == "mean":
                return _mean_of(out, factors)
        return reduced(out, reduction)
    numbers = jnp.expand_dims(label, place) if is_flat else label
    expect_within(numbers, input.shape[place], place, first=0, besides=ignore_index)
    is_valid = numbers != ignore_index
    chosen = jnp.where(is_valid, numbers, 0)
    factors = is_valid.astype(logs.dtype)
    if weight is not None:
        factors = factors * jnp.take(weight, chosen)
    out = -jnp.take_along_axis(logs, chosen, place) * factors
    if reduction == "mean" and (ignore_index >= 0 or weight is not None):
        return _mean_of(out, factors)
    return reduced(jnp.squeeze(out, place) if is_flat else out, reduction)


def _mean_of(out: Array, factors: Array) -> Array:
    total = jnp.sum(factors)
    return jnp.sum(out) / (total + (total == 0))


def softmax_with_cross_entropy(
    logits: Array,
    label: Array,
    soft_label: bool = False,
    ignore_index: int = -100,
    numeric_stable_mode: bool = True,
    return_softmax: bool = False,
    axis: int = -1,
) -> Array | tuple[Array, Array]:
    """`cross_entropy` of each, with its axis of one element, and with `return_softmax` the probabilities as well."""
    if label.ndim == logits.ndim - 1:
        label = jnp.expand_dims(label, axis)
    out = cross_entropy(logits, label, None, ignore_index, "none", soft_label, axis)
    return (out, jax.nn.softmax(logits, axis)) if return_softmax else out


def nll_loss(
    input: Array,
    label: Array,
    weight: Array | None = None,
    ignore_index: int = -100,
    reduction: str = "mean",
    name: Name = None,
) -> Array:
    """Minus the logarithms of probabilities (N, C, *) at numbers of classes (N, *), each times its class' weight."""
    expect_within(label, input.shape[1], 1, first=0, besides=ignore_index)
    is_valid = label != ignore_index
    chosen = jnp.where(is_valid, label, 0)
    factors = is_valid.astype(input.dtype)
    if weight is not None:
        factors = factors * jnp.take(weight, chosen)
    out = -jnp.squeeze(jnp.take_along_axis(input, jnp.expand_dims(chosen, 1), 1), 1) * factors
    return jnp.sum(out) / jnp.sum(factors) if reduction == "mean" else reduced(out, reduction)


def binary_cross_entropy(
    input: Array, label: Array, weight: Array | None = None, reduction: str = "mean", name: Name = None
) -> Array:
    """`-(y * log(p) + (1 - y) * log(1 - p))`, where no logarithm is less than -100."""
    label = lax.stop_gradient(label)
    kept = (jnp.maximum(jnp.log(x), -100) for x in (input, 1 - input))
    out = -(label * next(kept) + (1 - label) * next(kept))
    return reduced(out if weight is None else out * weight, reduction)


def binary_cross_entropy_with_logits(
    logit: Array,
    label: Array,
    weight: Array | None = None,
    reduction: str = "mean",
    pos_weight: Array | None = None,
    name: Name = None,
) -> Array:
    """`binary_cross_entropy` of `sigmoid(logit)`; `pos_weight` is a factor for labels that are 1."""
    label = lax.stop_gradient(label)
    factor = 1.0 if pos_weight is None else label * (pos_weight - 1) + 1
    loss = jax.nn.relu(logit) - logit * label + jnp.log1p(jnp.exp(-jnp.abs(logit)))
    out = loss if pos_weight is None else (1 - label) * logit + factor * jax.nn.softplus(-logit)
    return reduced(out if weight is None else out * weight, reduction)


def mse_loss(input: Array, label: Array, reduction: str = "mean", name: Name = None) -> Array:
    return reduced(jnp.square(input - label), reduction)


def square_error_cost(input: Array, label: Array) -> Array:
    return jnp.square(input - label)


def l1_loss(input: Array, label: Array, reduction: str = "mean", name: Name = None) -> Array:
    return reduced(absolute(input - label), reduction)


def smooth_l1_loss(
    input: Array,
    label: Array,
    reduction: str = "mean",
    delta: float = 1.0,
    is_huber: bool = True,
    name: Name = None,
) -> Array:
    """Half the square of differences up to `delta`, and a line from there on; without `is_huber` divided by `delta`."""
    size = jnp.abs(input - label)
    out = jnp.where(size <= delta, 0.5 * size**2, delta * (size - 0.5 * delta))
    return reduced(out if is_huber else out / delta, reduction)


def kl_div(input: Array, label: Array, reduction: str = "mean", log_target: bool = False, name: Name = None) -> Array:
    """`label * (log(label) - input)`, 0 where the label is not positive; "batchmean" divides by the first size."""
    label = lax.stop_gradient(label)
    if log_target:
        out = jnp.exp(label) * (label - input)
    else:
        is_positive = label > 0
        out = jnp.where(is_positive, label * (jnp.log(jnp.where(is_positive, label, 1)) - input), 0)
    if reduction == "batchmean":
        return jnp.sum(out) / input.shape[0] if input.ndim else jnp.sum(out)
    return reduced(out, reduction)


def log_loss(input: Array, label: Array, epsilon: float = 1e-4, name: Name = None) -> Array:
    label = lax.stop_gradient(label)
    return -label * jnp.log(input + epsilon) - (1 - label) * jnp.log(1 - input + epsilon)


def sigmoid_focal_loss(
    logit: Array,
    label: Array,
    normalizer: Array | None = None,
    alpha: float = 0.25,
    gamma: float = 2.0,
    reduction: str = "sum",
    name: Name = None,
) -> Array:
    """`binary_cross_entropy_with_logits` with less weight for what is right already (arXiv:1708.02002)."""
    chance = jax.nn.sigmoid(logit)
    right = chance * label + (1 - chance) * (1 - label)
    share = alpha * label + (1 - alpha) * (1 - label)
    out = share * binary_cross_entropy_with_logits(logit, label, reduction="none") * (1 - right) ** gamma
    return reduced(out if normalizer is None else out / normalizer, reduction)
