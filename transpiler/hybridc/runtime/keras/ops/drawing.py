"""Random draws, in TensorFlow's terms."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import jax
import jax.numpy as jnp

Array = jax.Array

__all__ = ["categorical", "normal", "truncated_normal", "uniform"]


def normal(key: Array, shape: Sequence[int], mean: Any = 0.0, stddev: Any = 1.0, dtype: Any = "float32") -> Array:
    """Normally distributed numbers of this shape."""
    return jnp.asarray(mean + stddev * jax.random.normal(key, tuple(shape), jnp.dtype(dtype)))


def uniform(key: Array, shape: Sequence[int], minval: Any = 0, maxval: Any = None, dtype: Any = "float32") -> Array:
    """Evenly distributed numbers in [minval, maxval), of [0, 1) by default. Integers need a `maxval`."""
    dtype = jnp.dtype(dtype)
    if jnp.issubdtype(dtype, jnp.integer):
        if maxval is None:
            raise ValueError(f"Must specify maxval for integer dtype {dtype}")
        return jax.random.randint(key, tuple(shape), minval, maxval, jax.dtypes.canonicalize_dtype(dtype))
    return jax.random.uniform(key, tuple(shape), dtype, minval, 1 if maxval is None else maxval)


def truncated_normal(
    key: Array, shape: Sequence[int], mean: Any = 0.0, stddev: Any = 1.0, dtype: Any = "float32"
) -> Array:
    """Normally distributed numbers that are never more than two standard deviations from the mean."""
    return jnp.asarray(mean + stddev * jax.random.truncated_normal(key, -2, 2, tuple(shape), jnp.dtype(dtype)))


def categorical(key: Array, logits: Any, num_samples: int) -> Array:
    """Numbers of classes, (N, num_samples), by logits (N, classes)."""
    logits = jnp.asarray(logits)
    return jax.random.categorical(key, logits[:, None], axis=-1, shape=(logits.shape[0], num_samples))
