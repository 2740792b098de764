"""Poolings to a given size, as `paddle.nn.functional` has them: `output_size` may be None where an axis stays."""

from __future__ import annotations

from typing import Any

import jax

from hybridc.runtime.paddle.nn.functional.windows import as_it_was, is_channels_last, with_channels_first
from hybridc.runtime.torch.nn.functional import adaptive_pooling as kernels

Array = jax.Array

__all__ = [
    "adaptive_avg_pool1d", "adaptive_avg_pool2d", "adaptive_avg_pool3d", "adaptive_max_pool1d", "adaptive_max_pool2d",
    "adaptive_max_pool3d",
]  # fmt: skip


def adaptive_avg_pool1d(x: Array, output_size: Any, name: str | None = None) -> Array:
    """`x` (N, C, L): the means of `output_size` windows that cover the axis."""
    return kernels.adaptive_avg_pool1d(x, output_size)


def adaptive_avg_pool2d(x: Array, output_size: Any, data_format: str = "NCHW", name: str | None = None) -> Array:
    """`x` (N, C, H, W) or (N, H, W, C); one size for both axes or a pair."""
    is_last = is_channels_last(data_format, 2)
    return as_it_was(kernels.adaptive_avg_pool2d(with_channels_first(x, is_last), output_size), is_last)


def adaptive_avg_pool3d(x: Array, output_size: Any, data_format: str = "NCDHW", name: str | None = None) -> Array:
    """`x` (N, C, D, H, W) or (N, D, H, W, C)."""
    is_last = is_channels_last(data_format, 3)
    return as_it_was(kernels.adaptive_avg_pool3d(with_channels_first(x, is_last), output_size), is_last)


def adaptive_max_pool1d(x: Array, output_size: Any, return_mask: bool = False, name: str | None = None) -> Any:
    """`x` (N, C, L): the largest elements of those windows; with `return_mask` also where they were."""
    return kernels.adaptive_max_pool1d(x, output_size, return_mask)


def adaptive_max_pool2d(x: Array, output_size: Any, return_mask: bool = False, name: str | None = None) -> Any:
    """`x` (N, C, H, W); places are row * W + column."""
    return kernels.adaptive_max_pool2d(x, output_size, return_mask)


def adaptive_max_pool3d(x: Array, output_size: Any, return_mask: bool = False, name: str | None = None) -> Any:
    """`x` (N, C, D, H, W)."""
    return kernels.adaptive_max_pool3d(x, output_size, return_mask)
