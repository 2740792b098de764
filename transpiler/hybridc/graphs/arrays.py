"""Which arrays a `.params` file holds: names, shapes and dtypes, without the numbers, and without NumPy.

Source: `NDArray::Save`, `Load` and `LegacyLoad` of MXNet 1.9.1; `hybridc.runtime.weights` reads the numbers as well.
"""

from __future__ import annotations

import math
import os
import struct
from dataclasses import dataclass
from typing import IO

from hybridc.graphs.errors import shown

_MAGIC = 0x112
_OF_SIZES, _OF_KINDS, _OF_NUMPY = 0xF993FAC8, 0xF993FAC9, 0xF993FACA
_MARKS = ("arg:", "aux:")
_MOST_DIMENSIONS = 32
_ELEMENTS = {
    0: ("float32", 4), 1: ("float64", 8), 2: ("float16", 2), 3: ("uint8", 1), 4: ("int32", 4), 5: ("int8", 1),
    6: ("int64", 8), 7: ("bool", 1), 12: ("bfloat16", 2),
}  # fmt: skip
DTYPES = {flag: name for flag, (name, _) in _ELEMENTS.items()}


class ArraysError(ValueError):
    """A file that holds no named arrays, or that is damaged; the message says where."""


@dataclass(frozen=True, slots=True)
class ArrayFacts:
    shape: tuple[int, ...]
    dtype: str


def read_array_facts(file: IO[bytes]) -> dict[str, ArrayFacts]:
    """The arrays by name, without the marks `arg:` and `aux:`. Raises ArraysError."""
    return _Reading(file).arrays()


class _Reading:
    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self._size = file.seek(0, os.SEEK_END)
        file.seek(0)

    def arrays(self) -> dict[str, ArrayFacts]:
        if self._size < 16 or self._numbers("<QQ") != (_MAGIC, 0):
            raise ArraysError("it is no `.params` file: the first eight bytes are not 0x112")
        found = [self._array(number) for number in range(self._count(4, "arrays"))]
        names = [self._name() for _ in range(self._count(8, "names"))]
        if self._file.tell() != self._size:
            raise ArraysError(f"{self._size - self._file.tell()} bytes are left behind the last name")
        if len(names) != len(found):
            raise ArraysError(f"{len(names)} names for {len(found)} arrays")
        named: dict[str, ArrayFacts] = {}
        for name, array in zip(names, found, strict=True):
            bare = name[len(_MARKS[0]) :] if name.startswith(_MARKS) else name
            if bare in named:
                raise ArraysError(f"two arrays are called {shown(bare)}")
            named[bare] = array
        return named

    def _array(self, number: int) -> ArrayFacts:
        place = self._file.tell()
        try:
            shape = self._shape()
            self._numbers("<ii")  # the device that it was on
            [flag] = self._numbers("<i")
            if flag not in _ELEMENTS:
                raise ArraysError(f"elements of the type {flag}, which is not read")
            dtype, width = _ELEMENTS[flag]
            self._skip(width * math.prod(shape), f"the elements of {dtype}{list(shape)}")
        except ArraysError as error:
            raise ArraysError(f"array {number}, at byte {place}: {error}") from error
        return ArrayFacts(shape, dtype)

    def _shape(self) -> tuple[int, ...]:
        """Of the four forms that arrays have had: the oldest starts with the number of dimensions."""
        [magic] = self._numbers("<I")
        if magic in (_OF_KINDS, _OF_NUMPY):
            [kind] = self._numbers("<i")
            if kind != 0:
                raise ArraysError("a sparse array, and only dense ones are read; save `array.tostype('default')`")
        elif magic != _OF_SIZES and magic > _MOST_DIMENSIONS:
            raise ArraysError(f"{magic:#x} is no version of the format that is known")
        [dimensions] = (magic,) if magic <= _MOST_DIMENSIONS else self._numbers("<i")
        if not 0 <= dimensions <= _MOST_DIMENSIONS:
            raise ArraysError(f"{dimensions} dimensions")
        if dimensions == 0 and magic != _OF_NUMPY:
            raise ArraysError("its shape was not known when it was saved, and it has no elements")
        shape = self._numbers(f"<{dimensions}{'I' if magic <= _MOST_DIMENSIONS else 'q'}")
        if any(size < 0 for size in shape):
            raise ArraysError(f"the shape {list(shape)}")
        return shape

    def _name(self) -> str:
        place = self._file.tell()
        data = self._taken(self._count(1, "letters"), "a name")
        try:
            return data.decode()
        except UnicodeDecodeError as error:
            raise ArraysError(f"the name at byte {place} is no text in UTF-8") from error

    def _count(self, least: int, what: str) -> int:
        """How many things of at least some bytes follow."""
        [count] = self._numbers("<Q")
        self._expect_room(count * least, f"{count} {what}")
        return int(count)

    def _numbers(self, form: str) -> tuple[int, ...]:
        return struct.unpack(form, self._taken(struct.calcsize(form), "a number"))

    def _taken(self, count: int, what: str) -> bytes:
        self._expect_room(count, what)
        return self._file.read(count)

    def _skip(self, count: int, what: str) -> None:
        self._expect_room(count, what)
        self._file.seek(count, os.SEEK_CUR)

    def _expect_room(self, needed: int, what: str) -> None:
        place = self._file.tell()
        if needed > self._size - place:
            raise ArraysError(
                f"truncated at byte {place}: {what} take at least {needed} bytes, and {self._size - place} are there"
            )
