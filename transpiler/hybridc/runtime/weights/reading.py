"""Reading weights from a file of any known format, told by its content."""

from __future__ import annotations

import os
import re
import stat
import struct
import zipfile
import zlib
from collections.abc import Callable
from typing import IO, Any

import jax.numpy as jnp
import numpy as np

from hybridc.runtime.weights.archives import Archive
from hybridc.runtime.weights.array_pickles import read_array_pickle
from hybridc.runtime.weights.checkpoints import MAGIC as MAGIC_OF_CHECKPOINTS
from hybridc.runtime.weights.checkpoints import is_checkpoint, read_checkpoint, read_old_checkpoint
from hybridc.runtime.weights.contents import Take, with_arrays, with_leaves
from hybridc.runtime.weights.elements import Array
from hybridc.runtime.weights.errors import WeightsError
from hybridc.runtime.weights.hdf5 import MAGIC as MAGIC_OF_HDF5
from hybridc.runtime.weights.hdf5 import is_of_keras, read_hdf5, read_keras
from hybridc.runtime.weights.mappings import mapping_of
from hybridc.runtime.weights.ndarray_lists import MAGIC as MAGIC_OF_NDARRAYS
from hybridc.runtime.weights.ndarray_lists import read_ndarrays
from hybridc.runtime.weights.numpy_archives import read_npz
from hybridc.runtime.weights.safetensors import read_safetensors
from hybridc.runtime.weights.tensors import Storage, read_tensors

_START = 512
_ZIP = (b"PK\3\4", b"PK\5\6")
_PICKLE = b"\x80"
_TAR, _TAR_PLACE = b"ustar", 257
_NOT_READ = {
    b"\x93NUMPY": "a single array of NumPy's; save several by name with `numpy.savez`",
    b"version https://git-lfs": "a pointer of Git LFS to a file that is elsewhere; `git lfs pull` fetches it",
    b"\x1f\x8b": "compressed by gzip; unpack it first",
    b"GGUF": "a GGUF file, which is not read",
}
_UNREADABLE = (
    OSError,
    EOFError,
    ValueError,
    LookupError,
    ArithmeticError,
    RuntimeError,  # of zipfile: NotImplementedError, for what it does not know
    struct.error,
    zlib.error,
    zipfile.BadZipFile,
)


def read(path: str | os.PathLike[str], key: str | None = None) -> dict[str, Array]:
    """The arrays of a file by name, as arrays of NumPy's in the file's own dtypes. Nothing in the file is run.

    The format is told by the content: `.safetensors`, `.npz`, `.params` of MXNet's, `.pdparams` of Paddle's, HDF5 of
    Keras' and `.keras`, and what `torch.save` writes. A checkpoint that holds more than a state dict has it at a `key`,
    such as `"model"`, or `"generator/state_dict"` for one within another; without it, there must be exactly one mapping
    of names to tensors. bfloat16 and 8-bit floats have JAX's dtypes.

    Raises WeightsError for a file that is not there, not known, damaged, or that asks for more than arrays.
    """

    def taken(content: Any, load: Callable[[Storage], Array], limit: int) -> dict[str, Array]:
        return read_tensors(mapping_of(content, key), load, limit)

    found: dict[str, Array] | list[Array] = _opened(path, key, taken)
    if isinstance(found, list):
        raise WeightsError(f"its {len(found)} arrays have no names; `weights.load` gives them as a list", path)
    return found


def load(file: str | os.PathLike[str] | IO[bytes]) -> Any:
    """What `torch.load` gives: the object that was saved, its tensors as JAX's arrays. Nothing in the file is run.

    Of `.safetensors`, `.npz` and `.params` a dict of arrays, or a list where they have no names. 64-bit numbers become
    32-bit unless JAX counts in 64.

    Raises WeightsError as `read` does.
    """
    if isinstance(file, str | os.PathLike):
        return with_leaves(_opened(file, None, with_arrays), _in_jax)
    size = file.seek(0, os.SEEK_END)
    return with_leaves(_content(file, size, None, with_arrays, None), _in_jax)


_CHECKPOINT = re.compile(r"\.index$|\.data-\d{5}-of-\d{5}$")


def _in_jax(leaf: Any) -> Any:
    return jnp.asarray(leaf) if isinstance(leaf, np.ndarray) else leaf


def _opened(path: str | os.PathLike[str], key: str | None, take: Take) -> Any:
    if _CHECKPOINT.search(os.fspath(path)) or os.path.exists(f"{os.fspath(path)}.index"):
        raise WeightsError(
            "a checkpoint of TensorFlow, which TensorFlow alone reads: load it there, and write "
            "`model.save_weights('net.weights.h5')` or `numpy.savez('net.npz', *model.get_weights())`",
            path,
        )
    try:
        if not stat.S_ISREG(os.stat(path).st_mode):  # opening a pipe would wait for its other end
            raise WeightsError("not a regular file", path)
        file = open(path, "rb")  # noqa: SIM115
    except OSError as error:
        raise WeightsError(f"cannot be read: {error.strerror or error}", path) from error
    with file:
        return _content(file, os.fstat(file.fileno()).st_size, key, take, path)


def _content(file: IO[bytes], size: int, key: str | None, take: Take, path: Any) -> Any:
    try:
        return _arrays(file, size, key, take)
    except WeightsError as error:
        raise WeightsError(error.reason, path) from error.__cause__
    except _UNREADABLE as error:
        raise WeightsError(f"damaged: {error}", path) from error


def _arrays(file: IO[bytes], size: int, key: str | None, take: Take) -> Any:
    file.seek(0)
    start = file.read(_START)
    file.seek(0)
    if not start:
        raise WeightsError("empty")
    if start.startswith(_ZIP):
        archive = Archive(file, size)
        if is_checkpoint(archive):
            return read_checkpoint(archive, size, take)
        _expect_no(key)
        if is_of_keras(archive):
            return read_keras(archive, size)
        return read_npz(archive)
    if MAGIC_OF_CHECKPOINTS in start[:32]:
        return read_old_checkpoint(file, size, take)
    if start[8:9] == b"{":
        _expect_no(key)
        return read_safetensors(file, size)
    if start.startswith(MAGIC_OF_HDF5):
        _expect_no(key)
        return read_hdf5(file, size)
    if start.startswith(MAGIC_OF_NDARRAYS):
        _expect_no(key)
        return read_ndarrays(file, size)
    if start[_TAR_PLACE:].startswith(_TAR):
        raise WeightsError("a tar file, as PyTorch wrote before version 0.2; load and save it with a later version")
    if start.startswith(_PICKLE):
        return read_array_pickle(file, size, take)
    known = next((words for magic, words in _NOT_READ.items() if start.startswith(magic)), None)
    raise WeightsError(
        known or "neither .safetensors, nor .npz, nor .params, nor .pdparams, nor a checkpoint of PyTorch"
    )


def _expect_no(key: str | None) -> None:
    if key is not None:
        raise WeightsError(f"there are no mappings within others in this file, and so none at the key {key!r}")
