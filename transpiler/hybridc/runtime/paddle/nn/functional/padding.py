"""Padding and what moves elements between axes, as `paddle.nn.functional` has them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from hybridc.runtime.paddle.nn.functional.windows import as_it_was, per_axis, with_channels_first

Array = jax.Array

__all__ = ["channel_shuffle", "fold", "pad", "pixel_shuffle", "pixel_unshuffle", "unfold", "zeropad2d"]

_MODES = {"reflect": "reflect", "replicate": "edge", "circular": "wrap"}
_LAST = ("NLC", "NHWC", "NDHWC")


def pad(
    x: Array,
    pad: Any,
    mode: str = "constant",
    value: float = 0.0,
    data_format: str | None = None,
    pad_from_left_axis: bool = True,
    name: str | None = None,
) -> Array:
    """Elements around an input: constant, or those of its own.

    With two numbers for each axis but those of the batch and the channels, the last axis comes first. With as many as
    two for each axis, the first axis comes first, unless `pad_from_left_axis` is False; with fewer, the last comes
    first. Raises ValueError for another mode.
    """
    widths = [int(n) for n in np.asarray(pad).reshape(-1)]
    if mode not in ("constant", *_MODES):
        raise ValueError(f"mode should be one of constant, reflect, replicate, circular, but got {mode}.")
    pairs = list(zip(widths[::2], widths[1::2], strict=True))
    around = [(0, 0)] * x.ndim
    if mode == "constant" and len(widths) != (x.ndim - 2) * 2:
        if len(widths) == 2 * x.ndim and pad_from_left_axis:
            around = pairs
        else:
            for place, pair in enumerate(pairs, 1):
                around[-place] = pair
    else:
        first = x.ndim - 2 if data_format in _LAST else x.ndim - 1
        for place, pair in enumerate(pairs):
            around[first - place] = pair
    if mode != "constant":
        return jnp.pad(x, around, mode=_MODES[mode])
    low = [(max(a, 0), max(b, 0)) for a, b in around]
    found = jnp.pad(x, low, constant_values=jnp.asarray(value, x.dtype))
    cut = [slice(max(-a, 0), n - max(-b, 0)) for (a, b), n in zip(around, found.shape, strict=True)]
    return found[tuple(cut)]


def zeropad2d(x: Array, padding: Any, data_format: str = "NCHW", name: str | None = None) -> Array:
    return pad(x, padding, "constant", 0.0, data_format)


def pixel_shuffle(x: Array, upscale_factor: int, data_format: str = "NCHW", name: str | None = None) -> Array:
    """(N, C * r * r, H, W) to (N, C, H * r, W * r)."""
    r, is_last = upscale_factor, data_format == "NHWC"
    n, c, h, w = (first := with_channels_first(x, is_last)).shape
    parts = first.reshape(n, c // (r * r), r, r, h, w).transpose(0, 1, 4, 2, 5, 3)
    return as_it_was(parts.reshape(n, c // (r * r), h * r, w * r), is_last)


def pixel_unshuffle(x: Array, downscale_factor: int, data_format: str = "NCHW", name: str | None = None) -> Array:
    """(N, C, H * r, W * r) to (N, C * r * r, H, W)."""
    r, is_last = downscale_factor, data_format == "NHWC"
    n, c, h, w = (first := with_channels_first(x, is_last)).shape
    parts = first.reshape(n, c, h // r, r, w // r, r).transpose(0, 1, 3, 5, 2, 4)
    return as_it_was(parts.reshape(n, c * r * r, h // r, w // r), is_last)


def channel_shuffle(x: Array, groups: int, data_format: str = "NCHW", name: str | None = None) -> Array:
    """The channels of `groups` groups by turns."""
    is_last = data_format == "NHWC"
    n, c, h, w = (first := with_channels_first(x, is_last)).shape
    return as_it_was(first.reshape(n, groups, c // groups, h, w).swapaxes(1, 2).reshape(n, c, h, w), is_last)


def unfold(
    x: Array, kernel_sizes: Any, strides: Any = 1, paddings: Any = 0, dilations: Any = 1, name: str | None = None
) -> Array:
    """(N, C, H, W) to its windows as columns (N, C * kernel, number). `paddings`: of the sides, top first."""
    kernel, steps = per_axis(kernel_sizes, 2, "kernel_sizes"), per_axis(strides, 2, "strides")
    found = lax.conv_general_dilated_patches(
        x, kernel, steps, _sides(paddings), rhs_dilation=per_axis(dilations, 2, "dilations")
    )
    return found.reshape(*found.shape[:2], -1)


def fold(
    x: Array,
    output_sizes: Any,
    kernel_sizes: Any,
    strides: Any = 1,
    paddings: Any = 0,
    dilations: Any = 1,
    name: str | None = None,
) -> Array:
    """Columns (N, C * kernel, number) as windows of (N, C, H, W), added where they overlap: the reverse of `unfold`."""
    height, width = per_axis(output_sizes, 2, "output_sizes")
    kernel = per_axis(kernel_sizes, 2, "kernel_sizes")
    channels = x.shape[1] // (kernel[0] * kernel[1])

    def windows(image: Array) -> Array:
        return unfold(image, kernel, strides, paddings, dilations)

    like = jnp.zeros((x.shape[0], channels, height, width), x.dtype)
    (found,) = jax.linear_transpose(windows, like)(x)
    return jnp.asarray(found)


def _sides(paddings: Any) -> list[tuple[int, int]]:
    if isinstance(paddings, Sequence) and len(paddings) == 4:
        top, left, bottom, right = paddings
        return [(top, bottom), (left, right)]
    return [(n, n) for n in per_axis(paddings, 2, "paddings")]
