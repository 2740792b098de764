"""Poolings to a given size as layers: `hybridc.runtime.torch.nn.functional.adaptive_pooling`."""

from __future__ import annotations

from typing import Any

import jax

from hybridc.runtime.torch.nn.functional import adaptive_pooling as F
from hybridc.runtime.torch.nn.functional.adaptive_pooling import OutputSizes
from hybridc.runtime.torch.nn.module import Module

__all__ = [
    "AdaptiveAvgPool1d",
    "AdaptiveAvgPool2d",
    "AdaptiveAvgPool3d",
    "AdaptiveMaxPool1d",
    "AdaptiveMaxPool2d",
    "AdaptiveMaxPool3d",
]

Array = jax.Array


class _AdaptiveAvgPool(Module):
    _axes = 0

    def __init__(self, output_size: OutputSizes) -> None:
        super().__init__()
        self.output_size = output_size

    def forward(self, input: Array) -> Array:
        pool = (F.adaptive_avg_pool1d, F.adaptive_avg_pool2d, F.adaptive_avg_pool3d)[self._axes - 1]
        return pool(input, self.output_size)

    def extra_repr(self) -> str:
        return f"output_size={self.output_size}"


class AdaptiveAvgPool1d(_AdaptiveAvgPool):
    """(N, C, L) -> (N, C, output_size)"""

    _axes = 1


class AdaptiveAvgPool2d(_AdaptiveAvgPool):
    """(N, C, H, W) -> (N, C, *output_size); None keeps an axis as it is."""

    _axes = 2


class AdaptiveAvgPool3d(_AdaptiveAvgPool):
    """(N, C, D, H, W) -> (N, C, *output_size); None keeps an axis as it is."""

    _axes = 3


class _AdaptiveMaxPool(Module):
    """The result is a pair, with the indices, if `return_indices`."""

    _axes = 0

    def __init__(self, output_size: OutputSizes, return_indices: bool = False) -> None:
        super().__init__()
        self.output_size = output_size
        self.return_indices = return_indices

    def forward(self, input: Array) -> Any:
        pool = (F.adaptive_max_pool1d, F.adaptive_max_pool2d, F.adaptive_max_pool3d)[self._axes - 1]
        return pool(input, self.output_size, self.return_indices)

    def extra_repr(self) -> str:
        return f"output_size={self.output_size}"


class AdaptiveMaxPool1d(_AdaptiveMaxPool):
    """(N, C, L) -> (N, C, output_size)"""

    _axes = 1


class AdaptiveMaxPool2d(_AdaptiveMaxPool):
    """(N, C, H, W) -> (N, C, *output_size); None keeps an axis as it is."""

    _axes = 2


class AdaptiveMaxPool3d(_AdaptiveMaxPool):
    """(N, C, D, H, W) -> (N, C, *output_size); None keeps an axis as it is."""

    _axes = 3
