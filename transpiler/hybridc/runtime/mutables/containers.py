"""The lists, tuples and dicts that a call from outside hands over: which of them are one, and what becomes of them."""

from __future__ import annotations

import contextlib
import itertools
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from jax import tree_util

__all__ = [
    "KINDS",
    "Containers",
    "Held",
    "Taken",
    "changed",
    "expect_unchanged",
    "mapped",
    "of_callers",
    "put_together",
    "take_over",
    "taken_apart",
]

KINDS = (list, dict, OrderedDict)
Containers = list[Any]  # of these kinds
Node = tuple[Any, ...]  # hashable


@dataclass(frozen=True)
class Held:
    """The list or dict of this number, among those of the arguments."""

    number: int


class Taken:
    """`nodes`: how values hang together, the first one first; `leaves`: what is in them; `held`: lists and dicts."""

    def __init__(self, known: Mapping[int, Held]) -> None:
        self.nodes: list[Node] = []
        self.leaves: list[Any] = []
        self.held: Containers = []
        self._known, self._numbers = known, dict[int, int]()

    def add(self, value: Any) -> int:
        """The number of the value's node."""
        kind = type(value)
        if kind in KINDS and id(value) in self._numbers:
            return self._numbers[id(value)]
        number = len(self.nodes)
        self.nodes.append(())
        if id(value) in self._known:
            self.leaves.append(self._known[id(value)])
        elif kind in KINDS:
            self._numbers[id(value)] = number
            self.held.append(value)
            keys = () if kind is list else tuple(value)
            self.nodes[number] = (kind, keys, *map(self.add, value if kind is list else value.values()))
        elif isinstance(value, tuple):
            self.nodes[number] = (kind, (), *map(self.add, value))
        elif value is not None and not tree_util.all_leaves([value]):
            parts, tree = tree_util.tree_flatten(value)
            self.nodes[number] = (tree, (), *map(self.add, parts))
        else:
            self.leaves.append(value)
        return number


class _Callers(threading.local):
    """Of the functions that a thread is tracing."""

    def __init__(self) -> None:
        self.held: list[Containers] = []


_of_callers = _Callers()


@contextlib.contextmanager
def of_callers(held: Containers) -> Iterator[None]:
    """While the function is traced, whose arguments' lists and dicts these are."""
    _of_callers.held.append(held)
    try:
        yield
    finally:
        _of_callers.held.pop()


@contextlib.contextmanager
def expect_unchanged() -> Iterator[None]:
    """Raises TypeError where the block, of which it is not known whether it runs, and how often, changes a list of a
    caller's, which is as it was before then."""
    held = [*itertools.chain(*_of_callers.held)]
    before = [each.copy() for each in held]
    try:
        yield
    finally:
        places = changed(held, before)
        for place in places:
            take_over(held[place], before[place])
    if places:
        raise TypeError(
            "a list or dict that a caller has is changed in a branch or loop, and only running tells whether that is "
            "taken: compiled code changes arrays there, and no lists. Pass a NumPy array"
        )


def taken_apart(value: Any, known: Containers | None = None) -> Taken:
    """Keys of dicts stay in their order. The lists and dicts that are known are leaves, by their places."""
    taken = Taken({id(each): Held(number) for number, each in enumerate(known or ())})
    taken.add(value)
    return taken


def put_together(nodes: Sequence[Node], leaves: Sequence[Any]) -> tuple[Any, Containers]:
    """The value of these leaves, and its lists and dicts, in the order in which it was taken apart."""
    rest = iter(leaves)
    made: dict[int, Any] = {}
    held: Containers = []

    def value(number: int) -> Any:
        if number not in made:
            node = nodes[number]
            if not node:
                made[number] = next(rest)
                return made[number]
            kind, keys, *parts = node
            if kind in KINDS:
                made[number] = kind()
                held.append(made[number])
            given: Iterator[Any] = map(value, parts)
            if kind is list:
                made[number].extend(given)
            elif kind in KINDS:
                made[number].update(zip(keys, given, strict=True))
            elif isinstance(kind, type):
                made[number] = kind(*given) if hasattr(kind, "_fields") else kind(given)
            else:
                made[number] = tree_util.tree_unflatten(kind, given)
        return made[number]

    return value(0), held


def changed(held: Containers, before: Sequence[Any]) -> list[int]:
    """The places of those that are no longer as the copies of them that were made before."""
    return [n for n, (one, other) in enumerate(zip(held, before, strict=True)) if _differ(one, other)]


def _differ(container: Any, before: Any) -> bool:
    """Whether it holds other objects, or in another order."""
    if len(container) != len(before):
        return True
    if isinstance(container, dict):
        return any(a is not b or container[a] is not before[b] for a, b in zip(container, before, strict=True))
    return any(a is not b for a, b in zip(container, before, strict=True))


def take_over(container: Any, new: Any) -> None:
    """Gives a caller's list or dict its new contents."""
    if isinstance(container, dict):
        container.clear()
        container.update(new)
    else:
        container[:] = new


def mapped(container: Any, function: Callable[[Any], Any]) -> Any:
    """A list or dict of what the function makes of what this one holds."""
    if isinstance(container, dict):
        return type(container)((key, function(held)) for key, held in container.items())
    return [function(held) for held in container]
