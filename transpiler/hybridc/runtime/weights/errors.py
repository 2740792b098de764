"""What is raised where weights cannot be read, written, or do not fit."""

from __future__ import annotations

import os
import reprlib

_REPR = reprlib.Repr()
_REPR.maxstring = _REPR.maxother = 120


class WeightsError(ValueError):
    """Weights that cannot be read or written, or that do not fit a model.

    `path` is the file, if there is one; `reason` is the message without it.
    """

    def __init__(self, reason: str, path: str | os.PathLike[str] | None = None) -> None:
        super().__init__(reason if path is None else f"{os.fspath(path)}: {reason}")
        self.reason = reason
        self.path = path


def shown(value: object) -> str:
    """A value that a file holds, short enough for a message."""
    return _REPR.repr(value)
