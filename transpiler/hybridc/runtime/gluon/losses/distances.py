"""Losses of values, margins and distances."""

from __future__ import annotations

import math
from typing import Any

import jax
import jax.numpy as jnp

from hybridc.runtime.gluon.losses.probabilities import KLDivLoss
from hybridc.runtime.gluon.losses.weighted import Loss, apply_weighting
from hybridc.runtime.kernels.corners import absolute

Array = jax.Array

__all__ = [
    "CosineEmbeddingLoss",
    "HingeLoss",
    "HuberLoss",
    "L1Loss",
    "L2Loss",
    "PoissonNLLLoss",
    "SDMLLoss",
    "SquaredHingeLoss",
    "TripletLoss",
]


class L2Loss(Loss):
    """`weight / 2 * (label - pred) ** 2`"""

    def __init__(self, weight: float = 1.0, batch_axis: int = 0, **kwargs: Any) -> None:
        super().__init__(weight, batch_axis, **kwargs)

    def forward(self, pred: Array, label: Array, sample_weight: Array | None = None) -> Array:
        assert self._weight is not None
        squares = jnp.square(label.reshape(pred.shape) - pred)
        loss = apply_weighting(squares, self._weight / 2, sample_weight)
        return loss.mean(self._others(loss))


class L1Loss(Loss):
    """`|label - pred|`"""

    def __init__(self, weight: float | None = None, batch_axis: int = 0, **kwargs: Any) -> None:
        super().__init__(weight, batch_axis, **kwargs)

    def forward(self, pred: Array, label: Array, sample_weight: Array | None = None) -> Array:
        return self._mean(absolute(label.reshape(pred.shape) - pred), sample_weight)


class HuberLoss(Loss):
    """Squares of small errors, absolute values of those larger than `rho`."""

    def __init__(self, rho: float = 1, weight: float | None = None, batch_axis: int = 0, **kwargs: Any) -> None:
        super().__init__(weight, batch_axis, **kwargs)
        self._rho = rho

    def forward(self, pred: Array, label: Array, sample_weight: Array | None = None) -> Array:
        error = jnp.abs(label.reshape(pred.shape) - pred)
        loss = jnp.where(error > self._rho, error - 0.5 * self._rho, 0.5 / self._rho * jnp.square(error))
        return self._mean(loss, sample_weight)


class HingeLoss(Loss):
    """`max(0, margin - pred * label)`, of labels -1 and 1."""

    def __init__(self, margin: float = 1, weight: float | None = None, batch_axis: int = 0, **kwargs: Any) -> None:
        super().__init__(weight, batch_axis, **kwargs)
        self._margin = margin

    def _hinge(self, pred: Array, label: Array) -> Array:
        return jax.nn.relu(self._margin - pred * label.reshape(pred.shape))

    def forward(self, pred: Array, label: Array, sample_weight: Array | None = None) -> Array:
        return self._mean(self._hinge(pred, label), sample_weight)


class SquaredHingeLoss(HingeLoss):
    """The square of `HingeLoss`."""

    def forward(self, pred: Array, label: Array, sample_weight: Array | None = None) -> Array:
        return self._mean(jnp.square(self._hinge(pred, label)), sample_weight)


class TripletLoss(Loss):
    """`max(0, sum((positive - pred) ** 2 - (negative - pred) ** 2) + margin)`"""

    def __init__(self, margin: float = 1, weight: float | None = None, batch_axis: int = 0, **kwargs: Any) -> None:
        super().__init__(weight, batch_axis, **kwargs)
        self._margin = margin

    def forward(self, pred: Array, positive: Array, negative: Array) -> Array:
        near, far = (jnp.square(other.reshape(pred.shape) - pred) for other in (positive, negative))
        distance = (near - far).sum(self._others(near))
        return apply_weighting(jax.nn.relu(distance + self._margin), self._weight)


class PoissonNLLLoss(Loss):
    """Of rates, or of their logarithms with `from_logits`: one mean of all, (1,).

    `compute_full` adds Stirling's term.
    """

    def __init__(
        self,
        weight: float | None = None,
        from_logits: bool = True,
        batch_axis: int = 0,
        compute_full: bool = False,
        **kwargs: Any,
    ) -> None:
        super().__init__(weight, batch_axis, **kwargs)
        self._from_logits = from_logits
        self._compute_full = compute_full

    def forward(self, pred: Array, target: Array, sample_weight: Array | None = None, epsilon: float = 1e-08) -> Array:
        target = target.reshape(pred.shape)
        loss = jnp.exp(pred) - target * pred if self._from_logits else pred - target * jnp.log(pred + epsilon)
        if self._compute_full:
            stirling = target * jnp.log(target) - target + 0.5 * jnp.log(2 * target * math.pi)
            loss = loss + stirling * (target > 1)
        return apply_weighting(loss, self._weight, sample_weight).mean().reshape(1)


class CosineEmbeddingLoss(Loss):
    """(N, 1): one less the cosine of the angle where the label is 1, what it has beyond the margin where it is -1."""

    def __init__(self, weight: float | None = None, batch_axis: int = 0, margin: float = 0, **kwargs: Any) -> None:
        super().__init__(weight, batch_axis, **kwargs)
        self._margin = margin

    def forward(self, input1: Array, input2: Array, label: Array, sample_weight: Array | None = None) -> Array:
        input1, label = input1.reshape(input2.shape), label.reshape(-1, 1)
        lengths = jnp.linalg.norm(input1, axis=-1) * jnp.linalg.norm(input2, axis=-1)
        cosine = (input1 * input2).sum(-1).reshape(-1, 1) / jnp.maximum(lengths.reshape(-1, 1), 1e-12)
        apart = jnp.maximum(0, (label == -1) * (cosine - self._margin))
        return apply_weighting((1 - cosine) * (label == 1) + apart, self._weight, sample_weight)


class SDMLLoss(Loss):
    """Bonadiman et al. 2019: (N, d) and (N, d), of which the rows of one number belong together."""

    def __init__(
        self, smoothing_parameter: float = 0.3, weight: float = 1.0, batch_axis: int = 0, **kwargs: Any
    ) -> None:
        super().__init__(weight, batch_axis, **kwargs)
        self.kl_loss = KLDivLoss(from_logits=True)
        self.smoothing_parameter = smoothing_parameter

    def forward(self, x1: Array, x2: Array) -> Array:
        distances = jnp.square(x1[:, None] - x2[None]).sum(2)
        same, smoothing = jnp.eye(x1.shape[0]), self.smoothing_parameter
        labels = same * (1 - smoothing) + (1 - same) * smoothing / (x1.shape[0] - 1)
        found: Array = self.kl_loss(jax.nn.log_softmax(-distances, 1), labels)
        return found
