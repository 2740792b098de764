"""Channels laid out in space: (N, C * factors, ...) to (N, C, ...) with every axis longer by its factor."""

from __future__ import annotations

from collections.abc import Sequence

import jax

from hybridc.runtime.gluon.block import HybridBlock

Array = jax.Array

__all__ = ["PixelShuffle1D", "PixelShuffle2D", "PixelShuffle3D"]


class _PixelShuffle(HybridBlock):
    _axes = 0

    def __init__(self, factor: int | Sequence[int]) -> None:
        super().__init__()
        factors = (factor,) * self._axes if isinstance(factor, int) else tuple(int(f) for f in factor)
        if len(factors) != self._axes:
            raise AssertionError(f"wrong length {len(factors)}")
        self._factors = factors

    def forward(self, x: Array) -> Array:
        axes, samples, sizes = self._axes, x.shape[0], x.shape[2:]
        apart = x.reshape(samples, -1, *self._factors, *sizes)
        order = [place for axis in range(axes) for place in (2 + axes + axis, 2 + axis)]
        longer = [size * factor for size, factor in zip(sizes, self._factors, strict=True)]
        return apart.transpose(0, 1, *order).reshape(samples, -1, *longer)

    def extra_repr(self) -> str:
        return str(self._factors)


class PixelShuffle1D(_PixelShuffle):
    """(N, C * f, W) to (N, C, W * f)"""

    _axes = 1


class PixelShuffle2D(_PixelShuffle):
    """(N, C * f1 * f2, H, W) to (N, C, H * f1, W * f2)"""

    _axes = 2


class PixelShuffle3D(_PixelShuffle):
    """(N, C * f1 * f2 * f3, D, H, W) to (N, C, D * f1, H * f2, W * f3)"""

    _axes = 3
