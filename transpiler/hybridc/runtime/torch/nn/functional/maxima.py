"""Maxima of windows with the place where each was, axis by axis."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

__all__ = ["largest_of_drawn_windows", "largest_of_windows"]


def largest_of_windows(x: jax.Array, positions: Sequence[np.ndarray[Any, Any]]) -> tuple[jax.Array, jax.Array]:
    """The largest element of every window over the last axes of `x`, and its index in those axes counted through.

    `positions` has, for each of the axes, the (windows, elements) positions that the windows take. The values have the
    dtype of `x`, the indices are int32. PyTorch: of equal elements the first wins, of NaN the last. Both rules hold for
    a window if they hold for each of its rows and then among these, so the axes are taken one after the other.
    """
    first = x.ndim - len(positions)
    sizes = x.shape[first:]
    indices = jnp.arange(math.prod(sizes), dtype=jnp.int32).reshape((1,) * first + sizes)
    for axis in range(x.ndim - 1, first - 1, -1):
        windows = jnp.asarray(positions[axis - first], jnp.int32)
        values = jnp.take(x, windows, axis=axis, mode="clip")
        choice = _first_largest(lax.stop_gradient(values), axis + 1)
        x = _chosen(values, choice, axis + 1)
        indices = _chosen(jnp.take(indices, windows, axis=axis, mode="clip"), choice, axis + 1)
    return x, indices


def largest_of_drawn_windows(x: jax.Array, positions: Sequence[jax.Array]) -> tuple[jax.Array, jax.Array]:
    """As `largest_of_windows`, with windows of their own for each channel of each sample of `x` (N, C, ...).

    `positions` has, for each axis after those two, the (N, C, windows, elements) positions that the windows take.
    """
    sizes = x.shape[2:]
    indices = jnp.arange(math.prod(sizes), dtype=jnp.int32).reshape(1, 1, *sizes)
    indices = jnp.broadcast_to(indices, x.shape)
    for axis in range(x.ndim - 1, 1, -1):
        windows = positions[axis - 2]
        values = _taken(x, windows, axis)
        choice = _first_largest(lax.stop_gradient(values), axis + 1)
        x = _chosen(values, choice, axis + 1)
        indices = _chosen(_taken(indices, windows, axis), choice, axis + 1)
    return x, indices


def _taken(values: jax.Array, windows: jax.Array, axis: int) -> jax.Array:
    """What lies in the windows of one axis: (..., windows, elements, ...)."""
    ones = (1,) * (values.ndim - 1 - axis)
    places = windows.reshape(*windows.shape[:2], *(1,) * (axis - 2), -1, *ones)
    taken = jnp.take_along_axis(values, places, axis, mode="promise_in_bounds")
    return taken.reshape(*taken.shape[:axis], *windows.shape[2:], *taken.shape[axis + 1 :])


def _first_largest(values: jax.Array, axis: int) -> jax.Array:
    largest = jnp.argmax(values, axis, keepdims=True)
    if not jnp.issubdtype(values.dtype, jnp.floating):
        return largest
    nan = jnp.isnan(values)
    last_nan = values.shape[axis] - 1 - jnp.argmax(jnp.flip(nan, axis), axis, keepdims=True)
    return jnp.where(nan.any(axis, keepdims=True), last_nan, largest)


def _chosen(values: jax.Array, choice: jax.Array, axis: int) -> jax.Array:
    return jnp.take_along_axis(values, choice, axis, mode="promise_in_bounds").squeeze(axis)
