"""Losses. Where there is a choice, `reduce` is `mean`, or `no` for a loss of each element; ValueError for another."""

from __future__ import annotations

import math
from typing import Any

import jax
import jax.numpy as jnp
from jax import lax

from hybridc.runtime.checking.lookups import expect_within
from hybridc.runtime.kernels.corners import absolute

Array = jax.Array

__all__ = [
    "absolute_error",
    "bernoulli_nll",
    "contrastive",
    "cross_covariance",
    "decov",
    "gaussian_kl_divergence",
    "gaussian_nll",
    "hinge",
    "huber_loss",
    "mean_absolute_error",
    "mean_squared_error",
    "sigmoid_cross_entropy",
    "softmax_cross_entropy",
    "squared_difference",
    "squared_error",
    "triplet",
]


def _expect(value: str, *choices: str) -> None:
    if value not in choices:
        raise ValueError(f"only {' and '.join(map(repr, choices))} are valid for 'reduce', but {value!r} is given")


def softmax_cross_entropy(
    x: Array,
    t: Array,
    normalize: bool = True,
    cache_score: bool = True,
    class_weight: Any = None,
    ignore_label: int = -1,
    reduce: str = "mean",
    enable_double_backprop: bool = False,
    soft_target_loss: str = "cross-entropy",
) -> Array:
    """Of scores (N, C, *) for the classes `t` (N, *), or for probabilities of the shape of `x`.

    The mean is over what is not `ignore_label`, or over N unless `normalize`.
    """
    _expect(reduce, "mean", "no")
    if soft_target_loss not in ("cross-entropy", "kl-divergence"):
        raise ValueError("soft_target_loss must be 'cross-entropy' or 'kl-divergence'.")
    scores = jax.nn.log_softmax(x, 1)
    if t.shape == x.shape:
        return _of_probabilities(x, t, scores, reduce, soft_target_loss)
    if class_weight is not None:
        scores = scores * jnp.asarray(class_weight).reshape(-1, *(1,) * (x.ndim - 2))
    is_valid = t != ignore_label
    expect_within(t, x.shape[1], 1, besides=ignore_label)
    chosen = jnp.take_along_axis(scores, jnp.where(is_valid, t, 0)[:, None], 1)[:, 0]
    losses = jnp.where(is_valid, -chosen, 0)
    if reduce == "no":
        return losses
    count = jnp.maximum(is_valid.sum(), 1) if normalize else max(len(x), 1)
    return losses.sum() / count


def _of_probabilities(x: Array, t: Array, scores: Array, reduce: str, kind: str) -> Array:
    """Chainer: the derivative is softmax(x) - t also where probabilities have another sum than 1."""
    t = lax.stop_gradient(t)
    entropy = t * jnp.log(t + 1e-7) if kind == "kl-divergence" else 0
    value = lax.stop_gradient(jnp.sum(entropy - t * scores, axis=1))
    slopes = jax.nn.logsumexp(x, axis=1) - jnp.sum(t * x, axis=1)
    losses = value + (slopes - lax.stop_gradient(slopes))
    return losses if reduce == "no" else losses.mean()


def sigmoid_cross_entropy(x: Array, t: Array, normalize: bool = True, reduce: str = "mean") -> Array:
    """Of logits for truths 1 and 0; -1 is ignored. The mean is over what is not ignored, or over N."""
    _expect(reduce, "mean", "no")
    is_valid = t != -1
    losses = jnp.where(is_valid, jax.nn.softplus(x) - x * t, 0)
    if reduce == "no":
        return losses
    return losses.sum() / (jnp.maximum(is_valid.sum(), 1) if normalize else max(len(x), 1))


def absolute_error(x0: Array, x1: Array) -> Array:
    return absolute(x0 - x1)


def squared_error(x0: Array, x1: Array) -> Array:
    return jnp.square(x0 - x1)


squared_difference = squared_error


def mean_absolute_error(x0: Array, x1: Array) -> Array:
    return absolute(x0 - x1).mean()


def mean_squared_error(x0: Array, x1: Array) -> Array:
    return jnp.square(x0 - x1).mean()


def huber_loss(x: Array, t: Array, delta: float, reduce: str = "sum_along_second_axis") -> Array:
    """Half the square of small differences, `delta` times what is beyond; `reduce="no"`: of each element."""
    _expect(reduce, "sum_along_second_axis", "no")
    far = jnp.abs(x - t)
    losses = 0.5 * jnp.where(far < delta, far * far, 2 * delta * far - delta * delta)
    return losses if reduce == "no" else losses.sum(axis=1)


def hinge(x: Array, t: Array, norm: str = "L1", reduce: str = "mean") -> Array:
    """Of scores (N, C) for classes (N,): `max(0, 1 ± x)`, squared if `norm` is L2. NotImplementedError for another."""
    _expect(reduce, "mean", "no")
    if norm not in ("L1", "L2"):
        raise NotImplementedError("norm should be either 'L1' or 'L2'")
    signs = jnp.where(jnp.arange(x.shape[1]) == t[:, None], -1, 1)
    below = jax.nn.relu(1 + x * signs)
    losses = below if norm == "L1" else below * below
    return losses if reduce == "no" else losses.sum() / len(x)


def contrastive(x0: Array, x1: Array, y: Array, margin: float = 1, reduce: str = "mean") -> Array:
    """Of pairs (N, K) that belong together where `y` is 1. Raises ValueError for a margin that is not positive."""
    _expect(reduce, "mean", "no")
    if margin <= 0:
        raise ValueError("margin should be positive value.")
    squares = jnp.square(x0 - x1).sum(axis=1)
    is_apart = squares > 0
    distance = jnp.where(is_apart, jnp.sqrt(jnp.where(is_apart, squares, 1)), 0)
    losses = (y * squares + (1 - y) * jnp.square(jax.nn.relu(margin - distance))) * 0.5
    return losses if reduce == "no" else losses.sum() / len(x0)


def triplet(anchor: Array, positive: Array, negative: Array, margin: float = 0.2, reduce: str = "mean") -> Array:
    """`max(|a - p|² - |a - n|² + margin, 0)` of rows. Raises ValueError for a margin that is not positive."""
    _expect(reduce, "mean", "no")
    if margin <= 0:
        raise ValueError("margin should be positive value.")
    losses = jax.nn.relu((jnp.square(anchor - positive) - jnp.square(anchor - negative)).sum(axis=1) + margin)
    return losses if reduce == "no" else losses.sum() / len(anchor)


def cross_covariance(y: Array, z: Array, reduce: str = "half_squared_sum") -> Array:
    """The covariances of columns, or half the sum of their squares."""
    _expect(reduce, "half_squared_sum", "no")
    found = (y - y.mean(axis=0)).T @ (z - z.mean(axis=0)) / len(y)
    return found if reduce == "no" else 0.5 * jnp.square(found).sum()


def decov(h: Array, reduce: str = "half_squared_sum") -> Array:
    """The covariances between columns, or half the sum of their squares."""
    _expect(reduce, "half_squared_sum", "no")
    centered = h - h.mean(axis=0)
    found = centered.T @ centered / len(h)
    found = found * (1 - jnp.eye(len(found), dtype=h.dtype))
    return found if reduce == "no" else 0.5 * jnp.square(found).sum()


def gaussian_kl_divergence(mean: Array, ln_var: Array, reduce: str = "sum") -> Array:
    """Of normal distributions from the standard one; the sum, the `mean`, or with `no` of each."""
    return _reduced((mean * mean + jnp.exp(ln_var) - ln_var - 1) * 0.5, reduce)


def bernoulli_nll(x: Array, y: Array, reduce: str = "sum") -> Array:
    """Of truths `x` by logits `y`; the sum, the `mean`, or with `no` of each."""
    return _reduced(jax.nn.softplus(y) - x * y, reduce)


def gaussian_nll(x: Array, mean: Array, ln_var: Array, reduce: str = "sum") -> Array:
    """Of `x` by normal distributions; the sum, the `mean`, or with `no` of each."""
    power = jnp.square(x - mean) * jnp.exp(-ln_var) * -0.5
    return _reduced((ln_var + math.log(2 * math.pi)) / 2 - power, reduce)


def _reduced(losses: Array, reduce: str) -> Array:
    _expect(reduce, "sum", "mean", "no")
    return losses if reduce == "no" else losses.sum() if reduce == "sum" else losses.mean()
