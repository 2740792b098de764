"""Tensors that only methods fill: diagonals, and data in the dtype of another tensor."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax.typing import ArrayLike, DTypeLike

__all__ = ["fill_diagonal", "new_tensor"]


def fill_diagonal(input: jax.Array, fill_value: ArrayLike, wrap: bool = False) -> jax.Array:
    """`input` with `fill_value`, cast to its dtype, where all indices are equal, as `Tensor.fill_diagonal_`.

    With `wrap` the diagonal of a matrix (m, n) with m > n starts anew below each row that it left out. Raises
    ValueError for less than two axes, and for more than two that are not all of one length.
    """
    if input.ndim < 2 or (input.ndim > 2 and len(set(input.shape)) > 1):
        raise ValueError(f"fill_diagonal_: a tensor of shape {input.shape} has no diagonal of all its axes")
    columns = min(input.shape[1:])
    rows = np.arange(input.shape[0])
    rows = rows[rows % (columns + 1) < columns] if wrap else rows[:columns]
    places = (rows, *[rows % (columns + 1)] * (input.ndim - 1))
    return input.at[places].set(jnp.asarray(fill_value, input.dtype))


def new_tensor(input: jax.Array, data: Any, dtype: DTypeLike | None = None) -> jax.Array:
    """An array of `data`, a number or nested lists or an array, of the dtype of `input` where none is given."""
    return jnp.array(data, input.dtype if dtype is None else dtype)
