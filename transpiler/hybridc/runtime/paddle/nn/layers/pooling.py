"""Pooling as layers: `hybridc.runtime.paddle.nn.functional` says what they compute."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import jax

from hybridc.runtime.paddle.layer import Layer
from hybridc.runtime.paddle.nn.functional import adaptive_pooling, pooling

Array = jax.Array

__all__ = [
    "AdaptiveAvgPool1D", "AdaptiveAvgPool2D", "AdaptiveAvgPool3D", "AdaptiveMaxPool1D", "AdaptiveMaxPool2D",
    "AdaptiveMaxPool3D", "AvgPool1D", "AvgPool2D", "AvgPool3D", "MaxPool1D", "MaxPool2D", "MaxPool3D",
]  # fmt: skip


class _Pool(Layer):
    """A pooling as a layer, which is made with the function's arguments."""

    function: Callable[..., Any]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__()
        signature = inspect.signature(type(self).function)
        own = [p for name, p in signature.parameters.items() if name != "x"]
        bound = signature.replace(parameters=own).bind(*args, **kwargs)
        bound.apply_defaults()
        bound.arguments.pop("name", None)
        for name, value in bound.arguments.items():
            setattr(self, name, value)
        self._names = tuple(bound.arguments)

    def forward(self, x: Array) -> Any:
        return type(self).function(x, **{name: getattr(self, name) for name in self._names})

    def extra_repr(self) -> str:
        return ", ".join(f"{name}={getattr(self, name)}" for name in self._names)


class _Windows(_Pool):
    """A pooling of windows, whose size has the name that Paddle's layers have for it as well."""

    @property
    def ksize(self) -> Any:
        return self.kernel_size


class MaxPool1D(_Windows):
    function = staticmethod(pooling.max_pool1d)


class MaxPool2D(_Windows):
    function = staticmethod(pooling.max_pool2d)


class MaxPool3D(_Windows):
    function = staticmethod(pooling.max_pool3d)


class AvgPool1D(_Windows):
    function = staticmethod(pooling.avg_pool1d)


class AvgPool2D(_Windows):
    function = staticmethod(pooling.avg_pool2d)


class AvgPool3D(_Windows):
    function = staticmethod(pooling.avg_pool3d)


class _Adaptive(_Pool):
    """A pooling to a size, which models ask for as Paddle's layers have it."""

    @property
    def _output_size(self) -> Any:
        return self.output_size

    @property
    def _data_format(self) -> Any:
        return self.data_format


class AdaptiveAvgPool1D(_Adaptive):
    function = staticmethod(adaptive_pooling.adaptive_avg_pool1d)


class AdaptiveAvgPool2D(_Adaptive):
    function = staticmethod(adaptive_pooling.adaptive_avg_pool2d)


class AdaptiveAvgPool3D(_Adaptive):
    function = staticmethod(adaptive_pooling.adaptive_avg_pool3d)


class AdaptiveMaxPool1D(_Adaptive):
    function = staticmethod(adaptive_pooling.adaptive_max_pool1d)


class AdaptiveMaxPool2D(_Adaptive):
    function = staticmethod(adaptive_pooling.adaptive_max_pool2d)


class AdaptiveMaxPool3D(_Adaptive):
    function = staticmethod(adaptive_pooling.adaptive_max_pool3d)
