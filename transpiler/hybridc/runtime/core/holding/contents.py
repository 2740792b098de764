"""What a compiled program puts into attributes of a model, and into containers that it holds: arrays apart from the
rest, which is known while tracing."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import jax
from jax import tree_util

from hybridc.runtime.core.holding.containers import CONTAINERS, contents, emptied, is_container, refill
from hybridc.runtime.core.holding.holdings import Holdings
from hybridc.runtime.core.holding.outside_names import Root
from hybridc.runtime.core.runs import MISSING


class _Slot(NamedTuple):
    """One of the arrays."""

    place: int


class _Known(NamedTuple):
    """A container that the model held before."""

    place: int


class _Fresh:
    """A container that the program makes: a copy of the one that was made while it was traced."""

    def __init__(self, made: Any) -> None:
        self._made = emptied(made)
        self.held: list[Any] = []

    def make(self) -> Any:
        return emptied(self._made)


class _Several(NamedTuple):
    """A tuple."""

    kind: type
    held: list[Any]


class Contents:
    """`attributes`: what they were set to, by modules and names. `changed`: what containers hold, by their places.

    A pytree, of the arrays among that. Two are different even if they hold the same.
    """

    def __init__(self, attributes: Mapping[Root, Any], changed: Mapping[int, list[Any]], holdings: Holdings) -> None:
        self.arrays: list[Any] = []
        self._places = holdings.places
        self._fresh: dict[int, _Fresh] = {}
        self.attributes = {root: self._noted(value) for root, value in attributes.items()}
        self.roots = tuple(dict.fromkeys(holdings.roots[place] for place in changed))  # what is reached by which
        self.changed = {place: [*map(self._noted, held)] for place, held in changed.items()}

    def _noted(self, value: Any) -> Any:
        if isinstance(value, jax.core.Tracer):
            self.arrays.append(value)
            return _Slot(len(self.arrays) - 1)
        if isinstance(value, tuple):
            return _Several(type(value), [*map(self._noted, value)])
        if id(value) in self._places:
            return _Known(self._places[id(value)])
        if not is_container(value) or value is MISSING:
            return value
        if id(value) not in self._fresh:
            noted, count = _Fresh(value), len(self.arrays)
            self._fresh[id(value)] = noted
            noted.held = [*map(self._noted, contents(value))]
            if len(self.arrays) == count and not isinstance(value, CONTAINERS):  # an object that stays as it is
                del self._fresh[id(value)]
                return value
        return self._fresh[id(value)]

    def put(self, arrays: Sequence[Any], holdings: Holdings) -> None:
        """Sets attributes, and what containers hold."""
        made: dict[int, Any] = {}

        def value(noted: Any) -> Any:
            if isinstance(noted, _Slot):
                return arrays[noted.place]
            if isinstance(noted, _Known):
                return holdings.held[noted.place]
            if isinstance(noted, _Several):
                held = map(value, noted.held)
                return noted.kind(*held) if hasattr(noted.kind, "_fields") else noted.kind(held)
            if isinstance(noted, _Fresh):
                if id(noted) not in made:
                    made[id(noted)] = noted.make()
                    refill(made[id(noted)], [*map(value, noted.held)])
                return made[id(noted)]
            return noted

        new = {place: [*map(value, held)] for place, held in self.changed.items()}
        for place, held in new.items():
            refill(holdings.held[place], held)
        for (owner, name), noted in self.attributes.items():
            keep(owner, name, MISSING if noted is MISSING else value(noted))


def keep(owner: Any, name: str, value: Any) -> None:
    """Once a run is over that set the attribute, of a module or of another object that holds arrays."""
    if value is MISSING:
        owner.__dict__.pop(name, None)
    elif hasattr(owner, "_hybridc_keep"):
        owner._hybridc_keep(name, value)
    else:
        owner.__dict__[name] = value


class Put:
    """The contents with arrays that a program gave."""

    def __init__(self, noted: Contents, arrays: Sequence[Any]) -> None:
        self.noted, self.arrays = noted, arrays

    def into(self, holdings: Callable[[], Holdings]) -> None:
        self.noted.put(self.arrays, holdings())


def _apart(put: Put) -> tuple[Sequence[Any], Contents]:
    return put.arrays, put.noted


tree_util.register_pytree_node(Put, _apart, lambda noted, arrays: Put(noted, arrays))
