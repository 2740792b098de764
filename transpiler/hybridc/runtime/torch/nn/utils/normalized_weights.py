"""`torch.nn.utils.weight_norm` and `spectral_norm`: a weight that is computed before each call of its layer.

The layer has other parameters in its place: weight_g and weight_v, or weight_orig with the buffers weight_u and
weight_v. Names are those of PyTorch's state dict.
"""

from __future__ import annotations

from typing import Any, TypeVar

import jax
import numpy as np

from hybridc.runtime.core import runs
from hybridc.runtime.core.cells import Cell
from hybridc.runtime.core.derived import BeforeCalls, concrete
from hybridc.runtime.core.modules import Module
from hybridc.runtime.core.randomness import generator
from hybridc.runtime.torch.cells import Parameter
from hybridc.runtime.torch.nn.functional.weight_norms import (
    as_matrix,
    norm_except_dim,
    normalized_weight,
    power_iterations,
    spectral_scale,
)
from hybridc.runtime.torch.nn.layers.convolution import _ConvTransposeNd

__all__ = ["remove_spectral_norm", "remove_weight_norm", "spectral_norm", "weight_norm"]

AnyModule = TypeVar("AnyModule", bound=Module)


class WeightNorm(BeforeCalls):
    """`g * v / |v|`, with the norms over all axes but `dim`."""

    def __init__(self, name: str, dim: int) -> None:
        self.name = name
        self.dim = dim

    def compute(self, module: Module) -> jax.Array:
        return normalized_weight(getattr(module, f"{self.name}_v"), getattr(module, f"{self.name}_g"), self.dim)


class SpectralNorm(BeforeCalls):
    """The weight divided by its largest singular value, which each call in training mode estimates better."""

    def __init__(self, name: str, n_power_iterations: int, dim: int, eps: float) -> None:
        if n_power_iterations <= 0:
            raise ValueError(
                f"Expected n_power_iterations to be positive, but got n_power_iterations={n_power_iterations}"
            )
        self.name = name
        self.n_power_iterations = n_power_iterations
        self.dim = dim
        self.eps = eps
        self.was_called = False

    def compute(self, module: Module) -> jax.Array:
        run = runs.current()
        self.was_called |= run is not None and not run.is_pure
        return self.normalized(module, module.training)

    def normalized(self, module: Module, iterates: bool = False) -> jax.Array:
        weight: jax.Array = getattr(module, f"{self.name}_orig")
        matrix = as_matrix(weight, self.dim)
        vectors = getattr(module, f"{self.name}_u"), getattr(module, f"{self.name}_v")
        if iterates:
            vectors = power_iterations(matrix, vectors, self.n_power_iterations, self.eps, left_first=False)
            for suffix, vector in zip("uv", vectors, strict=True):
                setattr(module, f"{self.name}_{suffix}", vector)
        return weight / spectral_scale(matrix, vectors)

    def preview(self, module: Module) -> Cell:
        """PyTorch: the weight is the original's memory until the first call, so that initializers reach that."""
        if self.was_called:
            return module._hybridc_buffers_are(concrete(self.normalized, module))
        return module._parameters[f"{self.name}_orig"]  # type: ignore[no-any-return]


def weight_norm(module: AnyModule, name: str = "weight", dim: int | None = 0) -> AnyModule:
    """Learns the weight's norms, one for each place along `dim`, apart from its direction; returns the module.

    Without `dim` it is one norm. Raises RuntimeError where the weight is normalized already, ValueError while its shape
    is open.
    """
    weight = _parameter_to_replace(module, name, WeightNorm, "weight_norm")
    derived = WeightNorm(name, -1 if dim is None else dim)
    del module._parameters[name]
    module.register_parameter(f"{name}_g", Parameter(norm_except_dim(weight.held, 2, derived.dim)))
    module.register_parameter(f"{name}_v", Parameter(weight.held))
    derived.install(module, name)
    return module


def remove_weight_norm(module: AnyModule, name: str = "weight") -> AnyModule:
    """Makes the weight a parameter again. Raises ValueError where it is not normalized."""
    derived = _normalization(module, name, WeightNorm, "weight_norm")
    weight = concrete(derived.compute, module)
    derived.uninstall(module, name)
    del module._parameters[f"{name}_g"]
    del module._parameters[f"{name}_v"]
    module.register_parameter(name, Parameter(weight))
    return module


def spectral_norm(
    module: AnyModule,
    name: str = "weight",
    n_power_iterations: int = 1,
    eps: float = 1e-12,
    dim: int | None = None,
) -> AnyModule:
    """Divides the weight, seen as a matrix of `dim` and the rest, by its largest singular value; returns the module.

    The singular vectors are buffers, drawn at first. `dim` is 0 unless given, of transposed convolutions 1. Raises
    RuntimeError where the weight is normalized already, ValueError where there is none or its shape is open.
    """
    if dim is None:
        dim = 1 if isinstance(module, _ConvTransposeNd) else 0
    derived = SpectralNorm(name, n_power_iterations, dim, eps)
    weight = _parameter_to_replace(module, name, SpectralNorm, "spectral_norm")
    vectors = [unit_vector(size, weight.dtype, eps) for size in as_matrix(weight.held, dim).shape]
    del module._parameters[name]
    module.register_parameter(f"{name}_orig", weight)
    for suffix, vector in zip("uv", vectors, strict=True):
        module.register_buffer(f"{name}_{suffix}", vector)
    derived.install(module, name)
    return module


def remove_spectral_norm(module: AnyModule, name: str = "weight") -> AnyModule:
    """Makes the weight, normalized as it is now, a parameter. Raises ValueError where it is not normalized."""
    derived = _normalization(module, name, SpectralNorm, "spectral_norm")
    weight = concrete(derived.normalized, module)
    derived.uninstall(module, name)
    del module._parameters[f"{name}_orig"]
    for suffix in "uv":
        del module._buffers[f"{name}_{suffix}"]
    module.register_parameter(name, Parameter(weight))
    return module


def unit_vector(size: int, dtype: Any, eps: float) -> np.ndarray[Any, Any]:
    """A normal draw, divided by its norm."""
    drawn = generator().normal(0, 1, size)
    return np.asarray(drawn / max(float(np.linalg.norm(drawn)), eps), dtype)


def _parameter_to_replace(module: Module, name: str, kind: type, called: str) -> Parameter:
    if isinstance(module._hybridc_derived.get(name), kind):
        raise RuntimeError(f"Cannot register two {called} hooks on the same parameter {name}")
    weight = module._parameters[name]
    if weight is None:
        raise ValueError(f"`{called}` cannot be applied as parameter `{name}` is None")
    if not weight.is_initialized:
        raise ValueError(f"`{called}` of `{name}`: call the model once, or `net.init(key, x)`, to settle its shape")
    return weight  # type: ignore[no-any-return]


def _normalization(module: Module, name: str, kind: type, called: str) -> Any:
    derived = module._hybridc_derived.get(name)
    if not isinstance(derived, kind):
        raise ValueError(f"{called} of '{name}' not found in {module}")
    return derived
