"""`torch.nn.utils.parametrizations`: weights with learned norms, of spectral norm 1, and orthogonal ones."""

from __future__ import annotations

from typing import Any, TypeVar

import jax
import numpy as np

from hybridc.runtime.core.modules import Module
from hybridc.runtime.torch.nn.functional.distances import normalize
from hybridc.runtime.torch.nn.functional.weight_norms import (
    as_matrix,
    norm_except_dim,
    normalized_weight,
    power_iterations,
    spectral_scale,
)
from hybridc.runtime.torch.nn.layers.convolution import _ConvTransposeNd
from hybridc.runtime.torch.nn.utils.normalized_weights import unit_vector
from hybridc.runtime.torch.nn.utils.orthogonality import Orthogonal
from hybridc.runtime.torch.nn.utils.parametrize import register_parametrization

__all__ = ["orthogonal", "spectral_norm", "weight_norm"]

Array = jax.Array
AnyModule = TypeVar("AnyModule", bound=Module)

_MAPS = ("matrix_exp", "cayley", "householder")


class _WeightNorm(Module):
    """`g * v / |v|`, with the norms over all axes but `dim`."""

    def __init__(self, dim: int | None = 0) -> None:
        super().__init__()
        self.dim = -1 if dim is None else dim

    def forward(self, weight_g: Array, weight_v: Array) -> Array:
        return normalized_weight(weight_v, weight_g, self.dim)

    def right_inverse(self, weight: Array) -> tuple[Array, Array]:
        return norm_except_dim(weight, 2, self.dim), weight


def weight_norm(module: AnyModule, name: str = "weight", dim: int | None = 0) -> AnyModule:
    """Learns the weight's norms, one for each place along `dim`, apart from its direction; returns the module.

    Without `dim` it is one norm. State dicts with the names of `torch.nn.utils.weight_norm` load as well.
    """
    register_parametrization(module, name, _WeightNorm(dim), unsafe=True)

    def renamed(state_dict: dict[str, Any], prefix: str) -> None:
        if f"{prefix}{name}_g" in state_dict and f"{prefix}{name}_v" in state_dict:
            for place, suffix in enumerate("gv"):
                value = state_dict.pop(f"{prefix}{name}_{suffix}")
                state_dict[f"{prefix}parametrizations.{name}.original{place}"] = value

    module._renamed = (*module.__dict__.get("_renamed", ()), renamed)
    return module


class _SpectralNorm(Module):
    """The weight divided by its largest singular value, which each reading in training mode estimates better."""

    _u: Any
    _v: Any

    def __init__(self, weight: Any, n_power_iterations: int = 1, dim: int = 0, eps: float = 1e-12) -> None:
        super().__init__()
        axes = weight.ndim
        if not -axes <= dim < axes:
            raise IndexError(f"Dimension out of range (expected to be in range of [-{axes}, {axes - 1}] but got {dim})")
        if n_power_iterations <= 0:
            raise ValueError(
                f"Expected n_power_iterations to be positive, but got n_power_iterations={n_power_iterations}"
            )
        self.dim = dim % axes
        self.eps = eps
        if axes > 1:
            self.n_power_iterations = n_power_iterations
            matrix = np.moveaxis(np.asarray(weight.held), self.dim, 0).reshape(weight.shape[self.dim], -1)
            u, v = (unit_vector(size, matrix.dtype, eps) for size in matrix.shape)
            for _ in range(15):  # PyTorch: to start with reasonable vectors
                u = _unit(matrix @ v, eps)
                v = _unit(matrix.T @ u, eps)
            self.register_buffer("_u", u)
            self.register_buffer("_v", v)

    def forward(self, weight: Array) -> Array:
        if weight.ndim == 1:
            return normalize(weight, dim=0, eps=self.eps)
        matrix = as_matrix(weight, self.dim)
        if self.training:
            vectors = power_iterations(matrix, (self._u, self._v), self.n_power_iterations, self.eps, left_first=True)
            self._u, self._v = vectors
        return weight / spectral_scale(matrix, (self._u, self._v))

    def right_inverse(self, value: Array) -> Array:
        return value


def spectral_norm(
    module: AnyModule,
    name: str = "weight",
    n_power_iterations: int = 1,
    eps: float = 1e-12,
    dim: int | None = None,
) -> AnyModule:
    """Divides the weight, seen as a matrix of `dim` and the rest, by its largest singular value; returns the module.

    A weight with one axis is divided by its norm. `dim` is 0 unless given, of transposed convolutions 1.
    """
    if dim is None:
        dim = 1 if isinstance(module, _ConvTransposeNd) else 0
    return register_parametrization(module, name, _SpectralNorm(_cell(module, name), n_power_iterations, dim, eps))


def orthogonal(
    module: AnyModule, name: str = "weight", orthogonal_map: str | None = None, *, use_trivialization: bool = True
) -> AnyModule:
    """Makes a matrix, or a batch of them, orthogonal: of columns, or of rows if those are fewer; returns the module.

    `orthogonal_map`: `matrix_exp`, usual for squares, `cayley`, or `householder`, usual for others. With
    `use_trivialization` a matrix that the weight starts from is kept as the buffer `base`. Raises ValueError for
    weights of fewer than two axes and for other maps.
    """
    weight = _cell(module, name)
    if weight.ndim < 2:
        raise ValueError(f"Expected a matrix or batch of matrices. Got a tensor of {weight.ndim} dimensions.")
    if orthogonal_map is None:
        orthogonal_map = "matrix_exp" if weight.shape[-2] == weight.shape[-1] else "householder"
    if orthogonal_map not in _MAPS:
        raise ValueError(
            f'orthogonal_map has to be one of "matrix_exp", "cayley", "householder". Got: {orthogonal_map}'
        )
    parametrization = Orthogonal(weight, orthogonal_map, use_trivialization=use_trivialization)
    return register_parametrization(module, name, parametrization, unsafe=True)


def _cell(module: Module, name: str) -> Any:
    """The attribute, which holds or gives an array."""
    weight = getattr(module, name, None)
    if not hasattr(weight, "ndim"):
        raise ValueError(f"Module '{module}' has no parameter or buffer with name '{name}'")
    return weight


def _unit(vector: np.ndarray[Any, Any], eps: float) -> np.ndarray[Any, Any]:
    return vector / max(np.linalg.norm(vector), eps)  # type: ignore[no-any-return]
