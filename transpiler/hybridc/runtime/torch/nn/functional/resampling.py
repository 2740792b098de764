"""Resizing: interpolation between the elements of an input's last axes."""

from __future__ import annotations

from collections.abc import Sequence

import jax
import jax.numpy as jnp
import numpy as np

from hybridc.runtime.torch.nn.functional import resampling_weights as weights
from hybridc.runtime.torch.nn.functional.adaptive_pooling import (
    adaptive_avg_pool1d,
    adaptive_avg_pool2d,
    adaptive_avg_pool3d,
)
from hybridc.runtime.torch.nn.functional.windows import Sizes, computing_dtype

__all__ = ["interpolate", "upsample", "upsample_bilinear", "upsample_nearest"]

Scales = float | Sequence[float]
_ANY_RANK = ("nearest", "nearest-exact", "area")
_RANKS = {"linear": 3, "bilinear": 4, "trilinear": 5, "bicubic": 4, "lanczos": 4}
_AREAS = {3: adaptive_avg_pool1d, 4: adaptive_avg_pool2d, 5: adaptive_avg_pool3d}


def interpolate(
    input: jax.Array,
    size: Sizes | None = None,
    scale_factor: Scales | None = None,
    mode: str = "nearest",
    align_corners: bool | None = None,
    recompute_scale_factor: bool | None = None,
    antialias: bool = False,
) -> jax.Array:
    """`input` (N, C, ...) with one to three axes more, resized to `size` or by `scale_factor`; the dtype stays.

    Modes: "nearest", "nearest-exact" (any dtype), "area", "linear" (one axis), "bilinear", "bicubic" (two), "trilinear"
    (three), and with `antialias` "bilinear", "bicubic", "lanczos". A scale factor decides where the elements of the
    result lie in the input; with `recompute_scale_factor` the sizes do, as they do for `size`.

    Raises ValueError for arguments that do not go together, RuntimeError for empty results, NotImplementedError for
    modes of another number of axes, and for integers in modes other than nearest: PyTorch's rounding for them is its
    own.
    """
    corners = _aligned(mode, align_corners)
    sizes, scales = _wanted(input, size, scale_factor, mode, bool(recompute_scale_factor))
    _check(input, mode, antialias, corners, sizes)
    if mode == "area":
        return _AREAS[input.ndim](input, sizes)
    x = input.astype(computing_dtype(input.dtype))
    for axis in range(2, input.ndim):
        x = _resized(x, axis, sizes[axis - 2], scales[axis - 2], mode, corners, antialias)
    return x.astype(input.dtype)


def upsample(
    input: jax.Array,
    size: Sizes | None = None,
    scale_factor: Scales | None = None,
    mode: str = "nearest",
    align_corners: bool | None = None,
) -> jax.Array:
    """The old name of `interpolate`."""
    return interpolate(input, size, scale_factor, mode, align_corners)


def upsample_nearest(input: jax.Array, size: Sizes | None = None, scale_factor: Scales | None = None) -> jax.Array:
    """`interpolate` to the nearest element."""
    return interpolate(input, size, scale_factor, "nearest")


def upsample_bilinear(input: jax.Array, size: Sizes | None = None, scale_factor: Scales | None = None) -> jax.Array:
    """`interpolate` in mode "bilinear", with aligned corners."""
    return interpolate(input, size, scale_factor, "bilinear", align_corners=True)


def _aligned(mode: str, align_corners: bool | None) -> bool:
    if mode in _ANY_RANK and align_corners is not None:
        raise ValueError(
            "align_corners option can only be set with the interpolating modes: "
            "linear | bilinear | bicubic | trilinear | lanczos"
        )
    return bool(align_corners)


def _wanted(
    input: jax.Array, size: Sizes | None, scale_factor: Scales | None, mode: str, recompute: bool
) -> tuple[list[int], list[float | None]]:
    """The sizes of the result, and the scales that decide where its elements lie."""
    axes = input.ndim - 2
    if (size is None) == (scale_factor is None):
        raise ValueError("one of size and scale_factor should be defined, and only one")
    given = size if size is not None else scale_factor
    values = list(given) if isinstance(given, Sequence) else [given] * axes
    if len(values) != axes:
        raise ValueError(f"{values} does not have one value for each of {axes} spatial dimensions of {input.shape}")
    if size is not None:
        if recompute:
            raise ValueError("recompute_scale_factor is not meaningful with an explicit size.")
        if not all(isinstance(v, int | np.integer) for v in values):
            raise TypeError(f"expected size to be whole numbers, but got {size}")
        return [int(v) for v in values], [None] * axes  # type: ignore[arg-type]
    scales = [float(v) for v in values]  # type: ignore[arg-type]
    sizes = [int(before * scale) for before, scale in zip(input.shape[2:], scales, strict=True)]
    return sizes, [None] * axes if recompute or mode == "area" else list(scales)


def _check(input: jax.Array, mode: str, antialias: bool, corners: bool, sizes: Sequence[int]) -> None:
    if mode not in _RANKS and mode not in _ANY_RANK:
        raise NotImplementedError(f"interpolate has no mode {mode!r}")
    if input.ndim not in (3, 4, 5) or _RANKS.get(mode, input.ndim) != input.ndim:
        raise NotImplementedError(f"Got {input.ndim}D input, which the mode {mode!r} does not take")
    if antialias and mode not in ("bilinear", "bicubic", "lanczos"):
        raise ValueError("Anti-alias option is restricted to bilinear, bicubic, and lanczos modes and 4-D input")
    if mode == "lanczos" and (corners or not antialias):
        raise ValueError("Lanczos mode requires antialias=True and does not support align_corners=True")
    if min(*sizes, *input.shape[2:]) < 1:
        raise RuntimeError(f"Input and output sizes should be greater than 0, but got {input.shape} and {sizes}")
    if mode not in _ANY_RANK and not jnp.issubdtype(input.dtype, jnp.floating):
        raise NotImplementedError(f"interpolate in mode {mode!r} takes floats, not {input.dtype}")


def _resized(
    x: jax.Array, axis: int, after: int, scale: float | None, mode: str, corners: bool, antialias: bool
) -> jax.Array:
    before = x.shape[axis]
    step = weights.source_step(before, after, scale, corners)
    if mode.startswith("nearest"):
        return _taken(x, axis, weights.nearest_positions(before, after, step, mode == "nearest-exact"))
    if antialias:
        return x if before == after else _filtered(x, axis, weights.antialiasing_taps(before, after, step, mode))
    taps = weights.cubic_taps if mode == "bicubic" else weights.linear_taps
    positions, shares = taps(before, after, step, corners)
    others = (1,) * (x.ndim - axis - 1)
    parts = [
        _taken(x, axis, position) * share.reshape(-1, *others)
        for position, share in zip(positions.T, shares.T, strict=True)
    ]
    total: jax.Array = sum(parts[1:], start=parts[0])
    return total


def _taken(x: jax.Array, axis: int, positions: weights.Array) -> jax.Array:
    """The elements at the positions; repeated as a whole if each stands the same number of times."""
    times = len(positions) // x.shape[axis]
    if times and np.array_equal(positions, np.arange(x.shape[axis]).repeat(times)):
        wide = jnp.broadcast_to(jnp.expand_dims(x, axis + 1), (*x.shape[: axis + 1], times, *x.shape[axis + 1 :]))
        return wide.reshape(*x.shape[:axis], len(positions), *x.shape[axis + 1 :])
    return jnp.take(x, jnp.asarray(positions), axis=axis, mode="clip")


def _filtered(x: jax.Array, axis: int, taps: tuple[weights.Array, weights.Array, weights.Array]) -> jax.Array:
    """Weighted sums of as many elements as a filter spans."""
    positions, shares, spans = taps
    others = (1,) * (x.ndim - axis - 1)
    is_inside = (np.arange(positions.shape[1]) < spans[:, None]).reshape(*positions.shape, *others)
    elements = jnp.where(is_inside, jnp.take(x, jnp.asarray(positions), axis=axis, mode="clip"), 0)
    return (elements * shares.reshape(*shares.shape, *others)).sum(axis + 1)
