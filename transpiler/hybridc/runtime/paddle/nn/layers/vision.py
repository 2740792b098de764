"""Blocks of `paddle.vision.ops`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hybridc.runtime.paddle.containers import Sequential
from hybridc.runtime.paddle.nn.layers.activations import ReLU
from hybridc.runtime.paddle.nn.layers.convolution import Conv2D
from hybridc.runtime.paddle.nn.layers.normalization import BatchNorm2D

__all__ = ["ConvNormActivation"]


class ConvNormActivation(Sequential):
    """A convolution, a normalization of its channels and an activation, of which the last two may be None."""

    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        kernel_size: int = 3,
        stride: Any = 1,
        padding: Any = None,
        groups: int = 1,
        norm_layer: Callable[..., Any] | None = BatchNorm2D,
        activation_layer: Callable[..., Any] | None = ReLU,
        dilation: int = 1,
        bias: bool | None = None,
    ) -> None:
        around = (kernel_size - 1) // 2 * dilation if padding is None else padding
        is_biased = norm_layer is None if bias is None else bias
        made = Conv2D(in_channels, out_channels, kernel_size, stride, around, dilation, groups, bias_attr=is_biased)
        layers: list[Any] = [made]
        if norm_layer is not None:
            layers.append(norm_layer(out_channels))
        if activation_layer is not None:
            layers.append(activation_layer())
        super().__init__(*layers)
