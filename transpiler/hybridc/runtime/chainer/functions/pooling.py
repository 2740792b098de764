"""Pooling over the last axes of (N, C, *). `stride` is the window's size unless it is given.

Raises ValueError where no window fits.
"""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from hybridc.runtime.chainer.functions.windows import covering, per_axis
from hybridc.runtime.torch.nn.functional.maxima import largest_of_windows

Array = jax.Array

__all__ = [
    "average_pooling_1d",
    "average_pooling_2d",
    "average_pooling_3d",
    "average_pooling_nd",
    "max_pooling_1d",
    "max_pooling_2d",
    "max_pooling_3d",
    "max_pooling_nd",
    "spatial_pyramid_pooling_2d",
    "unpooling_2d",
    "upsampling_2d",
]


class _Geometry:
    """Where windows lie."""

    def __init__(self, x: Array, ksize: Any, stride: Any, pad: Any, cover_all: bool) -> None:
        axes = x.ndim - 2
        self.sizes = x.shape[2:]
        self.kernel = per_axis(ksize, axes)
        self.strides = self.kernel if stride is None else per_axis(stride, axes)
        self.around = covering(self.sizes, self.kernel, self.strides, per_axis(pad, axes), cover_all)

    def counts(self) -> list[int]:
        places = zip(self.sizes, self.kernel, self.strides, self.around, strict=True)
        return [(size + a + b - taps) // step + 1 for size, taps, step, (a, b) in places]

    def positions(self) -> list[np.ndarray[Any, Any]]:
        """Along each axis (windows, elements), -1 outside of the input."""
        found = []
        for size, taps, step, (before, _), count in zip(
            self.sizes, self.kernel, self.strides, self.around, self.counts(), strict=True
        ):
            places = np.arange(count)[:, None] * step - before + np.arange(taps)
            found.append(np.where((places >= 0) & (places < size), places, -1))
        return found


def max_pooling_nd(
    x: Array, ksize: Any, stride: Any = None, pad: Any = 0, cover_all: bool = True, return_indices: bool = False
) -> Any:
    """The largest of every window, the first of equal ones; with `return_indices` also its place in the window."""
    geometry = _Geometry(x, ksize, stride, pad, cover_all)
    places = geometry.positions()
    values, found = largest_of_windows(x, [_within(rows) for rows in places])
    if not return_indices:
        return values
    offsets, rest = [], found
    for size in reversed(geometry.sizes):
        offsets.append(rest % size)
        rest = rest // size
    index: Any = 0
    for axis, (offset, taps) in enumerate(zip(reversed(offsets), geometry.kernel, strict=True)):
        start = np.arange(geometry.counts()[axis]) * geometry.strides[axis] - geometry.around[axis][0]
        shape = [1] * x.ndim
        shape[2 + axis] = -1
        index = index * taps + offset - jnp.asarray(start.reshape(shape))
    return values, index.astype(jnp.int32)


def _within(places: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Places outside of the input become the first of the same window within: no maximum changes by that.

    Raises ValueError for a window that lies outside as a whole, of which Chainer gives minus infinity.
    """
    if (places < 0).all(axis=1).any():
        raise ValueError("a window lies outside of the input as a whole")
    first = places[np.arange(len(places)), (places >= 0).argmax(axis=1)]
    return np.where(places >= 0, places, first[:, None])


def max_pooling_1d(
    x: Array, ksize: Any, stride: Any = None, pad: Any = 0, cover_all: bool = True, return_indices: bool = False
) -> Any:
    return max_pooling_nd(x, ksize, stride, pad, cover_all, return_indices)


max_pooling_2d = max_pooling_3d = max_pooling_1d


def average_pooling_nd(x: Array, ksize: Any, stride: Any = None, pad: Any = 0, pad_value: int | None = 0) -> Array:
    """The mean of every window, in which the zeros of the padding count unless `pad_value` is None.

    Raises ValueError for another `pad_value`.
    """
    if pad_value not in (0, None):
        raise ValueError(f"pad_value must be either 0 or None, not {pad_value}.")
    geometry = _Geometry(x, ksize, stride, pad, False)
    whole = (1, 1, *geometry.kernel)
    around = [(0, 0), (0, 0), *geometry.around]
    total = lax.reduce_window(x, np.array(0, x.dtype), lax.add, whole, (1, 1, *geometry.strides), around)
    if pad_value == 0:
        return total / float(np.prod(geometry.kernel))  # type: ignore[no-any-return]
    counts = np.array(1)
    for rows in geometry.positions():
        counts = counts[..., None] * (rows >= 0).sum(axis=1)
    return total / jnp.asarray(counts, x.dtype)  # type: ignore[no-any-return]


def average_pooling_1d(x: Array, ksize: Any, stride: Any = None, pad: Any = 0, pad_value: int | None = 0) -> Array:
    return average_pooling_nd(x, ksize, stride, pad, pad_value)


average_pooling_3d = average_pooling_1d


def average_pooling_2d(x: Array, ksize: Any, stride: Any = None, pad: Any = 0) -> Array:
    """The mean of every window, in which the zeros of the padding count."""
    return average_pooling_nd(x, ksize, stride, pad)


def spatial_pyramid_pooling_2d(x: Array, pyramid_height: int, pooling: str = "max") -> Array:
    """The largest elements of 1, 4, 16 ... windows over an image, as channels. Raises ValueError for other poolings."""
    if pooling != "max":
        raise ValueError(f"Unsupported pooling operation: {pooling}")
    found = []
    for level in range(pyramid_height):
        bins = 2**level
        kernel = [-(-size // bins) for size in x.shape[2:]]
        pads = [(taps * bins - size) // 2 for taps, size in zip(kernel, x.shape[2:], strict=True)]
        found.append(max_pooling_nd(x, kernel, None, pads, True).reshape(len(x), -1, 1, 1))
    return jnp.concatenate(found, 1)


def unpooling_2d(
    x: Array, ksize: Any, stride: Any = None, pad: Any = 0, outsize: Any = None, cover_all: bool = True
) -> Array:
    """Each element at all places of its window, which are added up where windows overlap."""
    offsets = jnp.broadcast_to(x[:, :, None, None], (*x.shape[:2], *per_axis(ksize, 2), *x.shape[2:]))
    return _put_back(offsets, stride, pad, outsize, cover_all)


def upsampling_2d(
    x: Array, indexes: Array, ksize: Any, stride: Any = None, pad: Any = 0, outsize: Any = None, cover_all: bool = True
) -> Array:
    """Each element at one place of its window, of which `indexes` tells the number, as `max_pooling_2d` gives it."""
    height, width = per_axis(ksize, 2)
    chosen = jnp.arange(height * width).reshape(1, 1, height, width, 1, 1) == indexes[:, :, None, None]
    return _put_back(jnp.where(chosen, x[:, :, None, None], 0), stride, pad, outsize, cover_all)


def _put_back(columns: Array, stride: Any, pad: Any, outsize: Any, cover_all: bool) -> Array:
    """Windows (N, C, kh, kw, rows, columns) added up where they lie in an image."""
    kernel, counts = columns.shape[2:4], columns.shape[4:]
    strides = kernel if stride is None else per_axis(stride, 2)
    pads = per_axis(pad, 2)
    less = [step - 1 if cover_all else 0 for step in strides]
    places = zip(counts, strides, kernel, pads, less, strict=True)
    sizes = [s * (n - 1) + k - few - 2 * p for n, s, k, p, few in places] if outsize is None else per_axis(outsize, 2)
    room = [
        p + max(size + p, s * (n - 1) + k)
        for size, p, s, n, k in zip(sizes, pads, strides, counts, kernel, strict=True)
    ]
    image = jnp.zeros((*columns.shape[:2], *room), columns.dtype)
    for row in range(kernel[0]):
        for column in range(kernel[1]):
            rows = slice(row, row + strides[0] * (counts[0] - 1) + 1, strides[0])
            across = slice(column, column + strides[1] * (counts[1] - 1) + 1, strides[1])
            image = image.at[:, :, rows, across].add(columns[:, :, row, column])
    return image[:, :, pads[0] : pads[0] + sizes[0], pads[1] : pads[1] + sizes[1]]
