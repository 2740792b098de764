"""Which elements of an axis a resized axis is made of, and their weights: PyTorch's own arithmetic, in float32.

Every function takes the sizes of the axis before and after and the step between source positions. It gives the
(after, taps) int32 positions and the float32 weights that belong to them.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

__all__ = ["Taps", "antialiasing_taps", "cubic_taps", "linear_taps", "nearest_positions", "source_step"]

Array = np.ndarray[Any, Any]
Taps = tuple[Array, Array]
_HALF = np.float32(0.5)


def source_step(before: int, after: int, scale: float | None, align_corners: bool) -> np.float32:
    """How far apart, in the source, the elements of the result lie (`area_pixel_compute_scale`).

    A scale that the caller gave decides, not the sizes that came of it; with aligned corners the sizes decide.
    """
    if align_corners:
        return np.float32(before - 1) / np.float32(after - 1) if after > 1 else np.float32(0)
    return np.float32(1.0 / scale) if scale is not None and scale > 0 else np.float32(before) / np.float32(after)


def nearest_positions(before: int, after: int, step: np.float32, is_exact: bool) -> Array:
    """(after,) positions: that at or before each source position, or the one whose middle is nearest, if `is_exact`."""
    places = np.arange(after, dtype=np.float32)
    places = (places + _HALF) * step if is_exact else places * step
    positions: Array = np.minimum(np.floor(places).astype(np.int32), before - 1)
    return positions


def linear_taps(before: int, after: int, step: np.float32, align_corners: bool) -> Taps:
    """The two neighbours of each source position (`compute_source_index_and_lambda`)."""
    if before == after:
        same = np.arange(before, dtype=np.int32)
        return np.stack([same, same], 1), np.broadcast_to(np.array([1, 0], np.float32), (after, 2))
    places = np.maximum(_places(after, step, align_corners), np.float32(0))
    left = np.minimum(places.astype(np.int32), before - 1)
    share = np.clip(places - left.astype(np.float32), 0, 1)
    return np.stack([left, np.minimum(left + 1, before - 1)], 1), np.stack([1 - share, share], 1)


def cubic_taps(before: int, after: int, step: np.float32, align_corners: bool) -> Taps:
    """Four neighbours, the edge repeated, with the weights of the cubic convolution of A = -0.75."""
    places = _places(after, step, align_corners)
    left = np.minimum(np.floor(places).astype(np.int32), before - 1)
    share = np.clip(places - left.astype(np.float32), 0, 1)
    distances = np.stack([share + 1, share, 1 - share, 2 - share], 1)
    positions = np.clip(left[:, None] + np.arange(-1, 3), 0, before - 1)
    return positions, _cubic_filter(distances, np.float32(-0.75))


def antialiasing_taps(before: int, after: int, step: np.float32, mode: str) -> tuple[Array, Array, Array]:
    """As many neighbours as a filter spans that grows with the step when the result is smaller (as Pillow resizes).

    The third array has the numbers of neighbours; what comes after them repeats the last, with a weight of 0.
    """
    width, curve = _FILTERS[mode]
    reach = np.float32(width / 2) * max(step, np.float32(1))
    centres = step * (np.arange(after, dtype=np.float32) + _HALF)
    first = np.maximum((centres - reach + _HALF).astype(np.int32), 0)
    spans = np.minimum((centres + reach + _HALF).astype(np.int32), before) - first
    spans = np.clip(spans, 0, math.ceil(reach) * 2 + 1)
    offsets = np.arange(spans.max())
    is_inside = offsets < spans[:, None]
    distances = (first[:, None] + offsets).astype(np.float32) - centres[:, None] + _HALF
    weights = np.where(is_inside, curve(distances / max(step, np.float32(1))), np.float32(0))
    totals = weights.sum(1, keepdims=True)
    weights = weights / np.where(totals == 0, np.float32(1), totals)
    return np.minimum(first[:, None] + offsets, (first + spans - 1)[:, None]), weights, spans


def _places(after: int, step: np.float32, align_corners: bool) -> Array:
    """Where in the source the elements of the result lie (`area_pixel_compute_source_index`)."""
    places = np.arange(after, dtype=np.float32)
    return places * step if align_corners else step * (places + _HALF) - _HALF


def _cubic_filter(x: Array, a: np.float32) -> Array:
    """The cubic convolution kernel (Keys 1981), at distances x."""
    x = np.abs(x)
    near = ((a + 2) * x - (a + 3)) * x * x + 1
    far = ((a * x - 5 * a) * x + 8 * a) * x - 4 * a
    return np.where(x <= 1, near, np.where(x < 2, far, 0)).astype(np.float32)


def _triangle(x: Array) -> Array:
    heights: Array = np.maximum(1 - np.abs(x), np.float32(0))
    return heights


def _lanczos(x: Array) -> Array:
    return np.where(np.abs(x) < 3, np.sinc(x) * np.sinc(x / 3), 0).astype(np.float32)


# Width in elements of the source, and the curve.
_FILTERS: dict[str, tuple[int, Callable[[Array], Array]]] = {
    "bilinear": (2, _triangle),
    "bicubic": (4, lambda x: _cubic_filter(x, np.float32(-0.5))),
    "lanczos": (6, _lanczos),
}
