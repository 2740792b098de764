"""Resizing as layers: `hybridc.runtime.torch.nn.functional.resampling.interpolate`."""

from __future__ import annotations

import jax

from hybridc.runtime.torch.nn.functional.resampling import Scales, interpolate
from hybridc.runtime.torch.nn.functional.windows import Sizes
from hybridc.runtime.torch.nn.module import Module

__all__ = ["Upsample", "UpsamplingBilinear2d", "UpsamplingNearest2d"]


class Upsample(Module):
    """(N, C, ...) -> (N, C, *size), or every axis times `scale_factor`."""

    def __init__(
        self,
        size: Sizes | None = None,
        scale_factor: Scales | None = None,
        mode: str = "nearest",
        align_corners: bool | None = None,
        recompute_scale_factor: bool | None = None,
    ) -> None:
        super().__init__()
        self.name = type(self).__name__
        self.size = size
        self.scale_factor: float | tuple[float, ...] | None
        if isinstance(scale_factor, tuple):
            self.scale_factor = tuple(float(factor) for factor in scale_factor)
        else:
            self.scale_factor = float(scale_factor) if scale_factor else None  # type: ignore[arg-type]
        self.mode = mode
        self.align_corners = align_corners
        self.recompute_scale_factor = recompute_scale_factor

    def forward(self, input: jax.Array) -> jax.Array:
        return interpolate(
            input,
            self.size,
            self.scale_factor,
            self.mode,
            self.align_corners,
            recompute_scale_factor=self.recompute_scale_factor,
        )

    def extra_repr(self) -> str:
        size = f"size={self.size!r}" if self.scale_factor is None else f"scale_factor={self.scale_factor!r}"
        return f"{size}, mode={self.mode!r}"


class UpsamplingNearest2d(Upsample):
    """(N, C, H, W), every element repeated."""

    def __init__(self, size: Sizes | None = None, scale_factor: Scales | None = None) -> None:
        super().__init__(size, scale_factor, mode="nearest")


class UpsamplingBilinear2d(Upsample):
    """(N, C, H, W), bilinearly between aligned corners."""

    def __init__(self, size: Sizes | None = None, scale_factor: Scales | None = None) -> None:
        super().__init__(size, scale_factor, mode="bilinear", align_corners=True)
