"""What `--input` and `--batch` say, as arrays of random numbers for each size.

    input = as for `hybridc export`, and behind an array: "in" "[" number "," number ")"
          | name "=" FILE.npy

Floating-point numbers are drawn from the normal distribution, integers from 0 and 1, where there is no range.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from hybridc.artifacts.errors import ExportError
from hybridc.artifacts.inputs import Value, read_inputs
from hybridc.artifacts.specs import DTYPES, Bounds, Spec, shown_dtype
from hybridc.bench.request import CannotBench

Array = np.ndarray[Any, Any]
_FILE = re.compile(r"\s*(\w+)\s*=\s*([^\[\]'\"]+\.npy)\s*")
_RANGE = re.compile(r"(.*\])\s*in\s*\[\s*([^,\s]+)\s*,\s*([^,\s]+)\s*\)\s*", re.DOTALL)
_INNER = re.compile(r"\[([^\[\]]*)\]")
_NAME = re.compile(r"[A-Za-z]\w*")
_HELD = {"bf16": np.dtype(np.float32)}  # what holds dtypes that NumPy has not
_REFUSED = ("f8_e4m3fn", "f8_e5m2")
_BITS = (0, 2)


@dataclass(frozen=True, slots=True)
class Drawn:
    """The inputs of one size. `shown` are arrays as specs, `values` what is no array."""

    batch: int | None
    shown: Mapping[str, str]
    arrays: Mapping[str, Array]
    dtypes: Mapping[str, str]
    values: Mapping[str, Value]


class Inputs:
    """All sizes. Raises CannotBench for what is no input, and for batches that the specs leave no room for."""

    def __init__(self, texts: Sequence[str], batches: Sequence[int], seed: int) -> None:
        self._seed = seed
        self._ranges: dict[str, tuple[float, float]] = {}
        self._files: dict[str, Array] = {}
        plain = [text for text in map(self._without_own, texts) if text is not None]
        try:
            found = read_inputs(plain)
        except ExportError as error:
            raise CannotBench(f"--input: {error}") from error
        twice = self._files.keys() & found.values.keys()
        if twice:
            raise CannotBench(f"--input: `{min(twice)}` is given twice")
        self._values = found.values
        self.names = [text.partition("=")[0].strip() for text in texts]
        self._dims = {dim for text in plain for inner in _INNER.findall(text) for dim in _NAME.findall(inner)}
        self._expect_ranges()
        self.sizes: list[int | None] = self._sizes(found.bounds, batches)

    def _without_own(self, text: str) -> str | None:
        """A spec as `hybridc export` knows it; what is besides is noted. None for a file."""
        if match := _FILE.fullmatch(text):
            if match[1] in self._files:
                raise CannotBench(f"--input: `{match[1]}` is given twice")
            self._files[match[1]] = _read(match[2])
            return None
        if match := _RANGE.fullmatch(text):
            try:
                low, high = float(match[2]), float(match[3])
            except ValueError as error:
                raise CannotBench(f"--input: {text!r}: a range is [NUMBER, NUMBER)") from error
            if not -np.inf < low < high < np.inf:
                raise CannotBench(f"--input: {text!r}: the range is empty")
            self._ranges[text.partition("=")[0].strip()] = (low, high)
            return match[1]
        return text

    def _expect_ranges(self) -> None:
        for name, value in self._values.items():
            if not isinstance(value, Spec):
                continue
            if value.dtype in _REFUSED:
                raise CannotBench(f"--input: no {value.dtype} numbers are drawn for `{name}`")
            if name not in self._ranges:
                continue
            dtype, (low, high) = DTYPES[value.dtype], self._ranges[name]
            if dtype.kind not in "iuf" and value.dtype != "bf16":
                raise CannotBench(f"--input: `{name}` is {value.dtype}, which has no range")
            if dtype.kind in "iu" and not (np.iinfo(dtype).min <= low and high - 1 <= np.iinfo(dtype).max):
                raise CannotBench(f"--input: {value.dtype} does not hold the range of `{name}`")
            if dtype.kind in "iu" and np.ceil(low) >= np.ceil(high):
                raise CannotBench(f"--input: there is no whole number in the range of `{name}`")

    def _sizes(self, bounds: Bounds, batches: Sequence[int]) -> list[int | None]:
        """The batches, or None where no dimension is free."""
        specs = [value for value in self._values.values() if isinstance(value, Spec)]
        free = {dim for spec in specs for dim in spec.dims if isinstance(dim, str)}
        named = sorted(free & self._dims)  # the others were written `?`
        if len(named) + (len(named) < len(free)) > 1:
            every = named if len(named) == len(free) else ["?", *named]
            raise CannotBench(
                f"--input: --batch fills one free dimension, not {', '.join(every)}; write numbers for the others"
            )
        if not free and batches:
            raise CannotBench("--batch: no dimension of the inputs is free; write `?`, as in 'x=f32[?,512]'")
        for batch in batches or ([1] if free else []):
            for dim in free:
                low, high = bounds.get(dim, (1, None))
                if batch < low or (high is not None and batch > high):
                    raise CannotBench(f"--batch: {batch} is no size of `{dim}`, by its bounds")
        return list(batches) or ([1] if free else [None])

    def drawn(self, batch: int | None) -> Drawn:
        """Arrays of a size, the same numbers in every run with the same seed."""
        arrays, dtypes, shown, values = {}, {}, {}, {}
        for name in self.names:
            if name in self._files:
                arrays[name] = self._files[name]
                dtypes[name] = shown_dtype(arrays[name].dtype)
                shown[name] = f"{dtypes[name]}[{','.join(map(str, arrays[name].shape))}]"
                continue
            value = self._values[name]
            if not isinstance(value, Spec):
                values[name] = value
                continue
            dims = [dim if isinstance(dim, int) else batch or 1 for dim in value.dims]
            arrays[name] = self._numbers(name, value.dtype, dims)
            dtypes[name] = value.dtype
            shown[name] = f"{value.dtype}[{','.join(map(str, dims))}]{self._shown_range(name, value.dtype)}"
        return Drawn(batch, shown, arrays, dtypes, values)

    def _numbers(self, name: str, short: str, dims: Sequence[int]) -> Array:
        generator = np.random.default_rng([self._seed, zlib.crc32(name.encode())])
        dtype = _HELD.get(short, DTYPES[short])
        if dtype.kind == "b":
            return generator.integers(*_BITS, size=dims).astype(bool)
        if dtype.kind in "iu":
            low, high = (int(np.ceil(end)) for end in self._ranges.get(name, _BITS))
            return generator.integers(low, high, size=dims, dtype=dtype)
        if name in self._ranges:
            return np.asarray(generator.uniform(*self._ranges[name], size=dims)).astype(dtype)
        numbers = generator.normal(size=dims)
        return np.asarray(numbers + 1j * generator.normal(size=dims) if dtype.kind == "c" else numbers).astype(dtype)

    def _shown_range(self, name: str, dtype: str) -> str:
        if name in self._ranges:
            low, high = self._ranges[name]
            return f" in [{low:g}, {high:g})"
        return " in [0, 2)" if DTYPES[dtype].kind in "iu" else ""


def _read(path: str) -> Array:
    try:
        array = np.load(path, allow_pickle=False)
    except (OSError, ValueError, EOFError) as error:
        raise CannotBench(f"--input: {path}: no array that can be read: {error}") from error
    if not isinstance(array, np.ndarray) or array.dtype.kind not in "biufc":
        raise CannotBench(f"--input: {path}: not an array of numbers")
    return array.astype(array.dtype.newbyteorder("="))
