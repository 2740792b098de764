"""`.npz` files: zip files of `.npy` files, one an array. Arrays of Python objects, which are pickles, are refused."""

from __future__ import annotations

import zipfile
from collections.abc import Mapping
from typing import IO

import numpy as np
from numpy.lib import format as npy

from hybridc.runtime.weights.archives import Archive
from hybridc.runtime.weights.elements import NUMPY, Array, DType, as_dtype, bytes_of, checked_shape
from hybridc.runtime.weights.errors import WeightsError, shown
from hybridc.runtime.weights.streams import filled

_SUFFIX = ".npy"
_VERSIONS = {(1, 0): npy.read_array_header_1_0, (2, 0): npy.read_array_header_2_0}
_FIRST_DAY = (1980, 1, 1, 0, 0, 0)  # of zip files: the same arrays give the same bytes


def read_npz(archive: Archive) -> dict[str, Array]:
    """The arrays by name, in C order and in the byte order of this machine. Raises WeightsError."""
    arrays = {}
    for member in archive.members:
        if not member.endswith(_SUFFIX):
            raise WeightsError(f"{shown(member)} is no array of NumPy's")
        name = member.removesuffix(_SUFFIX)
        try:
            with archive.open(member) as stream:
                arrays[name] = _array(stream, archive.members[member])
        except WeightsError as error:
            raise WeightsError(f"{shown(name)}: {error.reason}") from error
    return arrays


def _array(stream: IO[bytes], size: int) -> Array:
    shape, in_columns, dtype = _header(stream)
    native = dtype.newbyteorder("=")
    if native not in NUMPY:
        raise WeightsError(f"elements of the dtype {dtype} are not read, only numbers that NumPy itself has")
    count, rest = bytes_of(shape, dtype), size - stream.tell()
    if count != rest:
        raise WeightsError(f"{dtype}{list(shape)} takes {count} bytes, and {rest} are there")
    array = as_dtype(filled(stream, count), dtype).astype(native, copy=False)
    if in_columns:
        return np.ascontiguousarray(array.reshape(shape[::-1]).T)
    return array.reshape(shape)


def _header(stream: IO[bytes]) -> tuple[tuple[int, ...], bool, DType]:
    try:
        version = npy.read_magic(stream)
        header = _VERSIONS[version](stream) if version in _VERSIONS else None
    except Exception as error:  # whatever Python's own parser raises, MemoryError and TokenError among them
        raise WeightsError(f"damaged: {error}") from error
    if header is None:
        raise WeightsError(f"version {version} of NumPy's format is not read")
    shape, in_columns, dtype = header
    return checked_shape(shape), in_columns, dtype


def check_npz(arrays: Mapping[str, Array]) -> None:
    """Raises WeightsError for what a `.npz` file cannot hold."""
    for name, array in arrays.items():
        if "\0" in name or "\\" in name:
            raise WeightsError(f"a member of a zip file cannot be called {shown(name)}")
        if array.dtype not in NUMPY:
            raise WeightsError(f"{shown(name)}: a .npz file cannot hold {array.dtype}; a .safetensors file may")


def write_npz(file: IO[bytes], arrays: Mapping[str, Array]) -> None:
    """Writes the arrays, not compressed."""
    with zipfile.ZipFile(file, "w") as archive:
        for name, array in arrays.items():
            member = zipfile.ZipInfo(name + _SUFFIX, _FIRST_DAY)
            with archive.open(member, "w", force_zip64=True) as stream:
                npy.write_array(stream, array, allow_pickle=False)
