"""Packages that the book's `d2l` imports, that no model of it uses, and that need not be installed."""

import importlib.abc
import importlib.machinery
import sys
import types
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

PLOTS_AND_DATA = frozenset({"IPython", "PIL", "matplotlib", "matplotlib_inline", "pandas", "requests", "torchvision"})
"""What `d2l.torch` and `d2l.mxnet` import and no model of theirs uses."""


class Nothing:
    """Any object of a package that is not installed."""

    def __call__(self, *args: Any, **kwargs: Any) -> "Nothing":
        return self

    def __getattr__(self, name: str) -> "Nothing":
        if name.startswith("__"):
            raise AttributeError(name)
        return self


class Empty(types.ModuleType):
    """A package that is not installed, as far as importing it and naming things of it goes."""

    __path__: list[str] = []

    def __getattr__(self, name: str) -> Nothing:
        if name.startswith("__"):
            raise AttributeError(name)
        return Nothing()


class StandIns(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Finds an empty package for the names in `PLOTS_AND_DATA`."""

    def find_spec(self, name: str, path: Any, target: Any = None) -> importlib.machinery.ModuleSpec | None:
        if name.partition(".")[0] not in PLOTS_AND_DATA:
            return None
        return importlib.machinery.ModuleSpec(name, self, is_package=True)

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> types.ModuleType:
        return Empty(spec.name)

    def exec_module(self, module: types.ModuleType) -> None:
        pass


@contextmanager
def stand_ins() -> Iterator[None]:
    """While it lasts, those packages that are not installed import as empty ones."""
    finder = StandIns()
    sys.meta_path.append(finder)
    try:
        yield
    finally:
        sys.meta_path.remove(finder)
        for name in [name for name, module in sys.modules.items() if isinstance(module, Empty)]:
            del sys.modules[name]
