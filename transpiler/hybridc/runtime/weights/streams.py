"""Bytes out of files, as many as were asked for."""

from __future__ import annotations

from typing import IO

import numpy as np

from hybridc.runtime.weights.elements import Array
from hybridc.runtime.weights.errors import WeightsError

_CHUNK = 2**22
_FREELY = 2**28


def most_unpacked(file_size: int) -> int:
    """How many bytes a file of a size may become in memory, when it is compressed or repeats its elements.

    Weights shrink little; what grows a hundredfold is zeros, or was made to exhaust memory.
    """
    return max(_FREELY, 100 * file_size)


def exactly(stream: IO[bytes], count: int) -> bytes:
    """The next `count` bytes, for few of them. Raises WeightsError where the stream ends before."""
    data = stream.read(count)
    if len(data) != count:
        raise WeightsError(f"truncated: {count} bytes expected, {len(data)} there")
    return data


def filled(stream: IO[bytes], count: int) -> Array:
    """The next `count` bytes as an array of uint8. Raises WeightsError where the stream ends before."""
    array = np.empty(count, np.uint8)
    memory, place = array.data, 0
    while place < count:
        part = stream.read(min(_CHUNK, count - place))
        if not part:
            raise WeightsError(f"truncated: {count} bytes expected, {place} there")
        memory[place : place + len(part)] = part
        place += len(part)
    return array
