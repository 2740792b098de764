"""HDF5 files, as Keras writes weights: `.weights.h5`, `.h5`, and the one within `.keras`. They are read by h5py."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import IO, Any

import numpy as np

from hybridc.runtime.weights.archives import Archive
from hybridc.runtime.weights.elements import NUMPY, Array
from hybridc.runtime.weights.errors import WeightsError, shown
from hybridc.runtime.weights.streams import most_unpacked

MAGIC = b"\x89HDF\r\n"
_IN_ARCHIVE = "model.weights.h5"
_OLD = "model_weights"


def is_of_keras(archive: Archive) -> bool:
    """The archive is a `.keras` file."""
    return _IN_ARCHIVE in archive.members


def read_keras(archive: Archive) -> dict[str, Array]:
    """The arrays of a `.keras` file by their places in the model. Its configuration is not looked at."""
    with archive.open(_IN_ARCHIVE) as stream:
        held = stream.read()
    return read_hdf5(io.BytesIO(held), len(held))


def read_hdf5(file: IO[bytes], size: int) -> dict[str, Array]:
    """The arrays by their places, `layers/dense/vars/0`; those of files of Keras 2 as `dense:0`, in its order.

    Raises WeightsError where h5py is not there, and for links to other places, and what is not of numbers.
    """
    try:
        import h5py  # type: ignore[import-untyped]
    except ImportError:
        raise WeightsError("an HDF5 file, which h5py reads: `pip install h5py`") from None
    try:
        opened = h5py.File(file, "r")
    except OSError as error:
        raise WeightsError(f"a damaged HDF5 file: {error}") from error
    with opened as root:
        left = [most_unpacked(size)]
        group = root.get(_OLD, root)
        if "layer_names" in group.attrs:
            return {name: _array(h5py, group, path, left) for name, path in _old(group)}
        return {path: _array(h5py, root, path, left) for path in _datasets(h5py, root, "")}


def _old(group: Any) -> Iterator[tuple[str, str]]:
    """By layers, and in each in the order of its weights, where they are."""
    for layer in map(_text, group.attrs["layer_names"]):
        for place, weight in enumerate(map(_text, group[layer].attrs["weight_names"])):
            yield f"{layer}:{place}", f"{layer}/{weight}"


def _text(value: Any) -> str:
    return value.decode() if isinstance(value, bytes) else str(value)


def _datasets(h5py: Any, group: Any, path: str) -> Iterator[str]:
    for name in group:
        inner = f"{path}{name}"
        if not isinstance(group.get(name, getlink=True), h5py.HardLink):
            raise WeightsError(f"{shown(inner)} is a link to another place, which is not followed")
        if isinstance(group[name], h5py.Group):
            yield from _datasets(h5py, group[name], f"{inner}/")
        else:
            yield inner


def _array(h5py: Any, root: Any, path: str, left: list[int]) -> Array:
    held = root[path]
    if not isinstance(held, h5py.Dataset) or held.external or held.is_virtual:
        raise WeightsError(f"{shown(path)} is no array that lies in this file")
    if held.dtype.newbyteorder("=") not in NUMPY:
        raise WeightsError(f"{shown(path)}: elements of the dtype {held.dtype} are not read, only numbers")
    left[0] -= held.nbytes
    if left[0] < 0:
        raise WeightsError("the arrays take more than a hundred times the size of the file")
    return np.asarray(held[()], held.dtype.newbyteorder("="))
