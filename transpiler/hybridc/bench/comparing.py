"""Whether two systems return the same numbers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

Arrays = Mapping[str, np.ndarray[Any, Any]]
# By the bytes of a number, relative to the largest of an array: sums are taken in another order.
ALLOWED = {2: (2e-2, 1e-3), 4: (1e-4, 1e-5), 8: (1e-9, 1e-12)}


class Difference(Exception):
    """Two results are not the same; the message says where they part."""

    def __init__(self, message: str, largest: float | None = None) -> None:
        super().__init__(message)
        self.largest = largest


def largest_difference(reference: Arrays, found: Arrays, rtol: float | None, atol: float | None) -> float:
    """The largest difference of two numbers at one place. Raises Difference where it is more than is allowed.

    Allowed is `atol + rtol * m`, where m is the largest finite number of the reference's array; by default what suits
    the coarser dtype. Whole numbers and truths have to be equal; dtypes may be of other widths.
    """
    if list(reference) != list(found) and (sorted(reference) != sorted(found)):
        if len(reference) == len(found):
            found = dict(zip(reference, found.values(), strict=True))  # a list where there was a tuple, a named one
        else:
            raise Difference(f"it returns {_count(found)}, and the reference {_count(reference)}")
    largest = 0.0
    for path, ours in reference.items():
        theirs = found[path]
        if ours.shape != theirs.shape:
            raise Difference(f"`{path}` has the shape {theirs.shape}, and {ours.shape} in the reference")
        apart = _apart(path, ours, theirs)
        largest = max(largest, apart)
        allowed = _allowed(ours, theirs, rtol, atol)
        if not apart <= allowed:
            raise Difference(f"`{path}` differs by {apart:.2g}, and {allowed:.2g} is allowed", apart)
    return largest


def narrowed(reference: Arrays, found: Arrays) -> str | None:
    """What is computed in fewer bits than the reference, or more: fractions of another width. None where nothing is."""
    for (path, ours), theirs in zip(reference.items(), found.values(), strict=False):
        if {ours.dtype.kind, theirs.dtype.kind} <= {"f", "c"} and ours.dtype.itemsize != theirs.dtype.itemsize:
            return f"returns {theirs.dtype} as `{path}`, and the reference {ours.dtype}"
    return None


def _apart(path: str, ours: np.ndarray[Any, Any], theirs: np.ndarray[Any, Any]) -> float:
    if not ours.size:
        return 0.0
    if ours.dtype.kind not in "fc" and theirs.dtype.kind not in "fc":
        if np.array_equal(ours, theirs):
            return 0.0
        gap = max(abs(int(a) - int(b)) for a, b in zip(ours.flat, theirs.flat, strict=True))
        raise Difference(f"`{path}` differs by {gap}, in whole numbers", float(gap))
    wide = np.complex128 if "c" in (ours.dtype.kind, theirs.dtype.kind) else np.float64
    a, b = ours.astype(wide), theirs.astype(wide)
    is_finite = np.isfinite(a)
    if not np.array_equal(is_finite, np.isfinite(b)) or not np.array_equal(
        a[~is_finite], b[~is_finite], equal_nan=True
    ):
        raise Difference(f"`{path}` has NaN or infinities in other places than the reference")
    apart = np.abs(np.where(is_finite, a, 0) - np.where(is_finite, b, 0))
    return float(np.max(apart, initial=0.0))


def _allowed(ours: np.ndarray[Any, Any], theirs: np.ndarray[Any, Any], rtol: float | None, atol: float | None) -> float:
    widths = [a.dtype.itemsize // (1 + (a.dtype.kind == "c")) for a in (ours, theirs) if a.dtype.kind in "fc"]
    if not widths:
        return 0.0
    relative, absolute = ALLOWED[min(8, *widths)]
    magnitude = np.abs(ours)
    scale = float(np.max(magnitude, where=np.isfinite(magnitude), initial=0.0))
    return (absolute if atol is None else atol) + (relative if rtol is None else rtol) * scale


def _count(arrays: Arrays) -> str:
    return f"{len(arrays)} array{'s' if len(arrays) != 1 else ''}"
