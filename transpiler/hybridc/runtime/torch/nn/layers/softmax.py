"""Activations along an axis as layers: `hybridc.runtime.torch.nn.functional.activations` says what they compute."""

from __future__ import annotations

import jax

from hybridc.runtime.torch.nn.functional import activations as F
from hybridc.runtime.torch.nn.module import Module

Array = jax.Array

__all__ = ["GLU", "LogSoftmax", "Softmax", "Softmax2d", "Softmin"]


class _AlongAxis(Module):
    """Without `dim`, the axis is chosen by the number of axes of the input, as in `F.softmax`."""

    def __init__(self, dim: int | None = None) -> None:
        super().__init__()
        self.dim = dim

    def extra_repr(self) -> str:
        return f"dim={self.dim}"


class Softmax(_AlongAxis):
    def forward(self, input: Array) -> Array:
        return F.softmax(input, self.dim)


class LogSoftmax(_AlongAxis):
    def forward(self, input: Array) -> Array:
        return F.log_softmax(input, self.dim)


class Softmin(_AlongAxis):
    def forward(self, input: Array) -> Array:
        return F.softmin(input, self.dim)


class Softmax2d(Module):
    """Over the channels of an input (N, C, H, W) or (C, H, W). Raises ValueError for other numbers of axes."""

    def forward(self, input: Array) -> Array:
        if input.ndim not in (3, 4):
            raise ValueError(f"Softmax2d: expected input to be 3D or 4D, got {input.ndim}D instead")
        return F.softmax(input, -3)


class GLU(Module):
    """The result has half the size along `dim`."""

    def __init__(self, dim: int = -1) -> None:
        super().__init__()
        self.dim = dim

    def forward(self, input: Array) -> Array:
        return F.glu(input, self.dim)

    def extra_repr(self) -> str:
        return f"dim={self.dim}"
