"""Casts of numbers with fractions to small integers, which wrap around in all frameworks but JAX."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
from jax.typing import DTypeLike

__all__ = ["narrowed"]


def narrowed(array: Any, dtype: DTypeLike) -> jax.Array:
    """`array.astype(dtype)`; numbers with fractions become integers of 8 and 16 bits by way of larger ones.

    JAX takes the nearest number of the dtype for those that it has not; C, and what is written in it, the last bits.
    """
    wanted: jnp.dtype = jnp.dtype(dtype)
    is_small = jnp.issubdtype(wanted, jnp.integer) and wanted.itemsize < 4
    if is_small and jnp.issubdtype(array.dtype, jnp.floating):
        array = array.astype(jnp.int32)
    result: jax.Array = array.astype(dtype)
    return result
