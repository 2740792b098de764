"""Losses as layers: `hybridc.runtime.paddle.nn.functional.losses` says what they compute."""

from __future__ import annotations

from typing import Any

import jax

from hybridc.runtime.paddle.layer import Layer
from hybridc.runtime.paddle.nn.functional import losses as F

Array = jax.Array

__all__ = [
    "BCELoss",
    "BCEWithLogitsLoss",
    "CrossEntropyLoss",
    "KLDivLoss",
    "L1Loss",
    "MSELoss",
    "NLLLoss",
    "SmoothL1Loss",
]


class CrossEntropyLoss(Layer):
    """See `F.cross_entropy`."""

    def __init__(
        self,
        weight: Any = None,
        ignore_index: int = -100,
        reduction: str = "mean",
        soft_label: bool = False,
        axis: int = -1,
        use_softmax: bool = True,
        label_smoothing: float = 0.0,
        name: str | None = None,
    ) -> None:
        super().__init__()
        self.weight = weight
        self.reduction = reduction
        self.ignore_index = ignore_index
        self.soft_label = soft_label
        self.axis = axis
        self.use_softmax = use_softmax
        self.label_smoothing = label_smoothing

    def forward(self, input: Array, label: Array) -> Array:
        settings = (self.soft_label, self.axis, self.use_softmax, self.label_smoothing)
        return F.cross_entropy(input, label, self.weight, self.ignore_index, self.reduction, *settings)


class NLLLoss(Layer):
    """See `F.nll_loss`."""

    def __init__(
        self, weight: Any = None, ignore_index: int = -100, reduction: str = "mean", name: str | None = None
    ) -> None:
        super().__init__()
        self._weight = weight
        self._ignore_index = ignore_index
        self._reduction = reduction

    def forward(self, input: Array, label: Array) -> Array:
        return F.nll_loss(input, label, self._weight, self._ignore_index, self._reduction)


class MSELoss(Layer):
    """See `F.mse_loss`."""

    def __init__(self, reduction: str = "mean") -> None:
        super().__init__()
        self.reduction = reduction

    def forward(self, input: Array, label: Array) -> Array:
        return F.mse_loss(input, label, self.reduction)


class L1Loss(Layer):
    """See `F.l1_loss`."""

    def __init__(self, reduction: str = "mean", name: str | None = None) -> None:
        super().__init__()
        self.reduction = reduction

    def forward(self, input: Array, label: Array) -> Array:
        return F.l1_loss(input, label, self.reduction)


class SmoothL1Loss(Layer):
    """See `F.smooth_l1_loss`."""

    def __init__(
        self, reduction: str = "mean", delta: float = 1.0, is_huber: bool = True, name: str | None = None
    ) -> None:
        super().__init__()
        self.reduction = reduction
        self.delta = delta
        self.is_huber = is_huber

    def forward(self, input: Array, label: Array) -> Array:
        return F.smooth_l1_loss(input, label, self.reduction, self.delta, self.is_huber)


class BCELoss(Layer):
    """See `F.binary_cross_entropy`."""

    def __init__(self, weight: Any = None, reduction: str = "mean", name: str | None = None) -> None:
        super().__init__()
        self.weight = weight
        self.reduction = reduction

    def forward(self, input: Array, label: Array) -> Array:
        return F.binary_cross_entropy(input, label, self.weight, self.reduction)


class BCEWithLogitsLoss(Layer):
    """See `F.binary_cross_entropy_with_logits`."""

    def __init__(
        self, weight: Any = None, reduction: str = "mean", pos_weight: Any = None, name: str | None = None
    ) -> None:
        super().__init__()
        self.weight = weight
        self.reduction = reduction
        self.pos_weight = pos_weight

    def forward(self, logit: Array, label: Array) -> Array:
        return F.binary_cross_entropy_with_logits(logit, label, self.weight, self.reduction, self.pos_weight)


class KLDivLoss(Layer):
    """See `F.kl_div`."""

    def __init__(self, reduction: str = "mean", log_target: bool = False) -> None:
        super().__init__()
        self.reduction = reduction
        self.log_target = log_target

    def forward(self, input: Array, label: Array) -> Array:
        return F.kl_div(input, label, self.reduction, self.log_target)
