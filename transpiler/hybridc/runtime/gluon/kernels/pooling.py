"""Poolings over sliding windows, in MXNet's conventions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from hybridc.runtime.gluon.kernels.convolution import channels_first, channels_last

Array = jax.Array

__all__ = ["pooling"]


def pooling(
    x: Array,
    pool_type: str,
    kernel: Sequence[int],
    stride: Sequence[int],
    pad: Sequence[int],
    convention: str,
    count_include_pad: bool,
    layout: str,
) -> Array:
    """The largest element, or the mean, of every window.

    `convention`: "valid" has as many windows as fit, "full" one more where elements are left, which may reach beyond
    the padding. What is beyond it does not count for a mean. A window without any element is the least number, or 0.
    Raises ValueError for a kernel that is larger than the padded input.
    """
    if x.ndim != len(layout):
        raise ValueError(f"Pooling: expected an input of {len(layout)} axes, {layout}, but got {x.shape}")
    wide = channels_first(x, layout)
    sizes = wide.shape[2:]
    counts = [_count(*axis, convention) for axis in zip(sizes, kernel, stride, pad, strict=True)]
    edges = [
        (p, max(p, (count - 1) * s + k - size - p))
        for size, k, s, p, count in zip(sizes, kernel, stride, pad, counts, strict=True)
    ]
    windows = (1, 1, *kernel), (1, 1, *stride), [(0, 0), (0, 0), *edges]
    inside = _elements(sizes, kernel, stride, pad, counts, within=0)
    if pool_type == "max":
        least = np.array(-np.inf, wide.dtype)
        found = lax.reduce_window(wide, least, lax.max, *windows)
        if not inside.all():
            found = jnp.where(inside > 0, found, jnp.finfo(wide.dtype).min)  # type: ignore[no-untyped-call]
    else:
        total = lax.reduce_window(wide, np.array(0, wide.dtype), lax.add, *windows)
        counted = _elements(sizes, kernel, stride, pad, counts, within=1) if count_include_pad else inside
        found = total / np.maximum(counted, 1).astype(wide.dtype)
    return channels_last(found, layout)


def _count(size: int, kernel: int, stride: int, pad: int, convention: str) -> int:
    room = size + 2 * pad - kernel
    if room < 0:
        raise ValueError(f"Pooling: kernel size ({kernel}) exceeds input ({size} padded to {size + 2 * pad})")
    return 1 + (-(-room // stride) if convention == "full" else room // stride)


def _elements(
    sizes: Sequence[int],
    kernel: Sequence[int],
    stride: Sequence[int],
    pad: Sequence[int],
    counts: Sequence[int],
    within: int,
) -> np.ndarray[Any, Any]:
    """How many elements every window has, of the input, or with `within` 1 of the padded input."""
    found = np.array(1)
    for size, k, s, p, count in zip(sizes, kernel, stride, pad, counts, strict=True):
        starts = np.arange(count) * s - p
        stops = np.minimum(starts + k, size + p * within)
        found = found[..., None] * np.maximum(stops - np.maximum(starts, -p * within), 0)
    return found
