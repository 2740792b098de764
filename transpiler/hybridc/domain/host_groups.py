"""Groups of what host code may have as one array: names, attributes, what lists hold, what functions take and give."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, TypeVar

Key = tuple[Any, ...]  # what it is, and of what


@dataclass(frozen=True)
class At:
    """A place in host code: the scope, the statement's number in it, and the loops that it stands in."""

    scope: ast.AST
    number: int
    loops: tuple[ast.stmt, ...]
    statement: ast.stmt


@dataclass(frozen=True)
class Given:
    """What a compiled function gives at a place, or, where something else calls it, `at` none."""

    function: str
    call: ast.expr
    at: At | None
    may_be_given: int = 0  # one of how many arguments it may be, if these are lists or dicts


@dataclass(frozen=True)
class Written:
    """A write into an array at a place. `rebinds`: of an array of JAX's, the target alone gets the new one instead;
    `in_container`: surely into a list or dict, or, `in_object`, a field of an object is set."""

    at: At
    array: ast.expr
    rebinds: bool
    in_container: bool = False
    in_object: bool = False

    @property
    def name(self) -> str | None:
        return self.array.id if isinstance(self.array, ast.Name) else None


Fact = TypeVar("Fact", Given, Written)


@dataclass
class Groups:
    """What may be one array, merged as the text tells: one group for a list and all that it holds, no order of time.

    What is computed of a group's arrays is another one, which is made of JAX's arrays where these are.
    """

    given: dict[Key, list[Given]] = field(default_factory=dict)
    written: dict[Key, list[Written]] = field(default_factory=dict)
    stored: dict[Key, list[Written]] = field(default_factory=dict)  # into lists and dicts, or arrays
    arrays: set[Key] = field(default_factory=set)  # surely made by NumPy
    containers: set[Key] = field(default_factory=set)  # lists, dicts and the like
    computed: dict[Key, set[Key]] = field(default_factory=dict)  # with what each is computed of
    _held: list[tuple[Key, Key, bool]] = field(default_factory=list)
    _above: dict[Key, Key] = field(default_factory=dict)

    def of(self, key: Key) -> Key:
        above = self._above
        while key in above:
            if (higher := above[key]) in above:
                above[key] = above[higher]
            key = higher
        return key

    def join(self, *keys: Key | None) -> Key | None:
        """One group of these; None for no memory at all."""
        one: Key | None = None
        for key in keys:
            if key is not None:
                other = self.of(key)
                if one is None:
                    one = other
                elif one != other:
                    self._above[other] = one
        return one

    def hold(self, holder: Key | None, held: Key | None, unless_array: bool) -> None:
        """What is held is in the holder's group, if one of the two turns out to hold things, or, `unless_array`, if
        the holder is not surely an array."""
        if holder is not None and held is not None:
            self._held.append((holder, held, unless_array))

    def settle(self) -> None:
        """Follows what lists hold until nothing changes; then everything is said of groups."""
        before = -1
        while before != len(self._above):
            before = len(self._above)
            containers = {self.of(k) for k in self.containers}
            arrays = {self.of(k) for k in self.arrays}
            for holder, held, unless_array in self._held:
                one = self.of(holder)
                if (
                    one in containers
                    or (unless_array and one not in arrays)
                    or (not unless_array and self.of(held) in containers)
                ):
                    self.join(holder, held)
        self.given = self._merged(self.given)
        self.written = self._merged(self.written)
        self.stored = self._merged(self.stored)
        made: dict[Key, set[Key]] = {}
        for key, parts in self.computed.items():
            made.setdefault(self.of(key), set()).update(map(self.of, parts))
        self.computed = made

    def _merged(self, by_key: dict[Key, list[Fact]]) -> dict[Key, list[Fact]]:
        merged: dict[Key, list[Fact]] = {}
        for key, found in by_key.items():
            merged.setdefault(self.of(key), []).extend(found)
        return merged

    def members(self) -> dict[Key, set[Key]]:
        found: dict[Key, set[Key]] = {}
        for key in self._above:
            found.setdefault(self.of(key), {self.of(key)}).add(key)
        return found

    def made_of(self, key: Key) -> Iterator[Key]:
        """The group, and those that it is computed of."""
        todo, seen = [self.of(key)], {self.of(key)}
        while todo:
            yield (each := todo.pop())
            new = self.computed.get(each, set()) - seen
            todo += new
            seen |= new
