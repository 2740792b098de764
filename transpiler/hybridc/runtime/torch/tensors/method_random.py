"""Draws of the shape and dtype of another tensor, as the methods of `torch.Tensor` that fill in place make them.

The first argument is the key that they are drawn with. Halves are drawn in 32 bits and rounded, but for
`uniform_like`, which never rounds up to its upper end.
"""

from __future__ import annotations

import jax
import jax.numpy as jnp
import numpy as np
from jax.typing import ArrayLike

__all__ = [
    "cauchy_like",
    "exponential_like",
    "geometric_like",
    "log_normal_like",
    "normal_like",
    "random_like",
    "uniform_like",
]

_BOUNDS = {"bool": 2, "bfloat16": 2**8 + 1, "float16": 2**11 + 1, "float32": 2**24 + 1}


def normal_like(key: jax.Array, input: jax.Array, mean: ArrayLike = 0.0, std: ArrayLike = 1.0) -> jax.Array:
    """Normal draws, as `Tensor.normal_`; of complex numbers each part has half the variance."""
    dtype = jnp.complex64 if jnp.iscomplexobj(input) else jnp.float32
    return (jax.random.normal(key, input.shape, dtype) * std + mean).astype(input.dtype)


def log_normal_like(key: jax.Array, input: jax.Array, mean: ArrayLike = 1.0, std: ArrayLike = 2.0) -> jax.Array:
    """`exp` of normal draws, as `Tensor.log_normal_`."""
    return jnp.exp(jax.random.normal(key, input.shape, jnp.float32) * std + mean).astype(input.dtype)


def uniform_like(key: jax.Array, input: jax.Array, low: ArrayLike = 0.0, high: ArrayLike = 1.0) -> jax.Array:
    """Draws from [low, high), as `Tensor.uniform_`."""
    return jax.random.uniform(key, input.shape, input.dtype, low, high)


def exponential_like(key: jax.Array, input: jax.Array, lambd: ArrayLike = 1.0) -> jax.Array:
    """Draws with the density `lambd * exp(-lambd * x)`, as `Tensor.exponential_`."""
    return (jax.random.exponential(key, input.shape, jnp.float32) / lambd).astype(input.dtype)


def cauchy_like(key: jax.Array, input: jax.Array, median: ArrayLike = 0.0, sigma: ArrayLike = 1.0) -> jax.Array:
    """Draws from the Cauchy distribution, as `Tensor.cauchy_`."""
    return (jax.random.cauchy(key, input.shape, jnp.float32) * sigma + median).astype(input.dtype)


def geometric_like(key: jax.Array, input: jax.Array, p: ArrayLike) -> jax.Array:
    """How many tries it takes until one succeeds, 1 at least, as `Tensor.geometric_`."""
    return jax.random.geometric(key, p, input.shape, jnp.int32).astype(input.dtype)


def random_like(key: jax.Array, input: jax.Array) -> jax.Array:
    """Integers from 0 up to the greatest one that the dtype tells from its neighbours, as `Tensor.random_()`.

    Of int32 that one is left out.
    """
    bound = _BOUNDS.get(input.dtype.name) or min(np.iinfo(input.dtype).max + 1, 2**31 - 1)
    return jax.random.randint(key, input.shape, 0, bound, jnp.int32).astype(input.dtype)
