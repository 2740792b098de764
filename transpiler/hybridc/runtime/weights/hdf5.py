"""HDF5 files, as Keras writes weights: `.weights.h5`, `.h5`, and the one within `.keras`. They are read by h5py.

A file is a graph of groups, which may be linked often, or in a circle. `chunks.py` looks at compressed arrays.
"""

from __future__ import annotations

import io
import math
import os
from collections.abc import Iterator, Mapping
from typing import IO, Any

import numpy as np

from hybridc.runtime.weights.archives import Archive
from hybridc.runtime.weights.chunks import expect_bounded
from hybridc.runtime.weights.elements import NUMPY, Array
from hybridc.runtime.weights.errors import WeightsError, shown
from hybridc.runtime.weights.replacing import in_place_of
from hybridc.runtime.weights.streams import most_unpacked

MAGIC = b"\x89HDF\r\n"
_IN_ARCHIVE = "model.weights.h5"
_OLD = "model_weights"
_NAMES = ("layer_names", "weight_names")
_DEEPEST = 100


def is_of_keras(archive: Archive) -> bool:
    """The archive is a `.keras` file."""
    return _IN_ARCHIVE in archive.members


def read_keras(archive: Archive, size: int) -> dict[str, Array]:
    """The arrays of a `.keras` file of `size` bytes by their places. Its configuration is not looked at."""
    with archive.open(_IN_ARCHIVE) as stream:
        held = stream.read()
    return read_hdf5(io.BytesIO(held), size)


def write(arrays: Mapping[str, Array], path: str | os.PathLike[str]) -> None:
    """Writes arrays at their places, as a whole or not at all. Raises ImportError without h5py."""
    import h5py  # type: ignore[import-untyped]

    with in_place_of(path) as stream, h5py.File(stream, "w") as file:
        for place, array in arrays.items():
            file[place] = array


def read_hdf5(file: IO[bytes], size: int) -> dict[str, Array]:
    """The arrays by their places, `layers/dense/vars/0`; those of files of Keras 2 as `dense:0`, in its order.

    Raises WeightsError where h5py is not there, and for links to other places, groups that are linked twice, and what
    is not of numbers. `size`: of the file, of which the arrays may take a hundred times as much.
    """
    try:
        import h5py
    except ImportError:
        raise WeightsError("an HDF5 file, which h5py reads: `pip install h5py`") from None
    try:
        opened = h5py.File(file, "r")
    except OSError as error:
        raise WeightsError(f"a damaged HDF5 file: {error}") from error
    with opened as root:
        try:
            return _Reader(h5py, root, size).arrays()
        except (TypeError, AttributeError, MemoryError) as error:  # of attributes that are no lists of names
            raise WeightsError(f"a damaged HDF5 file: {error}") from error


class _Reader:
    """Reads one file. Each group is looked into once, and each array is counted as often as it is read."""

    def __init__(self, h5py: Any, root: Any, size: int) -> None:
        self._h5py = h5py
        self._root = root
        self._size = size
        self._left = most_unpacked(size)
        self._seen: set[Any] = set()

    def arrays(self) -> dict[str, Array]:
        group = self._inner(self._root, _OLD, _OLD) if _OLD in self._root else self._root
        if _NAMES[0] in group.attrs:
            return dict(self._old(group))
        return dict(self._all())

    def _all(self) -> Iterator[tuple[str, Array]]:
        """The arrays in the order of their names, group by group."""
        waiting = [("", self._root)]
        while waiting:
            path, held = waiting.pop()
            if not isinstance(held, self._h5py.Group):
                yield path, self._array(held, path)
                continue
            self._enter(held, path)
            prefix = f"{path}/" if path else ""
            if path.count("/") > _DEEPEST:
                raise WeightsError(f"groups in groups, more than {_DEEPEST} deep")
            waiting += reversed([(prefix + name, self._inner(held, name, prefix + name)) for name in held])

    def _old(self, group: Any) -> Iterator[tuple[str, Array]]:
        """By layers, and in each in the order of its weights, where they are."""
        for layer in self._names(group, 0):
            inner = self._inner(group, layer, layer)
            self._enter(inner, layer)
            for place, weight in enumerate(self._names(inner, 1)):
                yield f"{layer}:{place}", self._array(self._at(inner, weight, layer), f"{layer}/{weight}")

    def _names(self, group: Any, which: int) -> list[str]:
        told = group.attrs.get_id(_NAMES[which])
        text = self._h5py.check_string_dtype(told.dtype)
        if text is not None and text.length is None and math.prod(told.shape) * self._size > most_unpacked(self._size):
            raise WeightsError(f"{_NAMES[which]} may be of many texts that lie in one place")
        names = [n.decode() if isinstance(n, bytes) else str(n) for n in group.attrs[_NAMES[which]]]
        if len(set(names)) != len(names):
            raise WeightsError(f"{_NAMES[which]} has a name twice")
        return names

    def _enter(self, group: Any, path: str) -> None:
        key = self._h5py.h5o.get_info(group.id)
        if (key.fileno, key.addr) in self._seen:
            raise WeightsError(f"the group {shown(path)} is linked twice, which Keras does not write")
        self._seen.add((key.fileno, key.addr))

    def _at(self, group: Any, path: str, outer: str) -> Any:
        """What is in a group at a path, whose parts are links to what lies in this file."""
        for part in [part for part in path.split("/") if part]:
            group, outer = self._inner(group, part, f"{outer}/{part}"), f"{outer}/{part}"
        return group

    def _inner(self, group: Any, name: str, path: str) -> Any:
        if not isinstance(group, self._h5py.Group):
            raise WeightsError(f"{shown(path)} is in no group")
        link = group.get(name, getlink=True)
        if link is None:
            raise WeightsError(f"{shown(path)} is not there")
        if not isinstance(link, self._h5py.HardLink):
            raise WeightsError(f"{shown(path)} is a link to another place, which is not followed")
        return group[name]

    def _array(self, held: Any, path: str) -> Array:
        if not isinstance(held, self._h5py.Dataset) or held.external or held.is_virtual:
            raise WeightsError(f"{shown(path)} is no array that lies in this file")
        if held.dtype.newbyteorder("=") not in NUMPY or held.shape is None:
            raise WeightsError(f"{shown(path)}: elements of the dtype {held.dtype} are not read, only numbers")
        self._left -= held.nbytes
        if self._left < 0:
            raise WeightsError("the arrays take more than a hundred times the size of the file")
        expect_bounded(held, path, self._size)
        return np.asarray(held[()], held.dtype.newbyteorder("="))
