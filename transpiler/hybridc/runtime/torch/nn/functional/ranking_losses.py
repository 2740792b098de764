"""Losses of comparisons, as `torch.nn.functional` has them.

The result is a scalar, or has one value for each comparison where `reduction` is "none". `size_average` and `reduce`
are the older words for `reduction`.
"""

from __future__ import annotations

from collections.abc import Callable

import jax
import jax.numpy as jnp

from hybridc.runtime.torch.nn.functional.distances import pairwise_distance
from hybridc.runtime.torch.nn.functional.reductions import reduced, reduction_name

Array = jax.Array

__all__ = [
    "cosine_embedding_loss",
    "hinge_embedding_loss",
    "margin_ranking_loss",
    "triplet_margin_loss",
    "triplet_margin_with_distance_loss",
]


def hinge_embedding_loss(
    input: Array,
    target: Array,
    margin: float = 1.0,
    size_average: bool | None = None,
    reduce: bool | None = None,
    reduction: str = "mean",
) -> Array:
    """`x` where the target is 1, `max(0, margin - x)` where it is -1; input and target are broadcast."""
    losses = jnp.where(target != 1, _positive(margin - input), 0) + jnp.where(target != -1, input, 0)
    return reduced(losses, reduction_name(size_average, reduce, reduction))


def margin_ranking_loss(
    input1: Array,
    input2: Array,
    target: Array,
    margin: float = 0,
    size_average: bool | None = None,
    reduce: bool | None = None,
    reduction: str = "mean",
) -> Array:
    """`max(0, margin - y * (x1 - x2))` for targets 1 and -1, broadcast. Raises ValueError for other numbers of axes."""
    if not input1.ndim == input2.ndim == target.ndim:
        shapes = f"{input1.shape}, {input2.shape}, {target.shape}"
        raise ValueError(f"margin_ranking_loss: all inputs should have the same number of axes, got {shapes}")
    losses = _positive(margin - target * (input1 - input2))
    return reduced(losses, reduction_name(size_average, reduce, reduction))


def cosine_embedding_loss(
    input1: Array,
    input2: Array,
    target: Array,
    margin: float = 0,
    size_average: bool | None = None,
    reduce: bool | None = None,
    reduction: str = "mean",
) -> Array:
    """`1 - cos(x1, x2)` where the target is 1, `max(0, cos(x1, x2) - margin)` where it is -1.

    Inputs (N, D) and a target (N,), or (D,) and (). Raises ValueError for other numbers of axes.
    """
    if target.ndim > 1 or not input1.ndim == input2.ndim == target.ndim + 1:
        shapes = f"{input1.shape}, {input2.shape}, {target.shape}"
        raise ValueError(
            f"cosine_embedding_loss: inputs (N, D) and target (N,), or (D,) and (), expected, got {shapes}"
        )
    tiny = 1e-12
    squares = (jnp.sum(input1 * input1, -1) + tiny) * (jnp.sum(input2 * input2, -1) + tiny)
    cosine = jnp.sum(input1 * input2, -1) / jnp.sqrt(squares)
    losses = jnp.where(target == 1, 1 - cosine, 0) + jnp.where(target == -1, _positive(cosine - margin), 0)
    return reduced(losses, reduction_name(size_average, reduce, reduction))


def triplet_margin_loss(
    anchor: Array,
    positive: Array,
    negative: Array,
    margin: float = 1.0,
    p: float = 2,
    eps: float = 1e-6,
    swap: bool = False,
    size_average: bool | None = None,
    reduce: bool | None = None,
    reduction: str = "mean",
) -> Array:
    """`max(0, margin + d(anchor, positive) - d(anchor, negative))` for the distance in the p-norm along the last axis.

    With `swap`, the distance of the negative is that from the positive where this is smaller. Raises ValueError where
    `margin` is not positive, or where the numbers of axes differ.
    """

    def distance(one: Array, other: Array) -> Array:
        return pairwise_distance(one, other, p, eps)

    name = reduction_name(size_average, reduce, reduction)
    return triplet_margin_with_distance_loss(
        anchor, positive, negative, distance_function=distance, margin=margin, swap=swap, reduction=name
    )


def triplet_margin_with_distance_loss(
    anchor: Array,
    positive: Array,
    negative: Array,
    *,
    distance_function: Callable[[Array, Array], Array] | None = None,
    margin: float = 1.0,
    swap: bool = False,
    reduction: str = "mean",
) -> Array:
    """`triplet_margin_loss` for any distance; `pairwise_distance` if none is given."""
    if margin <= 0:
        raise ValueError(f"margin must be greater than 0, got {margin}")
    if not anchor.ndim == positive.ndim == negative.ndim:
        shapes = f"{anchor.shape}, {positive.shape}, {negative.shape}"
        raise ValueError(f"anchor, positive and negative should have the same number of axes, got {shapes}")
    distance = pairwise_distance if distance_function is None else distance_function
    near, far = distance(anchor, positive), distance(anchor, negative)
    if swap:
        far = jnp.minimum(far, distance(positive, negative))
    return reduced(_positive(margin + near - far), reduction)


def _positive(x: Array) -> Array:
    """`max(0, x)`. PyTorch: the derivative of `clamp_min` is 1 at the bound."""
    return jnp.where(x < 0, 0, x)
