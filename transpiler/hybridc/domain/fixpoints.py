"""What loops in loops leave, by what they are entered with.

A loop is interpreted until nothing changes at its head, and so are the loops in it, each time. An interpretation that
only looks for what holds at a head is remembered by its entry: entered with the same again, the loop leaves the same,
and its body is not interpreted. So work does not grow with the depth of a nest.

Unknown types and new places have numbers, of which only is compared where they are the same; of the times that names
were set, how long ago that was.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from itertools import count

from hybridc.domain.atoms import numbered, renumbered
from hybridc.domain.places import Place
from hybridc.domain.sites import Site, SiteKind
from hybridc.domain.values import Value


@dataclass(frozen=True, slots=True)
class Held:
    """What holds at a point, and how often each name has been set by then."""

    environment: dict[str, Value]
    times: Counter[str]


@dataclass(frozen=True, slots=True)
class _Passed:
    """An interpretation of a loop. `entry` has numbers of its own for `fresh`, those of the entry.

    `head`: what is carried there, where a turn was seen to leave it as it is, whatever is unknown of it.
    """

    around: tuple[object, ...]
    entry: dict[str, Value]
    fresh: tuple[str, ...]
    entered: Counter[str]
    left: Held
    head: Held | None


@dataclass
class Fixpoints:
    """The interpretations of loops so far that looked for what holds at heads."""

    _passed: dict[ast.stmt, list[_Passed]] = field(default_factory=dict)
    _heads: dict[ast.stmt, Held] = field(default_factory=dict)  # of loops that are being interpreted
    _entered: dict[ast.stmt, tuple[_Passed, tuple[str, ...]]] = field(default_factory=dict)

    def left(self, loop: ast.stmt, around: tuple[object, ...], now: Held) -> Held | None:
        """What holds behind the loop, if it has been interpreted with the same. `around`: what else it hangs on."""
        found = self._found(loop, around, now)
        return None if found is None else _left(*found, now)

    def remember(self, loop: ast.stmt, around: tuple[object, ...], before: Held, left: Held) -> None:
        entry, fresh = _compared(before)
        head = self._heads.pop(loop, None)
        self._passed.setdefault(loop, []).append(_Passed(around, entry, fresh, before.times, left, head))

    def note_head(self, loop: ast.stmt, head: Held) -> None:
        """What is carried at the head of a loop that is being interpreted, and stays as it is."""
        self._heads[loop] = head

    def enter(self, loop: ast.stmt, around: tuple[object, ...], now: Held) -> None:
        """The loop is interpreted for good: what is known of its head is asked for there."""
        found = self._found(loop, around, now)
        if found is not None:
            self._entered[loop] = found

    def head(self, loop: ast.stmt, times: Counter[str]) -> dict[str, Value] | None:
        """What the loop carries at its head, if it has been interpreted with the same entry; asked for once."""
        passed, fresh = self._entered.pop(loop, (None, ()))
        if passed is None or passed.head is None:
            return None
        return _renamed(passed, fresh, passed.head, times)

    def _found(self, loop: ast.stmt, around: tuple[object, ...], now: Held) -> tuple[_Passed, tuple[str, ...]] | None:
        known = [p for p in self._passed.get(loop, ()) if p.around == around]
        if not known:
            return None
        entry, fresh = _compared(now)
        return next(((p, fresh) for p in known if p.entry == entry), None)


def _compared(held: Held) -> tuple[dict[str, Value], tuple[str, ...]]:
    """What holds, in which all that is fresh is numbered as it is met, and the numbers that it had."""
    met: dict[str, str] = {}
    fresh = count()
    renaming = _Renaming(lambda n: met.get(n) or met.setdefault(n, str(next(fresh))), held.times, Counter())
    return {n: renaming.value(held.environment[n]) for n in sorted(held.environment)}, tuple(met)


def _left(passed: _Passed, fresh: tuple[str, ...], now: Held) -> Held:
    """What the interpretation left, in the numbers of now."""
    times = now.times + (passed.left.times - passed.entered)
    return Held(_renamed(passed, fresh, passed.left, times), times)


def _renamed(passed: _Passed, fresh: tuple[str, ...], held: Held, times: Counter[str]) -> dict[str, Value]:
    known = dict(zip(passed.fresh, fresh, strict=True))
    renaming = _Renaming(lambda n: known.get(n) or known.setdefault(n, numbered()), held.times, times)
    return {n: renaming.value(v) for n, v in held.environment.items()}


@dataclass(frozen=True, slots=True)
class _Renaming:
    """Gives what is fresh another number; says of names when they were set as the other count does."""

    number: Callable[[str], str]
    times: Counter[str]
    others: Counter[str]

    def value(self, value: Value) -> Value:
        items = None if value.items is None else tuple(map(self.value, value.items))
        place = None if value.place is None else self.place(value.place)
        return value.but(
            dtype=renumbered(value.dtype, self.number),
            shape=renumbered(value.shape, self.number),
            items=items,
            place=place,
        )

    def place(self, place: Place) -> Place:
        root = Site(SiteKind.NEW, self.number(place.root.name)) if place.root.kind is SiteKind.NEW else place.root
        reads = frozenset((n, at - self.times[n] + self.others[n]) for n, at in place.reads)
        ways = tuple(replace(way, place=self.place(way.place)) for way in place.ways)
        return replace(place, root=root, reads=reads, ways=ways)
