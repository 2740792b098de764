"""Gluon's initializers: the distributions of `mxnet.initializer`, drawn from a generator of NumPy's."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from hybridc.runtime.core.randomness import generator
from hybridc.runtime.gluon.initializers import InitDesc, Initializer, Load, Mixed, alias, create, register

__all__ = [
    "Bilinear",
    "Constant",
    "InitDesc",
    "Initializer",
    "LSTMBias",
    "Load",
    "MSRAPrelu",
    "Mixed",
    "Normal",
    "One",
    "Orthogonal",
    "Uniform",
    "Xavier",
    "Zero",
    "alias",
    "create",
    "register",
]


@alias("zeros")
@register
class Zero(Initializer):
    def _init_weight(self, name: str, arr: Any) -> None:
        arr[:] = 0


@alias("ones")
@register
class One(Initializer):
    def _init_weight(self, name: str, arr: Any) -> None:
        arr[:] = 1


@register
class Constant(Initializer):
    """One value, or an array of the parameter's shape."""

    def __init__(self, value: Any) -> None:
        super().__init__(value=value)
        self.value = value

    def _init_weight(self, name: str, arr: Any) -> None:
        arr[:] = self.value


@register
class Uniform(Initializer):
    """Between -scale and scale."""

    def __init__(self, scale: float = 0.07) -> None:
        super().__init__(scale=scale)
        self.scale = scale

    def _init_weight(self, name: str, arr: Any) -> None:
        arr[:] = _uniform(self.scale, arr.shape)


@register
class Normal(Initializer):
    """Around 0, with the standard deviation sigma."""

    def __init__(self, sigma: float = 0.01) -> None:
        super().__init__(sigma=sigma)
        self.sigma = sigma

    def _init_weight(self, name: str, arr: Any) -> None:
        arr[:] = _normal(self.sigma, arr.shape)


@register
class Orthogonal(Initializer):
    """`scale` times a matrix with orthonormal rows or columns, from the singular vectors of random ones."""

    def __init__(self, scale: float = 1.414, rand_type: str = "uniform") -> None:
        super().__init__(scale=scale, rand_type=rand_type)
        self.scale = scale
        self.rand_type = rand_type

    def _init_weight(self, name: str, arr: Any) -> None:
        shape = arr.shape[0], math.prod(arr.shape[1:])
        drawn = _uniform(1.0, shape) if self.rand_type == "uniform" else _normal(1.0, shape)
        u, _, v = np.linalg.svd(drawn, full_matrices=False)
        arr[:] = self.scale * (u if u.shape == shape else v).reshape(arr.shape)


@register
class Xavier(Initializer):
    """Uniform or gaussian, scaled by the square root of `magnitude` over the number of inputs, outputs, or both.

    `factor_type`: in, out or avg. Raises ValueError for other names, and for parameters of fewer than two axes.
    """

    def __init__(self, rnd_type: str = "uniform", factor_type: str = "avg", magnitude: float = 3) -> None:
        super().__init__(rnd_type=rnd_type, factor_type=factor_type, magnitude=magnitude)
        self.rnd_type = rnd_type
        self.factor_type = factor_type
        self.magnitude = float(magnitude)

    def _init_weight(self, name: str, arr: Any) -> None:
        shape = arr.shape
        if len(shape) < 2:
            raise ValueError(f"Xavier initializer cannot be applied to vector {name}. It requires at least 2D.")
        window = math.prod(shape[2:])
        fan_in, fan_out = shape[1] * window, shape[0] * window
        factors = {"avg": (fan_in + fan_out) / 2.0, "in": fan_in, "out": fan_out}
        if self.factor_type not in factors:
            raise ValueError("Incorrect factor type")
        if self.rnd_type not in _DRAWS:
            raise ValueError("Unknown random type")
        arr[:] = _DRAWS[self.rnd_type](math.sqrt(self.magnitude / factors[self.factor_type]), shape)


@register
class MSRAPrelu(Xavier):
    """He et al. 2015: gaussian, for layers before a PReLU of this slope."""

    def __init__(self, factor_type: str = "avg", slope: float = 0.25) -> None:
        super().__init__("gaussian", factor_type, 2.0 / (1 + slope**2))
        self._kwargs = {"factor_type": factor_type, "slope": slope}


@register
class Bilinear(Initializer):
    """Weights (out, in, height, width) of a transposed convolution that interpolates."""

    def _init_weight(self, name: str, arr: Any) -> None:
        rows, columns = arr.shape[2:]
        factor = math.ceil(columns / 2.0)
        centre = (2 * factor - 1 - factor % 2) / (2.0 * factor)
        across, down = (1 - np.abs(np.arange(size) / factor - centre) for size in (columns, rows))
        arr[:] = np.broadcast_to(down[:, None] * across, arr.shape)


@register
class LSTMBias(Initializer):
    """Zeros, and `forget_bias` for the forget gate."""

    def __init__(self, forget_bias: float = 1.0) -> None:
        super().__init__(forget_bias=forget_bias)
        self.forget_bias = forget_bias

    def _init_weight(self, name: str, arr: Any) -> None:
        arr[:] = 0.0
        hidden = arr.shape[0] // 4
        arr[hidden : 2 * hidden] = self.forget_bias


def _uniform(scale: float, shape: tuple[int, ...]) -> Any:
    return generator().uniform(-scale, scale, shape).astype(np.float32)


def _normal(sigma: float, shape: tuple[int, ...]) -> Any:
    return generator().normal(0.0, sigma, shape).astype(np.float32)


_DRAWS = {"uniform": _uniform, "gaussian": _normal}
