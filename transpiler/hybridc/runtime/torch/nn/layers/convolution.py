"""Convolutions and transposed convolutions as layers; inputs are laid out (N, C, ...), or (C, ...) without a batch."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import jax
import jax.numpy as jnp

from hybridc.runtime.torch.cells import Parameter
from hybridc.runtime.torch.nn import init
from hybridc.runtime.torch.nn.functional import convolution as F
from hybridc.runtime.torch.nn.functional.padding import pad
from hybridc.runtime.torch.nn.functional.windows import Sizes, per_axis
from hybridc.runtime.torch.nn.module import Module

__all__ = ["Conv1d", "Conv2d", "Conv3d", "ConvTranspose1d", "ConvTranspose2d", "ConvTranspose3d"]

Array = jax.Array
_PADDING_MODES = ("zeros", "reflect", "replicate", "circular")


class _ConvNd(Module):
    """What all convolutions keep. `_axes` is the number of axes that the kernel slides over.

    Parameters: `bias` (out_channels,), and `weight` (out_channels, in_channels / groups, *kernel_size), of transposed
    convolutions (in_channels, out_channels / groups, *kernel_size). Both are drawn evenly between -bound and bound,
    with bound 1 / sqrt(weight.shape[1] * the kernel's elements), as PyTorch draws them. Raises ValueError for groups
    that do not divide the channels and for unknown ways to pad.
    """

    _axes = 0

    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        kernel_size: Sizes,
        stride: Sizes,
        padding: str | Sizes,
        dilation: Sizes,
        transposed: bool,
        output_padding: Sizes,
        groups: int,
        bias: bool,
        padding_mode: str,
        dtype: Any = None,
    ) -> None:
        super().__init__()
        axes = self._axes
        if groups <= 0 or in_channels % groups or out_channels % groups:
            raise ValueError("in_channels and out_channels must be divisible by groups, which must be positive")
        if padding_mode not in _PADDING_MODES:
            raise ValueError(f"padding_mode must be one of {_PADDING_MODES}, but got padding_mode='{padding_mode}'")
        self.in_channels = in_channels
        self.out_channels = out_channels
        self.kernel_size = per_axis(kernel_size, axes, "kernel_size")
        self.stride = per_axis(stride, axes, "stride")
        self.padding: Any = padding if isinstance(padding, str) else per_axis(padding, axes, "padding")
        self.dilation = per_axis(dilation, axes, "dilation")
        self.transposed = transposed
        self.output_padding = per_axis(output_padding, axes, "output_padding")
        self.groups = groups
        self.padding_mode = padding_mode
        self._reversed_padding_repeated_twice = tuple(self._amounts_to_pad())
        channels = (in_channels, out_channels // groups) if transposed else (out_channels, in_channels // groups)
        self.weight: Any = Parameter(jnp.zeros((*channels, *self.kernel_size), dtype or jnp.float32))
        self.register_parameter("bias", Parameter(jnp.zeros(out_channels, dtype or jnp.float32)) if bias else None)
        self.reset_parameters()

    def _amounts_to_pad(self) -> list[int]:
        """As `pad` takes them: the last axis first, left and right."""
        if not isinstance(self.padding, str):
            return [p for p in reversed(self.padding) for _ in range(2)]
        if self.padding not in ("same", "valid"):
            raise ValueError(f"Invalid padding string {self.padding!r}, should be 'same' or 'valid'")
        if self.padding == "valid":
            return [0, 0] * self._axes
        if any(s != 1 for s in self.stride):
            raise ValueError("padding='same' is not supported for strided convolutions")
        reach = [d * (k - 1) for d, k in zip(self.dilation, self.kernel_size, strict=True)]
        return [amount for r in reversed(reach) for amount in (r // 2, r - r // 2)]

    def reset_parameters(self) -> None:
        """Draws the parameters anew."""
        init.kaiming_uniform_(self.weight, a=math.sqrt(5))
        if self.bias is not None:
            fan_in = math.prod(self.weight.shape[1:])
            bound = 1 / math.sqrt(fan_in) if fan_in else 0
            init.uniform_(self.bias, -bound, bound)

    def extra_repr(self) -> str:
        nothing = (0,) * len(self.padding)
        parts = [
            f"{self.in_channels}, {self.out_channels}, kernel_size={self.kernel_size}, stride={self.stride}",
            f"padding={self.padding}" if self.padding != nothing else "",
            f"dilation={self.dilation}" if self.dilation != (1,) * self._axes else "",
            f"output_padding={self.output_padding}" if self.output_padding != (0,) * self._axes else "",
            f"groups={self.groups}" if self.groups != 1 else "",
            "bias=False" if self.bias is None else "",
            f"padding_mode={self.padding_mode}" if self.padding_mode != "zeros" else "",
        ]
        return ", ".join(filter(None, parts))


class _Conv(_ConvNd):
    def __init__(
        self,
        in_channels: int,
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
        super().__init__(
            in_channels,
            out_channels,
            kernel_size,
            stride,
            padding,
            dilation,
            False,
            0,
            groups,
            bias,
            padding_mode,
            dtype,
        )

    def forward(self, input: Array) -> Array:
        return self._conv_forward(input, self.weight, self.bias)

    def _conv_forward(self, input: Array, weight: Array, bias: Array | None) -> Array:
        convolve = (F.conv1d, F.conv2d, F.conv3d)[self._axes - 1]
        if self.padding_mode == "zeros":
            return convolve(input, weight, bias, self.stride, self.padding, self.dilation, self.groups)
        wide = pad(input, self._reversed_padding_repeated_twice, mode=self.padding_mode)
        return convolve(wide, weight, bias, self.stride, 0, self.dilation, self.groups)


class Conv1d(_Conv):
    """(N, C, L) -> (N, O, L'): `hybridc.runtime.torch.nn.functional.convolution.conv1d` with learned parameters."""

    _axes = 1


class Conv2d(_Conv):
    """(N, C, H, W) -> (N, O, H', W'). See `Conv1d`."""

    _axes = 2


class Conv3d(_Conv):
    """(N, C, D, H, W) -> (N, O, D', H', W'). See `Conv1d`."""

    _axes = 3


class _ConvTransposeNd(_ConvNd):
    def __init__(
        self,
        in_channels: int,
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
        if padding_mode != "zeros":
            raise ValueError(f'Only "zeros" padding mode is supported for {type(self).__name__}')
        super().__init__(
            in_channels,
            out_channels,
            kernel_size,
            stride,
            padding,
            dilation,
            True,
            output_padding,
            groups,
            bias,
            padding_mode,
            dtype,
        )

    def forward(self, input: Array, output_size: Sequence[int] | None = None) -> Array:
        """The result has `output_size`, of its last axes or of all, where the stride leaves a choice.

        Raises ValueError for a size that the input cannot have come from.
        """
        convolve = (F.conv_transpose1d, F.conv_transpose2d, F.conv_transpose3d)[self._axes - 1]
        extra = self.output_padding if output_size is None else self._extra(input.shape, output_size)
        return convolve(input, self.weight, self.bias, self.stride, self.padding, extra, self.groups, self.dilation)

    def _extra(self, shape: tuple[int, ...], output_size: Sequence[int]) -> list[int]:
        """The output padding that gives the size."""
        axes, wanted = self._axes, list(output_size)
        if len(wanted) == len(shape):
            wanted = wanted[-axes:]
        if len(wanted) != axes:
            raise ValueError(f"output_size must have {axes} or {len(shape)} elements (got {len(output_size)})")
        geometry = zip(shape[-axes:], self.stride, self.padding, self.dilation, self.kernel_size, strict=True)
        least = [(size - 1) * s - 2 * p + d * (k - 1) + 1 for size, s, p, d, k in geometry]
        extra = [w - low for w, low in zip(wanted, least, strict=True)]
        if any(not 0 <= e < s for e, s in zip(extra, self.stride, strict=True)):
            most = [low + s - 1 for low, s in zip(least, self.stride, strict=True)]
            raise ValueError(f"requested an output size of {wanted}, but valid sizes range from {least} to {most}")
        return extra


class ConvTranspose1d(_ConvTransposeNd):
    """(N, C, L) -> (N, O, L'): `hybridc.runtime.torch.nn.functional.convolution.conv_transpose1d`."""

    _axes = 1


class ConvTranspose2d(_ConvTransposeNd):
    """(N, C, H, W) -> (N, O, H', W'). See `ConvTranspose1d`."""

    _axes = 2


class ConvTranspose3d(_ConvTransposeNd):
    """(N, C, D, H, W) -> (N, O, D', H', W'). See `ConvTranspose1d`."""

    _axes = 3
