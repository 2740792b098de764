"""A weight divided by its largest singular value, as a layer."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import jax

from hybridc.runtime.paddle.initializer import Normal
from hybridc.runtime.paddle.layer import Layer
from hybridc.runtime.paddle.parameters import ParamAttr
from hybridc.runtime.torch.nn.functional.weight_norms import as_matrix, power_iterations, spectral_scale

__all__ = ["SpectralNorm"]


class SpectralNorm(Layer):
    """Takes a weight of the shape given, seen as a matrix of `dim` and the rest: of the same shape and dtype.

    The singular vectors weight_u and weight_v are estimated anew from those kept, which calls leave as they are.
    """

    def __init__(
        self,
        weight_shape: Sequence[int],
        dim: int = 0,
        power_iters: int = 1,
        eps: float = 1e-12,
        dtype: Any = "float32",
    ) -> None:
        super().__init__(dtype=dtype)
        self._dim, self._power_iters, self._eps = dim, power_iters, eps
        sizes = [weight_shape[dim], math.prod(weight_shape) // weight_shape[dim]]
        attr = ParamAttr(trainable=False)
        self.weight_u, self.weight_v = (
            self.create_parameter([size], attr=attr, default_initializer=Normal(0.0, 1.0)) for size in sizes
        )

    def forward(self, x: jax.Array) -> jax.Array:
        matrix = as_matrix(x, self._dim)
        vectors = power_iterations(
            matrix, (self.weight_u, self.weight_v), self._power_iters, self._eps, left_first=False
        )
        return x / spectral_scale(matrix, vectors)
