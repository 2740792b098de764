"""What losses are reduced to: the words of PyTorch's `reduction`, and of the arguments that it replaced."""

from __future__ import annotations

import jax

Array = jax.Array

__all__ = ["reduced", "reduction_name"]


def reduced(losses: Array, reduction: str) -> Array:
    """The losses as they are, their mean or their sum. Raises ValueError for another word than none, mean and sum."""
    if reduction == "none":
        return losses
    if reduction in ("mean", "elementwise_mean"):
        return losses.mean()
    if reduction == "sum":
        return losses.sum()
    raise ValueError(f"{reduction} is not a valid value for reduction")


def reduction_name(size_average: bool | None, reduce: bool | None, reduction: str) -> str:
    """`reduction`, or what the two older arguments say where one of them is given."""
    if size_average is None and reduce is None:
        return reduction
    if reduce is False:
        return "none"
    return "sum" if size_average is False else "mean"
