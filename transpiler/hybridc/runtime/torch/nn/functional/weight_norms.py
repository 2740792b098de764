"""Norms of weights: what weight normalization and spectral normalization compute."""

from __future__ import annotations

import jax
import jax.numpy as jnp
from jax import lax

from hybridc.runtime.torch.nn.functional.distances import normalize

Array = jax.Array

__all__ = ["as_matrix", "norm_except_dim", "normalized_weight", "power_iterations", "spectral_scale"]


def norm_except_dim(v: Array, pow: int = 2, dim: int = 0) -> Array:
    """The p-norms over all axes but `dim`, which are kept with size 1; of the whole array, without axes, for -1."""
    if dim == -1:
        return _norm(v, pow, None)
    place = range(v.ndim)[dim]
    return _norm(v, pow, tuple(axis for axis in range(v.ndim) if axis != place))


def _norm(v: Array, pow: int, axes: tuple[int, ...] | None) -> Array:
    if pow == 2:
        return jnp.sqrt(jnp.sum(v * v, axes, keepdims=axes is not None))
    return jnp.sum(jnp.abs(v) ** pow, axes, keepdims=axes is not None) ** (1 / pow)


def normalized_weight(v: Array, g: Array, dim: int = 0) -> Array:
    """`v * g / |v|`, of v's shape. `g` is of the shape that `norm_except_dim(v, 2, dim)` has."""
    return v * (g / norm_except_dim(v, 2, dim))


def as_matrix(weight: Array, dim: int) -> Array:
    """(size of `dim`, the rest)."""
    return jnp.moveaxis(weight, dim, 0).reshape(weight.shape[dim], -1)


def power_iterations(
    matrix: Array, vectors: tuple[Array, Array], count: int, eps: float, left_first: bool
) -> tuple[Array, Array]:
    """Better estimates of the first left and right singular vector, u and v, without derivative.

    Each turn computes one from the other, and then the other; `left_first` says which is first.
    """
    matrix = lax.stop_gradient(matrix)
    u, v = (lax.stop_gradient(vector) for vector in vectors)
    for _ in range(count):
        if left_first:
            u = normalize(matrix @ v, dim=0, eps=eps)
        v = normalize(matrix.T @ u, dim=0, eps=eps)
        if not left_first:
            u = normalize(matrix @ v, dim=0, eps=eps)
    return u, v


def spectral_scale(matrix: Array, vectors: tuple[Array, Array]) -> Array:
    """`u @ matrix @ v`, the largest singular value as far as the vectors are those of it; they have no derivative."""
    u, v = (lax.stop_gradient(vector) for vector in vectors)
    return jnp.dot(u, matrix @ v)
