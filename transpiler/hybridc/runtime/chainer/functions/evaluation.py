"""How good predictions are: values without derivatives."""

from __future__ import annotations

import jax
import jax.numpy as jnp
from jax import lax

Array = jax.Array

__all__ = ["accuracy", "binary_accuracy", "r2_score"]


def accuracy(y: Array, t: Array, ignore_label: int | None = None) -> Array:
    """How much of `t` (N, *) is the largest score of `y` (N, C, *), in the dtype of `y`; 0 where all is ignored."""
    is_right = y.argmax(axis=1).reshape(t.shape) == t
    if ignore_label is None:
        return is_right.mean(dtype=y.dtype)
    counts = t != ignore_label
    total = counts.sum()
    return jnp.where(total == 0, 0, (is_right & counts).sum() / jnp.maximum(total, 1)).astype(y.dtype)


def binary_accuracy(y: Array, t: Array) -> Array:
    """How much of `t`, where it is not -1, tells whether `y` is positive or 0."""
    is_right = (y.reshape(-1) >= 0) == t.reshape(-1)
    return (is_right.sum() / jnp.maximum((t != -1).sum(), 1)).astype(y.dtype)


def r2_score(pred: Array, true: Array, sample_weight: None = None, multioutput: str = "uniform_average") -> Array:
    """The coefficient of determination, 0 where `true` is constant: the mean of outputs, or `raw_values`.

    Raises NotImplementedError for weights, ValueError for another `multioutput`.
    """
    if sample_weight is not None:
        raise NotImplementedError("r2_score has no weights of samples")
    if multioutput not in ("uniform_average", "raw_values"):
        raise ValueError("invalid multioutput argument")
    pred, true = lax.stop_gradient(pred), lax.stop_gradient(true)
    rest = jnp.square(pred - true).sum(axis=0)
    total = jnp.square(true - true.mean(axis=0)).sum(axis=0)
    found = jnp.where(total == 0, 0, 1 - rest / jnp.where(total == 0, 1, total)).astype(pred.dtype)
    return found.mean() if multioutput == "uniform_average" else found
