"""The files of an artifact, looked at before they are read: a folder, or a zip file that compresses nothing."""

from __future__ import annotations

import hashlib
import os
import stat
import zipfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import IO, Any

from hybridc.artifacts.description import DESCRIPTION, LONGEST, PARAMETERS, PROGRAM, Description, decoded
from hybridc.artifacts.errors import ArtifactError
from hybridc.runtime.weights.elements import Array
from hybridc.runtime.weights.errors import WeightsError
from hybridc.runtime.weights.safetensors import read_safetensors

_FILES = (DESCRIPTION, PROGRAM, PARAMETERS)
_ENCRYPTED = 0x1
_CHUNK = 2**20


class Files:
    """The files of an artifact by name, with their sizes. Names and paths come from here, never from what is read."""

    def __init__(self, stack: ExitStack, path: str) -> None:
        self._stack = stack
        self._zip: zipfile.ZipFile | None = None
        self._folder = path
        self.sizes: dict[str, int] = {}
        if os.path.isdir(path):
            self._look_into_folder()
        else:
            self._look_into_archive(path)
        missing = [name for name in _FILES if name not in self.sizes]
        if missing:
            what = "a folder" if self._zip is None else "an archive"
            raise ArtifactError(f"{what} without {', '.join(missing)}, and so no artifact of hybridc's")

    def _look_into_folder(self) -> None:
        """Whatever else lies in the folder is not looked at. Links may lead anywhere, and are refused."""
        for name in _FILES:
            try:
                facts = os.lstat(os.path.join(self._folder, name))
            except FileNotFoundError:
                continue
            if not stat.S_ISREG(facts.st_mode):
                raise ArtifactError(f"{name} is not a regular file; a link may lead out of the folder")
            self.sizes[name] = facts.st_size

    def _look_into_archive(self, path: str) -> None:
        if not stat.S_ISREG(os.stat(path).st_mode):  # opening a pipe would wait for its other end
            raise ArtifactError("neither a folder nor a regular file")
        file = self._stack.enter_context(open(path, "rb"))  # noqa: SIM115
        size = os.fstat(file.fileno()).st_size
        if file.read(2) != b"PK":
            raise ArtifactError("neither a folder nor a zip file, and so no artifact of hybridc's")
        self._zip = self._stack.enter_context(zipfile.ZipFile(file))
        for info in self._zip.infolist():
            if info.filename not in _FILES or info.orig_filename != info.filename:
                raise ArtifactError(f"the archive holds {info.orig_filename!r:.120}, which is no part of an artifact")
            if info.filename in self.sizes:
                raise ArtifactError(f"the archive holds {info.filename} twice")
            is_stored = info.compress_type == zipfile.ZIP_STORED and info.compress_size == info.file_size
            if info.flag_bits & _ENCRYPTED or not is_stored:
                raise ArtifactError(f"{info.filename} is compressed or encrypted, which hybridc does not write")
            self.sizes[info.filename] = info.file_size
        if sum(self.sizes.values()) > size:
            raise ArtifactError("damaged: the archive's members are larger than the archive")

    def open(self, name: str) -> IO[bytes]:
        if self._zip is not None:
            return self._zip.open(name)
        flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
        return os.fdopen(os.open(os.path.join(self._folder, name), flags), "rb")


class _Hashed:
    """A stream of a known length that computes the checksum of what is read from it."""

    def __init__(self, stream: IO[bytes], size: int) -> None:
        self._stream = stream
        self._left = size
        self._hash = hashlib.sha256()

    def read(self, count: int) -> bytes:
        data = self._stream.read(min(count, self._left))
        self._left -= len(data)
        self._hash.update(data)
        return data

    def digest(self) -> str:
        """The checksum of all of it."""
        while self._left and self.read(_CHUNK):
            pass
        return self._hash.hexdigest()


@contextmanager
def opened(path: str | os.PathLike[str]) -> Iterator[Files]:
    """The files of the artifact. Raises ArtifactError, also for what goes wrong while they are read."""
    try:
        with ExitStack() as stack:
            yield Files(stack, os.fspath(path))
    except ArtifactError as error:
        raise ArtifactError(error.reason, path) from error.__cause__
    except WeightsError as error:
        raise ArtifactError(f"{PARAMETERS}: {error.reason}", path) from error
    except OSError as error:
        raise ArtifactError(f"cannot be read: {error.strerror or error}", path) from error
    except (zipfile.BadZipFile, EOFError, ValueError, LookupError, NotImplementedError, RuntimeError) as error:
        raise ArtifactError(f"damaged: {error}", path) from error


def read_description(files: Files) -> Description:
    """The description, whose sizes of files are those that are there."""
    size = files.sizes[DESCRIPTION]
    if size > LONGEST:
        raise ArtifactError(f"{DESCRIPTION} has {size} bytes, more than {LONGEST}")
    with files.open(DESCRIPTION) as stream:
        found = decoded(stream.read(size + 1))
    for name, facts in found.files.items():
        if facts["size"] != files.sizes[name]:
            raise ArtifactError(f"damaged: {name} has {files.sizes[name]} bytes, and {facts['size']} were written")
    return found


def read_program(files: Files, description: Description) -> bytes:
    """The serialized program, whose checksum is the description's."""
    with files.open(PROGRAM) as stream:
        data = stream.read(files.sizes[PROGRAM] + 1)
    _expect(description, PROGRAM, hashlib.sha256(data).hexdigest())
    return data


def read_parameters(files: Files, description: Description) -> dict[str, Array]:
    """The arrays of the artifact, of the names, dtypes and shapes that the description has. Raises WeightsError too."""
    with files.open(PARAMETERS) as stream:
        hashed: Any = _Hashed(stream, files.sizes[PARAMETERS])
        try:
            arrays = read_safetensors(hashed, files.sizes[PARAMETERS])
        except WeightsError:
            _expect(description, PARAMETERS, hashed.digest())
            raise
        _expect(description, PARAMETERS, hashed.digest())
    return arrays


def _expect(description: Description, name: str, digest: str) -> None:
    if digest != description.files[name]["sha256"]:
        raise ArtifactError(f"{name} was changed, or is damaged: its checksum is another")
