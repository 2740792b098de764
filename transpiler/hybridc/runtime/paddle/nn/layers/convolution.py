"""Convolutions as layers.

Parameters: bias (out_channels,) unless `bias_attr` is False, and weight (out_channels, in_channels / groups, *kernel),
of transposed convolutions (in_channels, out_channels / groups, *kernel), whatever the data format.
"""

from __future__ import annotations

import math
from typing import Any

import jax
import jax.numpy as jnp

from hybridc.runtime.paddle.initializer import Normal
from hybridc.runtime.paddle.layer import Layer
from hybridc.runtime.paddle.nn.functional import convolution as F
from hybridc.runtime.paddle.nn.functional.windows import is_channels_last, per_axis

Array = jax.Array

__all__ = [
    "Conv1D", "Conv1DTranspose", "Conv2D", "Conv2DTranspose", "Conv3D", "Conv3DTranspose",
]  # fmt: skip

_MODES = {"zeros": "constant", "reflect": "reflect", "replicate": "edge", "circular": "wrap"}


class _ConvNd(Layer):
    """Raises ValueError for groups that do not divide the channels, and for padding modes that there are not."""

    _axes = 2

    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        kernel_size: Any,
        stride: Any = 1,
        padding: Any = 0,
        dilation: Any = 1,
        groups: int = 1,
        padding_mode: str = "zeros",
        weight_attr: Any = None,
        bias_attr: Any = None,
        data_format: str | None = None,
    ) -> None:
        super().__init__()
        axes = self._axes
        self._set(in_channels, out_channels, kernel_size, stride, padding, dilation, groups, data_format)
        if weight_attr is False:
            raise AssertionError("weight_attr should not be False in Conv.")
        if padding_mode not in _MODES:
            raise ValueError(f"padding_mode must be one of {[*_MODES]}, but got padding_mode='{padding_mode}'")
        if padding_mode != "zeros" and not isinstance(padding, int):
            raise TypeError("when padding_mode is not 'zeros', type of padding must be int")
        if in_channels % groups:
            raise ValueError("in_channels must be divisible by groups.")
        self._padding_mode = padding_mode
        deviation = (2.0 / (math.prod(self._kernel_size) * in_channels)) ** 0.5
        shape = [out_channels, in_channels // groups, *self._kernel_size]
        self._param_attr, self._bias_attr = weight_attr, bias_attr
        self.weight = self.create_parameter(shape, weight_attr, default_initializer=Normal(0.0, deviation))
        self.bias = self.create_parameter([out_channels], bias_attr, is_bias=True)
        self._is_last = is_channels_last(self._data_format, axes)

    def _set(
        self,
        in_channels: int,
        out_channels: int,
        kernel_size: Any,
        stride: Any,
        padding: Any,
        dilation: Any,
        groups: int,
        data_format: str | None,
    ) -> None:
        self._in_channels = in_channels
        self._out_channels = out_channels
        self._kernel_size = list(per_axis(kernel_size, self._axes, "kernel_size"))
        self._stride = list(per_axis(stride, self._axes, "stride"))
        self._padding = padding
        self._dilation = list(per_axis(dilation, self._axes, "dilation"))
        self._groups = groups
        self._data_format = data_format or {1: "NCL", 2: "NCHW", 3: "NCDHW"}[self._axes]

    def forward(self, x: Array) -> Array:
        padding = self._padding
        if self._padding_mode != "zeros":
            widths = [(padding, padding)] * self._axes
            around = [(0, 0), *widths, (0, 0)] if self._is_last else [(0, 0), (0, 0), *widths]
            x, padding = jnp.pad(x, around, mode=_MODES[self._padding_mode]), 0
        where = (self._stride, padding, self._dilation, self._groups, self._data_format)
        return F.convolution(self._axes, x, self.weight, self.bias, *where)

    def extra_repr(self) -> str:
        size = f"{self._in_channels}, {self._out_channels}, kernel_size={self._kernel_size}, stride={self._stride}"
        return f"{size}, padding={self._padding}, groups={self._groups}, data_format={self._data_format}"


class Conv1D(_ConvNd):
    """(N, C, L) or (N, L, C), to the same with `out_channels`."""

    _axes = 1


class Conv2D(_ConvNd):
    """(N, C, H, W) or (N, H, W, C), to the same with `out_channels`."""


class Conv3D(_ConvNd):
    """(N, C, D, H, W) or (N, D, H, W, C), to the same with `out_channels`."""

    _axes = 3


class _Transposed(_ConvNd):
    """The gradient of a convolution by its input. `forward` takes the size of the result, if it is open."""

    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        kernel_size: Any,
        stride: Any = 1,
        padding: Any = 0,
        output_padding: Any = 0,
        groups: int = 1,
        dilation: Any = 1,
        weight_attr: Any = None,
        bias_attr: Any = None,
        data_format: str | None = None,
    ) -> None:
        Layer.__init__(self)
        self._set(in_channels, out_channels, kernel_size, stride, padding, dilation, groups, data_format)
        self.output_padding = output_padding
        self._param_attr, self._bias_attr = weight_attr, bias_attr
        self.weight = self.create_parameter([in_channels, out_channels // groups, *self._kernel_size], weight_attr)
        self.bias = self.create_parameter([out_channels], bias_attr, is_bias=True)

    def forward(self, x: Array, output_size: Any = None) -> Array:
        function: Any = {1: F.conv1d_transpose, 2: F.conv2d_transpose, 3: F.conv3d_transpose}[self._axes]
        where: dict[str, Any] = {"stride": self._stride, "padding": self._padding, "dilation": self._dilation}
        where["groups"] = self._groups
        added = self.output_padding if output_size is None else 0
        where |= {"output_padding": added, "output_size": output_size, "data_format": self._data_format}
        return jnp.asarray(function(x, self.weight, self.bias, **where))


class Conv1DTranspose(_Transposed):
    """(N, C, L) or (N, L, C), to the same with `out_channels`."""

    _axes = 1


class Conv2DTranspose(_Transposed):
    """(N, C, H, W) or (N, H, W, C), to the same with `out_channels`."""

    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        kernel_size: Any,
        stride: Any = 1,
        padding: Any = 0,
        output_padding: Any = 0,
        dilation: Any = 1,
        groups: int = 1,
        weight_attr: Any = None,
        bias_attr: Any = None,
        data_format: str = "NCHW",
    ) -> None:
        where = (stride, padding, output_padding, groups, dilation)
        super().__init__(in_channels, out_channels, kernel_size, *where, weight_attr, bias_attr, data_format)


class Conv3DTranspose(_Transposed):
    """(N, C, D, H, W) or (N, D, H, W, C), to the same with `out_channels`."""

    _axes = 3

    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        kernel_size: Any,
        stride: Any = 1,
        padding: Any = 0,
        output_padding: Any = 0,
        dilation: Any = 1,
        groups: int = 1,
        weight_attr: Any = None,
        bias_attr: Any = None,
        data_format: str = "NCDHW",
    ) -> None:
        where = (stride, padding, output_padding, groups, dilation)
        super().__init__(in_channels, out_channels, kernel_size, *where, weight_attr, bias_attr, data_format)
