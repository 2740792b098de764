"""Poolings over sliding windows as layers: `hybridc.runtime.torch.nn.functional.pooling` says what they compute."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import jax

from hybridc.runtime.torch.nn.functional import pooling as F
from hybridc.runtime.torch.nn.functional import unpooling
from hybridc.runtime.torch.nn.functional.windows import Sizes, per_axis
from hybridc.runtime.torch.nn.module import Module

__all__ = [
    "AvgPool1d",
    "AvgPool2d",
    "AvgPool3d",
    "LPPool1d",
    "LPPool2d",
    "LPPool3d",
    "MaxPool1d",
    "MaxPool2d",
    "MaxPool3d",
    "MaxUnpool1d",
    "MaxUnpool2d",
    "MaxUnpool3d",
]

Array = jax.Array


class _MaxPool(Module):
    """The result is a pair, with the indices, if `return_indices`."""

    _axes = 0

    def __init__(
        self,
        kernel_size: Sizes,
        stride: Sizes | None = None,
        padding: Sizes = 0,
        dilation: Sizes = 1,
        return_indices: bool = False,
        ceil_mode: bool = False,
    ) -> None:
        super().__init__()
        self.kernel_size = kernel_size
        self.stride = kernel_size if stride is None else stride
        self.padding = padding
        self.dilation = dilation
        self.return_indices = return_indices
        self.ceil_mode = ceil_mode

    def forward(self, input: Array) -> Any:
        pool = (F.max_pool1d, F.max_pool2d, F.max_pool3d)[self._axes - 1]
        return pool(
            input, self.kernel_size, self.stride, self.padding, self.dilation, self.ceil_mode, self.return_indices
        )

    def extra_repr(self) -> str:
        return (
            f"kernel_size={self.kernel_size}, stride={self.stride}, padding={self.padding}, "
            f"dilation={self.dilation}, ceil_mode={self.ceil_mode}"
        )


class MaxPool1d(_MaxPool):
    """(N, C, L) -> (N, C, L')"""

    _axes = 1


class MaxPool2d(_MaxPool):
    """(N, C, H, W) -> (N, C, H', W')"""

    _axes = 2


class MaxPool3d(_MaxPool):
    """(N, C, D, H, W) -> (N, C, D', H', W')"""

    _axes = 3


class _MaxUnpool(Module):
    _axes = 0

    def __init__(self, kernel_size: Sizes, stride: Sizes | None = None, padding: Sizes = 0) -> None:
        super().__init__()
        self.kernel_size = per_axis(kernel_size, self._axes, "kernel_size")
        self.stride = self.kernel_size if stride is None else per_axis(stride, self._axes, "stride")
        self.padding = per_axis(padding, self._axes, "padding")

    def forward(self, input: Array, indices: Array, output_size: Sequence[int] | None = None) -> Array:
        unpool = (unpooling.max_unpool1d, unpooling.max_unpool2d, unpooling.max_unpool3d)[self._axes - 1]
        return unpool(input, indices, self.kernel_size, self.stride, self.padding, output_size)

    def extra_repr(self) -> str:
        return f"kernel_size={self.kernel_size}, stride={self.stride}, padding={self.padding}"


class MaxUnpool1d(_MaxUnpool):
    """(N, C, L) and its indices -> (N, C, L')"""

    _axes = 1


class MaxUnpool2d(_MaxUnpool):
    """(N, C, H, W) and its indices -> (N, C, H', W')"""

    _axes = 2


class MaxUnpool3d(_MaxUnpool):
    """(N, C, D, H, W) and its indices -> (N, C, D', H', W')"""

    _axes = 3


class AvgPool1d(Module):
    """(N, C, L) -> (N, C, L')"""

    def __init__(
        self,
        kernel_size: Sizes,
        stride: Sizes | None = None,
        padding: Sizes = 0,
        ceil_mode: bool = False,
        count_include_pad: bool = True,
    ) -> None:
        super().__init__()
        self.kernel_size = per_axis(kernel_size, 1, "kernel_size")
        self.stride = self.kernel_size if stride is None else per_axis(stride, 1, "stride")
        self.padding = per_axis(padding, 1, "padding")
        self.ceil_mode = ceil_mode
        self.count_include_pad = count_include_pad

    def forward(self, input: Array) -> Array:
        return F.avg_pool1d(input, self.kernel_size, self.stride, self.padding, self.ceil_mode, self.count_include_pad)

    def extra_repr(self) -> str:
        return f"kernel_size={self.kernel_size}, stride={self.stride}, padding={self.padding}"


class _AvgPool(Module):
    _axes = 0

    def __init__(
        self,
        kernel_size: Sizes,
        stride: Sizes | None = None,
        padding: Sizes = 0,
        ceil_mode: bool = False,
        count_include_pad: bool = True,
        divisor_override: int | None = None,
    ) -> None:
        super().__init__()
        self.kernel_size = kernel_size
        self.stride = kernel_size if stride is None else stride
        self.padding = padding
        self.ceil_mode = ceil_mode
        self.count_include_pad = count_include_pad
        self.divisor_override = divisor_override

    def forward(self, input: Array) -> Array:
        pool = (F.avg_pool2d, F.avg_pool3d)[self._axes - 2]
        return pool(
            input,
            self.kernel_size,
            self.stride,
            self.padding,
            self.ceil_mode,
            self.count_include_pad,
            self.divisor_override,
        )

    def extra_repr(self) -> str:
        return f"kernel_size={self.kernel_size}, stride={self.stride}, padding={self.padding}"


class AvgPool2d(_AvgPool):
    """(N, C, H, W) -> (N, C, H', W')"""

    _axes = 2


class AvgPool3d(_AvgPool):
    """(N, C, D, H, W) -> (N, C, D', H', W')"""

    _axes = 3


class _LPPool(Module):
    _axes = 0

    def __init__(
        self, norm_type: float, kernel_size: Sizes, stride: Sizes | None = None, ceil_mode: bool = False
    ) -> None:
        super().__init__()
        self.norm_type = norm_type
        self.kernel_size = kernel_size
        self.stride = stride
        self.ceil_mode = ceil_mode

    def forward(self, input: Array) -> Array:
        pool = (F.lp_pool1d, F.lp_pool2d, F.lp_pool3d)[self._axes - 1]
        return pool(input, float(self.norm_type), self.kernel_size, self.stride, self.ceil_mode)

    def extra_repr(self) -> str:
        return (
            f"norm_type={self.norm_type}, kernel_size={self.kernel_size}, stride={self.stride}, "
            f"ceil_mode={self.ceil_mode}"
        )


class LPPool1d(_LPPool):
    """(N, C, L) -> (N, C, L')"""

    _axes = 1


class LPPool2d(_LPPool):
    """(N, C, H, W) -> (N, C, H', W')"""

    _axes = 2


class LPPool3d(_LPPool):
    """(N, C, D, H, W) -> (N, C, D', H', W')"""

    _axes = 3
