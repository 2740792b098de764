"""When two results are the same, and when a number is one to compare at all."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np

from closeness import assert_close

BIG = 1e6


def tame(value: Any) -> bool:
    """No number overflows or is lost to rounding."""
    if isinstance(value, list | tuple):
        return all(map(tame, value))
    if isinstance(value, dict):
        return all(map(tame, value.values()))
    if value is None or isinstance(value, bool):
        return True
    array = np.asarray(value)
    return array.dtype.kind in "biuf" and bool(np.all(np.isfinite(array)) and np.all(np.abs(array.astype(float)) < BIG))


def leaves(value: Any) -> list[Any]:
    if isinstance(value, list | tuple):
        return [leaf for v in value for leaf in leaves(v)]
    if isinstance(value, dict):
        return [leaf for v in value.values() for leaf in leaves(v)]
    return [value]


def differing(expected: Any, found: Any, strict: bool, where: str) -> str | None:
    """Where two results differ, by path."""
    for kind in (list, tuple, dict):
        if isinstance(expected, kind) != isinstance(found, kind):
            return f"{where}: {type(found).__name__} for {type(expected).__name__}"
    if isinstance(expected, list | tuple):
        if len(expected) != len(found):
            return f"{where}: {len(found)} values for {len(expected)}"
        pairs = ((f"{where}[{i}]", a, b) for i, (a, b) in enumerate(zip(expected, found, strict=True)))
        return next(filter(None, (differing(a, b, strict, at) for at, a, b in pairs)), None)
    if isinstance(expected, dict):
        if set(expected) != set(found):  # JAX sorts those of compiled functions: docs/semantics.md
            return f"{where}: keys {list(found)} for {list(expected)}"
        return next(filter(None, (differing(expected[k], found[k], strict, f"{where}[{k!r}]") for k in expected)), None)
    if (expected is None) != (found is None):
        return f"{where}: {found} for {expected}"
    if expected is None:
        return None
    one, other = np.asarray(expected), np.asarray(found)
    if one.shape != other.shape:
        return f"{where}: shape {other.shape} for {one.shape}"
    if strict and isinstance(expected, np.ndarray) and one.shape and one.dtype != other.dtype:
        return f"{where}: {other.dtype} for {one.dtype}"
    try:
        coarse = {one.dtype.itemsize, other.dtype.itemsize} & {4} and "f" in one.dtype.kind + other.dtype.kind
        assert_close(
            other.astype(float), one.astype(float), rtol=1e-4 if coarse else 1e-9, atol=1e-5 if coarse else 1e-12
        )
    except AssertionError:
        return f"{where}: {other.tolist()} for {one.tolist()}"
    return None


def differing_with(expected: Any, kept: dict[str, Any], found: Any, strict: bool, where: str) -> str | None:
    """As `differing`, where arguments that were changed follow the result, but for those that the result has."""
    values = [] if expected is None else leaves(expected)
    had = [
        name
        for name, value in kept.items()
        if isinstance(value, int | float | np.generic)
        or any(differing(v, value, strict, "") is None for v in values if v is not None)
    ]
    difference = None
    for left_out in itertools.chain.from_iterable(itertools.combinations(had, n) for n in range(len(had) + 1)):
        wanted = [*values, *(value for name, value in kept.items() if name not in left_out)]
        if not wanted:
            wanted = [None]
        got = leaves(found)
        # of a number there is nothing to take back, and whatever follows in its place is not asked
        got = (
            [
                w if isinstance(w, int | float | np.generic) and i >= len(values) else g
                for i, (w, g) in enumerate(zip(wanted, got, strict=False))
            ]
            if len(got) == len(wanted)
            else got
        )
        difference = differing(wanted, got, strict, where)
        if difference is None:
            return None
    return difference
