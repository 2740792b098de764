"""What `ParamAttr(regularizer=...)` says: how a training step is to hold a parameter down. Kept for such steps."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["L1Decay", "L2Decay"]


@dataclass(frozen=True)
class L1Decay:
    """`coeff` times the sum of magnitudes is to be added to the loss."""

    coeff: float = 0.0


@dataclass(frozen=True)
class L2Decay:
    """`coeff` times half the sum of squares is to be added to the loss."""

    coeff: float = 0.0
