"""Poolings over windows, by MXNet's conventions of how many windows there are."""

from __future__ import annotations

from collections.abc import Sequence

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from hybridc.runtime.gluon.ops.convolutions import has_channels_last, per_axis
from hybridc.runtime.torch.nn.functional.adaptive_pooling import adaptive_avg_pool2d

Array = jax.Array
Ints = int | Sequence[int]
Edges = list[tuple[int, int]]


def Pooling(
    data: Array,
    kernel: Ints = (),
    pool_type: str = "max",
    global_pool: bool = False,
    cudnn_off: bool = False,
    pooling_convention: str = "valid",
    stride: Ints = (),
    pad: Ints = (),
    p_value: int | None = None,
    count_include_pad: bool | None = True,
    layout: str | None = None,
) -> Array:
    """The largest element ("max"), the mean ("avg"), the sum, or the power mean ("lp") of windows over 1 to 3 axes.

    The stride is 1 unless given. `pooling_convention`: "valid" leaves out a window that does not fit, "full" lets it
    reach beyond the margin, "same" gives an element for each step. Zeros of the margin count for means, unless
    `count_include_pad` is False; what is beyond it never does.
    """
    if has_channels_last(layout):
        x = jnp.moveaxis(data, -1, 1)
        rest = (kernel, pool_type, global_pool, cudnn_off, pooling_convention, stride, pad, p_value, count_include_pad)
        return jnp.moveaxis(Pooling(x, *rest), 1, -1)
    axes = data.ndim - 2
    if global_pool:
        sizes, strides, margins = data.shape[2:], (1,) * axes, (0,) * axes
    else:
        sizes, strides, margins = per_axis(kernel, axes, 1), per_axis(stride, axes, 1), per_axis(pad, axes, 0)
    edges = _edges(data.shape[2:], sizes, strides, margins, "valid" if global_pool else pooling_convention)
    if pool_type == "max":
        is_floating = jnp.issubdtype(data.dtype, jnp.floating)
        least = np.array(-np.inf if is_floating else np.iinfo(data.dtype).min, data.dtype)
        found = _windows(data, least, lax.max, sizes, strides, edges)
        geometry = zip(data.shape[2:], sizes, strides, margins, found.shape[2:], strict=True)
        if not is_floating or all(_elements(*axis, False).min() > 0 for axis in geometry):
            return found
        return jnp.where(found == -np.inf, np.finfo(data.dtype).min, found)  # MXNet: of windows without elements
    zero = np.zeros((), data.dtype)
    if pool_type == "lp":
        if p_value is None:
            raise ValueError("lp pooling needs p_value")
        total = _windows(jnp.abs(data) ** p_value, zero, lax.add, sizes, strides, edges)
        return total ** (1 / p_value)
    total = _windows(data, zero, lax.add, sizes, strides, edges)
    if pool_type == "sum":
        return total
    if pool_type != "avg":
        raise ValueError(f"no such pooling: {pool_type}")
    counts = np.ones(())
    includes = count_include_pad is not False
    for size, k, s, p, count in zip(data.shape[2:], sizes, strides, margins, total.shape[2:], strict=True):
        counts = counts[..., None] * _elements(size, k, s, p, count, includes)
    return total / jnp.asarray(np.maximum(counts, 1), data.dtype)


def _edges(shape: Sequence[int], kernel: Sequence[int], stride: Sequence[int], pad: Sequence[int], rule: str) -> Edges:
    """How much each axis is widened, so that the windows are those of the convention."""
    found = []
    for size, k, s, p in zip(shape, kernel, stride, pad, strict=True):
        room = size + 2 * p - k
        if room < 0:
            raise ValueError(f"a window of {k} exceeds the {size + 2 * p} elements of the padded input")
        if rule == "same":
            count = -(-(size + 2 * p) // s)
        else:
            count = (-(-room // s) if rule == "full" else room // s) + 1
        found.append((p, (count - 1) * s + k - size - p))
    return found


def _elements(
    size: int, kernel: int, stride: int, pad: int, count: int, includes: bool
) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    """How many elements the mean of each window is over."""
    starts = np.arange(count) * stride - pad
    stops = np.minimum(starts + kernel, size + pad)
    return stops - starts if includes else np.minimum(stops, size) - np.maximum(starts, 0)


def _windows(
    x: Array, start: object, combine: object, kernel: Sequence[int], stride: Sequence[int], edges: Edges
) -> Array:
    cuts = [(0, 0), (0, 0), *((0, min(high, 0)) for _, high in edges)]
    x = lax.pad(x, jnp.zeros((), x.dtype), [(low, high, 0) for low, high in cuts])
    margins = [(0, 0), (0, 0), *((low, max(high, 0)) for low, high in edges)]
    found: Array = lax.reduce_window(x, start, combine, (1, 1, *kernel), (1, 1, *stride), margins)  # type: ignore[arg-type]
    return found


def AdaptiveAvgPooling2D(data: Array, output_size: Ints = ()) -> Array:
    """Means over (N, C, H, W) to a given height and width, 1 unless given."""
    size = output_size if isinstance(output_size, int) else tuple(output_size) or 1
    return adaptive_avg_pool2d(data, size)
