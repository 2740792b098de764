"""What a model's plain attributes are, as a value that can be compared: compiled code holds them as constants."""

from __future__ import annotations

import enum
import functools
import types
from collections import deque
from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import jax
import numpy as np

from hybridc.runtime.core.cells import Cell
from hybridc.runtime.core.holding.containers import is_container
from hybridc.runtime.core.holding.holdings import OWN
from hybridc.runtime.core.holding.outside_names import Root
from hybridc.runtime.core.references import Reference
from hybridc.runtime.core.registry import Registry, Unchanging
from hybridc.runtime.core.tree import Tree
from hybridc.runtime.mutable import Mutable

_ATOMS = (bool, int, float, complex, str, bytes, type(None), type(Ellipsis))
_PLAIN = frozenset({str, bytes, int, type(None)})
_BY_IDENTITY = (type, types.FunctionType, types.BuiltinFunctionType, types.ModuleType, enum.Enum, jax.Array, Unchanging)


class _Attribute(NamedTuple):
    """What an attribute held, where that can change without the attribute being assigned."""

    holder: Any
    name: str
    lifts: bool
    number: int
    found: Hashable


class Fingerprint:
    """The plain attributes of a model's modules, but for those left out.

    `key`: equal for equal attributes. `changeable`: attributes whose contents can change without being assigned.
    `lifted`: attributes with arrays in lists and dicts that are arguments of compiled code. `watched`: names outside of
    the model with lists and dicts that its functions have.
    """

    def __init__(
        self,
        root: Any,
        left_out: frozenset[tuple[int, str]],
        lifted: frozenset[Root] = frozenset(),
        watched: Sequence[Root] = (),
    ) -> None:
        self.changeable: list[_Attribute] = []
        self._numbers: dict[int, tuple[int, int]] = {}  # of containers, and of the attributes they were found by
        self.kept: dict[int, Any] = {}  # what is told apart by identity must not go
        parts: list[Hashable] = []
        modules = list(root.named_modules(remove_duplicate=False))
        registries = [m.__dict__[r] for _, m in modules for r in ("_parameters", "_buffers")]
        self.parts = {id(m) for _, m in modules} | {id(cell) for cells in registries for cell in cells.values()}
        order: dict[int, int] = {}  # names of one cell, and names of two of which one took the other's place
        for path, module in modules:
            own = module.__dict__
            held = [(n, c) for r in ("_parameters", "_buffers") for n, c in own[r].items()]
            lying = [c.sharing_by() if isinstance(c, Cell) else None for _, c in held]
            known = [c.stands_for if isinstance(c, Cell) else c for _, c in held]
            self._keep(module, *known, *lying)
            places = [order.setdefault(id(c), len(order)) for _, c in held]
            cells = tuple(
                (n, i, id(k), id(lies)) for (n, _), i, k, lies in zip(held, places, known, lying, strict=True)
            )
            parts.append((path, id(module), type(module), cells))
            for name in own:
                if name not in OWN and (id(module), name) not in left_out:
                    parts.append(self._part(module, name, (module, name) in lifted, len(parts)))
        parts += [self._part(holder, name, (holder, name) in lifted, -n) for n, (holder, name) in enumerate(watched, 1)]
        self.key: Hashable = tuple(parts)

    def _part(self, holder: Any, name: str, lifts: bool, number: int) -> Hashable:
        value = holder.__dict__.get(name, ...)
        self._number = number
        found = self._frozen(value, (), lifts)
        if number < 0 or not _is_fixed(value):  # nothing tells of names outside that are bound anew
            self.changeable.append(_Attribute(holder, name, lifts, number, found))
        return name, found

    def _keep(self, *values: Any) -> None:
        self.kept.update((id(value), value) for value in values)

    def is_unchanged(self) -> bool:
        """No list, dict or object that an attribute holds has changed inside."""
        return all(map(self._is_unchanged, self.changeable))

    def _is_unchanged(self, attribute: _Attribute) -> bool:
        self._number = attribute.number
        value = attribute.holder.__dict__.get(attribute.name, ...)
        return self._frozen(value, (), attribute.lifts) == attribute.found

    def _frozen(self, value: Any, around: tuple[int, ...], lifts: bool = False, is_held: bool = False) -> Hashable:
        """`lifts`: arrays that containers in it hold are arguments of compiled code. `is_held`: one of these has it."""
        if isinstance(value, _ATOMS) and not isinstance(value, enum.Enum):
            return type(value), repr(value) if isinstance(value, float | complex) else value
        if is_held and isinstance(value, jax.Array):
            return "argument"
        if isinstance(value, _BY_IDENTITY) or id(value) in self.parts:  # parts of the model have entries of their own
            self._keep(value)
            return "is", id(value)
        if id(value) in around:
            return "inside itself", around.index(id(value))
        within = (*around, id(value))
        if isinstance(value, np.ndarray):
            return "ndarray", value.shape, str(value.dtype), value.tobytes()
        if isinstance(value, Mutable):
            self._keep(value.held)
            lying_in = value.memory.whole() if isinstance(value, Reference) else None
            return "cell", id(value), id(value.held), id(lying_in)
        if isinstance(value, tuple):
            return type(value), tuple(self._frozen(item, within, lifts, is_held) for item in value)
        if isinstance(value, frozenset):
            return type(value), frozenset(self._frozen(item, within) for item in value)
        if isinstance(value, functools.partial):
            inside = value.func, value.args, tuple(value.keywords.items())
            return "partial", tuple(self._frozen(each, within) for each in inside)
        if isinstance(value, types.MethodType):
            return "method", id(value.__func__), self._frozen(value.__self__, within)
        return self._contents(value, within, lifts)

    def _contents(self, value: Any, within: tuple[int, ...], lifts: bool) -> Hashable:
        """Of a list, a dict, or an object. What another attribute has, too, is told of there."""
        self._keep(value)
        number, found_by = self._numbers.setdefault(id(value), (len(self._numbers), self._number))
        if found_by != self._number:
            return "the same as", number
        if isinstance(value, list | set | deque) and _are_plain(value):
            return type(value), number, getattr(value, "maxlen", None), tuple(value)
        if type(value) is dict and _are_plain(value) and _are_plain(value.values()):
            return dict, number, tuple(value.items())
        if isinstance(value, list | deque):
            items = tuple(self._frozen(item, within, lifts, lifts) for item in value)
            return type(value), number, getattr(value, "maxlen", None), items
        if isinstance(value, set):
            return type(value), number, frozenset(self._frozen(item, within) for item in value)
        if isinstance(value, Mapping) and not isinstance(value, Registry):
            lifts &= isinstance(value, dict)
            pairs = ((self._frozen(k, within), self._frozen(v, within, lifts, lifts)) for k, v in value.items())
            return type(value), number, tuple(pairs)
        inside = {
            n: v for n, v in getattr(value, "__dict__", {}).items() if n not in ("_hybridc_calls", "_hybridc_functions")
        }
        lifts &= is_container(value)
        frozen = [(n, self._frozen(v, within, lifts, lifts)) for n, v in inside.items() if not isinstance(v, Registry)]
        if isinstance(value, Tree):
            held = [(r, inside[r]) for r in ("_parameters", "_buffers", "_modules")]
            frozen += [(r, tuple((n, self._frozen(v, within)) for n, v in each.items())) for r, each in held]
        return type(value), id(value), tuple(frozen)


def _are_plain(values: Iterable[Any]) -> bool:
    """They are of types of which no two are equal: long lists of these are compared as they are."""
    return _PLAIN.issuperset(map(type, values))


def _is_fixed(value: Any) -> bool:
    """Nothing of it changes but by being assigned."""
    if isinstance(value, tuple):
        return all(map(_is_fixed, value))
    return isinstance(value, (*_ATOMS, *_BY_IDENTITY, np.dtype))
