"""Norms and distances, as `torch.nn.functional` has them.

Norms of float16 and bfloat16 are computed in float32. Where a norm is 0 its derivative is 0, as in PyTorch, not NaN.
"""

from __future__ import annotations

import math

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

Array = jax.Array

__all__ = ["absolute", "cosine_similarity", "normalize", "pairwise_distance", "pdist", "vector_norm"]


def normalize(input: Array, p: float = 2.0, dim: int | tuple[int, ...] = 1, eps: float = 1e-12) -> Array:
    """The input divided by its p-norm along `dim`, or by `eps` where that is larger; of the input's shape and dtype."""
    return input / jnp.maximum(vector_norm(input, p, dim, keepdim=True), eps)


def cosine_similarity(x1: Array, x2: Array, dim: int = 1, eps: float = 1e-8) -> Array:
    """`sum(x1 * x2) / (max(|x1|, eps) * max(|x2|, eps))` along `dim` of the arrays, which are broadcast: an axis less.

    The derivative goes through the norm, also where `eps` is taken instead. Raises TypeError for integers only.
    """
    dtype = jnp.promote_types(x1.dtype, x2.dtype)
    if not jnp.issubdtype(dtype, jnp.floating):
        raise TypeError(f"expected common dtype to be floating point, yet common dtype is {dtype}")
    x1, x2 = jnp.broadcast_arrays(x1.astype(dtype), x2.astype(dtype))
    return jnp.sum(_direction(x1, dim, eps) * _direction(x2, dim, eps), axis=dim)


def pairwise_distance(x1: Array, x2: Array, p: float = 2.0, eps: float = 1e-6, keepdim: bool = False) -> Array:
    """The p-norm of `x1 - x2 + eps` along the last axis of the arrays, which are broadcast."""
    return vector_norm(x1 - x2 + eps, p, -1, keepdim)


def pdist(input: Array, p: float = 2) -> Array:
    """The p-norms of the differences of every two rows of an input (n, m): (n * (n - 1) / 2,), by the first row.

    Raises ValueError for other numbers of axes and for negative `p`.
    """
    if input.ndim != 2:
        raise ValueError(f"pdist only supports 2D tensors, got: {input.ndim}D")
    if p < 0:
        raise ValueError("pdist only supports non-negative p values")
    first, second = np.triu_indices(input.shape[0], 1)
    differences = input[first] - input[second]
    if p == math.inf:
        # PyTorch: of equal largest differences each gets the whole derivative.
        size = absolute(differences)
        largest = lax.stop_gradient(size.max(1, keepdims=True))
        slopes = jnp.where(size == largest, size - lax.stop_gradient(size), 0)
        return largest[:, 0] + slopes.sum(1)
    return vector_norm(differences, p, 1)


def absolute(x: Array) -> Array:
    """`|x|`. PyTorch: the derivative at 0 is 0; that of `jnp.abs` is 1."""
    return x * jnp.sign(x)


def vector_norm(x: Array, p: float, dim: int | tuple[int, ...], keepdim: bool = False) -> Array:
    """`sum(|x|**p)**(1/p)` along `dim`, of the dtype of `x`; the number of elements that are not 0 for `p` 0.

    Infinite `p` gives the largest or, when negative, the smallest element; equal ones share the derivative.
    """
    wide = x.astype(jnp.promote_types(x.dtype, jnp.float32))
    return _norm(wide, p, dim, keepdim).astype(x.dtype)


def _norm(x: Array, p: float, dim: int | tuple[int, ...], keepdim: bool) -> Array:
    if p == 2:
        return _power(jnp.sum(x * x, axis=dim, keepdims=keepdim), 0.5)
    if p == 0:
        return jnp.sum(x != 0, axis=dim, keepdims=keepdim, dtype=x.dtype)
    size = absolute(x)
    if p == 1:
        return jnp.sum(size, axis=dim, keepdims=keepdim)
    if math.isinf(p):
        extreme = jnp.max if p > 0 else jnp.min
        return extreme(size, axis=dim, keepdims=keepdim)
    return _power(jnp.sum(_power(size, p), axis=dim, keepdims=keepdim), 1 / p)


def _power(x: Array, exponent: float) -> Array:
    """`x**exponent`, with the derivative 0 where `x` is 0."""
    is_zero = x == 0
    return jnp.where(is_zero, 0.0 if exponent > 0 else jnp.inf, jnp.where(is_zero, 1, x) ** exponent)


def _direction(x: Array, dim: int, eps: float) -> Array:
    norm = vector_norm(x, 2, dim, keepdim=True)
    return x / (norm + lax.stop_gradient(jnp.maximum(norm, eps) - norm))
