"""Reading weights from a file of any known format, told by its content."""

from __future__ import annotations

import os
import stat
import struct
import zipfile
import zlib
from typing import IO

from hybridc.runtime.weights.archives import Archive
from hybridc.runtime.weights.checkpoints import MAGIC, is_checkpoint, read_checkpoint, read_old_checkpoint
from hybridc.runtime.weights.elements import Array
from hybridc.runtime.weights.errors import WeightsError
from hybridc.runtime.weights.numpy_archives import read_npz
from hybridc.runtime.weights.safetensors import read_safetensors

_START = 512
_ZIP = (b"PK\3\4", b"PK\5\6")
_TAR, _TAR_PLACE = b"ustar", 257
_NOT_READ = {
    b"\x89HDF\r\n": "an HDF5 file, which is not read",
    b"\x93NUMPY": "a single array of NumPy's; save several by name with `numpy.savez`",
    b"version https://git-lfs": "a pointer of Git LFS to a file that is elsewhere; `git lfs pull` fetches it",
    b"\x1f\x8b": "compressed by gzip; unpack it first",
    b"GGUF": "a GGUF file, which is not read",
    b"\x80": "a pickle that `torch.save` did not write, which is not read",
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

    The format is told by the content: `.safetensors`, `.npz`, and what `torch.save` writes. A checkpoint that holds
    more than a state dict has it at a `key`, such as `"model"`, or `"generator/state_dict"` for one within another;
    without it, there must be exactly one mapping of names to tensors. bfloat16 and 8-bit floats have JAX's dtypes.

    Raises WeightsError for a file that is not there, not known, damaged, or that asks for more than arrays.
    """
    try:
        if not stat.S_ISREG(os.stat(path).st_mode):  # opening a pipe would wait for its other end
            raise WeightsError("not a regular file", path)
        file = open(path, "rb")  # noqa: SIM115
    except OSError as error:
        raise WeightsError(f"cannot be read: {error.strerror or error}", path) from error
    with file:
        try:
            return _arrays(file, os.fstat(file.fileno()).st_size, key)
        except WeightsError as error:
            raise WeightsError(error.reason, path) from error.__cause__
        except _UNREADABLE as error:
            raise WeightsError(f"damaged: {error}", path) from error


def _arrays(file: IO[bytes], size: int, key: str | None) -> dict[str, Array]:
    start = file.read(_START)
    file.seek(0)
    if not start:
        raise WeightsError("empty")
    if start.startswith(_ZIP):
        archive = Archive(file, size)
        if is_checkpoint(archive):
            return read_checkpoint(archive, size, key)
        _expect_no(key)
        return read_npz(archive)
    if MAGIC in start[:32]:
        return read_old_checkpoint(file, size, key)
    if start[8:9] == b"{":
        _expect_no(key)
        return read_safetensors(file, size)
    if start[_TAR_PLACE:].startswith(_TAR):
        raise WeightsError("a tar file, as PyTorch wrote before version 0.2; load and save it with a later version")
    known = next((words for magic, words in _NOT_READ.items() if start.startswith(magic)), None)
    raise WeightsError(known or "neither .safetensors, nor .npz, nor a checkpoint of PyTorch")


def _expect_no(key: str | None) -> None:
    if key is not None:
        raise WeightsError(f"there are no mappings within others in this file, and so none at the key {key!r}")
