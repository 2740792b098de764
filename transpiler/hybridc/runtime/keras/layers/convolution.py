"""Convolutions. Kernels are (..., in, out); arrays have their channels last, or first with `data_format`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import jax

from hybridc.runtime.keras import activations
from hybridc.runtime.keras.kernels import convolution
from hybridc.runtime.keras.layer import Layer
from hybridc.runtime.keras.settings import channel_axis, padding_of, sizes, standard_format

Array = jax.Array

__all__ = [
    "Conv1D",
    "Conv1DTranspose",
    "Conv2D",
    "Conv2DTranspose",
    "Conv3D",
    "Conv3DTranspose",
    "DepthwiseConv1D",
    "DepthwiseConv2D",
    "SeparableConv1D",
    "SeparableConv2D",
]

Sizes = int | Sequence[int]


class _Spatial(Layer):
    """What convolutions have in common. `rank`: how many axes there are beside those of the batch and the channels.

    Keywords beyond those of layers: `<weight>_initializer`, `<weight>_regularizer`, `<weight>_constraint`.
    """

    rank = 2
    weights_named: tuple[str, ...] = ("kernel",)
    paddings: tuple[str, ...] = ("valid", "same")
    bias: Any

    def __init__(
        self,
        kernel_size: Sizes,
        strides: Sizes,
        padding: str,
        data_format: str | None,
        dilation_rate: Sizes,
        activation: Any,
        use_bias: bool,
        kwargs: dict[str, Any],
    ) -> None:
        others = {
            name: kwargs.pop(name)
            for name in list(kwargs)
            if name.endswith(_OF_WEIGHTS) and name != "activity_regularizer"
        }
        super().__init__(**kwargs)
        self._take(others, bias="zeros", **dict.fromkeys(self.weights_named, "glorot_uniform"))
        if others:
            raise ValueError(f"Unrecognized keyword arguments passed to {type(self).__name__}: {list(others)}")
        self.kernel_size = sizes(kernel_size, self.rank, "kernel_size")
        self.strides = sizes(strides, self.rank, "strides")
        self.padding = padding_of(padding, self.paddings)
        self.data_format = standard_format(data_format)
        self.dilation_rate = sizes(dilation_rate, self.rank, "dilation_rate")
        self.activation = activations.get(activation)
        self.use_bias = use_bias

    def _channels(self, shape: Sequence[int]) -> int:
        return shape[channel_axis(self.data_format)]

    def _make_bias(self, size: int) -> None:
        self.bias = self._weight("bias", (size,)) if self.use_bias else None
        self.built = True

    def _finished(self, x: Array) -> Array:
        return self.activation(convolution.with_bias(x, self.bias, self.data_format))  # type: ignore[no-any-return]

    def extra_repr(self) -> str:
        return f"kernel_size={self.kernel_size}, strides={self.strides}, padding={self.padding!r}"


_OF_WEIGHTS = ("_initializer", "_regularizer", "_constraint")


class _Conv(_Spatial):
    """(N, ..., in) to (N, ..., filters). Weights: kernel (..., in / groups, filters), bias (filters,)."""

    def __init__(
        self,
        filters: int,
        kernel_size: Sizes,
        strides: Sizes = 1,
        padding: str = "valid",
        data_format: str | None = None,
        dilation_rate: Sizes = 1,
        groups: int = 1,
        activation: Any = None,
        use_bias: bool = True,
        **kwargs: Any,
    ) -> None:
        super().__init__(kernel_size, strides, padding, data_format, dilation_rate, activation, use_bias, kwargs)
        self.filters = filters
        self.groups = groups

    def build(self, input_shape: Any) -> None:
        channels = self._channels(input_shape)
        if channels % self.groups:
            raise ValueError(
                f"The number of input channels must be evenly divisible by the number of groups. Received groups="
                f"{self.groups}, but the input has {channels} channels."
            )
        self.kernel = self._weight("kernel", (*self.kernel_size, channels // self.groups, self.filters))
        self._make_bias(self.filters)

    def call(self, inputs: Array) -> Array:
        found = convolution.convolved(
            inputs, self.kernel, self.strides, self.padding, self.dilation_rate, self.data_format, self.groups
        )
        return self._finished(found)


class Conv1D(_Conv):
    """A convolution over one axis, which may be `causal`."""

    rank = 1
    paddings = ("valid", "same", "causal")


class Conv2D(_Conv):
    """A convolution over two axes."""

    rank = 2


class Conv3D(_Conv):
    """A convolution over three axes."""

    rank = 3


class _Depthwise(_Spatial):
    """Every channel by itself: weights kernel (..., in, depth_multiplier), bias (in * depth_multiplier,)."""

    weights_named = ("depthwise",)

    def __init__(
        self,
        kernel_size: Sizes,
        strides: Sizes = 1,
        padding: str = "valid",
        depth_multiplier: int = 1,
        data_format: str | None = None,
        dilation_rate: Sizes = 1,
        activation: Any = None,
        use_bias: bool = True,
        **kwargs: Any,
    ) -> None:
        super().__init__(kernel_size, strides, padding, data_format, dilation_rate, activation, use_bias, kwargs)
        self.depth_multiplier = depth_multiplier

    def build(self, input_shape: Any) -> None:
        channels = self._channels(input_shape)
        self.kernel = self._weight("kernel", (*self.kernel_size, channels, self.depth_multiplier), "depthwise")
        self._make_bias(channels * self.depth_multiplier)

    def call(self, inputs: Array) -> Array:
        found = convolution.depthwise(
            inputs, self.kernel, self.strides, self.padding, self.dilation_rate, self.data_format
        )
        return self._finished(found)


class DepthwiseConv1D(_Depthwise):
    """A convolution over one axis, of every channel by itself."""

    rank = 1


class DepthwiseConv2D(_Depthwise):
    """A convolution over two axes, of every channel by itself."""

    rank = 2


class _Separable(_Spatial):
    """Every channel by itself, and then a product with weights.

    Weights: depthwise_kernel (..., in, depth_multiplier), pointwise_kernel (1, ..., in * depth_multiplier, filters).
    """

    weights_named = ("depthwise", "pointwise")

    def __init__(
        self,
        filters: int,
        kernel_size: Sizes,
        strides: Sizes = 1,
        padding: str = "valid",
        data_format: str | None = None,
        dilation_rate: Sizes = 1,
        depth_multiplier: int = 1,
        activation: Any = None,
        use_bias: bool = True,
        **kwargs: Any,
    ) -> None:
        super().__init__(kernel_size, strides, padding, data_format, dilation_rate, activation, use_bias, kwargs)
        self.filters = filters
        self.depth_multiplier = depth_multiplier

    def build(self, input_shape: Any) -> None:
        channels, ones = self._channels(input_shape), (1,) * self.rank
        self.depthwise_kernel = self._weight(
            "depthwise_kernel", (*self.kernel_size, channels, self.depth_multiplier), "depthwise"
        )
        self.pointwise_kernel = self._weight(
            "pointwise_kernel", (*ones, channels * self.depth_multiplier, self.filters), "pointwise"
        )
        self._make_bias(self.filters)

    def call(self, inputs: Array) -> Array:
        found = convolution.depthwise(
            inputs, self.depthwise_kernel, self.strides, self.padding, self.dilation_rate, self.data_format
        )
        ones = (1,) * self.rank
        found = convolution.convolved(found, self.pointwise_kernel, ones, "valid", ones, self.data_format)
        return self._finished(found)


class SeparableConv1D(_Separable):
    """A depthwise convolution over one axis, and a product of the channels."""

    rank = 1
    paddings = ("valid", "same", "causal")


class SeparableConv2D(_Separable):
    """A depthwise convolution over two axes, and a product of the channels."""

    rank = 2


class _Transposed(_Spatial):
    """The gradient of a convolution. Weights: kernel (..., filters, in), bias (filters,)."""

    def __init__(
        self,
        filters: int,
        kernel_size: Sizes,
        strides: Sizes = 1,
        padding: str = "valid",
        output_padding: Sizes | None = None,
        data_format: str | None = None,
        dilation_rate: Sizes = 1,
        activation: Any = None,
        use_bias: bool = True,
        **kwargs: Any,
    ) -> None:
        super().__init__(kernel_size, strides, padding, data_format, dilation_rate, activation, use_bias, kwargs)
        self.filters = filters
        self.output_padding = None if output_padding is None else sizes(output_padding, self.rank, "output_padding")

    def build(self, input_shape: Any) -> None:
        self.kernel = self._weight("kernel", (*self.kernel_size, self.filters, self._channels(input_shape)))
        self._make_bias(self.filters)

    def call(self, inputs: Array) -> Array:
        found = convolution.transposed(
            inputs, self.kernel, self.strides, self.padding, self.output_padding, self.dilation_rate, self.data_format
        )
        return self._finished(found)


class Conv1DTranspose(_Transposed):
    """The gradient of a convolution over one axis."""

    rank = 1


class Conv2DTranspose(_Transposed):
    """The gradient of a convolution over two axes."""

    rank = 2


class Conv3DTranspose(_Transposed):
    """The gradient of a convolution over three axes."""

    rank = 3
