"""Zip files whose members are looked at before they are read."""

from __future__ import annotations

import zipfile
from collections.abc import Mapping
from typing import IO

from hybridc.runtime.weights.errors import WeightsError, shown
from hybridc.runtime.weights.streams import most_unpacked

_ENCRYPTED = 0x1
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)


class Archive:
    """A zip file of `size` bytes. `members` are its members' sizes when unpacked, by name.

    Raises WeightsError for duplicate names, encryption, other methods than deflate, and members that together take
    more bytes than the file has, because they overlap.
    """

    def __init__(self, file: IO[bytes], size: int) -> None:
        self._zip = zipfile.ZipFile(file)
        self._left = most_unpacked(size)
        members: dict[str, int] = {}
        packed = 0
        for info in self._zip.infolist():
            if info.filename in members:
                raise WeightsError(f"the archive holds {shown(info.filename)} twice")
            if info.flag_bits & _ENCRYPTED or info.compress_type not in _METHODS:
                raise WeightsError(f"{shown(info.filename)} is encrypted or compressed in a way that is not read")
            if info.compress_type == zipfile.ZIP_STORED and info.compress_size != info.file_size:
                raise WeightsError(f"{shown(info.filename)} is not compressed, but states two sizes")
            packed += info.compress_size
            members[info.filename] = info.file_size
        if packed > size:
            raise WeightsError("members of the archive overlap")
        self.members: Mapping[str, int] = members

    def open(self, name: str) -> IO[bytes]:
        """A member's bytes, which are compared with their checksum when the last one is read.

        Raises WeightsError where all that was opened so far unpacks to far more than the file.
        """
        self._left -= self.members[name]
        if self._left < 0:
            raise WeightsError("the archive unpacks to more than a hundred times its size")
        return self._zip.open(name)
