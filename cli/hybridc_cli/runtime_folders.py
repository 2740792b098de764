"""Where the copy of the runtime lies that standalone modules import, and what is in it."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator

from hybridc.standalone import module_name, runtime_files
from hybridc_cli.discovery import is_generated

PACKAGE = "hybridc_runtime"


def root_of(target: str, relative: str) -> str:
    """The folder that holds all outputs of what was named, in which this one lies as `relative` does in its sources."""
    folder = os.path.dirname(target)
    for _ in range(relative.count(os.sep)):
        folder = os.path.dirname(folder)
    return folder or os.curdir


def package_for(root: str, relative: str, is_package: bool) -> str:
    """The copy as an output imports it: by its name, but relatively where the root is a package, or becomes one."""
    if is_package or os.path.exists(os.path.join(root, "__init__.py")):
        return "." * (relative.count(os.sep) + 1) + PACKAGE
    return PACKAGE


def contents(root: str, modules: Iterable[str]) -> dict[str, bytes]:
    """The files of the copy by path: those that the modules need, and those that hybridc wrote there before.

    A copy is of one version of hybridc, whatever of it has changed.
    """
    folder = os.path.join(root, PACKAGE)
    files = runtime_files([*modules, *_written_before(folder)])
    return {os.path.join(folder, *path.split("/")): text.encode() for path, text in files.items()}


def is_taken(target: str, root: str) -> bool:
    """The output would lie in the copy, or have its name."""
    return os.path.relpath(target, root).split(os.sep)[0] in (PACKAGE, f"{PACKAGE}.py")


def _written_before(folder: str) -> Iterator[str]:
    for below, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(below, name)
            if name.endswith(".py") and is_generated(path):
                yield module_name(os.path.relpath(path, folder).replace(os.sep, "/"))
