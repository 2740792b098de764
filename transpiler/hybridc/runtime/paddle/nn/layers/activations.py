"""Activation functions as layers: `hybridc.runtime.paddle.nn.functional.activations` says what they compute."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import jax

from hybridc.runtime.paddle.initializer import Constant
from hybridc.runtime.paddle.layer import Layer
from hybridc.runtime.paddle.nn.functional import activations as F

Array = jax.Array

__all__ = [
    "CELU", "ELU", "GELU", "GLU", "SELU", "Hardshrink", "Hardsigmoid", "Hardswish", "Hardtanh", "LeakyReLU",
    "LogSigmoid", "LogSoftmax", "Maxout", "Mish", "PReLU", "RReLU", "ReLU", "ReLU6", "Sigmoid", "Silu", "Softmax",
    "Softmax2D", "Softplus", "Softshrink", "Softsign", "Swish", "Tanh", "Tanhshrink", "ThresholdedReLU",
]  # fmt: skip


class Activation(Layer):
    """A function of `x` as a layer, which is made with the function's other arguments."""

    function: Callable[..., Array]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__()
        signature = inspect.signature(type(self).function)
        own = [p for name, p in signature.parameters.items() if name not in ("x", "training")]
        bound = signature.replace(parameters=own).bind(*args, **kwargs)
        bound.apply_defaults()
        bound.arguments.pop("name", None)
        self._settings = tuple(bound.arguments.items())
        for name, value in self._settings:
            self.__dict__[f"_{name}"] = value

    def forward(self, x: Array) -> Array:
        return type(self).function(x, **dict(self._settings))

    def extra_repr(self) -> str:
        return ", ".join(f"{name}={value}" for name, value in self._settings)


class ReLU(Activation):
    function = staticmethod(F.relu)


class ReLU6(Activation):
    function = staticmethod(F.relu6)


class ELU(Activation):
    function = staticmethod(F.elu)


class CELU(Activation):
    function = staticmethod(F.celu)


class SELU(Activation):
    function = staticmethod(F.selu)


class GELU(Activation):
    function = staticmethod(F.gelu)


class GLU(Activation):
    function = staticmethod(F.glu)


class LeakyReLU(Activation):
    function = staticmethod(F.leaky_relu)


class Sigmoid(Activation):
    function = staticmethod(F.sigmoid)


class Tanh(Activation):
    function = staticmethod(F.tanh)


class Silu(Activation):
    function = staticmethod(F.silu)


class Swish(Activation):
    function = staticmethod(F.swish)


class Mish(Activation):
    function = staticmethod(F.mish)


class Hardswish(Activation):
    function = staticmethod(F.hardswish)


class Hardsigmoid(Activation):
    function = staticmethod(F.hardsigmoid)


class Hardtanh(Activation):
    function = staticmethod(F.hardtanh)


class Hardshrink(Activation):
    function = staticmethod(F.hardshrink)


class Softshrink(Activation):
    function = staticmethod(F.softshrink)


class Softplus(Activation):
    function = staticmethod(F.softplus)


class Softsign(Activation):
    function = staticmethod(F.softsign)


class Tanhshrink(Activation):
    function = staticmethod(F.tanhshrink)


class ThresholdedReLU(Activation):
    function = staticmethod(F.thresholded_relu)


class LogSigmoid(Activation):
    function = staticmethod(F.log_sigmoid)


class Softmax(Activation):
    function = staticmethod(F.softmax)


class LogSoftmax(Activation):
    function = staticmethod(F.log_softmax)


class Maxout(Activation):
    function = staticmethod(F.maxout)


class Softmax2D(Layer):
    """`softmax` over the channels of (N, C, H, W) or (C, H, W). Raises AssertionError for other numbers of axes."""

    def __init__(self, name: str | None = None) -> None:
        super().__init__()

    def forward(self, x: Array) -> Array:
        if x.ndim not in (3, 4):
            raise AssertionError(f"Softmax2D requires a 3D or 4D tensor as input. Received: {x.ndim}D.")
        return F.softmax(x, axis=-3)


class RReLU(Layer):
    """`x`, or below 0 a slope times `x`: drawn from [lower, upper] in training, else their mean."""

    def __init__(self, lower: float = 1.0 / 8.0, upper: float = 1.0 / 3.0, name: str | None = None) -> None:
        super().__init__()
        self._lower = lower
        self._upper = upper

    def forward(self, x: Array) -> Array:
        return F.rrelu(x, self._lower, self._upper, self.training)


class PReLU(Layer):
    """`x`, or `weight * x` below 0. Parameters: weight (num_parameters,), one for all or one for each channel."""

    def __init__(
        self,
        num_parameters: int = 1,
        init: float = 0.25,
        weight_attr: Any = None,
        data_format: str = "NCHW",
        name: str | None = None,
    ) -> None:
        super().__init__()
        self._data_format = data_format
        self._weight = self.create_parameter([num_parameters], weight_attr, default_initializer=Constant(init))

    def forward(self, x: Array) -> Array:
        return F.prelu(x, self._weight, self._data_format)
