"""What a model's plain attributes are, as a value that can be compared: compiled code holds them as constants."""

from __future__ import annotations

import enum
import functools
import types
from collections.abc import Hashable, Mapping
from typing import Any

import jax
import numpy as np

from hybridc.runtime.cells import Cell
from hybridc.runtime.mutable import Mutable
from hybridc.runtime.references import Reference
from hybridc.runtime.registry import Registry, Unchanging
from hybridc.runtime.tree import Tree

_ATOMS = (bool, int, float, complex, str, bytes, type(None), type(Ellipsis))
_BY_IDENTITY = (type, types.FunctionType, types.BuiltinFunctionType, types.ModuleType, enum.Enum, jax.Array, Unchanging)
_OWN = frozenset({"_parameters", "_buffers", "_modules", "_derived", "_calls", "_functions", "_naming", "_record"})


class Fingerprint:
    """The plain attributes of a model's modules, but for those left out.

    `key`: equal for equal attributes. `changeable`: attributes whose contents can change without being assigned.
    """

    def __init__(self, root: Any, left_out: frozenset[tuple[int, str]]) -> None:
        self.changeable: list[tuple[dict[str, Any], str, Hashable]] = []
        self.kept: list[Any] = []  # what is told apart by identity must not go
        parts: list[Hashable] = []
        modules = list(root.named_modules(remove_duplicate=False))
        registries = [m.__dict__[r] for _, m in modules for r in ("_parameters", "_buffers")]
        self.parts = {id(m) for _, m in modules} | {id(cell) for cells in registries for cell in cells.values()}
        order: dict[int, int] = {}  # names of one cell, and names of two of which one took the other's place
        for path, module in modules:
            own = module.__dict__
            held = [(n, c) for r in ("_parameters", "_buffers") for n, c in own[r].items()]
            lying = [c.sharing_by() if isinstance(c, Cell) else None for _, c in held]
            self.kept += [lies for lies in lying if lies is not None]
            known = [c.stands_for if isinstance(c, Cell) else c for _, c in held]
            self.kept += known
            places = [order.setdefault(id(c), len(order)) for _, c in held]
            cells = tuple(
                (n, i, id(k), id(lies)) for (n, _), i, k, lies in zip(held, places, known, lying, strict=True)
            )
            parts.append((path, id(module), type(module), cells))
            self.kept.append(module)
            for name, value in own.items():
                if name in _OWN or (id(module), name) in left_out:
                    continue
                found = self._frozen(value, ())
                parts.append((name, found))
                if not _is_fixed(value):
                    self.changeable.append((own, name, found))
        self.key: Hashable = tuple(parts)

    def is_unchanged(self) -> bool:
        """No list, dict or object that an attribute holds has changed inside."""
        return all(name in own and self._frozen(own[name], ()) == found for own, name, found in self.changeable)

    def _frozen(self, value: Any, around: tuple[int, ...]) -> Hashable:
        if isinstance(value, _ATOMS) and not isinstance(value, enum.Enum):
            return type(value), repr(value) if isinstance(value, float | complex) else value
        if isinstance(value, _BY_IDENTITY) or id(value) in self.parts:  # parts of the model have entries of their own
            self.kept.append(value)
            return "is", id(value)
        if id(value) in around:
            return "inside itself", around.index(id(value))
        within = (*around, id(value))
        if isinstance(value, np.ndarray):
            return "ndarray", value.shape, str(value.dtype), value.tobytes()
        if isinstance(value, Mutable):
            self.kept.append(value.held)
            lying_in = value.memory.whole() if isinstance(value, Reference) else None
            return "cell", id(value), id(value.held), id(lying_in)
        if isinstance(value, list | tuple):
            return type(value), tuple(self._frozen(item, within) for item in value)
        if isinstance(value, set | frozenset):
            return type(value), frozenset(self._frozen(item, within) for item in value)
        if isinstance(value, Mapping) and not isinstance(value, Registry):
            return type(value), tuple((self._frozen(k, within), self._frozen(v, within)) for k, v in value.items())
        if isinstance(value, functools.partial):
            return "partial", self._frozen([value.func, value.args, value.keywords], within)
        if isinstance(value, types.MethodType):
            return "method", id(value.__func__), self._frozen(value.__self__, within)
        self.kept.append(value)
        inside = {n: v for n, v in getattr(value, "__dict__", {}).items() if n not in ("_calls", "_functions")}
        if isinstance(value, Tree):
            inside |= {registry: dict(inside[registry]) for registry in ("_parameters", "_buffers", "_modules")}
        return type(value), id(value), self._frozen(inside, within)


def _is_fixed(value: Any) -> bool:
    """Nothing of it changes but by being assigned."""
    if isinstance(value, tuple):
        return all(map(_is_fixed, value))
    return isinstance(value, (*_ATOMS, *_BY_IDENTITY, np.dtype))
