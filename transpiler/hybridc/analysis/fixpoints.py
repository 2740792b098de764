"""What the loops in loops came to at earlier looks.

A loop around them looks at them several times. Where one is entered with the types of an earlier look, it comes to the
types of that: with this, work does not double with each loop of a nest. Unknown types have numbers, of which only is
compared where they are the same.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import count

from hybridc.analysis.values import Value, numbered

Atoms = frozenset[str]
_NUMBER = re.compile(r"(\?(?:one of |floats )?)(\d+)")


@dataclass(frozen=True)
class _Look:
    entry: dict[str, Value]
    numbers: tuple[str, ...]  # of the unknowns at the entry, in the order in which they are met
    head: dict[str, Value]
    is_sure: bool  # also of what is unknown it is known to stay the same


@dataclass
class Fixpoints:
    """By the loops around a loop and itself."""

    is_sure: bool = False  # of what was recalled last
    has_failed: bool = False  # what was sure to stay as it was did not, in a loop of this nest

    _looks: dict[tuple[tuple[ast.stmt, bool], ...], list[_Look]] = field(default_factory=dict)
    _traced: set[tuple[tuple[ast.stmt, bool], ...]] = field(default_factory=set)

    def is_traced(self, loops: Sequence[tuple[ast.stmt, bool]]) -> bool:
        """At an earlier look the test of the innermost loop was not known at every turn: it is not at later ones,
        which know less."""
        return tuple(loops) in self._traced

    def note_traced(self, loops: Sequence[tuple[ast.stmt, bool]]) -> None:
        if len(loops) > 1:
            self._traced.add(tuple(loops))

    def recalled(
        self, loops: tuple[tuple[ast.stmt, bool], ...], environment: dict[str, Value], names: Iterable[str]
    ) -> dict[str, Value] | None:
        """What held at the head of the loop when it was entered with the same types, at an earlier look from outside.

        Memory is that of then and now.
        """
        self.is_sure = False
        if len(loops) == 1:
            self._looks.clear()
            self._traced.clear()
            self.has_failed = False
            return None
        entry, numbers = _entry(environment, names)
        look = next((look for look in self._looks.get(loops, ()) if look.entry == entry), None)
        if look is None:
            return None
        self.is_sure = look.is_sure and not self.has_failed
        known = dict(zip(look.numbers, numbers, strict=True))
        rename = _renaming(lambda number: known.get(number) or known.setdefault(number, numbered()))
        return {n: _as_now(_with_types(v, rename), environment.get(n)) for n, v in look.head.items()}

    def remember(
        self,
        loops: tuple[tuple[ast.stmt, bool], ...],
        environment: dict[str, Value],
        names: Iterable[str],
        head: dict[str, Value],
        is_sure: bool = False,
    ) -> None:
        """`environment`: what the loop was entered with; `names`: those that it reads or writes."""
        if len(loops) > 1:
            entry, numbers = _entry(environment, names)
            self._looks.setdefault(loops, []).append(_Look(entry, numbers, head, is_sure))


def _entry(environment: dict[str, Value], names: Iterable[str]) -> tuple[dict[str, Value], tuple[str, ...]]:
    """The types, in which the unknowns are numbered as they are met, and their numbers."""
    met: dict[str, str] = {}
    fresh = count()
    rename = _renaming(lambda number: met.get(number) or met.setdefault(number, str(next(fresh))))
    entry = {n: _with_types(environment[n], rename, frozenset()) for n in sorted(names) if n in environment}
    return entry, tuple(met)


def _renaming(new: Callable[[str], str]) -> Callable[[Atoms], Atoms]:
    def rename(atoms: Atoms) -> Atoms:
        if not any("?" in atom for atom in atoms):
            return atoms
        ordered = sorted(
            atoms, key=lambda atom: (_NUMBER.sub(r"\1", atom), *(int(n) for _, n in _NUMBER.findall(atom)))
        )
        return frozenset(_NUMBER.sub(lambda m: m[1] + new(m[2]), atom) for atom in ordered)

    return rename


def _with_types(value: Value, rename: Callable[[Atoms], Atoms], memory: Atoms | None = None) -> Value:
    items = None if value.items is None else tuple(_with_types(item, rename, memory) for item in value.items)
    dtype, shape = rename(value.dtype), rename(value.shape)
    if memory is None:
        return value.but(dtype=dtype, shape=shape, items=items)
    return value.but(dtype=dtype, shape=shape, items=items, memory=memory, place=None)


def _as_now(earlier: Value, now: Value | None) -> Value:
    if now is None:
        return earlier
    place = now.place if now.place == earlier.place else None
    return earlier.but(memory=earlier.memory | now.memory, place=place)
