"""What loops in loops leave, by what they are entered with.

A loop is interpreted until nothing changes at its head, and so are the loops in it, each time. An interpretation that
only looks for what holds at a head is remembered by its entry: entered with the same again, the loop leaves the same,
and its body is not interpreted. So work does not grow with the depth of a nest.

Unknown types and new places have numbers, of which only is compared where they are the same; of the times that names
were set, how long ago that was.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from itertools import count

from hybridc.analysis.places import Place
from hybridc.analysis.values import Value, numbered

_NUMBER = re.compile(r"(\?(?:one of |floats )?)(\d+)")


@dataclass(frozen=True, slots=True)
class Held:
    """What holds at a point, and how often each name has been set by then."""

    environment: dict[str, Value]
    times: Counter[str]


@dataclass(frozen=True, slots=True)
class _Passed:
    """An interpretation of a loop. `entry` has numbers of its own for `fresh`, those of the entry."""

    around: tuple[object, ...]
    entry: dict[str, Value]
    fresh: tuple[str, ...]
    entered: Counter[str]
    left: Held


@dataclass
class Fixpoints:
    """The interpretations of loops so far that looked for what holds at heads."""

    _passed: dict[ast.stmt, list[_Passed]] = field(default_factory=dict)

    def left(self, loop: ast.stmt, around: tuple[object, ...], now: Held) -> Held | None:
        """What holds behind the loop, if it has been interpreted with the same. `around`: what else it hangs on."""
        known = [p for p in self._passed.get(loop, ()) if p.around == around]
        if not known:
            return None
        entry, fresh = _compared(now)
        return next((_left(p, fresh, now) for p in known if p.entry == entry), None)

    def remember(self, loop: ast.stmt, around: tuple[object, ...], before: Held, left: Held) -> None:
        entry, fresh = _compared(before)
        self._passed.setdefault(loop, []).append(_Passed(around, entry, fresh, before.times, left))


def _compared(held: Held) -> tuple[dict[str, Value], tuple[str, ...]]:
    """What holds, in which all that is fresh is numbered as it is met, and the numbers that it had."""
    met: dict[str, str] = {}
    fresh = count()
    renaming = _Renaming(lambda n: met.get(n) or met.setdefault(n, str(next(fresh))), held.times, Counter())
    return {n: renaming.value(held.environment[n]) for n in sorted(held.environment)}, tuple(met)


def _left(passed: _Passed, fresh: tuple[str, ...], now: Held) -> Held:
    """What the interpretation left, in the numbers of now."""
    known = dict(zip(passed.fresh, fresh, strict=True))
    times = now.times + (passed.left.times - passed.entered)
    renaming = _Renaming(lambda n: known.get(n) or known.setdefault(n, numbered()), passed.left.times, times)
    return Held({n: renaming.value(v) for n, v in passed.left.environment.items()}, times)


@dataclass(frozen=True, slots=True)
class _Renaming:
    """Gives what is fresh another number; says of names when they were set as the other count does."""

    number: Callable[[str], str]
    times: Counter[str]
    others: Counter[str]

    def value(self, value: Value) -> Value:
        items = None if value.items is None else tuple(map(self.value, value.items))
        place = None if value.place is None else self.place(value.place)
        return value.but(dtype=self.atoms(value.dtype), shape=self.atoms(value.shape), items=items, place=place)

    def atoms(self, atoms: frozenset[str]) -> frozenset[str]:
        if not any("?" in atom for atom in atoms):
            return atoms
        ordered = sorted(
            atoms, key=lambda atom: (_NUMBER.sub(r"\1", atom), *(int(n) for _, n in _NUMBER.findall(atom)))
        )
        return frozenset(_NUMBER.sub(lambda m: m[1] + self.number(m[2]), atom) for atom in ordered)

    def place(self, place: Place) -> Place:
        root = f"#{self.number(place.root).removeprefix('#')}" if place.root.startswith("#") else place.root
        reads = frozenset((n, at - self.times[n] + self.others[n]) for n, at in place.reads)
        ways = tuple(replace(way, place=self.place(way.place)) for way in place.ways)
        return replace(place, root=root, reads=reads, ways=ways)
