"""Products with weights, and rows of tables."""

from __future__ import annotations

import math
from typing import Any

import jax
import jax.numpy as jnp

from hybridc.runtime.gluon.parameters import settled
from hybridc.runtime.torch.nn.functional.linear import linear

Array = jax.Array

__all__ = ["embedding", "fully_connected"]


def fully_connected(x: Array, weight: Any, bias: Any, units: int, flatten: bool = True) -> Array:
    """`x @ weight.T + bias` for a weight (units, in): with `flatten`, axes after the first are one, (N, units).

    Raises ValueError for an input of one axis, of which MXNet takes no product.
    """
    if flatten and x.ndim != 2:
        if x.ndim < 1:
            raise ValueError("FullyConnected: the input has no axes")
        x = x.reshape(x.shape[0], math.prod(x.shape[1:]))
    weight = settled(weight, (units, x.shape[-1]))
    return linear(x, weight, settled(bias, (units,)))


def embedding(indices: Array, weight: Array) -> Array:
    """The rows of a table (number, size); MXNet: numbers outside of it are those of its first or last row."""
    rows = jnp.clip(jnp.asarray(indices).astype(jnp.int32), 0, weight.shape[0] - 1)
    return jnp.take(weight, rows, axis=0, mode="clip")
