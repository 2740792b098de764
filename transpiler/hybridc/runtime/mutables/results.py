"""What a compiled function gives to a caller with NumPy's arrays: its arguments, views of them, or new arrays."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import jax
import numpy as np
from jax import tree_util

from hybridc.runtime.flow.written_back import as_numpy
from hybridc.runtime.mutables.array import Cell, OneOf
from hybridc.runtime.mutables.containers import Containers, Held, changed, put_together, take_over, taken_apart
from hybridc.runtime.mutables.given import Place
from hybridc.runtime.mutables.parts import is_mutable
from hybridc.runtime.mutables.steps import Step, with_numbers

__all__ = ["Caller", "Outcome", "Traced", "outcome"]

Array = np.ndarray[Any, Any]
Described = tuple[Any, ...]  # of an array: where it lies, and the steps from there


@tree_util.register_pytree_node_class
class Outcome:
    """The result of a compiled function, taken apart, and what became of the memories that it has written."""

    def __init__(self, description: _Description, numbers: Sequence[Any]) -> None:
        self.description, self.numbers = description, list(numbers)

    def tree_flatten(self) -> tuple[list[Any], _Description]:
        return self.numbers, self.description

    @classmethod
    def tree_unflatten(cls, description: _Description, numbers: Any) -> Outcome:
        return cls(description, [*numbers])

    def handed_over(self, caller: Caller) -> Any:
        """Writes into the caller's arrays, lists and dicts, and gives the result as NumPy's."""
        count = len(self.description.written)
        for memory, new in zip(self.description.written, self.numbers[:count], strict=True):
            caller.memories[memory][...] = np.asarray(new)
        handing, numbers = _Handing(caller), iter(self.numbers[count:])
        leaves = [handing.leaf(each, numbers) for each in self.description.leaves]
        (result, contents), _ = put_together(self.description.nodes, leaves)
        for place, new in zip(self.description.changed, contents, strict=True):
            take_over(caller.held[place], new)
        return result


@dataclass(frozen=True)
class Caller:
    """What is a caller's: `memories` of arrays, `held`: lists and dicts, `leaves`: all that is in them or given itself;
    `whole` gives the array that lies at a place, if one of these does."""

    memories: Sequence[Any]
    held: Containers
    leaves: Sequence[Any]
    whole: Callable[[Place], Array | None]


@dataclass(frozen=True)
class _Description:
    nodes: tuple[Any, ...]
    leaves: tuple[Described, ...]
    written: tuple[int, ...]  # memories
    changed: tuple[int, ...]  # lists and dicts


@dataclass(frozen=True)
class Traced:
    """The arguments as they are while the function is traced: `before` are copies of the lists and dicts."""

    memories: Sequence[Cell]
    held: Containers
    leaves: Sequence[Any]
    before: Sequence[Any]


def outcome(result: Any, given: Traced) -> Outcome:
    """What the function gives, while it is traced."""
    places = changed(given.held, given.before)
    taken = taken_apart((result, [given.held[place].copy() for place in places]), given.held)
    numbers: list[Any] = []
    made: dict[int, int] = {}
    known = {id(leaf): number for number, leaf in enumerate(given.leaves) if not is_mutable(leaf)}
    described = (
        ("given", known[id(leaf)]) if id(leaf) in known else _described(leaf, numbers, made) for leaf in taken.leaves
    )
    leaves = tuple(described)
    written = [cell for cell in given.memories if cell.is_written]
    found = _Description(tuple(taken.nodes), leaves, tuple(cell.argument or 0 for cell in written), tuple(places))
    return Outcome(found, [*(cell.read() for cell in written), *numbers])


def _described(leaf: Any, numbers: list[Any], made: dict[int, int]) -> Described:
    if isinstance(leaf, Held):
        return ("held", leaf.number)
    if not is_mutable(leaf):
        if not isinstance(leaf, jax.Array | np.ndarray | np.generic):
            return ("object", leaf)
        numbers.append(leaf)
        return ("value",)
    found: Described
    source = leaf.source
    if isinstance(source, OneOf):
        numbers.append(source.place)
        found = ("either", [_described(each, numbers, made) for each in source.arrays])
    elif source.argument is not None:
        found = ("argument", source.argument)
    else:
        is_first = id(source) not in made
        if is_first:
            numbers.append(source.read())
        found = ("made", made.setdefault(id(source), len(made)), is_first)
    steps: list[Step] = []
    for step in leaf.steps:
        numbers += step.numbers
        steps += with_numbers([step], [0] * len(step.numbers))
    return (*found, tuple(steps))


class _Handing:
    def __init__(self, caller: Caller) -> None:
        self.caller = caller
        self.made: dict[int, Array] = {}

    def leaf(self, described: Described, numbers: Iterator[Any]) -> Any:
        match described:
            case ("object", found):
                return found
            case ("held", number):
                return self.caller.held[number]
            case ("given", number):
                return self.caller.leaves[number]
            case ("value",):
                return as_numpy(next(numbers))
            case ("either", kinds, steps):
                place = int(next(numbers))
                return _replayed([self.leaf(kind, numbers) for kind in kinds][place], steps, numbers)
            case ("argument", memory, steps):
                array = self.given_whole(memory, steps)
                return _replayed(self.caller.memories[memory], steps, numbers) if array is None else array
        _, number, is_first, steps = described
        if is_first:
            self.made[number] = np.array(next(numbers))
        return _replayed(self.made[number], steps, numbers)

    def given_whole(self, memory: int, steps: Sequence[Step]) -> Array | None:
        """The array that was given, where it is that very one."""
        if not steps:
            return self.caller.whole(Place(memory))
        kind, *part = steps[0].key
        is_place = len(steps) == 1 and kind == "strided"
        return self.caller.whole(Place(memory, tuple(part))) if is_place else None


def _replayed(array: Array, steps: Sequence[Step], numbers: Iterator[Any]) -> Array:
    for step in steps:
        array = step.replayed(array, [int(next(numbers)) for _ in step.numbers])
    return array
