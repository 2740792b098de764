"""Resizing, as `paddle.nn.functional` has it."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from hybridc.runtime.paddle.nn.functional import adaptive_pooling
from hybridc.runtime.paddle.nn.functional.windows import as_it_was, is_channels_last, per_axis, with_channels_first
from hybridc.runtime.torch.nn.functional import resampling_weights as weights

Array = jax.Array

__all__ = ["interpolate", "upsample"]

_AXES = {"linear": 1, "bilinear": 2, "trilinear": 3, "bicubic": 2}
_FORMATS = {1: "NCW", 2: "NCHW", 3: "NCDHW"}
_NAMES = {"NCW": "NCL", "NWC": "NLC"}


def interpolate(
    x: Array,
    size: Any = None,
    scale_factor: Any = None,
    mode: str = "nearest",
    align_corners: bool = False,
    align_mode: int = 0,
    data_format: str | None = None,
    recompute_scale_factor: bool | None = None,
    name: str | None = None,
) -> Array:
    """(N, C, *) or (N, *, C) with other sizes, given or scaled.

    Modes: "nearest", "area", "linear" (one axis), "bilinear", "bicubic" (two), "trilinear" (three). With `align_mode` 1
    linear modes count from the corners of elements, not from middles. Raises ValueError for what does not fit.
    """
    axes = x.ndim - 2
    mode = mode.lower()
    if mode not in ("nearest", "area") and _AXES.get(mode) != axes:
        raise ValueError(f"interpolate: the mode {mode!r} does not fit an input {list(x.shape)}")
    if mode in ("nearest", "area") and align_corners:
        raise ValueError("align_corners option can only be set with the interpolating modes: linear, bilinear, ...")
    if (size is None) == (scale_factor is None):
        raise ValueError("One of size and scale_factor must be given, and not both.")
    layout = data_format or _FORMATS[axes]
    is_last = is_channels_last(_NAMES.get(layout, layout), axes)
    first = with_channels_first(x, is_last)
    befores = first.shape[2:]
    if size is not None:
        sizes = per_axis([int(n) for n in np.atleast_1d(np.asarray(size))], axes, "size")
        scales: list[float | None] = [None] * axes
    else:
        given = np.atleast_1d(np.asarray(scale_factor, np.float64))
        factors = [float(given[0])] * axes if len(given) == 1 else [float(s) for s in given]
        sizes = tuple(int(n * s) for n, s in zip(befores, factors, strict=True))
        scales = [None] * axes if recompute_scale_factor else [*factors]
    if mode == "area":
        pools: Any = (
            adaptive_pooling.adaptive_avg_pool1d, adaptive_pooling.adaptive_avg_pool2d,
            adaptive_pooling.adaptive_avg_pool3d,
        )  # fmt: skip
        return as_it_was(pools[axes - 1](first, list(sizes)), is_last)
    for axis, (before, after, scale) in enumerate(zip(befores, sizes, scales, strict=True), 2):
        first = _along(first, axis, before, after, scale, mode, align_corners, align_mode)
    return as_it_was(first, is_last)


def _along(
    x: Array, axis: int, before: int, after: int, scale: float | None, mode: str, corners: bool, align_mode: int
) -> Array:
    step = weights.source_step(before, after, scale, corners)
    if mode == "nearest":
        return jnp.take(x, weights.nearest_positions(before, after, step, False), axis)
    if mode == "bicubic":
        places, shares = weights.cubic_taps(before, after, step, corners)
    elif align_mode == 1 and not corners:
        at = np.arange(after, dtype=np.float32) * step
        left = np.minimum(at.astype(np.int32), before - 1)
        share = at - left
        places = np.stack([left, np.minimum(left + 1, before - 1)], 1)
        shares = np.stack([1 - share, share], 1)
    else:
        places, shares = weights.linear_taps(before, after, step, corners)
    taken = jnp.take(x, places, axis)
    shape = (*(1,) * axis, *shares.shape, *(1,) * (x.ndim - axis - 1))
    return jnp.sum(taken * jnp.asarray(shares, x.dtype).reshape(shape), axis + 1)


def upsample(
    x: Array,
    size: Any = None,
    scale_factor: Any = None,
    mode: str = "nearest",
    align_corners: bool = False,
    align_mode: int = 0,
    data_format: str | None = None,
    name: str | None = None,
) -> Array:
    return interpolate(x, size, scale_factor, mode, align_corners, align_mode, data_format)
