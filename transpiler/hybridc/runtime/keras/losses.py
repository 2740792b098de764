"""Losses, as functions and as objects that average."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
from jax import lax

from hybridc.runtime.checking.lookups import expect_within
from hybridc.runtime.keras.naming import snake_case
from hybridc.runtime.kernels.corners import absolute, between

Array = jax.Array

__all__ = [
    "BinaryCrossentropy",
    "CategoricalCrossentropy",
    "CategoricalHinge",
    "CosineSimilarity",
    "Hinge",
    "Huber",
    "KLDivergence",
    "LogCosh",
    "Loss",
    "MeanAbsoluteError",
    "MeanAbsolutePercentageError",
    "MeanSquaredError",
    "MeanSquaredLogarithmicError",
    "Poisson",
    "SparseCategoricalCrossentropy",
    "SquaredHinge",
    "binary_crossentropy",
    "categorical_crossentropy",
    "categorical_hinge",
    "cosine_similarity",
    "hinge",
    "huber",
    "kl_divergence",
    "log_cosh",
    "mean_absolute_error",
    "mean_absolute_percentage_error",
    "mean_squared_error",
    "mean_squared_logarithmic_error",
    "poisson",
    "sparse_categorical_crossentropy",
    "squared_hinge",
]
_BIT = 1e-7


def _both(y_true: Any, y_pred: Any) -> tuple[Array, Array]:
    """In the dtype of the predictions, and of as many axes: one of size 1 at the end may be left out."""
    pred = jnp.asarray(y_pred)
    true = jnp.asarray(y_true).astype(pred.dtype)
    if true.ndim == pred.ndim - 1 and pred.shape[-1] == 1:
        pred = pred[..., 0]
    elif true.ndim == pred.ndim + 1 and true.shape[-1] == 1:
        true = true[..., 0]
    return true, pred


def mean_squared_error(y_true: Any, y_pred: Any) -> Array:
    true, pred = _both(y_true, y_pred)
    return jnp.mean(jnp.square(true - pred), axis=-1)


def mean_absolute_error(y_true: Any, y_pred: Any) -> Array:
    true, pred = _both(y_true, y_pred)
    return jnp.mean(absolute(true - pred), axis=-1)


def mean_absolute_percentage_error(y_true: Any, y_pred: Any) -> Array:
    true, pred = _both(y_true, y_pred)
    return 100.0 * jnp.mean(absolute((true - pred) / jnp.maximum(jnp.abs(true), _BIT)), axis=-1)


def mean_squared_logarithmic_error(y_true: Any, y_pred: Any) -> Array:
    true, pred = (jnp.log(jnp.maximum(y, _BIT) + 1.0) for y in _both(y_true, y_pred))
    return jnp.mean(jnp.square(true - pred), axis=-1)


def huber(y_true: Any, y_pred: Any, delta: float = 1.0) -> Array:
    true, pred = _both(y_true, y_pred)
    error = jnp.abs(pred - true)
    return jnp.mean(jnp.where(error <= delta, 0.5 * error * error, delta * error - 0.5 * delta * delta), axis=-1)


def log_cosh(y_true: Any, y_pred: Any) -> Array:
    true, pred = _both(y_true, y_pred)
    return jnp.mean(jnp.logaddexp(pred - true, true - pred) - jnp.log(2.0).astype(pred.dtype), axis=-1)


def _signs(true: Array) -> Array:
    """-1 for 0, where there are but 0 and 1."""
    is_binary = jnp.all((true == 0) | (true == 1))
    return jnp.where(is_binary, 2 * true - 1, true)


def hinge(y_true: Any, y_pred: Any) -> Array:
    true, pred = _both(y_true, y_pred)
    return jnp.mean(between(1 - _signs(true) * pred, 0), axis=-1)


def squared_hinge(y_true: Any, y_pred: Any) -> Array:
    true, pred = _both(y_true, y_pred)
    return jnp.mean(jnp.square(jnp.maximum(1.0 - _signs(true) * pred, 0.0)), axis=-1)


def categorical_hinge(y_true: Any, y_pred: Any) -> Array:
    true, pred = _both(y_true, y_pred)
    return between(jnp.max((1.0 - true) * pred, axis=-1) - jnp.sum(true * pred, axis=-1) + 1.0, 0)


def kl_divergence(y_true: Any, y_pred: Any) -> Array:
    true, pred = (jnp.clip(y, _BIT, 1) for y in _both(y_true, y_pred))
    return jnp.sum(true * jnp.log(true / pred), axis=-1)


def poisson(y_true: Any, y_pred: Any) -> Array:
    true, pred = _both(y_true, y_pred)
    return jnp.mean(pred - true * jnp.log(pred + _BIT), axis=-1)


def cosine_similarity(y_true: Any, y_pred: Any, axis: int = -1) -> Array:
    """Between -1 and 1: of directions that are the same, -1."""
    true, pred = (
        y * jnp.minimum(lax.rsqrt(jnp.sum(jnp.square(y), axis, keepdims=True)), 1 / _BIT) for y in _both(y_true, y_pred)
    )
    return -jnp.sum(true * pred, axis=axis)


def _smoothed(true: Array, label_smoothing: float, classes: int) -> Array:
    return true * (1.0 - label_smoothing) + label_smoothing / classes if label_smoothing else true


def binary_crossentropy(
    y_true: Any, y_pred: Any, from_logits: bool = False, label_smoothing: float = 0.0, axis: int = -1
) -> Array:
    """Of probabilities, which are kept a bit away from 0 and 1, or of logits."""
    pred = jnp.asarray(y_pred)
    true = _smoothed(jnp.asarray(y_true).astype(pred.dtype), label_smoothing, 2)
    if from_logits:
        each = jax.nn.softplus(pred) - pred * true
    else:
        pred = jnp.clip(pred, _BIT, 1 - _BIT)
        each = -(true * jnp.log(pred) + (1 - true) * jnp.log(1 - pred))
    return jnp.mean(each, axis=axis)


def categorical_crossentropy(
    y_true: Any, y_pred: Any, from_logits: bool = False, label_smoothing: float = 0.0, axis: int = -1
) -> Array:
    """Of probabilities of classes, which are made to sum to 1, or of logits."""
    pred = jnp.asarray(y_pred)
    true = _smoothed(jnp.asarray(y_true).astype(pred.dtype), label_smoothing, pred.shape[axis])
    if from_logits:
        return -jnp.sum(true * jax.nn.log_softmax(pred, axis=axis), axis=axis)
    pred = jnp.clip(pred / jnp.sum(pred, axis, keepdims=True), _BIT, 1 - _BIT)
    return -jnp.sum(true * jnp.log(pred), axis=axis)


def sparse_categorical_crossentropy(
    y_true: Any, y_pred: Any, from_logits: bool = False, ignore_class: int | None = None, axis: int = -1
) -> Array:
    """Of numbers of classes, and probabilities, which are made to sum to 1, or logits."""
    pred, true = jnp.moveaxis(jnp.asarray(y_pred), axis, -1), jnp.asarray(y_true).astype(jnp.int32)
    true = true[..., 0] if true.ndim == pred.ndim and true.shape[-1] == 1 else true
    scores = pred if from_logits else jnp.log(jnp.clip(pred, _BIT, 1 - _BIT))
    counts = jnp.ones(true.shape, bool) if ignore_class is None else true != ignore_class
    places = jnp.where(counts, true, 0)
    expect_within(places, pred.shape[-1], pred.ndim - 1, first=0)
    found = -jnp.take_along_axis(jax.nn.log_softmax(scores), places[..., None], axis=-1)[..., 0]
    return jnp.where(counts, found, 0.0)


class Loss:
    """Calls `call(y_true, y_pred)`, and averages, or sums, what comes out, times `sample_weight`.

    `reduction`: `sum_over_batch_size`, `mean`, `sum`, or None for what comes out as it is.
    """

    def __init__(
        self, name: str | None = None, reduction: str | None = "sum_over_batch_size", dtype: Any = None
    ) -> None:
        self.name = name or snake_case(type(self).__name__)
        self.reduction = {"auto": "sum_over_batch_size", "none": None}.get(str(reduction), reduction)
        if self.reduction not in ("sum_over_batch_size", "mean", "sum", None):
            raise ValueError(f"Invalid value for argument `reduction`: {reduction}")

    def call(self, y_true: Any, y_pred: Any) -> Array:
        raise NotImplementedError

    def __call__(self, y_true: Any, y_pred: Any, sample_weight: Any = None) -> Array:
        losses = jnp.asarray(self.call(_floating(y_true), _floating(y_pred)))
        if sample_weight is not None:
            weights = jnp.asarray(sample_weight).astype(losses.dtype)
            weights = weights[..., 0] if weights.ndim == losses.ndim + 1 and weights.shape[-1] == 1 else weights
            losses = losses * weights.reshape(weights.shape + (1,) * (losses.ndim - weights.ndim))
        if self.reduction is None:
            return losses
        total: Array = jnp.sum(losses)
        counted = self.counted(y_true)
        if self.reduction == "sum":
            return total
        return total / (losses.size if counted is None else jnp.sum(counted).astype(losses.dtype))

    def counted(self, y_true: Any) -> Any:
        """Which labels count in an average; None is all."""
        return None

    def get_config(self) -> dict[str, Any]:
        return {"name": self.name, "reduction": self.reduction}


def _floating(y: Any) -> Any:
    """Keras: labels are floating point numbers too."""
    return jax.tree_util.tree_map(lambda v: jnp.asarray(v).astype(jnp.float32), y)


def _kind(name: str, function: Callable[..., Array], **settings: Any) -> Any:
    def __init__(self: Any, *args: Any, **kwargs: Any) -> None:
        given = dict(zip(settings, args, strict=False)) | {k: kwargs.pop(k) for k in list(kwargs) if k in settings}
        others = dict(zip(("reduction", "name"), args[len(settings) :], strict=False))
        Loss.__init__(self, **others, **kwargs)
        self.settings = {**settings, **given}

    def call(self: Any, y_true: Any, y_pred: Any) -> Array:
        return function(y_true, y_pred, **self.settings)

    def counted(self: Any, y_true: Any) -> Any:
        ignored = self.settings.get("ignore_class")
        return None if ignored is None else jnp.asarray(y_true) != ignored

    words = f"`{function.__name__}` as an object."
    return type(
        name,
        (Loss,),
        {"__init__": __init__, "call": call, "counted": counted, "__doc__": words, "__module__": __name__},
    )


_LOGITS: dict[str, Any] = {"from_logits": False, "label_smoothing": 0.0, "axis": -1}
MeanSquaredError = _kind("MeanSquaredError", mean_squared_error)
MeanAbsoluteError = _kind("MeanAbsoluteError", mean_absolute_error)
MeanAbsolutePercentageError = _kind("MeanAbsolutePercentageError", mean_absolute_percentage_error)
MeanSquaredLogarithmicError = _kind("MeanSquaredLogarithmicError", mean_squared_logarithmic_error)
CosineSimilarity = _kind("CosineSimilarity", cosine_similarity, axis=-1)
Huber = _kind("Huber", huber, delta=1.0)
LogCosh = _kind("LogCosh", log_cosh)
Hinge = _kind("Hinge", hinge)
SquaredHinge = _kind("SquaredHinge", squared_hinge)
CategoricalHinge = _kind("CategoricalHinge", categorical_hinge)
KLDivergence = _kind("KLDivergence", kl_divergence)
Poisson = _kind("Poisson", poisson)
BinaryCrossentropy = _kind("BinaryCrossentropy", binary_crossentropy, **_LOGITS)
CategoricalCrossentropy = _kind("CategoricalCrossentropy", categorical_crossentropy, **_LOGITS)
SparseCategoricalCrossentropy = _kind(
    "SparseCategoricalCrossentropy", sparse_categorical_crossentropy, from_logits=False, ignore_class=None, axis=-1
)
