"""Products with weights, and rows of tables. Kernels have the inputs first."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
from jax import lax

from hybridc.runtime.checking.lookups import expect_within

Array = jax.Array

__all__ = ["dense", "embedding"]


def dense(x: Array, kernel: Array, bias: Array | None) -> Array:
    """`x @ kernel + bias` for an input (..., in) and a kernel (in, units).

    Raises ValueError for another number of inputs.
    """
    x = jnp.asarray(x)
    if x.ndim < 1 or x.shape[-1] != kernel.shape[0]:
        raise ValueError(f"expected axis -1 of input shape to have value {kernel.shape[0]}, found shape={x.shape}")
    product = lax.dot_general(x.astype(jnp.result_type(x, kernel)), kernel, (((x.ndim - 1,), (0,)), ((), ())))
    return product if bias is None else product + bias


def embedding(indices: Any, table: Array) -> Array:
    """The rows of a table (number, size); numbers below 0 count from its end, as in `keras.ops.take`."""
    rows = jnp.asarray(indices).astype(jnp.int32)
    expect_within(rows, table.shape[0])
    return jnp.take(table, rows, axis=0, mode="fill")
