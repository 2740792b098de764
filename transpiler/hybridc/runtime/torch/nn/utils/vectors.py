"""Parameters as one vector, and back."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import jax
import jax.numpy as jnp

from hybridc.runtime.mutable import Mutable

__all__ = ["parameters_to_vector", "vector_to_parameters"]


def parameters_to_vector(parameters: Iterable[Any]) -> jax.Array:
    """(all their elements,), one parameter after the other."""
    return jnp.concatenate([jnp.asarray(each).reshape(-1) for each in parameters])


def vector_to_parameters(vec: Any, parameters: Iterable[Any]) -> None:
    """Writes slices of the vector into the parameters.

    Raises TypeError for arrays, which cannot be written into, RuntimeError for a vector that is too short.
    """
    values, start = jnp.asarray(vec), 0
    for each in parameters:
        if not isinstance(each, Mutable):
            raise TypeError("vector_to_parameters writes into parameters: give `net.each_parameter()`")
        part = values[start : start + each.size]
        if part.size != each.size:
            raise RuntimeError(f"shape {each.shape} is invalid for input of size {part.size}")
        each.data = part.reshape(each.shape)
        start += each.size
