"""How far two numbers may be apart."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from hybridc.verification.child.structure import is_array
from hybridc.verification.protocol import Settings

# By the bytes of one number. Sums taken in another order differ by a few units in the last place for every element.
_DEFAULTS = {2: (1e-2, 1e-3), 4: (1e-4, 1e-5), 8: (1e-9, 1e-12)}


def precision(values: Iterable[object]) -> int:
    """The bytes of the coarsest floating-point number among arrays: 2, 4 or 8."""
    widths = [_width(np.asarray(v).dtype) for v in values if is_array(v)]
    return min((w for w in widths if w), default=8)


def _width(dtype: np.dtype) -> int:
    if dtype.kind == "c":
        return min(dtype.itemsize // 2, 8)
    if dtype.kind == "f":
        return min(dtype.itemsize, 8)
    return 2 if dtype.kind == "V" else 0  # bfloat16 is of no kind that NumPy knows


def allowed(width: int, settings: Settings) -> tuple[float, float]:
    """The relative and the absolute tolerance for numbers of so many bytes."""
    rtol, atol = _DEFAULTS[width]
    return (
        rtol if settings["rtol"] is None else settings["rtol"],
        atol if settings["atol"] is None else settings["atol"],
    )
