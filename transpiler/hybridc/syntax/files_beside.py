"""Where the file of a module lies, as seen from a file that imports it."""

from __future__ import annotations

import os

_FOLDERS = 4  # around a file, in which what it imports by a whole name is looked for


def file_of(module: str, filename: str | None) -> str | None:
    """The file of a module, by its dotted name, as the file that names it finds it beside itself or around."""
    if filename is None or not os.path.isfile(filename):
        return None
    folder = os.path.dirname(os.path.abspath(filename))
    name = module.lstrip(".")
    level = len(module) - len(name)
    if level:
        for _ in range(level - 1):
            folder = os.path.dirname(folder)
        return _file_in(folder, name)
    for _ in range(_FOLDERS):
        if (found := _file_in(folder, name)) is not None:
            return found
        folder = os.path.dirname(folder)
    return None


def _file_in(folder: str, name: str) -> str | None:
    path = os.path.join(folder, *name.split("."))
    return next((p for p in (f"{path}.py", os.path.join(path, "__init__.py")) if name and os.path.isfile(p)), None)
