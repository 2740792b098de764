"""Writing weights to a file: whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

import numpy as np

from hybridc.runtime.weights.elements import Array
from hybridc.runtime.weights.errors import WeightsError, shown
from hybridc.runtime.weights.ndarray_lists import check_ndarrays, write_ndarrays
from hybridc.runtime.weights.numpy_archives import check_npz, write_npz
from hybridc.runtime.weights.replacing import in_place_of
from hybridc.runtime.weights.safetensors import check_safetensors, write_safetensors

_FORMATS = {
    ".safetensors": (check_safetensors, write_safetensors),
    ".npz": (check_npz, write_npz),
    ".params": (check_ndarrays, write_ndarrays),
}


def write(path: str | os.PathLike[str], arrays: Mapping[str, Any]) -> None:
    """Writes arrays by name, NumPy's or JAX's, to a `.safetensors`, `.npz` or `.params` file, by the name's ending.

    The file is written beside the target, then put in its place: whoever reads sees the old or the new file whole.
    Raises WeightsError for another ending, for names and dtypes that the format does not have, and where writing fails.
    """
    target = os.path.realpath(path)
    try:
        check, write_format = _FORMATS[os.path.splitext(target)[1]]
    except KeyError:
        raise WeightsError(f"the name ends in none of {', '.join(_FORMATS)}", path) from None
    try:
        ready = {_checked(name): _native(array) for name, array in arrays.items()}
        check(ready)
        with in_place_of(path) as file:
            write_format(file, ready)
    except WeightsError as error:
        raise WeightsError(error.reason, path) from error.__cause__
    except OSError as error:
        raise WeightsError(f"cannot be written: {error.strerror or error}", path) from error


def _checked(name: object) -> str:
    if not isinstance(name, str):
        raise WeightsError(f"{shown(name)} is no name")
    try:
        name.encode()
    except UnicodeEncodeError as error:
        raise WeightsError(f"{shown(name)} is no text in Unicode") from error
    return name


def _native(array: Any) -> Array:
    values = np.asarray(array)
    return values.astype(values.dtype.newbyteorder("="), copy=False)
