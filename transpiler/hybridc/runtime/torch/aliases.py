"""PyTorch's functions that make arrays, for files that give them other names: `zeros = torch.zeros`.

Calls by PyTorch's own names become calls of jax.numpy; of these, only Python knows the arguments. Sizes are numbers one
by one, or a tuple; floats have 32 bits where no `dtype` is given; places are left to JAX.
"""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp

from hybridc.runtime.core.handed import kept
from hybridc.runtime.core.randomness import next_key

Array = jax.Array


def zeros(*size: Any, dtype: Any = None, **places: Any) -> Array:
    return jnp.zeros(_shape(size), dtype or jnp.float32)


def ones(*size: Any, dtype: Any = None, **places: Any) -> Array:
    return jnp.ones(_shape(size), dtype or jnp.float32)


def empty(*size: Any, dtype: Any = None, **places: Any) -> Array:
    return jnp.empty(_shape(size), dtype or jnp.float32)


def rand(*size: Any, dtype: Any = None, **places: Any) -> Array:
    """Between 0 and 1, from `next_key`."""
    return jax.random.uniform(next_key(), _shape(size), dtype or jnp.float32)


def randn(*size: Any, dtype: Any = None, **places: Any) -> Array:
    """Of the standard normal distribution, from `next_key`."""
    return jax.random.normal(next_key(), _shape(size), dtype or jnp.float32)


def normal(mean: Any, std: Any = 1.0, size: Any = None, *, dtype: Any = None, **places: Any) -> Array:
    """Of normal distributions, from `next_key`: of this size, or one for each mean and deviation."""
    shape = jnp.broadcast_shapes(jnp.shape(mean), jnp.shape(std)) if size is None else tuple(size)
    return jnp.asarray(mean + std * jax.random.normal(next_key(), shape, dtype or jnp.float32))


def tensor(data: Any, *, dtype: Any = None, **places: Any) -> Array:
    return jnp.array(kept(data), dtype)


def arange(start: Any, end: Any = None, step: Any = 1, *, dtype: Any = None, **places: Any) -> Array:
    return jnp.arange(start, dtype=dtype) if end is None else jnp.arange(start, end, step, dtype=dtype)


def _shape(size: tuple[Any, ...]) -> tuple[int, ...]:
    return tuple(size[0]) if len(size) == 1 and not isinstance(size[0], int) else size
