"""Linear maps, as `torch.nn.functional` has them: weights are stored with the outputs first."""

from __future__ import annotations

import jax
import jax.numpy as jnp
from jax import lax

from hybridc.runtime.core import runs

Array = jax.Array

__all__ = ["bilinear", "linear"]


def linear(input: Array, weight: Array, bias: Array | None = None) -> Array:
    """`x @ weight.T + bias` for an input (*, in) and a weight (out, in) or (in,): (*, out) or (*).

    The last axes are contracted as they lie: XLA's CPU compiles `x @ weight.T` to a transpose on every call.
    Raises RuntimeError where their sizes differ.
    """
    if input.shape[-1:] != weight.shape[-1:]:
        raise RuntimeError(
            f"linear: expected input{list(input.shape)} to have {weight.shape[-1]} features, its last axis, for a "
            f"weight of size {list(weight.shape)}"
        )
    inward = runs.transposed(weight)
    contracted = ((input.ndim - 1,), (weight.ndim - 1 if inward is None else 0,))
    product = lax.dot_general(input, weight if inward is None else inward, (contracted, ((), ())))
    return product if bias is None else product + bias


def bilinear(input1: Array, input2: Array, weight: Array, bias: Array | None = None) -> Array:
    """`x1 @ weight[k] @ x2 + bias[k]` for inputs (*, in1), (*, in2) and a weight (out, in1, in2): (*, out).

    Raises ValueError where the inputs differ in other axes than the last, RuntimeError where that one does not fit.
    """
    if input1.shape[:-1] != input2.shape[:-1]:
        raise ValueError(f"bilinear(): input batch dimensions do not match: got {input1.shape} and {input2.shape}")
    if (*input1.shape[-1:], *input2.shape[-1:]) != weight.shape[1:]:
        raise RuntimeError(
            f"bilinear: inputs of size {list(input1.shape)} and {list(input2.shape)} do not fit a weight of size "
            f"{list(weight.shape)}: their last axes must be {weight.shape[1]} and {weight.shape[2]}"
        )
    product = jnp.einsum("...i,oij,...j->...o", input1, weight, input2)
    return product if bias is None else product + bias
