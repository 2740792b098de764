"""Random numbers from a key."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp

from hybridc.runtime.paddle.dtypes import dtype_of
from hybridc.runtime.torch.tensors import drawing as kernels

Array = jax.Array

__all__ = [
    "bernoulli", "multinomial", "normal", "rand", "rand_like", "randint", "randint_like", "randn",
    "randn_like", "randperm", "uniform",
]  # fmt: skip


def rand(key: Array, shape: Any, dtype: Any = None) -> Array:
    return jax.random.uniform(key, tuple(int(n) for n in shape), dtype_of(dtype))


def randn(key: Array, shape: Any, dtype: Any = None) -> Array:
    return jax.random.normal(key, tuple(int(n) for n in shape), dtype_of(dtype))


def rand_like(key: Array, x: Array, dtype: Any = None) -> Array:
    return rand(key, x.shape, x.dtype if dtype is None else dtype)


def randn_like(key: Array, x: Array, dtype: Any = None) -> Array:
    return randn(key, x.shape, x.dtype if dtype is None else dtype)


def randint_like(key: Array, x: Array, low: int = 0, high: int | None = None, dtype: Any = None) -> Array:
    return randint(key, low, high, x.shape, x.dtype if dtype is None else dtype)


def uniform(key: Array, shape: Any, dtype: Any = None, min: float = 0, max: float = 1.0) -> Array:
    return jax.random.uniform(key, tuple(int(n) for n in shape), dtype_of(dtype), min, max)


def normal(key: Array, mean: Any = 0.0, std: Any = 1.0, shape: Any = None) -> Array:
    """Of the shape given, or of that of `mean` or `std` if one is an array."""
    if shape is None:
        shape = jnp.broadcast_shapes(jnp.shape(mean), jnp.shape(std))
    return jnp.asarray(mean + std * jax.random.normal(key, tuple(int(n) for n in shape)))


def randint(key: Array, low: int = 0, high: int | None = None, shape: Any = (1,), dtype: Any = None) -> Array:
    """Whole numbers from `low` to before `high`, or from 0 to before `low`."""
    low, high = (0, low) if high is None else (low, high)
    return jax.random.randint(key, tuple(int(n) for n in shape), low, high).astype(dtype_of(dtype, "int64"))


def randperm(key: Array, n: int, dtype: Any = "int64") -> Array:
    return jax.random.permutation(key, n).astype(dtype_of(dtype))


def bernoulli(key: Array, x: Array) -> Array:
    """1 with the probabilities given, else 0."""
    return jax.random.bernoulli(key, x).astype(x.dtype)


def multinomial(key: Array, x: Array, num_samples: int = 1, replacement: bool = False) -> Array:
    """Indices drawn by the weights in the last axis: (num_samples,) or (rows, num_samples)."""
    return kernels.multinomial(key, x, int(num_samples), replacement)
