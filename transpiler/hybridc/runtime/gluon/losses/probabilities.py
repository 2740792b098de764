"""Losses of classes and of probabilities."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp

from hybridc.runtime.gluon.losses.weighted import Loss, apply_weighting
from hybridc.runtime.kernels.corners import absolute
from hybridc.runtime.torch.nn.functional.ctc import ctc_loss

Array = jax.Array

__all__ = ["CTCLoss", "KLDivLoss", "LogisticLoss", "SigmoidBinaryCrossEntropyLoss", "SoftmaxCrossEntropyLoss"]


class SoftmaxCrossEntropyLoss(Loss):
    """Of predictions before a softmax, or logarithms of probabilities with `from_logits`.

    Labels are the numbers of classes, or with `sparse_label=False` probabilities. MXNet: a number that is none of a
    class is that of the first or last.
    """

    def __init__(
        self,
        axis: int = -1,
        sparse_label: bool = True,
        from_logits: bool = False,
        weight: float | None = None,
        batch_axis: int = 0,
        **kwargs: Any,
    ) -> None:
        super().__init__(weight, batch_axis, **kwargs)
        self._axis = axis
        self._sparse_label = sparse_label
        self._from_logits = from_logits

    def forward(self, pred: Array, label: Array, sample_weight: Array | None = None) -> Array:
        scores = pred if self._from_logits else jax.nn.log_softmax(pred, self._axis)
        if self._sparse_label:
            axis = self._axis % pred.ndim
            shape = (*pred.shape[:axis], 1, *pred.shape[axis + 1 :])
            classes = jnp.clip(label.reshape(shape).astype(jnp.int32), 0, pred.shape[axis] - 1)
            loss = -jnp.take_along_axis(scores, classes, axis)
        else:
            loss = -(scores * label.reshape(pred.shape)).sum(self._axis, keepdims=True)
        return self._mean(loss, sample_weight)


class SigmoidBinaryCrossEntropyLoss(Loss):
    """Of predictions before a sigmoid, or behind it with `from_sigmoid`; `pos_weight` scales what is positive."""

    def __init__(
        self, from_sigmoid: bool = False, weight: float | None = None, batch_axis: int = 0, **kwargs: Any
    ) -> None:
        super().__init__(weight, batch_axis, **kwargs)
        self._from_sigmoid = from_sigmoid

    def forward(
        self, pred: Array, label: Array, sample_weight: Array | None = None, pos_weight: Array | None = None
    ) -> Array:
        label = label.reshape(pred.shape)
        if self._from_sigmoid:
            positive = jnp.log(pred + 1e-12) * label
            positive = positive if pos_weight is None else positive * pos_weight
            loss = -(positive + jnp.log(1.0 - pred + 1e-12) * (1.0 - label))
        elif pos_weight is None:
            loss = _logistic(pred, label)
        else:
            log_weight = 1 + (pos_weight - 1) * label
            loss = pred - pred * label + log_weight * (jax.nn.softplus(-absolute(pred)) + jax.nn.relu(-pred))
        return self._mean(loss, sample_weight)


class KLDivLoss(Loss):
    """`label * (log(label) - pred)`, summed, of logarithms of probabilities, or with `from_logits=False` of scores."""

    def __init__(
        self,
        from_logits: bool = True,
        axis: int = -1,
        weight: float | None = None,
        batch_axis: int = 0,
        **kwargs: Any,
    ) -> None:
        super().__init__(weight, batch_axis, **kwargs)
        self._from_logits = from_logits
        self._axis = axis

    def forward(self, pred: Array, label: Array, sample_weight: Array | None = None) -> Array:
        scores = pred if self._from_logits else jax.nn.log_softmax(pred, self._axis)
        loss = apply_weighting(label * (jnp.log(label + 1e-12) - scores), self._weight, sample_weight)
        return loss.sum(self._others(loss))


class CTCLoss(Loss):
    """Connectionist temporal classification: `pred` (N, T, C) before a softmax, of which the last class is the blank.

    Labels (N, longest) end at their `label_lengths`, or at the first -1. Where no alignment is possible the loss is 0.
    """

    def __init__(
        self, layout: str = "NTC", label_layout: str = "NT", weight: float | None = None, **kwargs: Any
    ) -> None:
        if layout not in ("NTC", "TNC"):
            raise AssertionError(f"Only 'NTC' and 'TNC' layouts for pred are supported. Got: {layout}")
        if label_layout not in ("NT", "TN"):
            raise AssertionError(f"Only 'NT' and 'TN' layouts for label are supported. Got: {label_layout}")
        super().__init__(weight, label_layout.find("N"), **kwargs)
        self._layout = layout
        self._label_layout = label_layout

    def forward(
        self,
        pred: Array,
        label: Array,
        pred_lengths: Array | None = None,
        label_lengths: Array | None = None,
        sample_weight: Array | None = None,
    ) -> Array:
        steps = jnp.swapaxes(pred, 0, 1) if self._layout == "NTC" else pred
        labels = (jnp.swapaxes(label, 0, 1) if self._batch_axis == 1 else label).astype(jnp.int32)
        if pred_lengths is None:
            pred_lengths = jnp.full(steps.shape[1], steps.shape[0])
        if label_lengths is None:
            label_lengths = jnp.cumprod(labels != -1, axis=1).sum(1)
        frames, ends = pred_lengths.astype(jnp.int32), label_lengths.astype(jnp.int32)
        blank = steps.shape[2] - 1
        losses = ctc_loss(jax.nn.log_softmax(steps, 2), labels, frames, ends, blank, "none", zero_infinity=True)
        return apply_weighting(losses, self._weight, sample_weight)


class LogisticLoss(Loss):
    """Of labels -1 and 1, or, with the `label_format` binary, 0 and 1."""

    def __init__(
        self, weight: float | None = None, batch_axis: int = 0, label_format: str = "signed", **kwargs: Any
    ) -> None:
        super().__init__(weight, batch_axis, **kwargs)
        if label_format not in ("signed", "binary"):
            raise ValueError(f"label_format can only be signed or binary, recieved {label_format}.")
        self._label_format = label_format

    def forward(self, pred: Array, label: Array, sample_weight: Array | None = None) -> Array:
        label = label.reshape(pred.shape)
        label = (label + 1.0) / 2.0 if self._label_format == "signed" else label
        return self._mean(_logistic(pred, label), sample_weight)


def _logistic(pred: Array, label: Array) -> Array:
    return jax.nn.relu(pred) - pred * label + jax.nn.softplus(-absolute(pred))
