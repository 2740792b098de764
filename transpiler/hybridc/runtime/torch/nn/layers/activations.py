"""Activation functions as layers: `hybridc.runtime.torch.nn.functional.activations` says what they compute.

Inputs have any shape, which the result has too. A layer that is made with `inplace=True` returns the result all the
same: arrays do not change.
"""

from __future__ import annotations

import warnings
from typing import Any

import jax
import numpy as np

from hybridc.runtime.torch.cells import Parameter
from hybridc.runtime.torch.nn import init as initialization
from hybridc.runtime.torch.nn.functional import activations as F
from hybridc.runtime.torch.nn.module import Module

Array = jax.Array

__all__ = [
    "CELU",
    "ELU",
    "GELU",
    "SELU",
    "Hardshrink",
    "Hardsigmoid",
    "Hardswish",
    "Hardtanh",
    "LeakyReLU",
    "LogSigmoid",
    "Mish",
    "PReLU",
    "RReLU",
    "ReLU",
    "ReLU6",
    "SiLU",
    "Sigmoid",
    "Softplus",
    "Softshrink",
    "Softsign",
    "Tanh",
    "Tanhshrink",
    "Threshold",
]


class _InPlace(Module):
    """Has no other argument than `inplace`."""

    def __init__(self, inplace: bool = False) -> None:
        super().__init__()
        self.inplace = inplace

    def extra_repr(self) -> str:
        return "inplace=True" if self.inplace else ""


class ReLU(_InPlace):
    def forward(self, input: Array) -> Array:
        return F.relu(input, self.inplace)


class SELU(_InPlace):
    def forward(self, input: Array) -> Array:
        return F.selu(input, self.inplace)


class SiLU(_InPlace):
    def forward(self, input: Array) -> Array:
        return F.silu(input, self.inplace)


class Mish(_InPlace):
    def forward(self, input: Array) -> Array:
        return F.mish(input, self.inplace)


class Hardswish(_InPlace):
    def forward(self, input: Array) -> Array:
        return F.hardswish(input, self.inplace)

    def extra_repr(self) -> str:
        return ""


class Hardsigmoid(_InPlace):
    def forward(self, input: Array) -> Array:
        return F.hardsigmoid(input, self.inplace)

    def extra_repr(self) -> str:
        return ""


class _Alpha(Module):
    def __init__(self, alpha: float = 1.0, inplace: bool = False) -> None:
        super().__init__()
        self.alpha = alpha
        self.inplace = inplace

    def extra_repr(self) -> str:
        return f"alpha={self.alpha}{_inplace_text(self)}"


class ELU(_Alpha):
    def forward(self, input: Array) -> Array:
        return F.elu(input, self.alpha, self.inplace)


class CELU(_Alpha):
    def forward(self, input: Array) -> Array:
        return F.celu(input, self.alpha, self.inplace)


class Hardtanh(Module):
    """Raises AssertionError where `max_val` is not greater than `min_val`."""

    def __init__(
        self,
        min_val: float = -1.0,
        max_val: float = 1.0,
        inplace: bool = False,
        min_value: float | None = None,
        max_value: float | None = None,
    ) -> None:
        super().__init__()
        if min_value is not None or max_value is not None:
            message = "`min_value` and `max_value` are deprecated and renamed to `min_val` and `max_val`"
            warnings.warn(message, FutureWarning, stacklevel=2)
        self.min_val = min_val if min_value is None else min_value
        self.max_val = max_val if max_value is None else max_value
        self.inplace = inplace
        if self.max_val <= self.min_val:
            raise AssertionError(f"max_val ({self.max_val}) must be greater than min_val ({self.min_val})")

    def forward(self, input: Array) -> Array:
        return F.hardtanh(input, self.min_val, self.max_val, self.inplace)

    def extra_repr(self) -> str:
        return f"min_val={self.min_val}, max_val={self.max_val}{_inplace_text(self)}"


class ReLU6(Hardtanh):
    def __init__(self, inplace: bool = False) -> None:
        super().__init__(0.0, 6.0, inplace)

    def extra_repr(self) -> str:
        return "inplace=True" if self.inplace else ""


class LeakyReLU(Module):
    def __init__(self, negative_slope: float = 0.01, inplace: bool = False) -> None:
        super().__init__()
        self.negative_slope = negative_slope
        self.inplace = inplace

    def forward(self, input: Array) -> Array:
        return F.leaky_relu(input, self.negative_slope, self.inplace)

    def extra_repr(self) -> str:
        return f"negative_slope={self.negative_slope}{_inplace_text(self)}"


class PReLU(Module):
    """Parameter: weight (num_parameters,), `init` at first; one, or one for each channel, axis 1 of the input."""

    def __init__(self, num_parameters: int = 1, init: float = 0.25, device: Any = None, dtype: Any = None) -> None:
        super().__init__()
        self.num_parameters = num_parameters
        self.init = init  # type: ignore[assignment, method-assign]
        self._first = init
        values = np.zeros(num_parameters, np.float32 if dtype is None else dtype)
        self.register_parameter("weight", Parameter(values))
        self.reset_parameters()

    def reset_parameters(self) -> None:
        initialization.constant_(self.weight, self._first)

    def forward(self, input: Array) -> Array:
        return F.prelu(input, self.weight)

    def extra_repr(self) -> str:
        return f"num_parameters={self.num_parameters}"


class RReLU(Module):
    def __init__(self, lower: float = 1.0 / 8, upper: float = 1.0 / 3, inplace: bool = False) -> None:
        super().__init__()
        self.lower = lower
        self.upper = upper
        self.inplace = inplace

    def forward(self, input: Array) -> Array:
        return F.rrelu(input, self.lower, self.upper, self.training, self.inplace)

    def extra_repr(self) -> str:
        return f"lower={self.lower}, upper={self.upper}{_inplace_text(self)}"


class Threshold(Module):
    def __init__(self, threshold: float, value: float, inplace: bool = False) -> None:
        super().__init__()
        self.threshold = threshold
        self.value = value
        self.inplace = inplace

    def forward(self, input: Array) -> Array:
        return F.threshold(input, self.threshold, self.value, self.inplace)

    def extra_repr(self) -> str:
        return f"threshold={self.threshold}, value={self.value}{_inplace_text(self)}"


class GELU(Module):
    def __init__(self, approximate: str = "none") -> None:
        super().__init__()
        self.approximate = approximate

    def forward(self, input: Array) -> Array:
        return F.gelu(input, self.approximate)

    def extra_repr(self) -> str:
        return f"approximate={self.approximate!r}"


class Softplus(Module):
    def __init__(self, beta: float = 1.0, threshold: float = 20.0) -> None:
        super().__init__()
        self.beta = beta
        self.threshold = threshold

    def forward(self, input: Array) -> Array:
        return F.softplus(input, self.beta, self.threshold)

    def extra_repr(self) -> str:
        return f"beta={self.beta}, threshold={self.threshold}"


class _Shrink(Module):
    def __init__(self, lambd: float = 0.5) -> None:
        super().__init__()
        self.lambd = lambd

    def extra_repr(self) -> str:
        return str(self.lambd)


class Hardshrink(_Shrink):
    def forward(self, input: Array) -> Array:
        return F.hardshrink(input, self.lambd)


class Softshrink(_Shrink):
    def forward(self, input: Array) -> Array:
        return F.softshrink(input, self.lambd)


class Tanhshrink(Module):
    def forward(self, input: Array) -> Array:
        return F.tanhshrink(input)


class Softsign(Module):
    def forward(self, input: Array) -> Array:
        return F.softsign(input)


class LogSigmoid(Module):
    def forward(self, input: Array) -> Array:
        return F.logsigmoid(input)


class Sigmoid(Module):
    def forward(self, input: Array) -> Array:
        return F.sigmoid(input)


class Tanh(Module):
    def forward(self, input: Array) -> Array:
        return F.tanh(input)


def _inplace_text(layer: Module) -> str:
    return ", inplace=True" if layer.inplace else ""
