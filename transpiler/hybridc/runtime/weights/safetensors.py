"""`.safetensors` files: eight bytes of length, a header in JSON, then the arrays' bytes one after the other.

The format is small enough to be read here, and every rule of it to be seen: the length and the order of what is read
does not depend on anybody else's library, and jax and numpy stay all that a model needs.
Source: the format's description and the checks of its reference implementation (`SafeTensors::read_metadata`).
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import IO

import numpy as np

from hybridc.runtime.weights.elements import SAFETENSORS, Array, DType, as_dtype, bytes_of, checked_shape
from hybridc.runtime.weights.errors import WeightsError, shown
from hybridc.runtime.weights.streams import exactly, filled

_LENGTH = 8
_ALIGNMENT = 8
_LONGEST_HEADER = 2**25
_METADATA = "__metadata__"
_FIELDS = {"dtype", "shape", "data_offsets"}
_NAMES = {dtype: name for name, dtype in SAFETENSORS.items()}


def read_safetensors(file: IO[bytes], size: int) -> dict[str, Array]:
    """The arrays by name, of a file of `size` bytes. Raises WeightsError.

    The arrays' bytes must follow each other without gaps and overlaps, up to the end of the file.
    """
    length = int.from_bytes(exactly(file, _LENGTH), "little")
    room = size - _LENGTH
    if length > room:
        raise WeightsError(f"truncated: the header is said to have {length} bytes, and {room} are there")
    if length > _LONGEST_HEADER:
        raise WeightsError(f"a header of {length} bytes, more than {_LONGEST_HEADER}")
    entries = [_entry(name, fields) for name, fields in _header(exactly(file, length)).items()]
    arrays, place = {}, 0
    for begin, end, name, dtype, shape in sorted(entries, key=lambda entry: entry[:2]):
        if begin != place:
            raise WeightsError(f"{shown(name)} starts at byte {begin} of the arrays, where {place} is next")
        if end > room - length:
            raise WeightsError(f"truncated: {shown(name)} ends at byte {end} of the arrays, of {room - length}")
        arrays[name] = as_dtype(filled(file, end - begin), dtype).reshape(shape)
        place = end
    if place != room - length:
        raise WeightsError(f"{room - length - place} bytes are left behind the last array")
    return {name: arrays[name] for _, _, name, _, _ in entries}


def _header(text: bytes) -> dict[str, object]:
    try:
        header = json.loads(text.decode("utf-8"), object_pairs_hook=_once_each)
    except WeightsError:
        raise
    except (ValueError, RecursionError) as error:
        raise WeightsError(f"the header is not JSON: {error}") from error
    if not isinstance(header, dict):
        raise WeightsError("the header is no JSON object")
    metadata = header.pop(_METADATA, {})
    if not isinstance(metadata, dict) or not all(isinstance(value, str) for value in metadata.values()):
        raise WeightsError(f"{_METADATA} holds other things than text")
    return header


def _once_each(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found: dict[str, object] = {}
    for name, value in pairs:
        if name in found:
            raise WeightsError(f"the header names {shown(name)} twice")
        found[name] = value
    return found


def _entry(name: str, fields: object) -> tuple[int, int, str, DType, tuple[int, ...]]:
    if not isinstance(fields, dict) or fields.keys() != _FIELDS:
        raise WeightsError(f"{shown(name)} has not the fields dtype, shape and data_offsets")
    dtype, offsets = fields["dtype"], fields["data_offsets"]
    if not isinstance(dtype, str) or dtype not in SAFETENSORS:
        raise WeightsError(f"{shown(name)} is of the dtype {shown(dtype)}, which is not known")
    if not (isinstance(offsets, list) and len(offsets) == 2 and all(type(o) is int and o >= 0 for o in offsets)):
        raise WeightsError(f"{shown(name)} has the data_offsets {shown(offsets)}, which are no two places")
    shape = checked_shape(fields["shape"])
    begin, end = offsets
    count = bytes_of(shape, SAFETENSORS[dtype])
    if end - begin != count:
        raise WeightsError(f"{shown(name)}, {dtype}{list(shape)}, takes {count} bytes, not {end - begin}")
    return begin, end, name, SAFETENSORS[dtype], shape


def check_safetensors(arrays: Mapping[str, Array]) -> None:
    """Raises WeightsError for what a `.safetensors` file cannot hold."""
    for name, array in arrays.items():
        if name == _METADATA:
            raise WeightsError(f"no array can be called {_METADATA}")
        if array.dtype not in _NAMES:
            raise WeightsError(f"{shown(name)}: a .safetensors file cannot hold {array.dtype}")


def write_safetensors(file: IO[bytes], arrays: Mapping[str, Array]) -> None:
    """Writes the arrays, those of the widest elements first, so that all lie aligned."""
    order = sorted(arrays, key=lambda name: (-arrays[name].dtype.itemsize, name))
    header, place = {}, 0
    for name in order:
        array = arrays[name]
        offsets = [place, place + array.nbytes]
        header[name] = {"dtype": _NAMES[array.dtype], "shape": list(array.shape), "data_offsets": offsets}
        place = offsets[1]
    text = json.dumps(header, separators=(",", ":"), ensure_ascii=False).encode()
    text += b" " * (-len(text) % _ALIGNMENT)
    file.write(len(text).to_bytes(_LENGTH, "little") + text)
    for name in order:
        file.write(np.ascontiguousarray(arrays[name]).reshape(-1).view(np.uint8).data)
