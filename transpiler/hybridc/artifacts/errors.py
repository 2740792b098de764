"""What is raised where an artifact cannot be written, read or called."""

from __future__ import annotations

import os


class ArtifactError(ValueError):
    """An artifact that cannot be read: damaged, not one, or of a later version.

    `path` is the file or folder; `reason` is the message without it.
    """

    def __init__(self, reason: str, path: str | os.PathLike[str] | None = None) -> None:
        super().__init__(reason if path is None else f"{os.fspath(path)}: {reason}")
        self.reason = reason
        self.path = path


class ExportError(ValueError):
    """What cannot be exported, or written where it is to be."""


class InputError(ValueError):
    """Inputs that a program does not take: named by input and dimension."""


class RunError(ValueError):
    """Files that cannot be read as inputs, or written as outputs; a program that fails."""
