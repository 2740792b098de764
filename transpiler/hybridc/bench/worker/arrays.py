"""Arrays by name in `.npz` files. Nothing is unpickled."""

from __future__ import annotations

import zipfile
from typing import TYPE_CHECKING, Any, Mapping

import numpy as np

if TYPE_CHECKING:
    Array = np.ndarray[Any, Any]
else:
    Array = np.ndarray  # older ones take no brackets


def write_arrays(path: str, arrays: Mapping[str, Array]) -> None:
    """Writes a `.npz` file. Raises ValueError for arrays of objects."""
    with zipfile.ZipFile(path, "w") as archive:
        for name, array in arrays.items():
            with archive.open(name + ".npy", "w", force_zip64=True) as file:
                np.lib.format.write_array(file, np.asarray(array), allow_pickle=False)


def read_arrays(path: str) -> dict[str, Array]:
    with np.load(path, allow_pickle=False) as found:
        return {name: found[name] for name in found.files}
