"""Poolings to a given size: windows of different lengths, which may overlap."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from typing import Any

import jax
import jax.numpy as jnp

from hybridc.runtime.torch.nn.functional.maxima import largest_of_windows
from hybridc.runtime.torch.nn.functional.pooling import max_pool1d, max_pool2d, max_pool3d
from hybridc.runtime.torch.nn.functional.windows import check_rank, computing_dtype, covering_positions

__all__ = [
    "adaptive_avg_pool1d",
    "adaptive_avg_pool2d",
    "adaptive_avg_pool3d",
    "adaptive_max_pool1d",
    "adaptive_max_pool2d",
    "adaptive_max_pool3d",
]

OutputSizes = int | None | Sequence[int | None]


def adaptive_avg_pool1d(input: jax.Array, output_size: OutputSizes) -> jax.Array:
    """`input` (N, C, L) or (C, L), float -> the means of `output_size` windows that cover the axis.

    Window i reaches from floor(i * L / output_size) to ceil((i + 1) * L / output_size). None keeps an axis as it is.
    Raises RuntimeError for another rank or a negative size, NotImplementedError for integers.
    """
    return _means(1, input, output_size)


def adaptive_avg_pool2d(input: jax.Array, output_size: OutputSizes) -> jax.Array:
    """`input` (N, C, H, W) or (C, H, W); one size for both axes or a pair. See `adaptive_avg_pool1d`."""
    return _means(2, input, output_size)


def adaptive_avg_pool3d(input: jax.Array, output_size: OutputSizes) -> jax.Array:
    """`input` (N, C, D, H, W) or (C, D, H, W). See `adaptive_avg_pool1d`."""
    return _means(3, input, output_size)


def adaptive_max_pool1d(input: jax.Array, output_size: OutputSizes, return_indices: bool = False) -> Any:
    """`input` (N, C, L) or (C, L) -> the largest elements of the windows of `adaptive_avg_pool1d`.

    With `return_indices` a pair, as `max_pool1d` gives it. Raises RuntimeError for another rank or a negative size.
    """
    return _maxima(1, input, output_size, return_indices)


def adaptive_max_pool2d(input: jax.Array, output_size: OutputSizes, return_indices: bool = False) -> Any:
    """`input` (N, C, H, W) or (C, H, W); indices are row * W + column. See `adaptive_max_pool1d`."""
    return _maxima(2, input, output_size, return_indices)


def adaptive_max_pool3d(input: jax.Array, output_size: OutputSizes, return_indices: bool = False) -> Any:
    """`input` (N, C, D, H, W) or (C, D, H, W). See `adaptive_max_pool1d`."""
    return _maxima(3, input, output_size, return_indices)


def _sizes(axes: int, input: jax.Array, output_size: OutputSizes) -> list[int]:
    check_rank(input, axes, f"adaptive pooling of {axes} dimensions")
    wanted = list(output_size) if isinstance(output_size, Sequence) else [output_size] * axes
    if len(wanted) == 1:
        wanted *= axes
    if len(wanted) != axes:
        raise RuntimeError(f"output_size must be {axes} numbers, but got {output_size}")
    sizes = [size if w is None else operator.index(w) for w, size in zip(wanted, input.shape[-axes:], strict=True)]
    if any(size < 0 for size in sizes) or 0 in input.shape[-axes:]:
        raise RuntimeError(f"cannot pool an input of size {list(input.shape)} to {sizes}")
    return sizes


def _means(axes: int, input: jax.Array, output_size: OutputSizes) -> jax.Array:
    if not jnp.issubdtype(input.dtype, jnp.floating):
        raise NotImplementedError(f"adaptive means are of floats, not of {input.dtype}")
    sizes = _sizes(axes, input, output_size)
    x = input.astype(computing_dtype(input.dtype))
    for axis, size in enumerate(sizes, input.ndim - axes):
        x = _mean(x, axis, size)
    return x.astype(input.dtype)


def _mean(x: jax.Array, axis: int, count: int) -> jax.Array:
    size = x.shape[axis]
    if count and size % count == 0:
        return x.reshape(*x.shape[:axis], count, size // count, *x.shape[axis + 1 :]).mean(axis + 1)
    positions, lengths = covering_positions(size, count)
    others = (1,) * (x.ndim - axis - 1)
    is_inside = (jnp.arange(positions.shape[1]) < lengths[:, None]).reshape(*positions.shape, *others)
    windows = jnp.where(is_inside, jnp.take(x, jnp.asarray(positions), axis=axis, mode="clip"), 0)
    return windows.sum(axis + 1) / lengths.reshape(-1, *others).astype(x.dtype)


def _maxima(axes: int, input: jax.Array, output_size: OutputSizes, return_indices: bool) -> Any:
    counts = _sizes(axes, input, output_size)
    sizes = list(zip(input.shape[-axes:], counts, strict=True))
    if not return_indices and all(count and size % count == 0 for size, count in sizes):
        pool = (max_pool1d, max_pool2d, max_pool3d)[axes - 1]
        return pool(input, [size // count for size, count in sizes])
    values, indices = largest_of_windows(input, [covering_positions(size, count)[0] for size, count in sizes])
    return (values, indices) if return_indices else values
