"""Loads the original and the converted module as importing the file would, beside each other."""

from __future__ import annotations

import ast
import os
import sys
import types


class Modules:
    """Both sides. `classes` of the file are copied by their attributes, since each side has its own."""

    def __init__(self, file: str, original: str, converted: str) -> None:
        self.file = file
        self.converted_path = converted
        self._paths = {"original": original, "converted": converted}
        self.sides: dict[str, types.ModuleType] = {}
        self.name, self.package = _name_of(file)
        self.sets_globals = False

    def load(self, side: str) -> types.ModuleType:
        """Runs the code of one side. What that raises is raised here."""
        with open(self._paths[side], "rb") as source:
            data = source.read()
        if side == "original":
            self.sets_globals = any(isinstance(node, ast.Global) for node in ast.walk(ast.parse(data)))
        # The user's lines are those of the file; the generated code's are its own.
        code = compile(data, self.file if side == "original" else self.converted_path, "exec", dont_inherit=True)
        module = types.ModuleType(self.name)
        stem, extension = os.path.splitext(self.file)
        module.__file__ = self.file if side == "original" else f"{stem}_jax{extension}"
        module.__package__ = self.package
        sys.argv = [self.file]
        known = sys.modules.get(self.name)
        if known is None or known in self.sides.values():
            sys.modules[self.name] = module  # dataclasses look there for the module of a class
        exec(code, module.__dict__)
        self.sides[side] = module
        if sys.modules.get(self.name) is module:
            sys.modules[self.name] = self.sides["original"]
        return module

    def function(self, side: str, name: str) -> object:
        """A function, or a method, by its qualified name. Raises AttributeError where the module has it no more."""
        found: object = self.sides[side]
        for part in name.split("."):
            found = getattr(found, part)
        return found

    def classes(self, side: str) -> dict[str, type]:
        """Those that the file defines, by name."""
        return {
            name: value
            for name, value in vars(self.sides[side]).items()
            if isinstance(value, type) and value.__module__ == self.name and not issubclass(value, dict | list | tuple)
        }


def prepare_path(file: str) -> None:
    """Makes the file's neighbours importable, as running it does; of a package, also the package."""
    folder = os.path.dirname(file)
    sys.path.insert(0, folder)
    top = folder
    while os.path.isfile(os.path.join(top, "__init__.py")):
        top = os.path.dirname(top)
    if top != folder:
        sys.path.insert(1, top)


def _name_of(file: str) -> tuple[str, str]:
    """The names of the module and of its package, for relative imports."""
    stem = os.path.splitext(os.path.basename(file))[0]
    parts: list[str] = []
    folder = os.path.dirname(file)
    while os.path.isfile(os.path.join(folder, "__init__.py")):
        folder, name = os.path.split(folder)
        parts.insert(0, name)
    package = ".".join(parts)
    return (f"{package}.{stem}" if package else stem), package
