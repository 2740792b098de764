"""Which arrays of the code around models are reached by several ways, and written by one: by Steensgaard's points-to
analysis, in which what may be one array, or hold it, is one class, whatever order the file is run in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from typing import NamedTuple

Key = tuple[object, ...]  # a name in its scope, an attribute, a call, what a function returns


class When(NamedTuple):
    """The function in which something is done, and the line; those in loops may be done again after any other."""

    function: int
    line: int
    is_repeated: bool


class Classes:
    """Classes of what may be one array, as far as the file tells."""

    def __init__(self) -> None:
        self._above: dict[Key, Key] = {}
        self.makers: dict[Key, Key] = {}  # by where a call stands, what it makes
        self.givers: dict[Key, Key] = {}  # and what a function of the file gives there, made by it or not
        self._written: list[tuple[Key, When]] = []
        self._reached: set[Key] = set()
        self._containers: set[Key] = set()
        self._holds: list[tuple[Key, When]] = []
        self._given: Counter[Key] = Counter()
        self._computed: list[tuple[Key, Key]] = []
        self._found: set[Key] = set()
        self._joined: set[Key] = set()
        self.counts = True  # what is joined has several ways to it

    def of(self, key: Key) -> Key:
        above = self._above
        while (one := above.get(key, key)) != key:
            above[key] = above.get(one, one)
            key = one
        return key

    def join(self, one: Key | None, other: Key | None, is_plain: bool = False) -> None:
        """Both may be one array, or hold it. `is_plain`: as names of one function are, which are followed there."""
        if one is None or other is None:
            return
        if not is_plain:
            self.reach(one)
        if one != other and self.counts:
            self._joined |= {one, other}
        first, second = self.of(one), self.of(other)
        if first != second:
            self._above[second] = first
            if second in self._containers:
                self._containers.add(first)

    def reach(self, key: Key | None) -> None:
        """It is reached by others than names of one function."""
        if key is not None:
            self._reached.add(key)

    def write(self, key: Key | None, when: When) -> None:
        if key is not None:
            self._written.append((key, when))

    def is_written(self, key: Key, but: Collection[int] = (), apart: Collection[When] = ()) -> bool:
        """By a function that is none of these, and at another place."""
        target = self.of(key)
        return any(self.of(k) == target for k, when in self._written if when.function not in but and when not in apart)

    def is_joined(self, key: Key) -> bool:
        """Something else may be it."""
        return key in self._joined

    def is_kept(self, key: Key) -> bool:
        """All that have it write it: `kept` found it."""
        return self.of(key) in self._found

    def contain(self, key: Key | None) -> None:
        """It is a list or dict, or what runs over one."""
        if key is not None:
            self._containers.add(self.of(key))

    def is_contained(self, key: Key) -> bool:
        return self.of(key) in self._containers

    def hold(self, key: Key | None, when: When) -> None:
        """A parameter or a buffer is made of it."""
        if key is not None:
            self._holds.append((key, when))

    def give(self, key: Key | None) -> None:
        """A function of the file is given it."""
        if key is not None:
            self._given[key] += 1

    def compute(self, key: Key, operand: Key | None) -> None:
        """An operator makes it of the operand, and gives what can be written where that can be written."""
        if operand is not None:
            self._computed.append((key, operand))

    def kept(self, in_place: Collection[int] = ()) -> frozenset[Key]:
        """Where the calls stand whose arrays are to be written by all that have them. `in_place`: the lines of writes
        of which nothing makes another array, so that there has to be one that can be written."""
        written = [(self.of(key), when) for key, when in self._written]
        held = [(self.of(key), when) for key, when in self._holds]
        given = Counter(self.of(key) for key in self._given.elements())
        found = {key for key, _ in written} & {self.of(key) for key in self._reached}
        found |= {key for key, when in written if when.line in in_place}
        for key, count in Counter(key for key, _ in held).items():
            is_written = any(
                one == other == key and not _is_before(write, hold) for one, write in written for other, hold in held
            )
            if count > 1 or given[key] > 1 or is_written:
                found.add(key)
        before = -1
        while before != len(found):
            before = len(found)
            found |= {self.of(operand) for key, operand in self._computed if self.of(key) in found}
        self._found = found
        calls = (*self.makers.items(), *self.givers.items())
        return frozenset(place for place, key in calls if self.of(key) in found)

    def writing(self) -> frozenset[int]:
        """The functions that write them, which `kept` found."""
        made = {self.of(key) for key in self.makers.values()} & self._found
        return frozenset(when.function for key, when in self._written if self.of(key) in made)


def _is_before(one: When, other: When) -> bool:
    return one.function == other.function and one.line < other.line and not other.is_repeated
