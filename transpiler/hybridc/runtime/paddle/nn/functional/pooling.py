"""Pooling, as `paddle.nn.functional` has it: windows over the last axes of (N, C, *), or those before the channels."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from hybridc.runtime.paddle.nn.functional.windows import Edges, edges, is_channels_last, per_axis, same_edges
from hybridc.runtime.torch.nn.functional.maxima import largest_of_windows
from hybridc.runtime.torch.nn.functional.windows import computing_dtype

Array = jax.Array
Sizes = int | Sequence[int]

__all__ = [
    "avg_pool1d", "avg_pool2d", "avg_pool3d", "max_pool1d", "max_pool2d", "max_pool3d",
]  # fmt: skip


def max_pool1d(
    x: Array,
    kernel_size: Sizes,
    stride: Sizes | None = None,
    padding: Any = 0,
    return_mask: bool = False,
    ceil_mode: bool = False,
    name: str | None = None,
) -> Any:
    """`x` (N, C, L): the largest of every window; with `return_mask` also where it was."""
    return _max_pool(1, x, kernel_size, stride, padding, return_mask, ceil_mode, "NCL")


def max_pool2d(
    x: Array,
    kernel_size: Sizes,
    stride: Sizes | None = None,
    padding: Any = 0,
    return_mask: bool = False,
    ceil_mode: bool = False,
    data_format: str = "NCHW",
    name: str | None = None,
) -> Any:
    """`x` (N, C, H, W) or (N, H, W, C): see `max_pool1d`; places are row * W + column."""
    return _max_pool(2, x, kernel_size, stride, padding, return_mask, ceil_mode, data_format)


def max_pool3d(
    x: Array,
    kernel_size: Sizes,
    stride: Sizes | None = None,
    padding: Any = 0,
    return_mask: bool = False,
    ceil_mode: bool = False,
    data_format: str = "NCDHW",
    name: str | None = None,
) -> Any:
    """`x` (N, C, D, H, W) or (N, D, H, W, C): see `max_pool1d`."""
    return _max_pool(3, x, kernel_size, stride, padding, return_mask, ceil_mode, data_format)


def avg_pool1d(
    x: Array,
    kernel_size: Sizes,
    stride: Sizes | None = None,
    padding: Any = 0,
    exclusive: bool = True,
    ceil_mode: bool = False,
    name: str | None = None,
) -> Array:
    """`x` (N, C, L): the mean of every window; zeros of the padding count unless `exclusive`."""
    return _avg_pool(1, x, kernel_size, stride, padding, ceil_mode, exclusive, None, "NCL")


def avg_pool2d(
    x: Array,
    kernel_size: Sizes,
    stride: Sizes | None = None,
    padding: Any = 0,
    ceil_mode: bool = False,
    exclusive: bool = True,
    divisor_override: float | None = None,
    data_format: str = "NCHW",
    name: str | None = None,
) -> Array:
    """`x` (N, C, H, W) or (N, H, W, C): see `avg_pool1d`; sums are divided by `divisor_override` if it is given."""
    return _avg_pool(2, x, kernel_size, stride, padding, ceil_mode, exclusive, divisor_override, data_format)


def avg_pool3d(
    x: Array,
    kernel_size: Sizes,
    stride: Sizes | None = None,
    padding: Any = 0,
    ceil_mode: bool = False,
    exclusive: bool = True,
    divisor_override: float | None = None,
    data_format: str = "NCDHW",
    name: str | None = None,
) -> Array:
    """`x` (N, C, D, H, W) or (N, D, H, W, C): see `avg_pool2d`."""
    return _avg_pool(3, x, kernel_size, stride, padding, ceil_mode, exclusive, divisor_override, data_format)


class _Windows:
    """Where the windows of a pooling lie in an input. Raises ValueError where they do not fit."""

    def __init__(self, axes: int, x: Array, kernel: Sizes, stride: Any, padding: Any, ceil: bool, last: bool) -> None:
        if x.ndim != axes + 2:
            raise ValueError(f"expected an input of {axes + 2} axes, but got {list(x.shape)}")
        self.kernel = per_axis(kernel, axes, "kernel_size")
        self.stride = self.kernel if stride is None else per_axis(stride, axes, "stride")
        self.sizes = x.shape[1:-1] if last else x.shape[2:]
        around = edges(padding, axes, last)
        self.is_same = around == "SAME"
        self.around: Edges = same_edges(self.sizes, self.kernel, self.stride) if isinstance(around, str) else around
        places = zip(self.sizes, self.kernel, self.stride, self.around, strict=True)
        self.counts = [_count(n, k, s, a + b, ceil and not self.is_same) for n, k, s, (a, b) in places]
        if min(self.counts) <= 0:
            raise ValueError(f"no window {list(self.kernel)} fits into an input {list(x.shape)} with padding {padding}")

    def beyond(self) -> Edges:
        """The padding with which there are just those windows: less behind, or more where the last one is partial."""
        places = zip(self.sizes, self.kernel, self.stride, self.around, self.counts, strict=True)
        return [(a, (c - 1) * s + k - n - a) for n, k, s, (a, _), c in places]


def _count(size: int, taps: int, stride: int, padding: int, ceil: bool) -> int:
    room = size - taps + padding
    return (room + stride - 1 if ceil else room) // stride + 1


def _reduced(x: Array, start: Any, function: Any, windows: _Windows, last: bool) -> Array:
    def whole(values: tuple[Any, ...], other: Any) -> tuple[Any, ...]:
        return (other, *values, other) if last else (other, other, *values)

    kernel, stride = whole(windows.kernel, 1), whole(windows.stride, 1)
    behind = [max(b, 0) for _, b in windows.beyond()]
    padding = whole(tuple((a, b) for (a, _), b in zip(windows.around, behind, strict=True)), (0, 0))
    found: Array = lax.reduce_window(x, start, function, kernel, stride, padding)
    return found[tuple(slice(0, n) for n in whole(tuple(windows.counts), None))]


def _max_pool(
    axes: int, x: Array, kernel: Sizes, stride: Any, padding: Any, return_mask: bool, ceil: bool, data_format: str
) -> Any:
    last = is_channels_last(data_format, axes)
    windows = _Windows(axes, x, kernel, stride, padding, ceil, last)
    if not return_mask:
        is_float = jnp.issubdtype(x.dtype, jnp.floating)
        least = np.array(-np.inf if is_float else np.iinfo(x.dtype).min, x.dtype)
        return _reduced(x, least, lax.max, windows, last)
    if last:
        raise ValueError("When setting return_mask to true, data_format must have the channels first")
    geometry = zip(windows.sizes, windows.counts, windows.kernel, windows.stride, windows.around, strict=True)
    places = [np.arange(c)[:, None] * s - a + np.arange(k) for _, c, k, s, (a, _) in geometry]
    inside = [np.where((p >= 0) & (p < n), p, -1) for p, n in zip(places, windows.sizes, strict=True)]
    values, found = largest_of_windows(x, [_kept(p) for p in inside])
    return values, found.astype(jnp.int32)


def _kept(places: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Places outside of the input become the nearest of the same window that lies in it: no maximum changes by that."""
    rows = []
    for row in places:
        known = row[row >= 0]
        rows.append(np.where(row >= 0, row, known[0]))
    return np.array(rows)


def _avg_pool(
    axes: int,
    x: Array,
    kernel: Sizes,
    stride: Any,
    padding: Any,
    ceil: bool,
    exclusive: bool,
    divisor: float | None,
    data_format: str,
) -> Array:
    last = is_channels_last(data_format, axes)
    windows = _Windows(axes, x, kernel, stride, padding, ceil, last)
    dtype = computing_dtype(x.dtype)
    total = _reduced(x.astype(dtype), np.array(0, dtype), lax.add, windows, last)
    if divisor is not None:
        return (total / divisor).astype(x.dtype)
    counts = np.array(1.0)
    places = zip(windows.sizes, windows.counts, windows.kernel, windows.stride, windows.around, strict=True)
    for size, count, taps, step, (before, behind) in places:
        start = np.arange(count) * step - before
        end = np.minimum(start + taps, size + behind)
        if exclusive or windows.is_same:
            start, end = np.maximum(start, 0), np.minimum(end, size)
        counts = counts[..., None] * (end - start)
    shape = (*counts.shape, 1) if last else counts.shape
    return (total / counts.reshape(shape).astype(dtype)).astype(x.dtype)


def adaptive_windows(size: int, count: int) -> list[tuple[int, int]]:
    """Where `count` windows that cover an axis start and end."""
    return [(math.floor(i * size / count), math.ceil((i + 1) * size / count)) for i in range(count)]
