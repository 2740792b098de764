"""`paddle.nn.utils`: weights that are computed from other parameters before each call of their layer.

Names are those of Paddle's state dict: weight_v and weight_g, or weight_orig with the buffers weight_u and weight_v.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeVar

import jax
import jax.numpy as jnp

from hybridc.runtime.core.derived import concrete
from hybridc.runtime.paddle.layer import Layer
from hybridc.runtime.paddle.nn.layers.common import Linear
from hybridc.runtime.paddle.nn.layers.convolution import Conv1DTranspose, Conv2DTranspose, Conv3DTranspose
from hybridc.runtime.paddle.parameters import Parameter
from hybridc.runtime.torch.nn.functional.weight_norms import norm_except_dim
from hybridc.runtime.torch.nn.utils import normalized_weights as kernels

__all__ = ["parameters_to_vector", "remove_weight_norm", "spectral_norm", "weight_norm"]

AnyLayer = TypeVar("AnyLayer", bound=Layer)
_FROM_INPUTS = (Linear, Conv1DTranspose, Conv2DTranspose, Conv3DTranspose)  # whose weights have inputs first


class WeightNorm(kernels.WeightNorm):
    """`g * v / |v|`, with one number of `g` (size of `dim`,) for each place along `dim`, or one for all."""

    def compute(self, module: Any) -> jax.Array:
        v, g = getattr(module, f"{self.name}_v"), getattr(module, f"{self.name}_g")
        if self.dim != -1:
            g = g.reshape([-1 if axis == self.dim else 1 for axis in range(v.ndim)])
        return jnp.asarray(v * (g / norm_except_dim(v, 2, self.dim)))


def weight_norm(layer: AnyLayer, name: str = "weight", dim: int | None = 0) -> AnyLayer:
    """Learns the weight's norms, one for each place along `dim`, apart from its direction; returns the layer.

    For a `dim` of None or -1 it is one norm. Raises RuntimeError where the weight is normalized already.
    """
    weight = kernels._parameter_to_replace(layer, name, kernels.WeightNorm, "weight_norm")
    place = -1 if dim is None or dim == -1 else range(len(weight.shape))[dim]
    derived = WeightNorm(name, place)
    norms = norm_except_dim(weight.held, 2, place)
    del layer._parameters[name]
    layer.add_parameter(f"{name}_v", Parameter(weight.held))
    layer.add_parameter(f"{name}_g", Parameter(norms.reshape(-1) if place != -1 else norms))
    derived.install(layer, name)
    return layer


def remove_weight_norm(layer: AnyLayer, name: str = "weight") -> AnyLayer:
    """Makes the weight a parameter again. Raises ValueError where it is not normalized."""
    derived = kernels._normalization(layer, name, kernels.WeightNorm, "weight_norm")
    weight = concrete(derived.compute, layer)
    derived.uninstall(layer, name)
    del layer._parameters[f"{name}_g"]
    del layer._parameters[f"{name}_v"]
    layer.register_parameter(name, Parameter(weight))
    return layer


def spectral_norm(
    layer: AnyLayer, name: str = "weight", n_power_iterations: int = 1, eps: float = 1e-12, dim: int | None = None
) -> AnyLayer:
    """Divides the weight, seen as a matrix of `dim` and the rest, by its largest singular value; returns the layer.

    `dim` is 0 unless given, and 1 of `Linear` and of transposed convolutions. Raises RuntimeError where the weight is
    normalized already.
    """
    place = dim if dim is not None else int(isinstance(layer, _FROM_INPUTS))
    return kernels.spectral_norm(layer, name, n_power_iterations, eps, place)


def parameters_to_vector(parameters: Iterable[Any], name: str | None = None) -> jax.Array:
    """All elements of the parameters in one row."""
    return jnp.concatenate([jnp.reshape(getattr(each, "data", each), -1) for each in parameters])
