"""Windows over arrays: the largest, or the average, of each."""

from __future__ import annotations

from collections.abc import Sequence

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

Array = jax.Array

__all__ = ["average_pooled", "max_pooled"]


def max_pooled(x: Array, window: Sequence[int], strides: Sequence[int], padding: str, data_format: str) -> Array:
    """The largest element of each window."""
    least = -np.inf if jnp.issubdtype(x.dtype, jnp.floating) else jnp.iinfo(x.dtype).min  # type: ignore[no-untyped-call]
    window, strides = _whole(window, data_format), _whole(strides, data_format)
    found: Array = lax.reduce_window(x, np.array(least, x.dtype)[()], lax.max, window, strides, padding.upper())
    return found


def average_pooled(x: Array, window: Sequence[int], strides: Sequence[int], padding: str, data_format: str) -> Array:
    """The average of each window; TensorFlow: of those elements alone that are not padding."""
    way = padding.upper()
    whole, steps = _whole(window, data_format), _whole(strides, data_format)
    sums: Array = lax.reduce_window(x, np.array(0, x.dtype)[()], lax.add, whole, steps, way)
    if padding == "valid":
        return sums / jnp.asarray(np.prod(window), x.dtype)
    ones = jnp.ones([1 if size == 1 else n for n, size in zip(x.shape, whole, strict=True)], x.dtype)
    counts: Array = lax.reduce_window(ones, np.array(0, x.dtype)[()], lax.add, whole, _steps(steps, whole), way)
    return sums / counts


def _steps(strides: Sequence[int], window: Sequence[int]) -> tuple[int, ...]:
    return tuple(1 if size == 1 else step for size, step in zip(window, strides, strict=True))


def _whole(sizes: Sequence[int], data_format: str) -> tuple[int, ...]:
    return (1, *sizes, 1) if data_format == "channels_last" else (1, 1, *sizes)
