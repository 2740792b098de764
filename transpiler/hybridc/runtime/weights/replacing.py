"""Files that are written whole or not at all, and through no name that anybody else could know."""

from __future__ import annotations

import os
import secrets
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO

_NEW = os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)  # a link that lies there is not followed


@contextmanager
def in_place_of(path: str | os.PathLike[str]) -> Iterator[IO[bytes]]:
    """A new file beside the path, which takes its place, and its mode, when all was written; else it goes.

    Where the path is a link, what it leads to is replaced. Raises OSError.
    """
    target = os.path.realpath(path)
    try:
        mode: int | None = stat.S_IMODE(os.stat(target).st_mode)
    except FileNotFoundError:
        mode = None
    temporary = os.path.join(os.path.dirname(target), f".{secrets.token_hex(12)}.part")
    descriptor = os.open(temporary, _NEW, 0o666 if mode is None else 0o600)
    try:
        with os.fdopen(descriptor, "w+b") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        if mode is not None:
            os.chmod(temporary, mode)
        os.replace(temporary, target)
    except BaseException:
        os.unlink(temporary)
        raise
