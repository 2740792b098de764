"""New arrays, of 32-bit floating point numbers unless another dtype is asked for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from hybridc.runtime.core.handed import kept

Array = jax.Array
Shape = int | Sequence[int]


def array(source_array: Any, dtype: Any = None) -> Array:
    """An array as one of its own: of an array in its dtype, of lists and NumPy's arrays as float32."""
    if dtype is None:
        dtype = source_array.dtype if isinstance(source_array, jax.Array) else jnp.float32
    return jnp.array(np.asarray(source_array) if isinstance(source_array, list) else kept(source_array), dtype)


def full(shape: Shape, val: float, dtype: Any = "float32") -> Array:
    """An array of that shape filled with a number."""
    return jnp.full(shape, val, dtype)


def arange(
    start: float, stop: float | None = None, step: float = 1.0, repeat: int = 1, dtype: Any = "float32"
) -> Array:
    """Numbers from `start`, or 0, up to `stop`, each repeated."""
    first, last = (0, start) if stop is None else (start, stop)
    count = max(int(np.ceil((last - first) / step)), 0)
    values = first + step * np.arange(count)
    return jnp.asarray(np.repeat(values, repeat), dtype)


def arange_like(data: Array, start: float = 0.0, step: float = 1.0, repeat: int = 1, axis: int | None = None) -> Array:
    """Numbers from `start` in the shape of `data`, or as many as it has along an axis, in its dtype."""
    count = data.size if axis is None else data.shape[axis]
    values = start + step * (np.arange(count) // repeat)
    found = jnp.asarray(values, data.dtype)
    return found.reshape(data.shape) if axis is None else found


def linspace(start: float, stop: float, num: int, endpoint: bool = True, dtype: Any = "float32") -> Array:
    """`num` numbers at equal distances."""
    return jnp.linspace(start, stop, num, endpoint=endpoint, dtype=dtype)


def eye(N: int, M: int = 0, k: int = 0, dtype: Any = "float32") -> Array:
    """A matrix with 1 on a diagonal; square where `M` is 0."""
    return jnp.eye(N, M or N, k, dtype=dtype)
