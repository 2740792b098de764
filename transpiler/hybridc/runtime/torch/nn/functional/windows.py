"""Where windows slide: sizes that hold for every axis or for each, and how many windows fit."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

__all__ = [
    "Sizes",
    "check_rank",
    "computing_dtype",
    "covering_positions",
    "per_axis",
    "pooled_sizes",
    "window_positions",
]

Sizes = int | Sequence[int]


def per_axis(value: Any, axes: int, name: str) -> tuple[int, ...]:
    """One whole number for each of the axes: a single one, or a list of one, holds for all.

    Raises RuntimeError for a list of another length, TypeError for what is no whole number.
    """
    if not isinstance(value, Sequence):
        return (operator.index(value),) * axes
    if len(value) not in (1, axes):
        raise RuntimeError(f"expected {name} to be one number or {axes}, but got {list(value)}")
    numbers = tuple(operator.index(v) for v in value)
    return numbers * axes if len(numbers) == 1 else numbers


def check_rank(x: jax.Array, axes: int, function: str) -> None:
    """Raises RuntimeError unless `x` is (N, C, ...) or (C, ...) with that many axes more."""
    if x.ndim not in (axes + 1, axes + 2):
        raise RuntimeError(
            f"Expected {axes + 1}D (unbatched) or {axes + 2}D (batched) input to {function}, "
            f"but got input of size: {list(x.shape)}"
        )


def computing_dtype(dtype: Any) -> Any:
    """What sums are taken in: float32 for the 16 bit floats, else the dtype itself."""
    return jnp.float32 if dtype in (jnp.float16, jnp.bfloat16) else dtype


def pooled_sizes(
    sizes: Sequence[int],
    kernel: Sequence[int],
    stride: Sequence[int],
    padding: Sequence[int],
    dilation: Sequence[int],
    ceil_mode: bool,
) -> tuple[int, ...]:
    """How many windows of a pooling fit on each axis.

    PyTorch (`pooling_output_shape`): with `ceil_mode`, a last window may leave the input on the right, but must not
    begin in the padding there. Raises RuntimeError for a stride of 0, more padding than half
    a kernel, and where no window fits.
    """
    if any(s <= 0 for s in stride):
        raise RuntimeError("stride should not be zero")
    found = []
    for size, k, s, p, d in zip(sizes, kernel, stride, padding, dilation, strict=True):
        if k <= 0 or d <= 0 or p < 0 or p > k // 2:
            raise RuntimeError(
                "kernel size and dilation should be greater than zero, and pad at most half of kernel size, "
                f"but got pad={p}, kernel_size={k} and dilation={d}"
            )
        room = size + 2 * p - d * (k - 1) - 1
        count = (room + (s - 1 if ceil_mode else 0)) // s + 1
        if ceil_mode and (count - 1) * s >= size + p:
            count -= 1
        if count < 1 or size < 1:
            raise RuntimeError(f"Given input size {list(sizes)}, the output size is too small")
        found.append(count)
    return tuple(found)


def window_positions(
    size: int, count: int, kernel: int, stride: int, padding: int, dilation: int
) -> np.ndarray[Any, Any]:
    """(windows, kernel) positions on an axis of that size; a position in the padding becomes the nearest of its window.

    Repeating an element leaves the window's maximum as it is. Raises NotImplementedError for a window of padding only.
    """
    positions = np.arange(count)[:, None] * stride - padding + np.arange(kernel) * dilation
    inside = (positions >= 0) & (positions < size)
    if not inside.any(axis=1).all():
        raise NotImplementedError("a dilated window that lies wholly in the padding has no maximum")
    first = np.where(inside, positions, size).min(axis=1, keepdims=True)
    last = np.where(inside, positions, -1).max(axis=1, keepdims=True)
    nearest: np.ndarray[Any, Any] = np.clip(positions, first, last)
    return nearest


def covering_positions(size: int, count: int) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """(windows, longest window) positions of the windows of an adaptive pooling, and each window's length.

    PyTorch: window i reaches from floor(i * size / count) to ceil((i + 1) * size / count). Shorter windows repeat their
    last position.
    """
    starts = [i * size // count for i in range(count)]
    stops = [-(-(i + 1) * size // count) for i in range(count)]
    lengths = np.array([stop - start for start, stop in zip(starts, stops, strict=True)], dtype=np.int32)
    offsets = np.minimum(np.arange(lengths.max(initial=1)), lengths[:, None] - 1)
    return np.array(starts, dtype=np.int32)[:, None] + offsets, lengths
