"""Padding, resizing and shuffling as layers: `hybridc.runtime.paddle.nn.functional` says what they compute."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import jax

from hybridc.runtime.paddle.layer import Layer
from hybridc.runtime.paddle.nn.functional import padding, resampling

Array = jax.Array

__all__ = [
    "ChannelShuffle", "Fold", "Pad1D", "Pad2D", "Pad3D", "PixelShuffle", "PixelUnshuffle", "Unfold", "Upsample",
    "UpsamplingBilinear2D", "UpsamplingNearest2D", "ZeroPad2D",
]  # fmt: skip


class _Rearranging(Layer):
    """A function of `x` as a layer, which is made with its other arguments; `order`: in which order, if in another."""

    function: Callable[..., Array]
    order: tuple[str, ...] = ()
    defaults: tuple[tuple[str, Any], ...] = ()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__()
        signature = inspect.signature(type(self).function)
        names = self.order or tuple(name for name in signature.parameters if name != "x")
        own = [signature.parameters[name] for name in names]
        bound = signature.replace(parameters=own).bind(*args, **kwargs)
        bound.apply_defaults()
        bound.arguments.pop("name", None)
        self._settings = tuple({**bound.arguments, **dict(self.defaults)}.items())

    def forward(self, x: Array) -> Array:
        return type(self).function(x, **dict(self._settings))

    def extra_repr(self) -> str:
        return ", ".join(f"{name}={value}" for name, value in self._settings)


class PixelShuffle(_Rearranging):
    function = staticmethod(padding.pixel_shuffle)


class PixelUnshuffle(_Rearranging):
    function = staticmethod(padding.pixel_unshuffle)


class ChannelShuffle(_Rearranging):
    function = staticmethod(padding.channel_shuffle)


class Unfold(_Rearranging):
    function = staticmethod(padding.unfold)
    order = ("kernel_sizes", "dilations", "paddings", "strides", "name")


class Fold(_Rearranging):
    function = staticmethod(padding.fold)
    order = ("output_sizes", "kernel_sizes", "dilations", "paddings", "strides", "name")


class Upsample(_Rearranging):
    function = staticmethod(resampling.interpolate)
    order = ("size", "scale_factor", "mode", "align_corners", "align_mode", "data_format", "name")


class UpsamplingNearest2D(_Rearranging):
    function = staticmethod(resampling.interpolate)
    order = ("size", "scale_factor", "data_format", "name")


class UpsamplingBilinear2D(_Rearranging):
    function = staticmethod(resampling.interpolate)
    order = ("size", "scale_factor", "data_format", "name")
    defaults = (("mode", "bilinear"), ("align_corners", True))


class _Pad(Layer):
    """`padding`: one number for all sides, or one for each, the last axis first."""

    _axes = 2
    _format = "NCHW"

    def __init__(
        self,
        padding: Any,
        mode: str = "constant",
        value: float = 0.0,
        data_format: str | None = None,
        name: str | None = None,
    ) -> None:
        super().__init__()
        self._pad = [padding] * (2 * self._axes) if isinstance(padding, int) else list(padding)
        self._pad_mode = mode
        self._value = value
        self._data_format = data_format or self._format

    def forward(self, x: Array) -> Array:
        return padding.pad(x, self._pad, self._pad_mode, self._value, self._data_format)


class Pad1D(_Pad):
    """Of (N, C, L), or (N, L, C)."""

    _axes, _format = 1, "NCL"


class Pad2D(_Pad):
    """Of (N, C, H, W), or (N, H, W, C)."""


class Pad3D(_Pad):
    """Of (N, C, D, H, W), or (N, D, H, W, C)."""

    _axes, _format = 3, "NCDHW"


class ZeroPad2D(_Pad):
    """`Pad2D` with zeros."""

    def __init__(self, padding: Any, data_format: str = "NCHW", name: str | None = None) -> None:
        super().__init__(padding, "constant", 0.0, data_format)
