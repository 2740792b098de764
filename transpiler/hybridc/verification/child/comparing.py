"""Compares two results leaf by leaf: structure, shape, dtype and values."""

from __future__ import annotations

import numpy as np

from hybridc.verification.child.structure import Pair, is_array, pairs
from hybridc.verification.child.tolerance import allowed, precision
from hybridc.verification.child.ulps import distances
from hybridc.verification.protocol import Comparison, Described, First, Settings, Status

_PYTHON = {bool: "bool", int: "int64", float: "float64", complex: "complex128"}  # what they are as arrays
_NARROW = {"int64": "int32", "uint64": "uint32", "float64": "float32", "complex128": "complex64"}  # without x64
_FLOATS = {2: np.float16, 4: np.float32, 8: np.float64}


class Comparer:
    """Compares what one draw gives. `width` is the bytes of the coarsest floating-point number that went in."""

    def __init__(self, settings: Settings, own: frozenset[str], width: int = 8) -> None:
        self.settings = settings
        self.own = own
        self.width = width

    def results(self, original: object, converted: object, path: str = "result") -> list[Comparison]:
        """One comparison for each leaf, or for each place where the structures part."""
        return [self.pair(pair) for pair in pairs(original, converted, path, self.own)]

    def pair(self, pair: Pair) -> Comparison:
        """What is at one place."""
        original, converted = pair.original, pair.converted
        if pair.problem is not None:
            return self._differs(pair, f"structure: {pair.problem}")
        if _is_numeric(original) and _is_numeric(converted):
            return self._numbers(pair)
        if type(original) is not type(converted):
            return self._differs(pair, f"type: {type(original).__name__} became {type(converted).__name__}")
        if original is converted or _is_equal(original, converted):
            return _comparison(pair, "same", None)
        if type(original).__eq__ is object.__eq__:
            return self._differs(pair, f"values of type {type(original).__name__} cannot be compared")
        return self._differs(pair, "values", First(index=[], original=_shown(original), converted=_shown(converted)))

    def _numbers(self, pair: Pair) -> Comparison:
        if any(type(v) is int and not -(2**63) <= v < 2**64 for v in (pair.original, pair.converted)):
            return self._exact(pair)
        ours, theirs = np.asarray(pair.original), np.asarray(pair.converted)
        if ours.shape != theirs.shape:
            return self._differs(pair, f"shape: {ours.shape} became {theirs.shape}")
        dtype_problem = self._dtype_problem(pair.original, pair.converted)
        compared = _comparison(pair, "same", None)
        if {ours.dtype.kind, theirs.dtype.kind} & set("fcV"):
            wrong = self._floats(ours, theirs, compared)
        else:
            wrong = _integers(ours, theirs, compared)
        compared["differing"] = int(wrong.sum())
        if compared["differing"]:
            index = tuple(int(i) for i in np.argwhere(wrong)[0])
            compared["first"] = First(
                index=list(index), original=_shown(ours[index].item()), converted=_shown(theirs[index].item())
            )
        reasons = [dtype_problem] if dtype_problem else []
        reasons += ["values"] if compared["differing"] else []
        if reasons:
            compared["status"], compared["reason"] = "different", "; ".join(reasons)
        return compared

    def _exact(self, pair: Pair) -> Comparison:
        """Python integers that no array holds."""
        is_equal = is_array(pair.converted) is False and pair.original == pair.converted
        return _comparison(pair, "same", None) if is_equal else self._differs(pair, "values")

    def _floats(self, ours: np.ndarray, theirs: np.ndarray, compared: Comparison) -> np.ndarray:
        """Notes the largest differences; True where one is beyond what is allowed."""
        width = min(self.width, precision([ours, theirs]))
        a, b = _parts(ours), _parts(theirs)
        is_finite = np.isfinite(a) & np.isfinite(b)
        apart = np.zeros(a.shape)
        with np.errstate(all="ignore"):
            np.subtract(a, b, out=apart, where=is_finite)
            apart = np.abs(apart)
            steps = distances(*(np.where(is_finite, v, 0.0).astype(_FLOATS[width]) for v in (a, b)))
            if self.settings["ulp"] is not None:
                is_near = steps <= np.uint64(self.settings["ulp"])
            else:
                rtol, atol = allowed(width, self.settings)
                is_near = apart <= atol + rtol * np.abs(a)
            # What is too large for the coarser dtype is infinite there.
            a, b = (v.astype(_FLOATS[width]) if width < 8 else v for v in (a, b))
        is_alike = (a == b) | (np.isnan(a) & np.isnan(b))
        wrong = ~np.where(is_finite, is_near, is_alike)
        if a.size:
            largest = float(apart.max())
            compared["max_absolute"] = largest if np.isfinite(largest) else None
            compared["max_ulp"] = int(steps.max())
        if (wrong & ~is_finite).any():
            compared["max_absolute"] = compared["max_ulp"] = None
        return np.asarray(wrong.any(axis=-1))

    def _dtype_problem(self, original: object, converted: object) -> str | None:
        """A number of Python's becomes an array of its kind, and under --x32 64 bits become 32."""
        before, after = _dtype(original), _dtype(converted)
        expected = _PYTHON.get(type(original), before) if is_array(converted) else before
        if self.width < 8 and type(original) is float and np.dtype(after) == _FLOATS[self.width]:
            return None  # Python's numbers take the width of the arrays that they meet
        if self.settings["x32"] and after == _NARROW.get(expected):
            return None
        if after == expected or self.settings["ignore_dtypes"]:
            return None
        return f"dtype: {before} became {after}"

    def _differs(self, pair: Pair, reason: str, first: First | None = None) -> Comparison:
        compared = _comparison(pair, "different", reason)
        compared["differing"], compared["first"] = 1, first
        return compared


def is_identical(before: object, after: object, own: frozenset[str]) -> bool:
    """To the bit, in structure, dtypes, shapes and values."""
    return all(pair.problem is None and _is_leaf_identical(pair) for pair in pairs(before, after, "", own))


def _is_leaf_identical(pair: Pair) -> bool:
    one, other = pair.original, pair.converted
    if is_array(one) and is_array(other):
        a, b = np.asarray(one), np.asarray(other)
        return a.dtype == b.dtype and a.shape == b.shape and (a.tobytes() == b.tobytes() or bool(np.all(a == b)))
    return one is other or (type(one) is type(other) and _is_equal(one, other))


def _is_numeric(value: object) -> bool:
    if is_array(value):
        dtype = np.asarray(value).dtype
        return dtype.kind in "biufc" or dtype.name == "bfloat16"
    return isinstance(value, bool | int | float | complex)


def _is_equal(one: object, other: object) -> bool:
    """A user's `__eq__` may raise, and may return anything."""
    try:
        if isinstance(one, float) and one != one:
            return isinstance(other, float) and other != other
        if is_array(one):
            return np.asarray(one).shape == np.asarray(other).shape and bool(np.all(one == other))
        return bool(one == other)
    except Exception:
        return False


def _integers(ours: np.ndarray, theirs: np.ndarray, compared: Comparison) -> np.ndarray:
    """Exact; the largest difference is that of Python's integers, which do not wrap."""
    wrong = np.asarray(ours != theirs)
    if wrong.any():
        gaps = [abs(int(a) - int(b)) for a, b in zip(ours[wrong].flat, theirs[wrong].flat, strict=True)]
        compared["max_absolute"] = float(max(gaps))
    elif ours.size:
        compared["max_absolute"] = 0.0
    return wrong


def _parts(values: np.ndarray) -> np.ndarray:
    """As f64, with a last axis: one number, or a complex one's two parts."""
    if values.dtype.kind == "c":
        return np.stack([values.real, values.imag], axis=-1).astype(np.float64)
    return values.astype(np.float64)[..., None]


def _dtype(value: object) -> str:
    return str(np.asarray(value).dtype) if is_array(value) else type(value).__name__


def described(value: object) -> Described:
    """What it is, without its values."""
    shape = list(np.asarray(value).shape) if is_array(value) else None
    return Described(dtype=_dtype(value), shape=shape)


def _comparison(pair: Pair, status: Status, reason: str | None) -> Comparison:
    return Comparison(
        path=pair.path, status=status, reason=reason, original=described(pair.original),
        converted=described(pair.converted), max_absolute=None, max_ulp=None, differing=0, first=None,
    )  # fmt: skip


def _shown(value: object) -> str:
    try:
        text = repr(value)
    except Exception as error:
        return f"<{type(value).__name__}: repr raises {type(error).__name__}>"
    return text if len(text) <= 80 else f"{text[:77]}..."
