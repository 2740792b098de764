"""Arithmetic in the dtype that PyTorch computes with: an array without axes widens none of its kind that has some."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
from jax.typing import ArrayLike

from hybridc.runtime.torch.tensors.types import result_type

Array = jax.Array

__all__ = ["add", "mul", "remainder", "sub", "true_divide"]


def add(input: ArrayLike, other: ArrayLike) -> Array:
    """`input + other`, broadcast."""
    return _computed(jnp.add, input, other)


def sub(input: ArrayLike, other: ArrayLike) -> Array:
    """`input - other`, broadcast."""
    return _computed(jnp.subtract, input, other)


def mul(input: ArrayLike, other: ArrayLike) -> Array:
    """`input * other`, broadcast."""
    return _computed(jnp.multiply, input, other)


def true_divide(input: ArrayLike, other: ArrayLike) -> Array:
    """`input / other`, broadcast. Whole numbers and truth values give float32."""
    return _computed(jnp.true_divide, input, other)


def remainder(input: ArrayLike, other: ArrayLike) -> Array:
    """`input % other`, with the sign of `other`, broadcast."""
    return _computed(jnp.remainder, input, other)


def _computed(function: Callable[..., Any], *operands: ArrayLike) -> Array:
    dtype = result_type(*operands)
    return function(*(jnp.asarray(operand, dtype) for operand in operands))  # type: ignore[no-any-return]
