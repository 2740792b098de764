"""Convolutions that learn `in_channels` from their first input."""

from __future__ import annotations

from typing import Any

import jax

from hybridc.runtime.core.deferred import Deferred
from hybridc.runtime.torch.cells import UninitializedParameter
from hybridc.runtime.torch.nn.functional.windows import Sizes, check_rank
from hybridc.runtime.torch.nn.layers.convolution import (
    Conv1d,
    Conv2d,
    Conv3d,
    ConvTranspose1d,
    ConvTranspose2d,
    ConvTranspose3d,
    _Conv,
    _ConvNd,
    _ConvTransposeNd,
)

__all__ = [
    "LazyConv1d",
    "LazyConv2d",
    "LazyConv3d",
    "LazyConvTranspose1d",
    "LazyConvTranspose2d",
    "LazyConvTranspose3d",
]


class _Lazy(Deferred, _ConvNd):
    def _leave_open(self, out_channels: int, bias: bool, dtype: Any) -> None:
        self.out_channels = out_channels
        self.weight = UninitializedParameter(dtype=dtype)
        self.register_parameter("bias", UninitializedParameter(dtype=dtype) if bias else None)

    def initialize_parameters(self, input: jax.Array, output_size: Any = None) -> None:
        """Takes the channels from the input's shape.

        Raises RuntimeError for an input of another rank, ValueError for channels that the groups do not divide.
        """
        check_rank(input, self._axes, type(self).__name__)
        in_channels = input.shape[-self._axes - 1]
        if in_channels % self.groups or self.out_channels % self.groups:
            raise ValueError("in_channels and out_channels must be divisible by groups")
        channels = (in_channels, self.out_channels)
        first, second = channels if self.transposed else reversed(channels)
        self.weight.materialize((first, second // self.groups, *self.kernel_size))
        if self.bias is not None:
            self.bias.materialize((self.out_channels,))

    def reset_parameters(self) -> None:
        """Draws the parameters anew, once their shapes are known, and takes `in_channels` from them."""
        if self.has_uninitialized_params() or not self.weight.size:
            return
        self.in_channels = self.weight.shape[0] if self.transposed else self.weight.shape[1] * self.groups
        super().reset_parameters()


class _LazyConv(_Lazy, _Conv):
    def __init__(
        self,
        out_channels: int,
        kernel_size: Sizes,
        stride: Sizes = 1,
        padding: str | Sizes = 0,
        dilation: Sizes = 1,
        groups: int = 1,
        bias: bool = True,
        padding_mode: str = "zeros",
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        super().__init__(0, 0, kernel_size, stride, padding, dilation, groups, False, padding_mode)
        self._leave_open(out_channels, bias, dtype)


class LazyConv1d(_LazyConv, Conv1d):
    """`Conv1d` whose `in_channels` are those of its first input."""


class LazyConv2d(_LazyConv, Conv2d):
    """`Conv2d` whose `in_channels` are those of its first input."""


class LazyConv3d(_LazyConv, Conv3d):
    """`Conv3d` whose `in_channels` are those of its first input."""


class _LazyConvTranspose(_Lazy, _ConvTransposeNd):
    def __init__(
        self,
        out_channels: int,
        kernel_size: Sizes,
        stride: Sizes = 1,
        padding: Sizes = 0,
        output_padding: Sizes = 0,
        groups: int = 1,
        bias: bool = True,
        dilation: Sizes = 1,
        padding_mode: str = "zeros",
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        super().__init__(0, 0, kernel_size, stride, padding, output_padding, groups, False, dilation, padding_mode)
        self._leave_open(out_channels, bias, dtype)


class LazyConvTranspose1d(_LazyConvTranspose, ConvTranspose1d):
    """`ConvTranspose1d` whose `in_channels` are those of its first input."""


class LazyConvTranspose2d(_LazyConvTranspose, ConvTranspose2d):
    """`ConvTranspose2d` whose `in_channels` are those of its first input."""


class LazyConvTranspose3d(_LazyConvTranspose, ConvTranspose3d):
    """`ConvTranspose3d` whose `in_channels` are those of its first input."""
