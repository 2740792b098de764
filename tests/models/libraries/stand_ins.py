"""What timm needs to be imported without its dependencies, and folders that hold only the files of it that models need."""

from __future__ import annotations

import ast
import importlib.util
import sys
import types
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

# Packages whose `__init__` would import every model, and what stands there instead.
PACKAGES = {
    "__init__.py": '__version__ = "0"\n',
    "models/__init__.py": "",
    "data/__init__.py": "from .constants import *\n",
}


def install_torchvision() -> None:
    """Puts a torchvision in place that has the one class whose name timm imports without asking whether it is there."""

    class FrozenBatchNorm2d:
        def __init__(self) -> None:
            raise NotImplementedError("a stand-in: torchvision is not installed")

    for name in ("torchvision", "torchvision.ops", "torchvision.ops.misc"):
        sys.modules[name] = types.ModuleType(name)
    sys.modules["torchvision.ops.misc"].FrozenBatchNorm2d = FrozenBatchNorm2d  # type: ignore[attr-defined]


def installed_timm() -> Path:
    """The folder of the installed timm, which is not imported for it."""
    spec = importlib.util.find_spec("timm")
    assert spec is not None and spec.submodule_search_locations, "timm is not installed: `pip install --no-deps timm`"
    return Path(spec.submodule_search_locations[0])


def needed(timm: Path, files: Iterable[str]) -> set[str]:
    """The files, by their paths in timm, and all that importing them imports of it."""
    found: set[str] = set()
    waiting = {*files, "data/constants.py"}
    while waiting:
        file = waiting.pop()
        found.add(file)
        waiting |= set(_imported(timm, file)) - found - PACKAGES.keys()
    return found


def lay_out(timm: Path, folder: Path, files: Iterable[str], becomes: Callable[[Path], str]) -> None:
    """A timm in `folder` of these files alone, each as what it `becomes`."""
    texts = PACKAGES | {file: becomes(timm / file) for file in files}
    for file, text in texts.items():
        path = folder / "timm" / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def _imported(timm: Path, file: str) -> Iterator[str]:
    """What a file imports of timm, among it what it may take for a name or for a module."""
    for node in _run_by_import(ast.parse((timm / file).read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            package = ["timm", *Path(file).parent.parts][: -node.level + 1 or None] if node.level else []
            module = [*package, *(node.module or "").split(".")] if node.module else package
            for parts in (module, *([*module, alias.name] for alias in node.names)):
                if parts and parts[0] == "timm":
                    yield from _file_of(timm, parts[1:])


def _run_by_import(node: ast.AST) -> Iterator[ast.AST]:
    """The nodes outside functions."""
    if not isinstance(node, ast.FunctionDef):
        yield node
        for child in ast.iter_child_nodes(node):
            yield from _run_by_import(child)


def _file_of(timm: Path, parts: list[str]) -> Iterator[str]:
    for path in (Path(*parts, "__init__.py"), Path(*parts[:-1], f"{parts[-1]}.py") if parts else Path("__init__.py")):
        if (timm / path).is_file():
            yield path.as_posix()
