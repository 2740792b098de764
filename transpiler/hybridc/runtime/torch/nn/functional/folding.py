"""Sliding blocks as columns and back, and channels exchanged for space."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import jax
import jax.numpy as jnp
from jax import lax

from hybridc.runtime.torch.nn.functional.windows import Sizes, computing_dtype, per_axis

__all__ = ["channel_shuffle", "fold", "native_channel_shuffle", "pixel_shuffle", "pixel_unshuffle", "unfold"]


def unfold(
    input: jax.Array, kernel_size: Sizes, dilation: Sizes = 1, padding: Sizes = 0, stride: Sizes = 1
) -> jax.Array:
    """The blocks that slide over `input` (N, C, H, W) or (C, H, W), as columns: (N, C * KH * KW, blocks).

    Any dtype, which the result keeps. Raises RuntimeError for blocks that do not fit.
    """
    if input.ndim not in (3, 4):
        raise RuntimeError(f"Expected 3D or 4D (batch mode) tensor for unfold, but got {list(input.shape)}")
    high, wide = _block_axes(input.shape[-2:], kernel_size, dilation, padding, stride)
    x = _taken(_taken(input, input.ndim - 1, wide), input.ndim - 2, high)
    columns = input.shape[-3] * high.kernel * wide.kernel
    # (..., C, KH, blocks high, KW, blocks wide)
    return x.swapaxes(-3, -2).reshape(*input.shape[:-3], columns, high.count * wide.count)


def fold(
    input: jax.Array,
    output_size: Sizes,
    kernel_size: Sizes,
    dilation: Sizes = 1,
    padding: Sizes = 0,
    stride: Sizes = 1,
) -> jax.Array:
    """The sum of the blocks that `unfold` would have taken: (N, C * KH * KW, blocks) -> (N, C, *output_size).

    Without N for two dimensions. Raises RuntimeError for sizes that do not fit.
    """
    if input.ndim not in (2, 3):
        raise RuntimeError(f"Expected 2D or 3D (batch mode) tensor for fold, but got {list(input.shape)}")
    high, wide = _block_axes(per_axis(output_size, 2, "output_size"), kernel_size, dilation, padding, stride)
    *batch, columns, blocks = input.shape
    if columns % (high.kernel * wide.kernel):
        raise RuntimeError(f"Expected {columns} columns to be divisible by the kernel's {high.kernel} * {wide.kernel}")
    if blocks != high.count * wide.count:
        raise RuntimeError(f"expected {high.count} * {wide.count} blocks, but got {blocks}")
    x = input.astype(computing_dtype(input.dtype))
    x = x.reshape(
        *batch, columns // (high.kernel * wide.kernel), high.kernel, wide.kernel, high.count, wide.count
    ).swapaxes(-3, -2)
    x = _given_back(_given_back(x, x.ndim - 2, wide), x.ndim - 4, high)
    return x.astype(input.dtype)


@dataclass(frozen=True, slots=True)
class _BlockAxis:
    """Where the blocks lie on one axis."""

    size: int
    kernel: int
    dilation: int
    padding: int
    stride: int

    @property
    def count(self) -> int:
        return (self.size + 2 * self.padding - self.dilation * (self.kernel - 1) - 1) // self.stride + 1

    def span(self, tap: int) -> tuple[int, int]:
        """The first and one past the last position, in the padded axis, of one element of every block."""
        start = tap * self.dilation
        return start, start + (self.count - 1) * self.stride + 1


def _block_axes(
    sizes: Sequence[int], kernel_size: Sizes, dilation: Sizes, padding: Sizes, stride: Sizes
) -> tuple[_BlockAxis, _BlockAxis]:
    kernel, dilations = per_axis(kernel_size, 2, "kernel_size"), per_axis(dilation, 2, "dilation")
    amounts, strides = per_axis(padding, 2, "padding"), per_axis(stride, 2, "stride")
    if min(*kernel, *dilations, *strides) < 1 or min(amounts) < 0:
        raise RuntimeError("kernel size, dilation and stride must be greater than zero, padding non-negative")
    high, wide = map(_BlockAxis, sizes, kernel, dilations, amounts, strides)
    if min(high.count, wide.count) < 1:
        raise RuntimeError(f"no block of kernel_size {kernel} fits into an input of size {list(sizes)}")
    return high, wide


def _taken(x: jax.Array, axis: int, along: _BlockAxis) -> jax.Array:
    """(..., size, ...) -> (..., kernel, blocks, ...)"""
    x = _widened(x, axis, along.padding, along.padding)
    parts = [lax.slice_in_dim(x, *along.span(tap), along.stride, axis) for tap in range(along.kernel)]
    return jnp.stack(parts, axis)


def _given_back(x: jax.Array, axis: int, along: _BlockAxis) -> jax.Array:
    """(..., kernel, blocks, ...) -> (..., size, ...), the kernel at `axis`; what falls together is added."""
    padded = along.size + 2 * along.padding
    total = jnp.zeros((*x.shape[:axis], padded, *x.shape[axis + 2 :]), x.dtype)
    for tap in range(along.kernel):
        start, stop = along.span(tap)
        total += _widened(lax.index_in_dim(x, tap, axis, keepdims=False), axis, start, padded - stop, along.stride - 1)
    return lax.slice_in_dim(total, along.padding, along.padding + along.size, axis=axis)


def _widened(x: jax.Array, axis: int, low: int, high: int, between: int = 0) -> jax.Array:
    edges = [(0, 0, 0)] * x.ndim
    edges[axis] = (low, high, between)
    return lax.pad(x, jnp.zeros((), x.dtype), edges)


def pixel_shuffle(input: jax.Array, upscale_factor: int) -> jax.Array:
    """(..., C * r * r, H, W) -> (..., C, H * r, W * r), any dtype.

    Raises RuntimeError for fewer than three dimensions or channels that r * r does not divide.
    """
    r = upscale_factor
    if input.ndim < 3 or r < 1 or input.shape[-3] % (r * r):
        raise RuntimeError(f"pixel_shuffle: {list(input.shape)} has no channels for upscale_factor {r}")
    *batch, channels, height, width = input.shape
    parts = input.reshape(*batch, channels // (r * r), r, r, height, width)
    n = len(batch)
    spread = parts.transpose(*range(n + 1), n + 3, n + 1, n + 4, n + 2)
    return spread.reshape(*batch, channels // (r * r), height * r, width * r)


def pixel_unshuffle(input: jax.Array, downscale_factor: int) -> jax.Array:
    """(..., C, H * r, W * r) -> (..., C * r * r, H, W), any dtype.

    Raises RuntimeError for fewer than three dimensions or a height or width that r does not divide.
    """
    r = downscale_factor
    if input.ndim < 3 or r < 1 or input.shape[-2] % r or input.shape[-1] % r:
        raise RuntimeError(f"pixel_unshuffle: {list(input.shape)} cannot be divided by downscale_factor {r}")
    *batch, channels, height, width = input.shape
    parts = input.reshape(*batch, channels, height // r, r, width // r, r)
    n = len(batch)
    gathered = parts.transpose(*range(n + 1), n + 2, n + 4, n + 1, n + 3)
    return gathered.reshape(*batch, channels * r * r, height // r, width // r)


def channel_shuffle(input: jax.Array, groups: int) -> jax.Array:
    """(N, C, ...) -> the same shape, with channel i of group g where channel g of i was, any dtype.

    Raises RuntimeError for fewer than three dimensions or channels that the groups do not divide.
    """
    if input.ndim < 3:
        raise RuntimeError(f"channel_shuffle expects input with > 2 dims, but got {list(input.shape)}")
    if groups < 1 or input.shape[1] % groups:
        raise RuntimeError(f"channel_shuffle: {groups} groups do not divide {input.shape[1]} channels")
    batch, channels, *sizes = input.shape
    return input.reshape(batch, groups, channels // groups, *sizes).swapaxes(1, 2).reshape(input.shape)


native_channel_shuffle = channel_shuffle
