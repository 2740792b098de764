"""Units in the last place between floating-point numbers."""

from __future__ import annotations

import numpy as np

_BITS = {2: np.uint16, 4: np.uint32, 8: np.uint64}


def distances(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """How many representable numbers lie from `a` to `b`, elementwise: both of one dtype, f16, f32 or f64, and finite.

    From the number below zero to the one above are two steps: +0.0 and -0.0 are one number. Gives uint64.
    """
    first, second = _ranks(a), _ranks(b)
    return np.asarray(np.maximum(first, second) - np.minimum(first, second))


def _ranks(values: np.ndarray) -> np.ndarray:
    """Their places in the order of all numbers of the dtype. The bits of positive numbers are in order already."""
    width = values.dtype.itemsize
    bits = np.ascontiguousarray(values).view(_BITS[width]).astype(np.uint64).reshape(values.shape)
    zero = np.uint64(1 << (8 * width - 1))
    magnitude = bits & (zero - np.uint64(1))
    return np.where(bits & zero != 0, zero - magnitude, zero + magnitude)
