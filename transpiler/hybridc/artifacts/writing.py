"""Writing an artifact: a folder or a zip file, whole or not at all."""

from __future__ import annotations

import hashlib
import os
import secrets
import shutil
import stat
import tempfile
import zipfile
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from hybridc.artifacts.description import DESCRIPTION, PARAMETERS, PROGRAM, Description
from hybridc.artifacts.errors import ArtifactError, ExportError
from hybridc.artifacts.reading import opened, read_description
from hybridc.runtime.weights import WeightsError
from hybridc.runtime.weights import write as write_weights

_ARCHIVE = ".zip"
_TIME = (1980, 1, 1, 0, 0, 0)  # the same artifact is the same bytes


def check_target(path: str, force: bool) -> None:
    """Raises ExportError where nothing can be written, or something is there already.

    Only what is itself an artifact, and nothing else besides, is replaced, and only with `force`.
    """
    if not path:
        raise ExportError("the output has no name: give a folder, or a file that ends in .zip")
    folder = os.path.dirname(os.path.abspath(path))
    if not os.path.isdir(folder):
        raise ExportError(f"{path}: cannot be written: there is no folder {folder}")
    if not os.access(folder, os.W_OK):
        raise ExportError(f"{path}: cannot be written: the folder {folder} is not writable")
    if not os.path.lexists(path):
        return
    if not force:
        raise ExportError(f"{path}: exists; --force replaces an artifact")
    try:
        with opened(path) as files:
            read_description(files)
    except ArtifactError as error:
        raise ExportError(f"{path}: exists, and is not replaced, since it is no artifact: {error.reason}") from error
    others = sorted({*os.listdir(path)} - {DESCRIPTION, PROGRAM, PARAMETERS}) if os.path.isdir(path) else []
    if others:
        raise ExportError(f"{path}: exists, and is not replaced, since {others[0]!r} in it is no part of an artifact")
    if path.endswith(_ARCHIVE) == os.path.isdir(path):
        raise ExportError(f"{path}: a folder and an archive do not replace each other")


def write(path: str, description: Description, program: bytes, parameters: Mapping[str, Any], force: bool) -> None:
    """Writes the artifact beside its place, then puts it there. Raises ExportError, and leaves nothing behind."""
    target = os.path.abspath(path)
    check_target(path, force)
    try:
        with tempfile.TemporaryDirectory(prefix=f".{os.path.basename(target)}.", dir=os.path.dirname(target)) as beside:
            folder = os.path.join(beside, "artifact")
            os.mkdir(folder)
            _fill(folder, description, program, parameters)
            if path.endswith(_ARCHIVE):
                archive = os.path.join(beside, "archive")
                _pack(folder, archive)
                if os.path.exists(target):
                    os.chmod(archive, stat.S_IMODE(os.stat(target).st_mode))
                os.replace(archive, target)
            else:
                _put(folder, target, beside, force)
    except WeightsError as error:
        raise ExportError(f"{path}: the parameters cannot be written: {error.reason}") from error
    except OSError as error:
        raise ExportError(f"{path}: cannot be written: {error.strerror or error}") from error


def _fill(folder: str, description: Description, program: bytes, parameters: Mapping[str, Any]) -> None:
    write_weights(os.path.join(folder, PARAMETERS), parameters)
    _write(os.path.join(folder, PROGRAM), program)
    files = {name: _facts(os.path.join(folder, name)) for name in (PROGRAM, PARAMETERS)}
    _write(os.path.join(folder, DESCRIPTION), replace(description, files=files).encoded())


def _write(path: str, data: bytes) -> None:
    with open(path, "xb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def _facts(path: str) -> dict[str, Any]:
    with open(path, "rb") as file:
        return {"size": os.path.getsize(path), "sha256": hashlib.file_digest(file, "sha256").hexdigest()}


def _pack(folder: str, archive: str) -> None:
    with zipfile.ZipFile(archive, "x", zipfile.ZIP_STORED) as packed:
        for name in (DESCRIPTION, PROGRAM, PARAMETERS):
            path = os.path.join(folder, name)
            info = zipfile.ZipInfo(name, _TIME)
            info.external_attr = stat.S_IMODE(os.stat(path).st_mode) << 16
            info.file_size = os.path.getsize(path)  # so that large ones get large headers
            with open(path, "rb") as source, packed.open(info, "w") as member:
                shutil.copyfileobj(source, member, 2**20)
    with open(archive, "rb+") as file:
        os.fsync(file.fileno())


def _put(folder: str, target: str, beside: str, force: bool) -> None:
    """The folder in place of the artifact that was there, which comes back if that fails."""
    before = os.path.join(beside, f"before-{secrets.token_hex(4)}")
    if not os.path.lexists(target):
        os.rename(folder, target)
        return
    check_target(target, force)  # of the very path that is moved away
    os.rename(target, before)
    try:
        os.rename(folder, target)
    except BaseException:
        os.rename(before, target)
        raise
