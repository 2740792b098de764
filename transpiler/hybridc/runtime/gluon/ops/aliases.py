"""Functions of `mxnet.np` that make arrays, for files that give them other names: `zeros = np.zeros`.

Calls by MXNet's own names become calls of jax.numpy; of these, only Python knows the arguments. Floats have 32 bits
where no `dtype` is given; orders and places are left to JAX.
"""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp

from hybridc.runtime.gluon.ops import np

Array = jax.Array
__all__ = ["arange", "array", "eye", "full", "linspace", "normal", "ones", "rand", "randn", "uniform", "zeros"]


def zeros(shape: Any, dtype: Any = None, order: str = "C", ctx: Any = None) -> Array:
    return jnp.zeros(shape, dtype or jnp.float32)


def ones(shape: Any, dtype: Any = None, order: str = "C", ctx: Any = None) -> Array:
    return jnp.ones(shape, dtype or jnp.float32)


def full(shape: Any, fill_value: Any, dtype: Any = None, order: str = "C", ctx: Any = None) -> Array:
    return np.full(shape, fill_value, dtype)


def array(object: Any, dtype: Any = None, ctx: Any = None) -> Array:
    return np.array(object, dtype)


def arange(start: float, stop: float | None = None, step: float = 1, dtype: Any = None, ctx: Any = None) -> Array:
    return np.arange(start, stop, step, dtype)


def linspace(
    start: float, stop: float, num: int = 50, endpoint: bool = True, *, dtype: Any = None, ctx: Any = None
) -> Array:
    return jnp.linspace(start, stop, num, endpoint, dtype=dtype or jnp.float32)


def eye(N: int, M: int | None = None, k: int = 0, dtype: Any = None, ctx: Any = None) -> Array:
    return jnp.eye(N, M, k, dtype or jnp.float32)


def uniform(low: Any = 0.0, high: Any = 1.0, size: Any = None, dtype: Any = None, ctx: Any = None) -> Array:
    return np.uniform(low, high, size, dtype)


def normal(loc: Any = 0.0, scale: Any = 1.0, size: Any = None, dtype: Any = None, ctx: Any = None) -> Array:
    return np.normal(loc, scale, size, dtype)


def rand(*size: int) -> Array:
    return np.uniform(size=size)


def randn(*size: int) -> Array:
    return np.normal(size=size)
