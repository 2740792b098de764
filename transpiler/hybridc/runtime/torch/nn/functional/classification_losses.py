"""Losses of classes, as `torch.nn.functional` has them.

Inputs (N, C, *) or (C,) hold a score for each class, targets (N, *) or () the number of the right one. The result is a
scalar, or has one value for each target where `reduction` is "none". `size_average` and `reduce` are the older words
for `reduction`. PyTorch raises for classes that do not exist; here their losses are NaN, and negative numbers count
from the last class.
"""

from __future__ import annotations

import jax
import jax.numpy as jnp

from hybridc.runtime.checking.lookups import expect_within
from hybridc.runtime.torch.nn.functional.activations import log_softmax
from hybridc.runtime.torch.nn.functional.reductions import reduced, reduction_name

Array = jax.Array

__all__ = [
    "cross_entropy",
    "multi_margin_loss",
    "multilabel_margin_loss",
    "multilabel_soft_margin_loss",
    "nll_loss",
    "soft_margin_loss",
]


def cross_entropy(
    input: Array,
    target: Array,
    weight: Array | None = None,
    size_average: bool | None = None,
    ignore_index: int = -100,
    reduce: bool | None = None,
    reduction: str = "mean",
    label_smoothing: float = 0.0,
) -> Array:
    """`-log(softmax(x))` of the right class; targets of the input's shape are probabilities of the classes.

    `weight` (C,) multiplies the losses of each class, and the mean of numbered classes is that of their weights.
    Targets `ignore_index` do not count. `label_smoothing` moves that much of the target's probability to all classes
    alike. Raises TypeError for integers of the input's shape, ValueError for shapes that do not fit and for a
    `label_smoothing` outside of [0, 1].
    """
    if not 0.0 <= label_smoothing <= 1.0:
        raise ValueError(f"label_smoothing must be between 0.0 and 1.0. Got: {label_smoothing}")
    name = reduction_name(size_average, reduce, reduction)
    axis = _class_axis(input)
    log_probabilities = log_softmax(input, axis)
    if target.shape == input.shape:
        if not jnp.issubdtype(target.dtype, jnp.floating):
            raise TypeError(f"Expected floating point type for target with class probabilities, got {target.dtype}")
        return _soft_cross_entropy(log_probabilities, target, weight, name, label_smoothing)
    hard = nll_loss(log_probabilities, target, weight, ignore_index=ignore_index, reduction=name)
    if label_smoothing == 0:
        return hard
    weighted = log_probabilities if weight is None else log_probabilities * _column(weight, input)
    is_counted = target != ignore_index
    losses = jnp.where(is_counted, -jnp.sum(weighted, axis=axis), 0)
    if name == "mean":
        smooth = losses.sum() / _target_weights(target, weight, ignore_index, losses).sum()
    else:
        smooth = reduced(losses, name)
    return (1 - label_smoothing) * hard + label_smoothing / input.shape[axis] * smooth


def nll_loss(
    input: Array,
    target: Array,
    weight: Array | None = None,
    size_average: bool | None = None,
    ignore_index: int = -100,
    reduce: bool | None = None,
    reduction: str = "mean",
) -> Array:
    """`-x` of the right class, the input holding logarithms of probabilities.

    `weight` (C,) multiplies the losses of each class, and the mean is that of the weights. Targets `ignore_index` do
    not count: where all are such, the mean is NaN. Raises ValueError for shapes that do not fit.
    """
    name = reduction_name(size_average, reduce, reduction)
    axis = _class_axis(input)
    if target.shape != (*input.shape[:axis], *input.shape[axis + 1 :]):
        raise ValueError(f"a target of shape {target.shape} does not fit an input of shape {input.shape}")
    expect_within(target, input.shape[axis], axis, first=0, besides=ignore_index)
    classes = jnp.where(target == ignore_index, 0, target)
    chosen = jnp.take_along_axis(input, jnp.expand_dims(classes, axis), axis).squeeze(axis)
    weights = _target_weights(target, weight, ignore_index, chosen)
    losses = jnp.where(target == ignore_index, 0, -chosen * weights)
    return losses.sum() / weights.sum() if name == "mean" else reduced(losses, name)


def multi_margin_loss(
    input: Array,
    target: Array,
    p: int = 1,
    margin: float = 1.0,
    weight: Array | None = None,
    size_average: bool | None = None,
    reduce: bool | None = None,
    reduction: str = "mean",
) -> Array:
    """`sum(max(0, margin - x[y] + x[i])**p) / C` over the classes `i` other than the target, of inputs (N, C) or (C,).

    `weight` (C,) multiplies by that of the target. Raises ValueError where `p` is neither 1 nor 2.
    """
    if p not in (1, 2):
        raise ValueError("only p == 1 and p == 2 supported")
    if weight is not None and weight.ndim != 1:
        raise ValueError("weight must be one-dimensional")
    expect_within(target, input.shape[-1], input.ndim - 1, first=0)
    right = target[..., None]
    gaps = jax.nn.relu(margin - jnp.take_along_axis(input, right, -1) + input)
    terms = gaps if p == 1 else gaps * gaps
    terms = terms if weight is None else terms * weight[right]
    is_other = jnp.arange(input.shape[-1]) != right
    losses = jnp.sum(jnp.where(is_other, terms, 0), axis=-1) / input.shape[-1]
    return reduced(losses, reduction_name(size_average, reduce, reduction))


def multilabel_margin_loss(
    input: Array,
    target: Array,
    size_average: bool | None = None,
    reduce: bool | None = None,
    reduction: str = "mean",
) -> Array:
    """`sum(max(0, 1 - x[y] + x[i])) / C` over targets `y` and classes `i` that are none, of inputs (N, C) or (C,).

    A target (N, C) or (C,) lists numbers of classes up to the first negative one. Raises ValueError for other shapes.
    """
    if target.shape != input.shape:
        raise ValueError(f"inconsistent target size {target.shape} for input of size {input.shape}")
    classes = input.shape[-1]
    is_listed = jnp.cumprod(target >= 0, axis=-1).astype(bool)
    listed = jnp.where(is_listed, target, 0)
    expect_within(listed, classes, input.ndim - 1)
    is_target = jnp.any((listed[..., None] == jnp.arange(classes)) & is_listed[..., None], axis=-2)
    right = jnp.take_along_axis(input, listed, -1)
    gaps = jax.nn.relu(1 - right[..., :, None] + input[..., None, :])
    is_counted = is_listed[..., :, None] & ~is_target[..., None, :]
    losses = jnp.sum(jnp.where(is_counted, gaps, 0), axis=(-2, -1)) / classes
    return reduced(losses, reduction_name(size_average, reduce, reduction))


def soft_margin_loss(
    input: Array,
    target: Array,
    size_average: bool | None = None,
    reduce: bool | None = None,
    reduction: str = "mean",
) -> Array:
    """`log(1 + exp(-y * x))` for targets 1 and -1 of the input's shape, infinite where the exponential is."""
    losses = jnp.log1p(jnp.exp(-target * input))
    return reduced(losses, reduction_name(size_average, reduce, reduction))


def multilabel_soft_margin_loss(
    input: Array,
    target: Array,
    weight: Array | None = None,
    size_average: bool | None = None,
    reduce: bool | None = None,
    reduction: str = "mean",
) -> Array:
    """The mean over the classes, the last axis, of `-(y * log(sigmoid(x)) + (1 - y) * log(sigmoid(-x)))`.

    `weight` (C,) multiplies.
    """
    losses = -(target * jax.nn.log_sigmoid(input) + (1 - target) * jax.nn.log_sigmoid(-input))
    losses = losses if weight is None else losses * weight
    return reduced(losses.mean(-1), reduction_name(size_average, reduce, reduction))


def _soft_cross_entropy(
    log_probabilities: Array, target: Array, weight: Array | None, reduction: str, label_smoothing: float
) -> Array:
    axis = _class_axis(log_probabilities)
    classes = log_probabilities.shape[axis]
    if label_smoothing > 0:
        target = target * (1 - label_smoothing) + label_smoothing / classes
    terms = log_probabilities * target
    terms = terms if weight is None else terms * _column(weight, terms)
    return reduced(-jnp.sum(terms, axis=axis), reduction)


def _target_weights(target: Array, weight: Array | None, ignore_index: int, like: Array) -> Array:
    """The weight of each target, 0 where it does not count."""
    is_counted = target != ignore_index
    if weight is None:
        return is_counted.astype(like.dtype)
    return jnp.where(is_counted, weight[jnp.where(is_counted, target, 0)], 0)


def _class_axis(input: Array) -> int:
    return 0 if input.ndim == 1 else 1


def _column(weight: Array, input: Array) -> Array:
    """Weights (C,) along the classes of an input (N, C, *) or (C,)."""
    return weight.reshape(-1, *(1,) * (input.ndim - 2))
