"""Arrays of what is given, in dtypes by Keras' and TensorFlow's names. Of 64 bits, 32 are kept."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from hybridc.runtime.core import handed

Array = jax.Array

__all__ = ["arange", "cast", "constant", "convert_to_tensor", "full", "wanted"]


def wanted(dtype: Any) -> Any:
    """The dtype as JAX has it; None is none."""
    return None if dtype is None else jax.dtypes.canonicalize_dtype(dtype)


def cast(x: Any, dtype: Any) -> Array:
    """In another dtype. Numbers lose what is behind the point where whole ones are wanted."""
    return jnp.asarray(x).astype(wanted(dtype))


def convert_to_tensor(value: Any, dtype: Any = None) -> Array:
    """An array of numbers, lists of them, or arrays. Floating point numbers are of 32 bits."""
    if isinstance(value, list | tuple):
        if any(isinstance(leaf, jax.Array) for leaf in jax.tree_util.tree_leaves(value)):
            return jnp.stack([convert_to_tensor(each, dtype) for each in value])
        value = np.asarray(value)
    return handed.array(value, wanted(dtype))


def constant(value: Any, dtype: Any = None, shape: Sequence[int] | None = None) -> Array:
    """An array, in a shape: that of its elements, or of one that is repeated."""
    found = convert_to_tensor(value, dtype)
    if shape is None:
        return found
    return jnp.broadcast_to(found, tuple(shape)) if found.size == 1 else found.reshape(tuple(shape))


def arange(start: Any, stop: Any = None, step: Any = 1, dtype: Any = None) -> Array:
    """Numbers from `start` up to `stop`, or from 0 up to the one that is given."""
    return jnp.arange(start, stop, step, dtype=wanted(dtype))


def full(shape: Sequence[int], fill_value: Any, dtype: Any = "float32") -> Array:
    """Keras: of 32 bits unless it is told."""
    return jnp.full(shape, fill_value, dtype=wanted(dtype or "float32"))
