"""Tensors made of numbers and sizes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.typing import ArrayLike, DTypeLike

Array = jax.Array

__all__ = [
    "bartlett_window",
    "blackman_window",
    "complex",
    "full",
    "hamming_window",
    "hann_window",
    "kaiser_window",
    "known",
    "polar",
    "tril_indices",
    "triu_indices",
]


def full(size: int | Sequence[int], fill_value: ArrayLike, *, dtype: DTypeLike | None = None) -> Array:
    """`fill_value` everywhere, in its own dtype unless another is given: bool, int32, float32 or complex64."""
    return jnp.full(size, fill_value, dtype=jnp.result_type(fill_value) if dtype is None else dtype)


def known(make: Callable[[], Array]) -> Array:
    """What `make` gives, computed while a model is traced, so that Python may read it: made of numbers alone.

    Raises what JAX raises where it was made of an array that is traced.
    """
    with jax.ensure_compile_time_eval():
        return make()


def complex(real: Array, imag: Array) -> Array:
    """Complex numbers of real and imaginary parts, which are broadcast: complex64."""
    return lax.complex(*jnp.broadcast_arrays(real, imag))


def polar(abs: Array, angle: Array) -> Array:
    """Complex numbers of absolute values and angles, which are broadcast: complex64."""
    return complex(abs * jnp.cos(angle), abs * jnp.sin(angle))


def tril_indices(row: int, col: int, offset: int = 0, *, dtype: DTypeLike = jnp.int32) -> Array:
    """The rows and columns of a matrix (row, col) on and below a diagonal, row after row: (2, how many)."""
    return jnp.asarray(np.stack(np.tril_indices(row, offset, col)), dtype)


def triu_indices(row: int, col: int, offset: int = 0, *, dtype: DTypeLike = jnp.int32) -> Array:
    """The rows and columns of a matrix (row, col) on and above a diagonal, row after row: (2, how many)."""
    return jnp.asarray(np.stack(np.triu_indices(row, offset, col)), dtype)


def hann_window(window_length: int, periodic: bool = True, *, dtype: DTypeLike = jnp.float32) -> Array:
    """`0.5 - 0.5 * cos(2 * pi * n / N)` with N the length, or the length - 1 unless `periodic`."""
    return hamming_window(window_length, periodic, 0.5, 0.5, dtype=dtype)


def hamming_window(
    window_length: int,
    periodic: bool = True,
    alpha: float = 0.54,
    beta: float = 0.46,
    *,
    dtype: DTypeLike = jnp.float32,
) -> Array:
    """`alpha - beta * cos(2 * pi * n / N)` with N the length, or the length - 1 unless `periodic`."""
    return _window(window_length, periodic, lambda x: alpha - beta * np.cos(2 * np.pi * x), dtype)


def blackman_window(window_length: int, periodic: bool = True, *, dtype: DTypeLike = jnp.float32) -> Array:
    """`0.42 - 0.5 * cos(2 * pi * n / N) + 0.08 * cos(4 * pi * n / N)`, at least 0."""

    def blackman(x: Any) -> Any:
        return np.maximum(0.42 - 0.5 * np.cos(2 * np.pi * x) + 0.08 * np.cos(4 * np.pi * x), 0)

    return _window(window_length, periodic, blackman, dtype)


def bartlett_window(window_length: int, periodic: bool = True, *, dtype: DTypeLike = jnp.float32) -> Array:
    """A triangle that starts at 0: `1 - abs(2 * n / N - 1)`."""
    return _window(window_length, periodic, lambda x: 1 - np.abs(2 * x - 1), dtype)


def kaiser_window(
    window_length: int, periodic: bool = True, beta: float = 12.0, *, dtype: DTypeLike = jnp.float32
) -> Array:
    """`i0(beta * sqrt(1 - (2 * n / N - 1) ** 2)) / i0(beta)`."""

    def kaiser(x: Any) -> Any:
        return np.i0(beta * np.sqrt(np.maximum(1 - (2 * x - 1) ** 2, 0))) / np.i0(beta)

    return _window(window_length, periodic, kaiser, dtype)


def _window(length: int, periodic: bool, shape: Any, dtype: DTypeLike) -> Array:
    if length < 2:
        return jnp.ones(length, dtype)
    return jnp.asarray(shape(np.arange(length) / (length if periodic else length - 1)), dtype)
