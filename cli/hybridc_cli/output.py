"""Writing a generated file: whole or not at all, and never over somebody else's."""

from __future__ import annotations

import os
import stat
import tempfile
from collections.abc import Iterable

from hybridc_cli.discovery import is_generated


class Unwritable(Exception):
    """The output cannot be written; the message says why."""


def check_target(target: str, source: str | None, force: bool) -> None:
    """Raises Unwritable where the target is the source itself, or a file that hybridc did not write."""
    if source is not None and is_one_of(target, [source]):
        raise Unwritable("the output would overwrite the source")
    if os.path.isdir(target):
        raise Unwritable("the output is a directory")
    if os.path.exists(target) and not stat.S_ISREG(os.stat(target).st_mode):
        raise Unwritable("the output is not a regular file")
    if not force and os.path.exists(target) and not is_generated(target):
        raise Unwritable("the output exists and was not written by hybridc; --force overwrites it")


def is_one_of(target: str, sources: Iterable[str]) -> bool:
    """The target is one of these files, by whatever name."""
    return os.path.exists(target) and any(os.path.exists(s) and os.path.samefile(target, s) for s in sources)


def check_folder(target: str, force: bool, sources: Iterable[str] = ()) -> None:
    """Raises Unwritable where a file cannot be put, or something is there already: `force` overwrites that, unless it
    is one of the files that are read, `sources`."""
    folder = os.path.dirname(target) or "."
    if not os.path.isdir(folder):
        raise Unwritable(f"cannot be written: there is no folder {folder}")
    if not os.access(folder, os.W_OK):
        raise Unwritable(f"cannot be written: the folder {folder} is not writable")
    if os.path.isdir(target):
        raise Unwritable("is a directory")
    if os.path.lexists(target) and not os.path.isfile(target):
        raise Unwritable("is not a regular file")
    if os.path.lexists(target) and not force:
        raise Unwritable("exists; --force overwrites it")
    if is_one_of(target, sources):
        raise Unwritable("is a file that is read; no output takes its place")


def write(target: str, data: bytes) -> None:
    """Writes to a file beside the target, then puts it in the target's place. Raises Unwritable."""
    folder = os.path.dirname(target) or "."
    temporary = ""
    try:
        os.makedirs(folder, exist_ok=True)
        descriptor, temporary = tempfile.mkstemp(prefix=".hybridc-", dir=folder)
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
        mode = stat.S_IMODE(os.stat(target).st_mode) if os.path.exists(target) else 0o666 & ~_umask()
        os.chmod(temporary, mode)
        os.replace(temporary, target)
    except OSError as error:
        if temporary and os.path.exists(temporary):
            os.unlink(temporary)
        raise Unwritable(f"cannot be written: {error.strerror or error}") from error


def _umask() -> int:
    current = os.umask(0)
    os.umask(current)
    return current
