"""Poolings over sliding windows: the largest, the mean, the power mean."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from hybridc.runtime.torch.nn.functional.maxima import largest_of_windows
from hybridc.runtime.torch.nn.functional.windows import (
    Sizes,
    check_rank,
    computing_dtype,
    per_axis,
    pooled_sizes,
    window_positions,
)

__all__ = [
    "avg_pool1d",
    "avg_pool2d",
    "avg_pool3d",
    "lp_pool1d",
    "lp_pool2d",
    "lp_pool3d",
    "max_pool1d",
    "max_pool2d",
    "max_pool3d",
]


def max_pool1d(
    input: jax.Array,
    kernel_size: Sizes,
    stride: Sizes | None = None,
    padding: Sizes = 0,
    dilation: Sizes = 1,
    ceil_mode: bool = False,
    return_indices: bool = False,
) -> Any:
    """`input` (N, C, L) or (C, L), any dtype but bool -> the largest element of every window, and where it was.

    The stride is the kernel's size unless given. Padding never wins; NaN does. With `return_indices` a pair: the
    values, and the int32 positions on the input's axis of the first such element (of NaN, the last). Raises
    RuntimeError for windows that do not fit.
    """
    return _max_pool(1, input, kernel_size, stride, padding, dilation, ceil_mode, return_indices)


def max_pool2d(
    input: jax.Array,
    kernel_size: Sizes,
    stride: Sizes | None = None,
    padding: Sizes = 0,
    dilation: Sizes = 1,
    ceil_mode: bool = False,
    return_indices: bool = False,
) -> Any:
    """`input` (N, C, H, W) or (C, H, W); indices are row * W + column. See `max_pool1d`."""
    return _max_pool(2, input, kernel_size, stride, padding, dilation, ceil_mode, return_indices)


def max_pool3d(
    input: jax.Array,
    kernel_size: Sizes,
    stride: Sizes | None = None,
    padding: Sizes = 0,
    dilation: Sizes = 1,
    ceil_mode: bool = False,
    return_indices: bool = False,
) -> Any:
    """`input` (N, C, D, H, W) or (C, D, H, W); indices count through D, H, W. See `max_pool1d`."""
    return _max_pool(3, input, kernel_size, stride, padding, dilation, ceil_mode, return_indices)


def avg_pool1d(
    input: jax.Array,
    kernel_size: Sizes,
    stride: Sizes | None = None,
    padding: Sizes = 0,
    ceil_mode: bool = False,
    count_include_pad: bool = True,
) -> jax.Array:
    """`input` (N, C, L) or (C, L), float or int -> the mean of every window; of integers, rounded towards zero.

    The stride is the kernel's size unless given. Zeros of the padding count as elements, unless `count_include_pad`
    is False; what a last window of `ceil_mode` has beyond them never does. Raises RuntimeError for windows that do
    not fit.
    """
    return _avg_pool(1, input, kernel_size, stride, padding, ceil_mode, count_include_pad, None)


def avg_pool2d(
    input: jax.Array,
    kernel_size: Sizes,
    stride: Sizes | None = None,
    padding: Sizes = 0,
    ceil_mode: bool = False,
    count_include_pad: bool = True,
    divisor_override: int | None = None,
) -> jax.Array:
    """`input` (N, C, H, W) or (C, H, W); sums are divided by `divisor_override` if it is given. See `avg_pool1d`."""
    return _avg_pool(2, input, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override)


def avg_pool3d(
    input: jax.Array,
    kernel_size: Sizes,
    stride: Sizes | None = None,
    padding: Sizes = 0,
    ceil_mode: bool = False,
    count_include_pad: bool = True,
    divisor_override: int | None = None,
) -> jax.Array:
    """`input` (N, C, D, H, W) or (C, D, H, W). See `avg_pool2d`."""
    return _avg_pool(3, input, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override)


def lp_pool1d(
    input: jax.Array, norm_type: float, kernel_size: Sizes, stride: Sizes | None = None, ceil_mode: bool = False
) -> jax.Array:
    """`input` (N, C, L) or (C, L) -> (sum of x ** p) ** (1 / p) over every window, without absolute values, as PyTorch.

    So odd powers of negative sums give NaN. An infinite norm is the largest or smallest magnitude.
    """
    return _lp_pool(1, input, norm_type, kernel_size, stride, ceil_mode)


def lp_pool2d(
    input: jax.Array, norm_type: float, kernel_size: Sizes, stride: Sizes | None = None, ceil_mode: bool = False
) -> jax.Array:
    """`input` (N, C, H, W) or (C, H, W). See `lp_pool1d`."""
    return _lp_pool(2, input, norm_type, kernel_size, stride, ceil_mode)


def lp_pool3d(
    input: jax.Array, norm_type: float, kernel_size: Sizes, stride: Sizes | None = None, ceil_mode: bool = False
) -> jax.Array:
    """`input` (N, C, D, H, W) or (C, D, H, W). See `lp_pool1d`."""
    return _lp_pool(3, input, norm_type, kernel_size, stride, ceil_mode)


def _windows(
    axes: int, kernel_size: Sizes, stride: Sizes | None, padding: Sizes
) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]:
    kernel = per_axis(kernel_size, axes, "kernel_size")
    is_given = stride is not None and stride != () and stride != []
    return kernel, per_axis(stride, axes, "stride") if is_given else kernel, per_axis(padding, axes, "padding")


def _max_pool(
    axes: int,
    input: jax.Array,
    kernel_size: Sizes,
    stride: Sizes | None,
    padding: Sizes,
    dilation: Sizes,
    ceil_mode: bool,
    return_indices: bool,
) -> Any:
    check_rank(input, axes, f"max_pool{axes}d")
    kernel, strides, amounts = _windows(axes, kernel_size, stride, padding)
    dilations = per_axis(dilation, axes, "dilation")
    sizes = input.shape[-axes:]
    counts = pooled_sizes(sizes, kernel, strides, amounts, dilations, ceil_mode)
    if return_indices or any(d != 1 for d in dilations):  # XLA has no gradient of dilated windows
        geometry = zip(sizes, counts, kernel, strides, amounts, dilations, strict=True)
        values, indices = largest_of_windows(input, [window_positions(*axis) for axis in geometry])
        return (values, indices) if return_indices else values
    dtype = input.dtype
    least = np.array(-np.inf if jnp.issubdtype(dtype, jnp.floating) else np.iinfo(dtype).min, dtype)
    return _reduced(input, least, lax.max, kernel, strides, amounts, counts)


def _avg_pool(
    axes: int,
    input: jax.Array,
    kernel_size: Sizes,
    stride: Sizes | None,
    padding: Sizes,
    ceil_mode: bool,
    count_include_pad: bool,
    divisor_override: int | None,
) -> jax.Array:
    check_rank(input, axes, f"avg_pool{axes}d")
    kernel, strides, amounts = _windows(axes, kernel_size, stride, padding)
    sizes = input.shape[-axes:]
    counts = pooled_sizes(sizes, kernel, strides, amounts, (1,) * axes, ceil_mode)
    if divisor_override == 0:
        raise RuntimeError("divisor must be not zero")
    dtype = computing_dtype(input.dtype)
    total = _reduced(input.astype(dtype), np.array(0, dtype), lax.add, kernel, strides, amounts, counts)
    if divisor_override is not None:
        divisor = np.array(divisor_override)
    else:
        geometry = zip(sizes, counts, kernel, strides, amounts, strict=True)
        divisor = _elements([_lengths(*axis, count_include_pad) for axis in geometry])
    divisors = jnp.broadcast_to(jnp.asarray(divisor, dtype), total.shape)
    return lax.div(total, divisors).astype(input.dtype)  # of integers, towards zero


def _lengths(
    size: int, count: int, kernel: int, stride: int, padding: int, count_include_pad: bool
) -> np.ndarray[Any, Any]:
    """How many elements each window's mean is over."""
    starts = np.arange(count) * stride - padding
    stops = np.minimum(starts + kernel, size + padding)
    if count_include_pad:
        return stops - starts
    return np.minimum(stops, size) - np.maximum(starts, 0)


def _elements(lengths: Sequence[np.ndarray[Any, Any]]) -> np.ndarray[Any, Any]:
    """How many elements every window has, given its lengths on the axes; one number if it is the same for all."""
    counts = np.array(1)
    for length in lengths:
        counts = counts[..., None] * (length[:1] if (length == length[0]).all() else length)
    return counts


def _reduced(
    input: jax.Array,
    start: np.ndarray[Any, Any],
    combine: Any,
    kernel: Sequence[int],
    strides: Sequence[int],
    padding: Sequence[int],
    counts: Sequence[int],
) -> jax.Array:
    others = input.ndim - len(kernel)
    axes = zip(input.shape[others:], kernel, strides, padding, counts, strict=True)
    edges = [(p, max(p, (count - 1) * s + k - size - p)) for size, k, s, p, count in axes]
    ones, none = (1,) * others, [(0, 0)] * others
    reduced: jax.Array = lax.reduce_window(input, start, combine, (*ones, *kernel), (*ones, *strides), none + edges)
    return reduced


def _lp_pool(
    axes: int, input: jax.Array, norm_type: float, kernel_size: Sizes, stride: Sizes | None, ceil_mode: bool
) -> jax.Array:
    if math.isinf(norm_type):
        magnitudes = jnp.abs(input) if norm_type > 0 else -jnp.abs(input)
        largest: jax.Array = _max_pool(axes, magnitudes, kernel_size, stride, 0, 1, ceil_mode, False)
        return largest if norm_type > 0 else -largest
    mean = _avg_pool(axes, jnp.power(input, norm_type), kernel_size, stride, 0, ceil_mode, True, None)
    elements = math.prod(per_axis(kernel_size, axes, "kernel_size"))
    # PyTorch: sign(mean) * relu(abs(mean)), whose gradient where the mean is 0 is 0
    signed = jnp.sign(mean) * jax.nn.relu(jnp.abs(mean))
    return jnp.power(signed * elements, 1.0 / norm_type)
