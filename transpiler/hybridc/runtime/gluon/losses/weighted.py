"""What losses have in common."""

from __future__ import annotations

from typing import Any

import jax

from hybridc.runtime.gluon.block import HybridBlock

Array = jax.Array

__all__ = ["Loss", "apply_weighting"]


def apply_weighting(loss: Array, weight: float | None = None, sample_weight: Array | None = None) -> Array:
    """`loss * sample_weight * weight`, of what is given. Raises AssertionError for a weight that is no number."""
    if sample_weight is not None:
        loss = loss * sample_weight
    if weight is None:
        return loss
    if isinstance(weight, bool) or not isinstance(weight, int | float):
        raise AssertionError("weight must be a number")
    return loss * weight


class Loss(HybridBlock):
    """What losses have in common. `weight`: a number, or None for 1."""

    def __init__(self, weight: float | None, batch_axis: int, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._weight = weight
        self._batch_axis = batch_axis

    def _others(self, loss: Array) -> tuple[int, ...]:
        """All axes but that of the batch."""
        return tuple(axis for axis in range(loss.ndim) if axis != self._batch_axis % loss.ndim)

    def _mean(self, loss: Array, sample_weight: Array | None) -> Array:
        weighted = apply_weighting(loss, self._weight, sample_weight)
        return weighted.mean(self._others(weighted))

    def extra_repr(self) -> str:
        return f"batch_axis={self._batch_axis}, w={self._weight}"
