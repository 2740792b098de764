"""`.params` files, which MXNet and Gluon write: a list of arrays, then a list of their names, if they have any.

Numbers are little-endian. Source: `NDArray::Save`, `Load` and `LegacyLoad` of MXNet 1.9.1, `TypeFlag` of mshadow.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping
from typing import IO

import jax.numpy as jnp
import numpy as np

from hybridc.runtime.weights.elements import MOST_DIMENSIONS, Array, DType, as_dtype, bytes_of, checked_shape
from hybridc.runtime.weights.errors import WeightsError, shown
from hybridc.runtime.weights.streams import exactly, filled

MAGIC = (0x112).to_bytes(8, "little")
_NOTHING = bytes(8)  # follows the magic number
_MAGIC_OF_SIZES = 0xF993FAC8  # of one array; before it, the number of dimensions was in its place
_MAGIC_OF_KINDS = 0xF993FAC9
_MAGIC_OF_NUMPY = 0xF993FACA  # here alone a shape may be () or have a zero
_DENSE = 0
_SPARSE = {1: "row_sparse", 2: "csr"}
_CPU = struct.pack("<ii", 1, 0)
_DTYPES: list[DType] = [
    np.dtype(dtype)
    for dtype in (
        *(np.float32, np.float64, np.float16, np.uint8, np.int32, np.int8, np.int64, np.bool_),
        *(np.int16, np.uint16, np.uint32, np.uint64, jnp.bfloat16),
    )
]
_NEVER_WRITTEN = {np.dtype(dtype) for dtype in (np.int16, np.uint16, np.uint32, np.uint64)}  # MXNet cannot load them


def read_ndarrays(file: IO[bytes], size: int) -> dict[str, Array] | list[Array]:
    """The arrays of a file of `size` bytes by name, or a list of those that have no names. Raises WeightsError."""
    exactly(file, len(MAGIC) + len(_NOTHING))
    arrays = []
    for number in range(_count(file, size, 4, "arrays")):
        place = file.tell()
        try:
            arrays.append(_array(file, size))
        except WeightsError as error:
            raise WeightsError(f"array {number}, at byte {place}: {error.reason}") from error
    names = [_name(file, size) for _ in range(_count(file, size, 8, "names"))]
    if file.tell() != size:
        raise WeightsError(f"{size - file.tell()} bytes are left behind the last name")
    if not names and arrays:
        return arrays
    if len(names) != len(arrays):
        raise WeightsError(f"{len(names)} names for {len(arrays)} arrays")
    named: dict[str, Array] = {}
    for name, array in zip(names, arrays, strict=True):
        if name in named:
            raise WeightsError(f"two arrays are called {shown(name)}")
        named[name] = array
    return named


def _count(file: IO[bytes], size: int, least: int, what: str) -> int:
    """How many things of at least some bytes follow."""
    count = int.from_bytes(exactly(file, 8), "little")
    _expect_room(file, size, count * least, f"{count} {what}")
    return count


def _expect_room(file: IO[bytes], size: int, needed: int, what: str) -> None:
    there = size - file.tell()
    if needed > there:
        raise WeightsError(f"truncated: {what} take at least {needed} bytes, and {there} are there")


def _name(file: IO[bytes], size: int) -> str:
    place = file.tell()
    try:
        return exactly(file, _count(file, size, 1, "letters")).decode()
    except UnicodeDecodeError as error:
        raise WeightsError(f"the name at byte {place} is no text in UTF-8") from error


def _array(file: IO[bytes], size: int) -> Array:
    shape = _shape(file)
    exactly(file, len(_CPU))  # the device that it was on
    flag = _number(file, "<i")
    if not 0 <= flag < len(_DTYPES):
        raise WeightsError(f"elements of the type {flag}, which is not known")
    dtype = _DTYPES[flag]
    count = bytes_of(shape, dtype)
    _expect_room(file, size, count, f"the elements of {dtype}{list(shape)}")
    return as_dtype(filled(file, count), dtype).reshape(shape)


def _shape(file: IO[bytes]) -> tuple[int, ...]:
    """The shape, of the four forms that arrays have had: the oldest starts with the number of dimensions."""
    magic = _number(file, "<I")
    if magic in (_MAGIC_OF_KINDS, _MAGIC_OF_NUMPY):
        kind = _number(file, "<i")
        if kind != _DENSE:
            words = (
                f"a {_SPARSE[kind]} array; save `array.tostype('default')`" if kind in _SPARSE else f"storage {kind}"
            )
            raise WeightsError(f"{words}, and only dense arrays are read")
    elif magic != _MAGIC_OF_SIZES and magic > MOST_DIMENSIONS:
        raise WeightsError(f"{magic:#x} is no version of the format that is known")
    dimensions = magic if magic <= MOST_DIMENSIONS else _number(file, "<i")
    if dimensions < 0 or (dimensions == 0 and magic != _MAGIC_OF_NUMPY):
        raise WeightsError("its shape was not known when it was saved, and it has no elements")
    if dimensions > MOST_DIMENSIONS:
        raise WeightsError(f"{dimensions} dimensions, and at most {MOST_DIMENSIONS} are read")
    length = "I" if magic <= MOST_DIMENSIONS else "q"
    return checked_shape(struct.unpack(f"<{dimensions}{length}", exactly(file, dimensions * struct.calcsize(length))))


def _number(file: IO[bytes], form: str) -> int:
    [number] = struct.unpack(form, exactly(file, struct.calcsize(form)))
    return int(number)


def check_ndarrays(arrays: Mapping[str, Array]) -> None:
    """Raises WeightsError for what a `.params` file cannot hold."""
    for name, array in arrays.items():
        if "\0" in name:
            raise WeightsError(f"MXNet reads names up to a zero, and so not {shown(name)}")
        if array.dtype not in _DTYPES or array.dtype in _NEVER_WRITTEN:
            raise WeightsError(f"{shown(name)}: a .params file cannot hold {array.dtype}; a .safetensors file may")


def write_ndarrays(file: IO[bytes], arrays: Mapping[str, Array]) -> None:
    """Writes the arrays as MXNet does: with shapes of NumPy's, if there are scalars or arrays without elements.

    Such a file is loaded within `mxnet.util.np_shape()`, or after `npx.set_np()`; any other file outside of them.
    """
    of_numpy = any(array.size == 0 or array.ndim == 0 for array in arrays.values())
    magic = _MAGIC_OF_NUMPY if of_numpy else _MAGIC_OF_KINDS
    file.write(MAGIC + _NOTHING + struct.pack("<Q", len(arrays)))
    for array in arrays.values():
        file.write(struct.pack(f"<Iii{array.ndim}q", magic, _DENSE, array.ndim, *array.shape))
        file.write(_CPU + struct.pack("<i", _DTYPES.index(array.dtype)))
        file.write(np.ascontiguousarray(array).reshape(-1).view(np.uint8).data)
    file.write(struct.pack("<Q", len(arrays)))
    for name in arrays:
        text = name.encode()
        file.write(struct.pack("<Q", len(text)) + text)
