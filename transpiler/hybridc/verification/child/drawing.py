"""Random numbers for one draw, with those among them that programs go wrong at."""

from __future__ import annotations

import zlib
from dataclasses import dataclass
from typing import Any

import numpy as np

from hybridc.verification.spec import Choice, Interval, Within
from hybridc.verification.spec_reader import NUMPY_NAMES

PLAIN = ("uniform", "repeats", "zeros", "ends", "negatives")  # of which draws take one after the other
SPECIAL = ("nan", "infinite")
TURNING = (
    "constants",
    "constant",
    "one constant",
)  # where functions turn: each element another, all one, one and zeros
_SIZES = (3, 4, 1, 5, 2)  # of dimensions that are named and not given, draw by draw
_INTERVALS = {"f": Interval(-2.0, 2.0), "c": Interval(-2.0, 2.0), "i": Interval(-8, 8), "u": Interval(0, 8)}
_OF_COUNTS = Interval(0, 8)  # Python's integers are mostly counts
_OF_TURNING = Interval(0, 64)


@dataclass(frozen=True, slots=True)
class Draw:
    """Which draw it is. `float_dtype` is what `float` arrays are, or all floating-point ones where `is_forced`."""

    index: int
    seed: int
    style: str
    float_dtype: str | None = None
    is_forced: bool = False
    turning: tuple[float, ...] = ()  # numbers that the function compares with, for the styles in TURNING
    turn: int = 0
    length: int | None = None  # of all dimensions that are named

    def generator(self, name: str) -> np.random.Generator:
        """Of one argument's own, so that what one is does not depend on which others there are."""
        return np.random.default_rng([self.seed, self.index, zlib.crc32(name.encode())])

    def size(self, name: str) -> int:
        """Of a dimension that is only named; different names go through the sizes from different places."""
        if self.length is not None:
            return self.length
        return _SIZES[(self.index + zlib.crc32(name.encode()) % 2) % len(_SIZES)]

    def dtype(self, name: str) -> np.dtype[Any]:
        """NumPy's, for a name of a spec: `float` is that of the draw."""
        chosen = self.float_dtype or "f64"
        is_open = name in ("float", "complex") or (self.is_forced and name[0] in "fc" and name[1:].isdigit())
        if is_open:
            is_complex = name[0] == "c"
            name = ("c128" if chosen == "f64" else "c64") if is_complex else chosen
        return np.dtype(NUMPY_NAMES.get(name, "int64" if name == "int" else name))


def array(draw: Draw, name: str, dtype: np.dtype[Any], shape: tuple[int, ...], within: Within) -> np.ndarray:
    """An array of the draw's style. `within` holds but for the NaN and infinities of special draws."""
    generator = draw.generator(name)
    if isinstance(within, Choice):
        return np.array(within.values)[generator.integers(len(within.values), size=shape)].astype(dtype)
    if dtype.kind == "b":
        return _booleans(generator, draw.style, shape)
    if draw.style in TURNING and dtype.kind != "c" and (near := around(draw.turning, dtype, within)).size:
        return _turning(draw, name, near, shape, within)
    if dtype.kind == "c":
        parts = [_reals(generator, draw.style, np.dtype(f"f{dtype.itemsize // 2}"), shape, within) for _ in "ri"]
        return (parts[0] + 1j * parts[1]).astype(dtype)
    if dtype.kind == "f":
        return _reals(generator, draw.style, dtype, shape, within)
    return _integers(generator, draw.style, dtype, shape, within or _INTERVALS[dtype.kind])


def scalar(draw: Draw, name: str, kind: str, within: Within) -> object:
    """A number of Python's for `float`, `int`, `bool` and `complex`, else one of NumPy's."""
    if kind in ("float", "int", "bool", "complex"):
        dtype = np.dtype({"float": "float64", "int": "int64", "complex": "complex128"}.get(kind, "bool"))
        counts = _OF_TURNING if draw.style in TURNING else _OF_COUNTS
        return array(draw, name, dtype, (), within or (counts if kind == "int" else None)).item()
    return array(draw, name, draw.dtype(kind), (), within)[()]


def around(numbers: tuple[float, ...], dtype: np.dtype[Any], within: Interval | None) -> np.ndarray:
    """The numbers, and those next to them, as far as they are in the interval; and two beyond the largest."""
    beyond = [s * (max(map(abs, numbers)) + 1) * k for k in (1, 2) for s in (1, -1)] if numbers else []
    if dtype.kind == "f":
        exact = np.array(numbers, dtype)
        limit = np.array(np.inf, dtype)
        near = [exact, np.nextafter(exact, limit), np.nextafter(exact, -limit), exact + 1, exact - 1, -exact]
        found = np.concatenate([np.stack(near, axis=1).ravel(), np.array(beyond, dtype)]).astype(dtype)
    else:
        limits = np.iinfo(dtype)
        steps = [int(np.floor(n)) + step for n in numbers for step in (0, 1, -1)] + [int(n) for n in beyond]
        found = np.array([n for n in steps if limits.min <= n <= limits.max], dtype)
    if within is not None:
        found = found[(found >= within.low) & (found <= within.high)]
        found = found[~((found == within.low) & within.is_low_open) & ~((found == within.high) & within.is_high_open)]
    return found[np.sort(np.unique(found, return_index=True)[1])]


def _turning(draw: Draw, name: str, near: np.ndarray, shape: tuple[int, ...], within: Interval | None) -> np.ndarray:
    """Draws go through the numbers in their order; of several arguments each begins elsewhere."""
    first = draw.turn + zlib.crc32(name.encode()) % near.size
    count = int(np.prod(shape))
    if draw.style == "constants":
        return np.asarray(near[(draw.turn * count + np.arange(count)) % near.size].reshape(shape))
    if draw.style == "constant" or (within is not None and not within.low < 0 < within.high):
        return np.full(shape, near[first % near.size])
    values = np.zeros(shape, near.dtype)
    values.flat[:1] = near[first % near.size]
    return values


def _booleans(generator: np.random.Generator, style: str, shape: tuple[int, ...]) -> np.ndarray:
    if style in ("zeros", "ends"):
        return np.full(shape, style == "ends")
    return generator.integers(2, size=shape).astype(bool)


def _reals(
    generator: np.random.Generator, style: str, dtype: np.dtype[Any], shape: tuple[int, ...], within: Interval | None
) -> np.ndarray:
    inside = within or _INTERVALS["f"]
    low, high = float(inside.low), float(inside.high)
    uniform = generator.uniform(low, high, size=shape)
    places = generator.integers(5, size=shape)
    match style:
        case "repeats":
            values = low + places * ((high - low) / 4)
        case "zeros":
            values = np.where(places < 3, 0.0 if low <= 0.0 <= high else low, uniform)
        case "ends":
            values = np.where(places < 2, low, high)
        case "negatives" if low < 0.0:
            values = low + (uniform - low) * ((min(high, 0.0) - low) / ((high - low) or 1.0))
        case "negatives":
            values = np.full(shape, float(uniform.flat[0]) if uniform.size else low)
        case _:
            values = uniform
    values = _inside(np.asarray(values).astype(dtype), inside)
    return _with_specials(values, places, style) if style in SPECIAL else values


def _inside(values: np.ndarray, inside: Interval) -> np.ndarray:
    """An open end is the next number within, and rounding to the dtype does not leave the interval."""
    low, high = (np.asarray(end, dtype=values.dtype) for end in (inside.low, inside.high))
    if inside.is_low_open or float(low) < inside.low:
        low = np.nextafter(low, high)
    if inside.is_high_open or float(high) > inside.high:
        high = np.nextafter(high, low)
    return np.asarray(np.clip(values, low, high))


def _with_specials(values: np.ndarray, places: np.ndarray, style: str) -> np.ndarray:
    limits = np.finfo(values.dtype)
    if style == "nan":
        special = np.where(places == 0, np.nan, values)
        if special.size:
            special.flat[special.size // 2] = np.nan
        return special.astype(values.dtype)
    chosen = np.array([np.inf, -np.inf, -0.0, limits.smallest_subnormal, limits.max], dtype=values.dtype)
    is_kept = np.arange(values.size).reshape(values.shape) % 2 == 1
    return np.where(is_kept, values, chosen[places])


def _integers(
    generator: np.random.Generator, style: str, dtype: np.dtype[Any], shape: tuple[int, ...], inside: Interval
) -> np.ndarray:
    low, high = int(np.ceil(inside.low)), int(np.floor(inside.high))
    low += inside.is_low_open and low == inside.low
    high -= inside.is_high_open and high == inside.high
    limits = np.iinfo(dtype)
    low, high = max(low, int(limits.min)), min(high, int(limits.max))
    if low > high:
        raise ValueError(f"there is no {dtype} between {inside.low} and {inside.high}")
    uniform = generator.integers(low, high, size=shape, dtype=dtype, endpoint=True)
    places = generator.integers(5, size=shape)
    match style:
        case "repeats":
            few = np.array([low + k * (high - low) // 4 for k in range(5)], dtype=dtype)
            return np.asarray(few[places])
        case "zeros":
            return np.where(places < 3, np.array(0 if low <= 0 <= high else low, dtype=dtype), uniform)
        case "ends":
            return np.where(places < 2, np.array(low, dtype=dtype), np.array(high, dtype=dtype))
        case "negatives" if low < 0:
            return generator.integers(low, min(high, -1), size=shape, dtype=dtype, endpoint=True)
    return np.asarray(uniform)
