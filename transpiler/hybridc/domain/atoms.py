"""What dtypes and shapes are made of.

A dtype is a set of atoms whose promotion it is; promotion is union, so two equal sets are one type whatever the atoms
stand for. A shape is likewise the set of shapes that broadcast to it, and the empty set is a scalar.
"""

from __future__ import annotations

import enum
import itertools
from collections.abc import Callable
from functools import lru_cache
from weakref import WeakValueDictionary

_numbers = itertools.count()


class AtomKind(enum.Enum):
    """What an atom stands for. The values are how atoms begin where they are shown, and what they are sorted by."""

    DTYPE = ""  # NumPy's, by its name
    WEAK = "weak "  # of Python's numbers, which take on the dtype that they meet
    PARAMETER = "of:"  # what the parameter has; of nested functions, the name begins with their scope
    GLOBAL = "global:"
    ELEMENT = "element of "  # the shape that is left of another behind as many indices as it says
    SUM = "sum of "  # the dtype that summing up makes of another
    UNKNOWN = "?"  # it equals no other
    FLOATS = "?floats "  # floating point numbers, of which nothing says how many bits they have
    NARROW = "?narrow "  # NumPy's of this name, which has fewer than 32 bits: nothing says what it becomes
    ONE_OF = "?one of "  # of several, one on each way that Python takes while tracing

    __hash__ = object.__hash__  # which costs a third of that of other enumerations

    @property
    def is_fresh(self) -> bool:
        """An atom of this kind has a number that no other has."""
        return self in _FRESH


class Atom:
    """One for each combination of facts, so that the same ones are the same object.

    `name`: of a dtype, parameter or global, or the number of what is fresh; `of`: what an element or a sum is of, and
    `depth`, behind how many indices.
    """

    __slots__ = ("__weakref__", "depth", "kind", "name", "of")
    kind: AtomKind
    name: str
    of: Atoms
    depth: int

    def __new__(cls, kind: AtomKind, name: str = "", of: Atoms = frozenset(), depth: int = 0) -> Atom:
        key = (kind, name, of, depth)
        made = _MADE.get(key)
        if made is None:
            made = object.__new__(cls)
            made.kind, made.name, made.of, made.depth = key
            _MADE[key] = made
        return made

    def __str__(self) -> str:
        inner = f"({', '.join(sorted(map(str, self.of)))})" if self.of else ""
        return f"{self.kind.value}{self.name}{inner}{'[i]' * self.depth}"

    __repr__ = __str__

    def __lt__(self, other: Atom) -> bool:
        return self._place < other._place

    @property
    def _place(self) -> tuple[str, int, str]:
        number = int(self.name) if self.kind.is_fresh else 0
        return self.kind.value, number, str(self)

    @property
    def is_parameter(self) -> bool:
        return self.kind is AtomKind.PARAMETER

    @property
    def is_unknown(self) -> bool:
        """Nothing says which dtype it is: perhaps a narrow one."""
        return self.kind in _UNKNOWN

    @property
    def is_known(self) -> bool:
        """It stands for one dtype of NumPy's, or of Python's numbers."""
        return self.kind in (AtomKind.DTYPE, AtomKind.WEAK)

    @property
    def is_float(self) -> bool:
        """Floating point numbers, of however many bits."""
        return self.kind is AtomKind.FLOATS or (self.kind in _NAMED and "float" in self.name)

    @property
    def has_fresh(self) -> bool:
        return self.kind.is_fresh or any(atom.has_fresh for atom in self.of)

    def renumbered(self, number: Callable[[str], str]) -> Atom:
        """The same with other numbers of what is fresh."""
        if self.kind.is_fresh:
            return Atom(self.kind, number(self.name))
        return Atom(self.kind, self.name, renumbered(self.of, number), self.depth) if self.of else self


Atoms = frozenset[Atom]
Dtype = Atoms
Shape = Atoms
_MADE: WeakValueDictionary[tuple[AtomKind, str, Atoms, int], Atom] = WeakValueDictionary()
_FRESH = frozenset({AtomKind.UNKNOWN, AtomKind.FLOATS, AtomKind.ONE_OF})
_UNKNOWN = frozenset({*_FRESH, AtomKind.NARROW})
_NAMED = frozenset({AtomKind.DTYPE, AtomKind.WEAK, AtomKind.NARROW})


def numbered() -> str:
    """The number of an unknown, which no other has."""
    return str(next(_numbers))


def unknown() -> Atoms:
    """A dtype or shape that equals no other."""
    return frozenset((Atom(AtomKind.UNKNOWN, numbered()),))


def some_floats() -> Dtype:
    """Floating point numbers, of which nothing says how many bits they have."""
    return frozenset((Atom(AtomKind.FLOATS, numbered()),))


def open_type() -> Atoms:
    """One of several; `is_open` lets it stay when a loop's turns are joined again."""
    return frozenset((Atom(AtomKind.ONE_OF, numbered()),))


def is_open(atoms: Atoms) -> bool:
    return len(atoms) == 1 and next(iter(atoms)).kind is AtomKind.ONE_OF


@lru_cache(maxsize=64)
def named_dtype(name: str) -> Dtype:
    """NumPy's dtype of this name, or of Python's numbers: `weak int`."""
    weak = name.removeprefix("weak ")
    return frozenset((Atom(AtomKind.DTYPE, name) if weak == name else Atom(AtomKind.WEAK, weak),))


@lru_cache(maxsize=64)
def narrow(name: str) -> Dtype:
    """The dtype of this name, which has fewer than 32 bits: `float16`."""
    return frozenset((Atom(AtomKind.NARROW, name),))


@lru_cache(maxsize=1 << 12)
def of_parameter(name: str) -> Atoms:
    """The unknown dtype or shape of a parameter; of nested functions, the name begins with their scope."""
    return frozenset((Atom(AtomKind.PARAMETER, name),))


def of_global(name: str) -> Shape:
    return frozenset((Atom(AtomKind.GLOBAL, name),))


def parameters_of(atoms: Atoms) -> frozenset[str]:
    """The parameters whose dtypes or shapes are among the atoms."""
    return frozenset(atom.name for atom in atoms if atom.is_parameter)


def scoped(atoms: Atoms, scope: str) -> Atoms:
    """The same with the parameters of a nested function, whose names begin with its scope."""
    return frozenset(
        Atom(a.kind, scope + a.name) if a.is_parameter else Atom(a.kind, a.name, scoped(a.of, scope), a.depth)
        for a in atoms
    )


def behind(shape: Shape, indices: int) -> Shape:
    """The shape of what lies behind as many numbers of an array of this shape."""
    if len(shape) != 1:
        return unknown()
    (whole,) = shape
    if whole.kind is AtomKind.ELEMENT:
        return frozenset((Atom(AtomKind.ELEMENT, of=whole.of, depth=whole.depth + indices),))
    return frozenset((Atom(AtomKind.ELEMENT, of=shape, depth=indices),))


def sum_of(dtype: Dtype) -> Dtype:
    """The dtype that summing up makes of one that is not known. What a sum has, another sum keeps, so that loops which
    sum what they have summed come to an end."""
    parts = (atom.of if atom.kind is AtomKind.SUM else frozenset((atom,)) for atom in dtype)
    return frozenset((Atom(AtomKind.SUM, of=frozenset[Atom]().union(*parts)),))


def renumbered(atoms: Atoms, number: Callable[[str], str]) -> Atoms:
    """The same with other numbers of what is fresh, which are asked for in an order that the set does not tell."""
    if not any(atom.has_fresh for atom in atoms):
        return atoms
    return frozenset([atom.renumbered(number) for atom in sorted(atoms)])


def alike(atoms: Atoms) -> Atoms:
    """The atoms, with all that is fresh as one of its kind."""
    return frozenset(atom.renumbered(lambda _: "0") for atom in atoms)
