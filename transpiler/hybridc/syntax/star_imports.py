"""What `from module import *` brings: names that a file reads and nothing in it binds."""

from __future__ import annotations

import ast
import builtins
import symtable
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet

from hybridc.dialects import ALL
from hybridc.dialects.table import Dialect

_BUILTINS = frozenset(dir(builtins)) | {"__file__", "__name__", "__doc__", "__all__"}

# Modules of numbers, and those of their functions that stand for Python's own then: "pow" of "math".
_OF_NUMPY = frozenset({"abs", "all", "any", "bool", "divmod", "max", "min", "pow", "round", "sum"})
_OF_NUMBERS = {
    "math": frozenset({"pow"}),
    "numpy": _OF_NUMPY,
    "numpy.fft": frozenset[str](),
    "numpy.linalg": frozenset[str](),
    "numpy.random": frozenset[str](),
}
# Matplotlib's module for those who come from Matlab: these, in this order, with Python's own where NumPy has others.
_PYLAB = frozenset({"pylab", "matplotlib.pylab"})
_IN_PYLAB = ("numpy", "numpy.fft", "numpy.random", "numpy.linalg")
_PYTHONS_IN_PYLAB = frozenset({"abs", "bool", "bytes", "max", "min", "pow", "round"})
_PICTURES = frozenset({"matplotlib.pyplot"}) | _PYLAB


def names_brought(tree: ast.Module, sources: Sequence[str], bound: AbstractSet[str]) -> dict[str, str]:
    """By name, the whole name of what star imports of these modules bring: what the framework has there, and, where
    nothing else may bring names, all that the file reads without binding it."""
    of_models = [s for s in sources if is_of_models(s)]
    if not of_models:
        return _numbers_brought(tree, sources, bound)
    read = _read_and_not_bound(tree, bound) - _BUILTINS
    found: dict[str, str] = {}
    for source in of_models:
        dialect = _dialect(source)
        found |= {n: f"{source}.{n}" for n in read if dialect is not None and f"{source}.{n}" in dialect}
    for models in (d.models for d in ALL if d.models is not None):
        found |= {n: path for n, path in models.usual.items() if n in read - found.keys()}
    if len(sources) == 1:
        found |= {n: f"{sources[0]}.{n}" for n in read - found.keys()}
    return found


def _numbers_brought(tree: ast.Module, sources: Sequence[str], bound: AbstractSet[str]) -> dict[str, str]:
    """Of modules of numbers. Any other module may bring the same names, unless it is one of pictures."""
    if not {*sources} <= _OF_NUMBERS.keys() | _PICTURES:
        return {}
    read = _read_and_not_bound(tree, bound)
    found: dict[str, str] = {}
    for source in sources:
        for module in _IN_PYLAB if source in _PYLAB else [source]:
            theirs = read - (_BUILTINS - _OF_NUMBERS.get(module, frozenset()))
            found |= {n: f"{module}.{n}" for n in theirs if any(f"{module}.{n}" in d for d in ALL)}
        if source in _PYLAB:
            found = {n: path for n, path in found.items() if n not in _PYTHONS_IN_PYLAB}
        if source in _PICTURES:
            found |= {n: path for n, path in (("np", "numpy"), ("plt", "matplotlib.pyplot")) if n in read}
    return found


def is_of_models(source: str) -> bool:
    """A module of a framework of models."""
    return _dialect(source) is not None


def _dialect(source: str) -> Dialect | None:
    root = source.partition(".")[0]
    return next((d for d in ALL if d.models is not None and root in d.roots), None)


def _read_and_not_bound(tree: ast.Module, bound: AbstractSet[str]) -> frozenset[str]:
    return frozenset(_global_names(symtable.symtable(ast.unparse(tree), "<file>", "exec"))) - bound


def _global_names(table: symtable.SymbolTable) -> Iterator[str]:
    """The names that are read of the file's top level, or of what is around it."""
    for symbol in table.get_symbols():
        if symbol.is_referenced() and (table.get_type() == "module" or symbol.is_global()):
            yield symbol.get_name()
    for child in table.get_children():
        yield from _global_names(child)
