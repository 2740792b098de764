"""Windows over the last axes of (N, C, *), and where they lie."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

__all__ = ["covering", "per_axis"]


def per_axis(value: Any, axes: int) -> tuple[int, ...]:
    """A number for each axis. Raises ValueError for another count of them."""
    found = (int(value),) * axes if np.ndim(value) == 0 else tuple(int(each) for each in value)
    if len(found) != axes:
        raise ValueError(f"expected {axes} numbers, one for each axis, got {value}")
    return found


def covering(
    sizes: Sequence[int], kernel: Sequence[int], strides: Sequence[int], pads: Sequence[int], cover_all: bool
) -> list[tuple[int, int]]:
    """The padding of each axis; with `cover_all`, so much behind that a window has every element.

    Raises ValueError where no window fits.
    """
    found = []
    for size, taps, step, pad in zip(sizes, kernel, strides, pads, strict=True):
        room = size + 2 * pad - taps + (step - 1 if cover_all else 0)
        if room < 0:
            raise ValueError(f"no window {list(kernel)} fits into {list(sizes)} with the padding {list(pads)}")
        behind = room // step * step + taps - size - pad
        found.append((pad, max(behind, -size + 1)))
    return found
