"""Convolutions with parameters: `W` (out, in / groups, *kernel) and `b` (out,), for inputs (N, C, *).

Without `in_channels`, which may also be left out before the others, the first input settles them. Raises ValueError for
channels that the groups do not divide.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import jax
import numpy as np

from hybridc.runtime.chainer import functions as F
from hybridc.runtime.chainer.containers import Chain, ChainList
from hybridc.runtime.chainer.functions.windows import per_axis
from hybridc.runtime.chainer.initializers import HeNormal, filling
from hybridc.runtime.chainer.link import Link
from hybridc.runtime.chainer.parameters import Parameter

Array = jax.Array

__all__ = [
    "Convolution1D",
    "Convolution2D",
    "Convolution3D",
    "ConvolutionND",
    "Deconvolution1D",
    "Deconvolution2D",
    "Deconvolution3D",
    "DeconvolutionND",
    "DepthwiseConvolution2D",
    "DilatedConvolution2D",
    "Inception",
    "MLPConvolution2D",
]


class _Windowed(Link):
    """What all have."""

    W: Any
    b: Any

    def _make(
        self,
        ndim: int,
        in_channels: Any,
        out_channels: Any,
        ksize: Any,
        stride: Any,
        pad: Any,
        nobias: bool,
        initialW: Any,
        initial_bias: Any,
        dilate: Any,
        groups: int,
    ) -> None:
        super().__init__()
        if ksize is None:
            in_channels, out_channels, ksize = None, in_channels, out_channels
        self.ndim = ndim
        self.in_channels = in_channels
        self.out_channels = out_channels
        self.ksize = per_axis(ksize, ndim)
        self.stride = per_axis(stride, ndim)
        self.pad = per_axis(pad, ndim)
        self.dilate = per_axis(dilate, ndim)
        self.groups = int(groups)
        with self.init_scope():
            self.W = Parameter(filling(initialW))
            if in_channels is not None:
                self._initialize_params(in_channels)
            self.b = None if nobias else Parameter(filling(0 if initial_bias is None else initial_bias), out_channels)

    def _shape(self, in_channels: int) -> tuple[int, ...]:
        return (self.out_channels, in_channels // self.groups, *self.ksize)

    def _initialize_params(self, in_channels: int) -> None:
        if self.out_channels % self.groups or in_channels % self.groups:
            raise ValueError("the numbers of input and output channels must be divisible by the number of groups")
        self.W.initialize(self._shape(in_channels))

    def initialize_parameters(self, x: Array) -> None:
        self._initialize_params(x.shape[1])


class ConvolutionND(_Windowed):
    """A convolution over `ndim` axes."""

    def __init__(
        self,
        ndim: int,
        in_channels: Any,
        out_channels: Any,
        ksize: Any = None,
        stride: Any = 1,
        pad: Any = 0,
        nobias: bool = False,
        initialW: Any = None,
        initial_bias: Any = None,
        cover_all: bool = False,
        dilate: Any = 1,
        groups: int = 1,
    ) -> None:
        self._make(ndim, in_channels, out_channels, ksize, stride, pad, nobias, initialW, initial_bias, dilate, groups)
        self.cover_all = cover_all

    def forward(self, x: Array) -> Array:
        return F.convolution_nd(x, self.W, self.b, self.stride, self.pad, self.cover_all, self.dilate, self.groups)


class Convolution1D(ConvolutionND):
    def __init__(
        self,
        in_channels: Any,
        out_channels: Any,
        ksize: Any = None,
        stride: Any = 1,
        pad: Any = 0,
        nobias: bool = False,
        initialW: Any = None,
        initial_bias: Any = None,
        cover_all: bool = False,
        dilate: Any = 1,
        groups: int = 1,
    ) -> None:
        super().__init__(
            1, in_channels, out_channels, ksize, stride, pad, nobias, initialW, initial_bias, cover_all, dilate, groups
        )


class Convolution3D(ConvolutionND):
    def __init__(
        self,
        in_channels: Any,
        out_channels: Any,
        ksize: Any = None,
        stride: Any = 1,
        pad: Any = 0,
        nobias: bool = False,
        initialW: Any = None,
        initial_bias: Any = None,
        cover_all: bool = False,
        dilate: Any = 1,
        groups: int = 1,
    ) -> None:
        super().__init__(
            3, in_channels, out_channels, ksize, stride, pad, nobias, initialW, initial_bias, cover_all, dilate, groups
        )


class Convolution2D(_Windowed):
    """A convolution of images."""

    def __init__(
        self,
        in_channels: Any,
        out_channels: Any,
        ksize: Any = None,
        stride: Any = 1,
        pad: Any = 0,
        nobias: bool = False,
        initialW: Any = None,
        initial_bias: Any = None,
        *,
        dilate: Any = 1,
        groups: int = 1,
    ) -> None:
        self._make(2, in_channels, out_channels, ksize, stride, pad, nobias, initialW, initial_bias, dilate, groups)

    def forward(self, x: Array) -> Array:
        return F.convolution_2d(x, self.W, self.b, self.stride, self.pad, dilate=self.dilate, groups=self.groups)


class DilatedConvolution2D(_Windowed):
    def __init__(
        self,
        in_channels: Any,
        out_channels: Any,
        ksize: Any = None,
        stride: Any = 1,
        pad: Any = 0,
        dilate: Any = 1,
        nobias: bool = False,
        initialW: Any = None,
        initial_bias: Any = None,
    ) -> None:
        self._make(2, in_channels, out_channels, ksize, stride, pad, nobias, initialW, initial_bias, dilate, 1)

    def forward(self, x: Array) -> Array:
        return F.dilated_convolution_2d(x, self.W, self.b, self.stride, self.pad, self.dilate)


class DeconvolutionND(_Windowed):
    """The gradient of a convolution over `ndim` axes by its input: `W` (in, out / groups, *kernel)."""

    def __init__(
        self,
        ndim: int,
        in_channels: Any,
        out_channels: Any,
        ksize: Any = None,
        stride: Any = 1,
        pad: Any = 0,
        nobias: bool = False,
        outsize: Any = None,
        initialW: Any = None,
        initial_bias: Any = None,
        dilate: Any = 1,
        groups: int = 1,
    ) -> None:
        self._make(ndim, in_channels, out_channels, ksize, stride, pad, nobias, initialW, initial_bias, dilate, groups)
        self.outsize = outsize

    def _shape(self, in_channels: int) -> tuple[int, ...]:
        return (in_channels, self.out_channels // self.groups, *self.ksize)

    def forward(self, x: Array) -> Array:
        return F.deconvolution_nd(x, self.W, self.b, self.stride, self.pad, self.outsize, self.dilate, self.groups)


class Deconvolution1D(DeconvolutionND):
    def __init__(
        self,
        in_channels: Any,
        out_channels: Any,
        ksize: Any,
        stride: Any = 1,
        pad: Any = 0,
        nobias: bool = False,
        outsize: Any = None,
        initialW: Any = None,
        initial_bias: Any = None,
        dilate: Any = 1,
        groups: int = 1,
    ) -> None:
        super().__init__(
            1, in_channels, out_channels, ksize, stride, pad, nobias, outsize, initialW, initial_bias, dilate, groups
        )


class Deconvolution3D(DeconvolutionND):
    def __init__(
        self,
        in_channels: Any,
        out_channels: Any,
        ksize: Any,
        stride: Any = 1,
        pad: Any = 0,
        nobias: bool = False,
        outsize: Any = None,
        initialW: Any = None,
        initial_bias: Any = None,
        dilate: Any = 1,
        groups: int = 1,
    ) -> None:
        super().__init__(
            3, in_channels, out_channels, ksize, stride, pad, nobias, outsize, initialW, initial_bias, dilate, groups
        )


class Deconvolution2D(DeconvolutionND):
    def __init__(
        self,
        in_channels: Any,
        out_channels: Any,
        ksize: Any = None,
        stride: Any = 1,
        pad: Any = 0,
        nobias: bool = False,
        outsize: Any = None,
        initialW: Any = None,
        initial_bias: Any = None,
        *,
        dilate: Any = 1,
        groups: int = 1,
    ) -> None:
        super().__init__(
            2, in_channels, out_channels, ksize, stride, pad, nobias, outsize, initialW, initial_bias, dilate, groups
        )


class DepthwiseConvolution2D(Link):
    """Each channel by itself, with `W` (multiplier, in, height, width) and `b` (multiplier * in,)."""

    W: Any
    b: Any

    def __init__(
        self,
        in_channels: int | None,
        channel_multiplier: int,
        ksize: Any,
        stride: Any = 1,
        pad: Any = 0,
        nobias: bool = False,
        initialW: Any = None,
        initial_bias: Any = None,
    ) -> None:
        super().__init__()
        self.ksize = per_axis(ksize, 2)
        self.stride = per_axis(stride, 2)
        self.pad = per_axis(pad, 2)
        self.channel_multiplier = channel_multiplier
        self.nobias = nobias
        with self.init_scope():
            self.W = Parameter(HeNormal(1 / np.sqrt(2)) if initialW is None else filling(initialW))
            self.b = None if nobias else Parameter(filling(0 if initial_bias is None else initial_bias))
        if in_channels is not None:
            self._initialize_params(in_channels)

    def _initialize_params(self, in_channels: int) -> None:
        self.W.initialize((self.channel_multiplier, in_channels, *self.ksize))
        if self.b is not None:
            self.b.initialize(self.channel_multiplier * in_channels)

    def initialize_parameters(self, x: Array) -> None:
        self._initialize_params(x.shape[1])

    def forward(self, x: Array) -> Array:
        return F.depthwise_convolution_2d(x, self.W, self.b, self.stride, self.pad)


class Inception(Chain):
    """The four branches of GoogLeNet, side by side."""

    def __init__(
        self,
        in_channels: Any,
        out1: int,
        proj3: int,
        out3: int,
        proj5: int,
        out5: int,
        proj_pool: int,
        conv_init: Any = None,
        bias_init: Any = None,
    ) -> None:
        super().__init__()
        first: dict[str, Any] = {"initialW": conv_init, "initial_bias": bias_init}
        with self.init_scope():
            self.conv1 = Convolution2D(in_channels, out1, 1, **first)
            self.proj3 = Convolution2D(in_channels, proj3, 1, **first)
            self.conv3 = Convolution2D(proj3, out3, 3, pad=1, **first)
            self.proj5 = Convolution2D(in_channels, proj5, 1, **first)
            self.conv5 = Convolution2D(proj5, out5, 5, pad=2, **first)
            self.projp = Convolution2D(in_channels, proj_pool, 1, **first)

    def forward(self, x: Array) -> Array:
        third = self.conv3(F.relu(self.proj3(x)))
        fifth = self.conv5(F.relu(self.proj5(x)))
        pooled = self.projp(F.max_pooling_2d(x, 3, stride=1, pad=1))
        return F.relu(F.concat((self.conv1(x), third, fifth, pooled), axis=1))


class MLPConvolution2D(ChainList):
    """A convolution, and convolutions of one pixel behind it."""

    def __init__(
        self,
        in_channels: Any,
        out_channels: Any,
        ksize: Any = None,
        stride: Any = 1,
        pad: Any = 0,
        activation: Any = F.relu,
        *,
        conv_init: Any = None,
        bias_init: Any = None,
    ) -> None:
        if ksize is None:
            in_channels, out_channels, ksize = None, in_channels, out_channels
        first: dict[str, Any] = {"initialW": conv_init, "initial_bias": bias_init}
        convolutions = [Convolution2D(in_channels, out_channels[0], ksize, stride, pad, **first)]
        for inputs, outputs in pairwise(out_channels):
            convolutions.append(Convolution2D(inputs, outputs, 1, **first))
        super().__init__(*convolutions)
        self.activation = activation

    def forward(self, x: Array) -> Array:
        for convolution in self[:-1]:
            x = self.activation(convolution(x))
        return self[-1](x)  # type: ignore[no-any-return]
