"""Compares printed text: numbers by value, lines in their order or, where that is all that differs, without it."""

from __future__ import annotations

import math
import re
from typing import Literal

from hybridc.verification.protocol import Printed

_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?|[-+]?\b(?:nan|inf)\b")
_SPACED = re.compile(rf"[ \t]*(?:{_NUMBER.pattern})[ \t]*")
_KEPT = 2000  # characters of each side that are reported
_RTOL = 1e-6  # arrays are printed with eight digits
Status = Literal["same", "rounded", "reordered", "different", "not compared"]


def compared(original: str, converted: str, rtol: float, is_wanted: bool) -> Printed:
    """`rtol` is that of the values."""
    status = _status(original, converted, max(rtol, _RTOL)) if is_wanted else "not compared"
    return Printed(status=status, original=original[:_KEPT], converted=converted[:_KEPT])


def _status(original: str, converted: str, rtol: float) -> Status:
    if original == converted:
        return "same"
    if _is_alike(original, converted, rtol):
        return "rounded"
    # JAX does not promise the order of prints that do not depend on each other.
    ours, theirs = sorted(original.splitlines()), sorted(converted.splitlines())
    if len(ours) == len(theirs) and all(_is_alike(a, b, rtol) for a, b in zip(ours, theirs, strict=True)):
        return "reordered"
    return "different"


def _is_alike(one: str, other: str, rtol: float) -> bool:
    """The same text around numbers that are close; the spaces beside numbers follow from how long they are."""
    if _SPACED.sub("#", one) != _SPACED.sub("#", other):
        return False
    ours, theirs = _NUMBER.findall(one), _NUMBER.findall(other)
    return len(ours) == len(theirs) and all(_is_close(a, b, rtol) for a, b in zip(ours, theirs, strict=True))


def _is_close(one: str, other: str, rtol: float) -> bool:
    is_whole = [text.lstrip("+-").isdigit() for text in (one, other)]
    if one == other:
        return True
    if any(is_whole):  # `3` and `3.0` are of different types
        return all(is_whole) and int(one) == int(other)
    a, b = float(one), float(other)
    return (a != a and b != b) or math.isclose(a, b, rel_tol=rtol, abs_tol=rtol * 1e-2)
