"""Arrays of HDF5 files that lie there in chunks, compressed or not: whether reading them takes what their size tells.

The library unpacks a chunk as far as its stream goes, whatever the chunk's size, and looks each of them up.
"""

from __future__ import annotations

import math
import zlib
from typing import Any

from hybridc.runtime.weights.errors import WeightsError, shown
from hybridc.runtime.weights.streams import most_unpacked

_GZIP, _SHUFFLE, _CHECKSUM, _LZF = 1, 2, 3, 32000
_LEAST = 8  # bytes of a file for a chunk: its address
_FREELY = 100_000  # chunks
_SPARE = 64  # bytes of a stream that does not shrink what it holds


def expect_bounded(held: Any, path: str, size: int) -> None:
    """Raises WeightsError for an array, in a file of `size` bytes, of chunks too large, too many, or that hold more."""
    if held.chunks is None:
        return
    whole = math.prod(held.chunks) * held.dtype.itemsize
    count = math.prod(-(-length // step) for length, step in zip(held.shape, held.chunks, strict=True))
    if whole > most_unpacked(size) or count > max(_FREELY, size // _LEAST):
        raise WeightsError(f"{shown(path)}: {count} chunks of {whole} bytes in a file of {size}")
    kinds = [held.id.get_create_plist().get_filter(n)[0] for n in range(held.id.get_create_plist().get_nfilters())]
    packing = [kind for kind in kinds if kind in (_GZIP, _LZF)]
    if set(kinds) - {_GZIP, _SHUFFLE, _CHECKSUM, _LZF} or len(packing) > 1 or len(kinds) > 3:
        raise WeightsError(f"{shown(path)}: compressed in a way that is not read; `gzip` is")
    if not kinds:
        return
    chunks: list[Any] = []
    held.id.chunk_iter(chunks.append)
    for chunk in chunks:
        if chunk.size > whole + whole // 8 + _SPARE:
            raise WeightsError(f"{shown(path)}: a chunk of {whole} bytes takes {chunk.size} in the file")
        if _GZIP in kinds:
            _, data = held.id.read_direct_chunk(chunk.chunk_offset)
            if not _ends_within(data, whole + _SPARE):
                raise WeightsError(f"{shown(path)}: a chunk unpacks to more than its {whole} bytes")


def _ends_within(data: bytes, most: int) -> bool:
    """Whether a stream of zlib's has no more bytes when unpacked. One that is damaged is the library's to refuse."""
    unpacking = zlib.decompressobj()
    try:
        return len(unpacking.decompress(data, most + 1)) <= most
    except zlib.error:
        return True
