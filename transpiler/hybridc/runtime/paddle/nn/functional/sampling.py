"""Sampling at places that a grid gives, distances, and losses of pairs: PyTorch's, with Paddle's names and defaults."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import jax
import jax.numpy as jnp

from hybridc.runtime.torch.nn.functional import distances, grid_sampling, losses, ranking_losses, unpooling

Array = jax.Array

__all__ = [
    "affine_grid", "cosine_embedding_loss", "cosine_similarity", "grid_sample", "hinge_embedding_loss",
    "margin_ranking_loss", "max_unpool2d", "pairwise_distance", "poisson_nll_loss", "soft_margin_loss",
    "triplet_margin_loss",
]  # fmt: skip


def grid_sample(
    x: Array,
    grid: Array,
    mode: str = "bilinear",
    padding_mode: str = "zeros",
    align_corners: bool = True,
    name: str | None = None,
) -> Array:
    """`x` (N, C, H, W) or (N, C, D, H, W) at the places in `grid` (N, H', W', 2), from -1 to 1 over the input."""
    if mode not in ("bilinear", "nearest"):
        raise ValueError(f"The mode of grid sample function should be in 'bilinear' or 'nearest', but got: {mode}")
    return grid_sampling.grid_sample(x, grid, mode, padding_mode, align_corners)


def affine_grid(theta: Array, out_shape: Any, align_corners: bool = True, name: str | None = None) -> Array:
    """The grid of where affine maps (N, 2, 3) take each element of an image of the shape (N, C, H, W)."""
    return grid_sampling.affine_grid(theta, [int(size) for size in out_shape], align_corners)


def cosine_similarity(x1: Array, x2: Array, axis: int = 1, eps: float = 1e-8) -> Array:
    """`sum(x1 * x2) / max(|x1| * |x2|, eps)` along an axis."""
    product, size = jnp.sum(x1 * x2, axis), jnp.sum(x1 * x1, axis) * jnp.sum(x2 * x2, axis)
    return product * jax.lax.rsqrt(jnp.maximum(size, eps * eps))


def pairwise_distance(
    x: Array, y: Array, p: float = 2.0, epsilon: float = 1e-6, keepdim: bool = False, name: str | None = None
) -> Array:
    """The p-norm of `x - y + epsilon` along the last axis."""
    return distances.pairwise_distance(x, y, p, epsilon, keepdim)


def margin_ranking_loss(
    input: Array, other: Array, label: Array, margin: float = 0.0, reduction: str = "mean", name: str | None = None
) -> Array:
    return _reduced(jnp.maximum(-label * (input - other) + margin, 0), reduction)


def hinge_embedding_loss(
    input: Array, label: Array, margin: float = 1.0, reduction: str = "mean", name: str | None = None
) -> Array:
    return ranking_losses.hinge_embedding_loss(input, label, margin, reduction=reduction)


def cosine_embedding_loss(
    input1: Array, input2: Array, label: Array, margin: float = 0, reduction: str = "mean", name: str | None = None
) -> Array:
    """Of vectors, or rows of them: 1 less the cosine for a label of 1, what the cosine exceeds `margin` by for -1."""
    product, eps = jnp.sum(input1 * input2, -1), 1e-11
    sizes = (jnp.sum(input1 * input1, -1) + eps) * (jnp.sum(input2 * input2, -1) + eps)
    cosine = product / jnp.sqrt(sizes)
    return _reduced(
        jnp.where(label == 1, 1 - cosine, jnp.where(label == -1, jnp.maximum(cosine - margin, 0), 0)), reduction
    )


def soft_margin_loss(input: Array, label: Array, reduction: str = "mean", name: str | None = None) -> Array:
    return _reduced(jnp.log(1 + jnp.exp(-label.astype(input.dtype) * input)), reduction)


def triplet_margin_loss(
    input: Array,
    positive: Array,
    negative: Array,
    margin: float = 1.0,
    p: float = 2,
    epsilon: float = 1e-6,
    swap: bool = False,
    reduction: str = "mean",
    name: str | None = None,
) -> Array:
    """How much nearer, less `margin`, the rows are to the negative ones than to the positive ones."""
    return ranking_losses.triplet_margin_loss(input, positive, negative, margin, p, epsilon, swap, reduction=reduction)


def poisson_nll_loss(
    input: Array,
    label: Array,
    log_input: bool = True,
    full: bool = False,
    epsilon: float = 1e-8,
    reduction: str = "mean",
    name: str | None = None,
) -> Array:
    return losses.poisson_nll_loss(input, label, log_input, full, eps=epsilon, reduction=reduction)


def max_unpool2d(
    x: Array,
    indices: Array,
    kernel_size: Any,
    stride: Any = None,
    padding: Any = 0,
    data_format: str = "NCHW",
    output_size: Sequence[int] | None = None,
    name: str | None = None,
) -> Array:
    """The maxima (N, C, H, W) at the places that they had, with zeros around them."""
    if data_format != "NCHW":
        raise ValueError(f"data_format should be 'NCHW', but got {data_format}")
    return unpooling.max_unpool2d(x, indices, kernel_size, stride, padding, output_size)


def _reduced(values: Array, reduction: str) -> Array:
    if reduction not in ("mean", "sum", "none"):
        raise ValueError(f"'reduction' should be 'sum', 'mean' or 'none', but received {reduction}")
    return values if reduction == "none" else jnp.mean(values) if reduction == "mean" else jnp.sum(values)
