"""Activations as blocks."""

from __future__ import annotations

from typing import Any

import jax

from hybridc.runtime.gluon.block import HybridBlock
from hybridc.runtime.gluon.init import Constant
from hybridc.runtime.gluon.kernels import activations as kernels

Array = jax.Array

__all__ = ["ELU", "GELU", "SELU", "Activation", "LeakyReLU", "PReLU", "SiLU", "Swish"]


class Activation(HybridBlock):
    """relu, sigmoid, softrelu, softsign or tanh, by name."""

    def __init__(self, activation: str, **kwargs: Any) -> None:
        self._act_type = activation
        super().__init__(**kwargs)

    def _alias(self) -> str:
        return self._act_type

    def forward(self, x: Array) -> Array:
        return kernels.activation(x, self._act_type)

    def extra_repr(self) -> str:
        return self._act_type


class LeakyReLU(HybridBlock):
    """`alpha * x` where x is negative."""

    def __init__(self, alpha: float, **kwargs: Any) -> None:
        if alpha < 0:
            raise AssertionError("Slope coefficient for LeakyReLU must be no less than 0.")
        super().__init__(**kwargs)
        self._alpha = alpha

    def forward(self, x: Array) -> Array:
        return kernels.leaky_relu(x, self._alpha)

    def extra_repr(self) -> str:
        return str(self._alpha)


class PReLU(HybridBlock):
    """`alpha * x` where x is negative, with an alpha that is learned: one, or one for each channel of axis 1."""

    def __init__(self, alpha_initializer: Any = None, in_channels: int = 1, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        initializer = Constant(0.25) if alpha_initializer is None else alpha_initializer
        self.alpha: Any = self.params.get("alpha", shape=(in_channels,), init=initializer)

    def forward(self, x: Array) -> Array:
        return kernels.prelu(x, self.alpha)


class ELU(HybridBlock):
    """`alpha * (exp(x) - 1)` where x is negative."""

    def __init__(self, alpha: float = 1.0, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._alpha = alpha

    def forward(self, x: Array) -> Array:
        return kernels.elu(x, self._alpha)


class SELU(HybridBlock):
    """Klambauer et al. 2017."""

    def forward(self, x: Array) -> Array:
        return kernels.selu(x)


class GELU(HybridBlock):
    """x times the share of the normal distribution below x."""

    def forward(self, x: Array) -> Array:
        return kernels.gelu(x)


class Swish(HybridBlock):
    """`x * sigmoid(beta * x)`"""

    def __init__(self, beta: float = 1.0, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._beta = beta

    def forward(self, x: Array) -> Array:
        return x * jax.nn.sigmoid(self._beta * x)


class SiLU(Swish):
    """`x * sigmoid(x)`"""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(1.0, **kwargs)
