"""Allocation sites: what made an array, or what an array of the caller's stands for.

`Value.memory` is a set of them, in which values that may share memory have a site in common. Some sites are marks: they
say of a list that it may hold one array twice, or of an array that it is not the framework's.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable
from functools import lru_cache
from weakref import WeakValueDictionary


class SiteKind(enum.Enum):
    """What a site stands for. The values are how sites begin in messages, and what they are sorted by."""

    MADE = ""  # what an expression makes, by where it stands
    NEW = "#"  # the root of a place alone: an array that nothing else is known of
    PARAMETER = "param:"
    GIVEN = "given:"  # beside the memory of what was made of it: an argument that a call may have returned
    GLOBAL = "global:"
    ATTRIBUTE = "self."  # of the own object, or by its path of a part
    LIST = "box:"  # a list or dict itself, apart from what it holds
    ITERATOR = "box:iterator:"  # what can be run over once
    REPEATED = "same:"  # a mark: a list or dict may hold one array in several places
    ROWS = "rows:"  # a mark: a compiled loop filled a list with lists
    EITHER = "either:"  # a mark: one list or dict or another, a new one in compiled code
    OUTSIDE = "outside:"  # a mark: Python's or NumPy's, or a part of such
    SHARED = "shared:"  # a mark: others may see it, who have it from elsewhere
    CALLEES = "callee:"  # mutable arrays that functions of the file make and give

    __hash__ = object.__hash__  # which costs a third of that of other enumerations


class Site:
    """One for each combination of facts, so that the same ones are the same object.

    `name`: of a parameter, global or attribute, or where an expression stands; `part`: which of several arrays that an
    expression makes. `age`: 1 and more for what earlier turns of a loop made there.
    """

    __slots__ = ("__weakref__", "age", "kind", "name", "part")
    kind: SiteKind
    name: str
    part: str
    age: int

    def __new__(cls, kind: SiteKind, name: str = "", part: str = "", age: int = 0) -> Site:
        key = (kind, name, part, age)
        made = _MADE.get(key)
        if made is None:
            made = object.__new__(cls)
            made.kind, made.name, made.part, made.age = key
            _MADE[key] = made
        return made

    def __str__(self) -> str:
        part = f".{self.part}" if self.part else ""
        return f"{self.kind.value}{self.name}{part}{self.age * _OLDER}"

    __repr__ = __str__

    def __lt__(self, other: Site) -> bool:
        return str(self) < str(other)

    @property
    def newest(self) -> Site:
        """What the expression makes in whichever turn of a loop."""
        return Site(self.kind, self.name, self.part) if self.age else self

    @property
    def older(self) -> Site:
        """What it made in the turn before."""
        return Site(self.kind, self.name, self.part, self.age + 1)

    @property
    def is_parameter(self) -> bool:
        return self.kind is SiteKind.PARAMETER

    @property
    def parameter(self) -> str:
        """The parameter's name, empty for all else."""
        return self.name if self.is_parameter else ""

    @property
    def is_global(self) -> bool:
        return self.kind is SiteKind.GLOBAL

    @property
    def is_attribute(self) -> bool:
        return self.kind is SiteKind.ATTRIBUTE

    @property
    def is_list(self) -> bool:
        """A list, dict or iterator itself."""
        return self.kind in (SiteKind.LIST, SiteKind.ITERATOR)

    @property
    def is_made(self) -> bool:
        """An expression of the function makes it."""
        return self.kind is SiteKind.MADE

    @property
    def is_outer(self) -> bool:
        """Of a parameter or a global."""
        return self.kind in (SiteKind.PARAMETER, SiteKind.GLOBAL)

    @property
    def attribute(self) -> str:
        """The last name of a path: `mean` of `self.block.mean`."""
        return self.name.rpartition(".")[2]


Memory = frozenset[Site]
_MADE: WeakValueDictionary[tuple[SiteKind, str, str, int], Site] = WeakValueDictionary()
_OLDER = "'"
OUTSIDE = Site(SiteKind.OUTSIDE)
_OF_CALLERS = frozenset({SiteKind.PARAMETER, SiteKind.GIVEN, SiteKind.GLOBAL, SiteKind.ATTRIBUTE, SiteKind.SHARED})


@lru_cache(maxsize=1 << 12)
def parameter_site(name: str) -> Site:
    """What callers give for the parameter; of nested functions, the name begins with their scope."""
    return Site(SiteKind.PARAMETER, name)


@lru_cache(maxsize=1 << 12)
def attribute_site(path: str) -> Site:
    """What an attribute of the own object holds, or one of a part: `block.mean`."""
    return Site(SiteKind.ATTRIBUTE, path)


def parameters_in(memory: Iterable[Site]) -> set[str]:
    """The parameters whose arrays these are."""
    return {site.name for site in memory if site.is_parameter}


def may_be_seen(memory: Iterable[Site]) -> bool:
    """Others than the function that is looked at may have it."""
    return any(site.kind in _OF_CALLERS for site in memory)
