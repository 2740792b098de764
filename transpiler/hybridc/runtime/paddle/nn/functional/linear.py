"""Linear maps, as `paddle.nn.functional` has them: weights are stored with the inputs first."""

from __future__ import annotations

import jax
import jax.numpy as jnp

Array = jax.Array

__all__ = ["bilinear", "linear"]


def linear(x: Array, weight: Array, bias: Array | None = None, name: str | None = None) -> Array:
    """`x @ weight + bias` for an input (*, in) and a weight (in, out): (*, out). ValueError where `in` differs."""
    if x.shape[-1:] != weight.shape[:1]:
        raise ValueError(
            f"linear: the last axis of an input {list(x.shape)} must have {weight.shape[0]} elements, for a weight "
            f"{list(weight.shape)}"
        )
    product = jnp.matmul(x, weight)
    return product if bias is None else product + bias


def bilinear(x1: Array, x2: Array, weight: Array, bias: Array | None = None, name: str | None = None) -> Array:
    """`x1 @ weight[k] @ x2 + bias[k]` for inputs (N, in1), (N, in2) and a weight (out, in1, in2): (N, out)."""
    product = jnp.einsum("ni,oij,nj->no", x1, weight, x2)
    return product if bias is None else product + bias
