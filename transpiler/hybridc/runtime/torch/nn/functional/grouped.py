"""Convolutions in groups of channels, in forms that XLA compiles well."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

import jax
import jax.numpy as jnp
from jax import lax

from hybridc.runtime.torch.nn.functional.windows import computing_dtype

__all__ = ["convolve", "exchanged"]

# XLA's CPU backend runs one convolution with groups 2 to 300 times slower than the same work written out, its gradient
# 4 to 100 times. Written out, compiling takes longer with every group and every element of the kernel.
_MOST_GROUPS = 32
_MOST_TAPS = 64


def convolve(
    x: jax.Array,
    kernel: jax.Array,
    strides: Sequence[int],
    padding: Sequence[tuple[int, int]],
    base_dilation: Sequence[int],
    window_dilation: Sequence[int],
    groups: int,
) -> jax.Array:
    """Cross-correlation of `x` (N, C, ...) with `kernel` (O, C / groups, ...): `lax.conv_general_dilated`.

    `base_dilation` spreads the input (the stride of a transposed convolution), `window_dilation` the kernel; padding
    may be negative.
    """
    if groups == 1 or jax.default_backend() != "cpu":
        return _convolution(x, kernel, strides, padding, base_dilation, window_dilation, groups)
    if kernel.shape[1] == 1 and x.shape[1] == groups and math.prod(kernel.shape[2:]) <= _MOST_TAPS:
        return _depthwise(x, kernel, strides, padding, base_dilation, window_dilation)
    if groups <= _MOST_GROUPS:
        parts = zip(jnp.split(x, groups, axis=1), jnp.split(kernel, groups, axis=0), strict=True)
        found = [_convolution(part, k, strides, padding, base_dilation, window_dilation, 1) for part, k in parts]
        return jnp.concatenate(found, axis=1)
    return _convolution(x, kernel, strides, padding, base_dilation, window_dilation, groups)


def exchanged(weight: jax.Array, groups: int) -> jax.Array:
    """(C, O / groups, ...) -> (O, C / groups, ...), mirrored: the kernel by which a transposed convolution is one."""
    inputs, outputs, *taps = weight.shape
    parts = jnp.flip(weight, tuple(range(2, weight.ndim))).reshape(groups, inputs // groups, outputs, *taps)
    return parts.swapaxes(1, 2).reshape(groups * outputs, inputs // groups, *taps)


def _convolution(
    x: jax.Array,
    kernel: jax.Array,
    strides: Sequence[int],
    padding: Sequence[tuple[int, int]],
    base_dilation: Sequence[int],
    window_dilation: Sequence[int],
    groups: int,
) -> jax.Array:
    return lax.conv_general_dilated(
        x,
        kernel,
        strides,
        padding,
        lhs_dilation=base_dilation,
        rhs_dilation=window_dilation,
        feature_group_count=groups,
    )


def _depthwise(
    x: jax.Array,
    kernel: jax.Array,
    strides: Sequence[int],
    padding: Sequence[tuple[int, int]],
    base_dilation: Sequence[int],
    window_dilation: Sequence[int],
) -> jax.Array:
    """A group for every channel: the sum, over the elements of the kernel, of the input moved and scaled."""
    dtype = computing_dtype(x.dtype)
    edges = [(low, high, d - 1) for (low, high), d in zip(padding, base_dilation, strict=True)]
    x = lax.pad(x, jnp.zeros((), x.dtype), [(0, 0, 0), (0, 0, 0), *edges])
    channels, sizes, taps = x.shape[1], x.shape[2:], kernel.shape[2:]
    counts = [
        (size - d * (k - 1) - 1) // s + 1 for size, d, k, s in zip(sizes, window_dilation, taps, strides, strict=True)
    ]
    total = jnp.zeros((x.shape[0], channels, kernel.shape[0] // channels, *counts), dtype)
    for tap in itertools.product(*(range(k) for k in taps)):
        starts = [t * d for t, d in zip(tap, window_dilation, strict=True)]
        stops = [start + (count - 1) * s + 1 for start, count, s in zip(starts, counts, strides, strict=True)]
        moved = lax.slice(x, (0, 0, *starts), (*x.shape[:2], *stops), (1, 1, *strides))
        scale = kernel[(slice(None), 0, *tap)].reshape(channels, -1, *(1 for _ in taps))
        total = total + moved[:, :, None].astype(dtype) * scale.astype(dtype)
    return total.reshape(x.shape[0], kernel.shape[0], *counts).astype(kernel.dtype)
