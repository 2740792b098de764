"""Normalization without running statistics: `hybridc.runtime.torch.nn.functional.normalization` says what it computes.

Weights are ones at first, biases zeros.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import jax
import numpy as np

from hybridc.runtime.torch.cells import Parameter
from hybridc.runtime.torch.nn import init
from hybridc.runtime.torch.nn.functional import normalization as F
from hybridc.runtime.torch.nn.functional.cross_map import cross_map_lrn2d
from hybridc.runtime.torch.nn.module import Module

Array = jax.Array

__all__ = ["CrossMapLRN2d", "GroupNorm", "LayerNorm", "LocalResponseNorm", "RMSNorm"]


class _Affine(Module):
    def _make_affine(self, shape: tuple[int, ...], weight: bool, bias: bool, dtype: Any) -> None:
        dtype = np.float32 if dtype is None else dtype
        self.register_parameter("weight", Parameter(np.zeros(shape, dtype)) if weight else None)
        self.register_parameter("bias", Parameter(np.zeros(shape, dtype)) if bias else None)
        self.reset_parameters()

    def reset_parameters(self) -> None:
        if self.weight is not None:
            init.ones_(self.weight)
        if self.bias is not None:
            init.zeros_(self.bias)


class LayerNorm(_Affine):
    """Over the last axes, whose sizes are `normalized_shape`, which the parameters weight and bias have too."""

    def __init__(
        self,
        normalized_shape: int | Sequence[int],
        eps: float = 1e-5,
        elementwise_affine: bool = True,
        bias: bool = True,
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        super().__init__()
        self.normalized_shape = _sizes(normalized_shape)
        self.eps = eps
        self.elementwise_affine = elementwise_affine
        self._make_affine(self.normalized_shape, elementwise_affine, elementwise_affine and bias, dtype)

    def forward(self, input: Array) -> Array:
        return F.layer_norm(input, self.normalized_shape, self.weight, self.bias, self.eps)

    def extra_repr(self) -> str:
        options = f"eps={self.eps}, elementwise_affine={self.elementwise_affine}, bias={self.bias is not None}"
        return f"{self.normalized_shape}, {options}"


class GroupNorm(_Affine):
    """Over groups of channels of an input (N, C, *). Parameters: weight and bias (num_channels,).

    Raises ValueError where the groups do not divide the channels.
    """

    def __init__(
        self,
        num_groups: int,
        num_channels: int,
        eps: float = 1e-5,
        affine: bool = True,
        device: Any = None,
        dtype: Any = None,
        *,
        bias: bool = True,
    ) -> None:
        super().__init__()
        if num_channels % num_groups != 0:
            raise ValueError(f"num_channels ({num_channels}) must be divisible by num_groups ({num_groups})")
        self.num_groups = num_groups
        self.num_channels = num_channels
        self.eps = eps
        self.affine = affine
        self._make_affine((num_channels,), affine, affine and bias, dtype)

    def forward(self, input: Array) -> Array:
        return F.group_norm(input, self.num_groups, self.weight, self.bias, self.eps)

    def extra_repr(self) -> str:
        options = f"eps={self.eps}, affine={self.affine}, bias={self.bias is not None}"
        return f"{self.num_groups}, {self.num_channels}, {options}"


class RMSNorm(Module):
    """Over the last axes, whose sizes are `normalized_shape`, which the parameter weight has too."""

    def __init__(
        self,
        normalized_shape: int | Sequence[int],
        eps: float | None = None,
        elementwise_affine: bool = True,
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        super().__init__()
        self.normalized_shape = _sizes(normalized_shape)
        self.eps = eps
        self.elementwise_affine = elementwise_affine
        values = np.zeros(self.normalized_shape, np.float32 if dtype is None else dtype)
        self.register_parameter("weight", Parameter(values) if elementwise_affine else None)
        self.reset_parameters()

    def reset_parameters(self) -> None:
        if self.weight is not None:
            init.ones_(self.weight)

    def forward(self, x: Array) -> Array:
        return F.rms_norm(x, self.normalized_shape, self.weight, self.eps)

    def extra_repr(self) -> str:
        return f"{self.normalized_shape}, eps={self.eps}, elementwise_affine={self.elementwise_affine}"


class LocalResponseNorm(Module):
    """By the squares of `size` channels around, of an input (N, C, *)."""

    def __init__(self, size: int, alpha: float = 1e-4, beta: float = 0.75, k: float = 1.0) -> None:
        super().__init__()
        self.size = size
        self.alpha = alpha
        self.beta = beta
        self.k = k

    def forward(self, input: Array) -> Array:
        return F.local_response_norm(input, self.size, self.alpha, self.beta, self.k)

    def extra_repr(self) -> str:
        return f"{self.size}, alpha={self.alpha}, beta={self.beta}, k={self.k}"


class CrossMapLRN2d(Module):
    """`LocalResponseNorm` of an input (N, C, H, W), with the sums over channels that PyTorch takes there."""

    def __init__(self, size: int, alpha: float = 1e-4, beta: float = 0.75, k: float = 1) -> None:
        super().__init__()
        self.size = size
        self.alpha = alpha
        self.beta = beta
        self.k = k

    def forward(self, input: Array) -> Array:
        return cross_map_lrn2d(input, self.size, self.alpha, self.beta, self.k)

    def extra_repr(self) -> str:
        return f"{self.size}, alpha={self.alpha}, beta={self.beta}, k={self.k}"


def _sizes(normalized_shape: int | Sequence[int]) -> tuple[int, ...]:
    return (normalized_shape,) if isinstance(normalized_shape, int) else tuple(normalized_shape)
