"""Names that the turns of a loop give one array or another, some of them from outside of the loop, some a turn's own.

XLA's loops keep the structure of what they carry. So such a name is one of all that it may be (`OneOf`), by a number.
The arrays that turns make lie in a pool, one for each name that may have one; names that share one have one number.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

import jax.numpy as jnp
from jax import ShapeDtypeStruct, tree_util

from hybridc.runtime.core import outliving
from hybridc.runtime.mutables.array import MutableArray, OneOf, seen_of
from hybridc.runtime.mutables.parts import (
    Either,
    Inside,
    Kind,
    Outside,
    common_steps,
    flat,
    fresh,
    is_mutable,
    is_part,
    key_of,
    made_of,
)
from hybridc.runtime.mutables.steps import Step, as_common, common

__all__ = ["Candidates", "Grown"]


class Grown(Exception):
    """A name may be another array than those that were known: the loop is looked at again, and nobody sees this."""


class Candidates:
    """Of a loop that gives names other arrays turn by turn, all that these may be, by their places in its carry.

    `takes_values`: where a turn gives a name that has a mutable array another one, it makes a mutable one of that.
    """

    def __init__(self, takes_values: bool) -> None:
        self._takes_values = takes_values
        self._slots: dict[int, _Slot] = {}
        self._fresh: dict[int, Any] = {}
        self._rows: dict[int, tuple[Step, ...]] = {}  # of places that have views of one array: what is common to them

    def learn(self, places: Mapping[int, tuple[Any, Any]], init: Any) -> Any | None:
        """The carry to start from, by what a turn gives in place of it; None where the first turn is taken by itself:
        it makes an array of its own in the place of one that others may see. Raises TypeError where that is no help."""
        leaves, structure = tree_util.tree_flatten(init, is_leaf=is_mutable)
        for place, (before, after) in places.items():
            if not is_part(before):
                leaves[place] = fresh(partial(made_of, leaves[place]))
                continue
            if (steps := common_steps(before, after)) is not None and place not in self._slots:
                self._rows[place] = steps
                continue
            is_new = place not in self._slots
            if is_new and self._takes_values and isinstance(after, ShapeDtypeStruct):
                slot = self._slots.setdefault(place, _Slot([*flat(leaves[place])[0]], has_own=True))
                slot.own_type = after.shape, after.dtype
                continue
            kinds = [*_kinds(after.shape.kind)] if is_part(after) else []
            if not kinds or (is_new and isinstance(after.shape.kind, Inside)):
                return None
            if any(isinstance(kind, Outside) and kind.numbers() for kind in kinds):
                return None
            slot = self._slots.setdefault(place, _Slot([], has_own=False))
            slot.own_type = next(_types_of_own(after.shape.kind, iter(after.numbers)), slot.own_type)
            arrays = [*flat(leaves[place])[0]] if is_new else []
            arrays += [kind.array for kind in kinds if isinstance(kind, Outside)]
            if not slot.takes(arrays, has_own=any(isinstance(kind, Inside) for kind in kinds)):
                raise TypeError("two names share an array that a turn of a loop makes")
        return self.chosen(tree_util.tree_unflatten(structure, leaves))

    def started(self, init: Any) -> Any:
        """The carry to start from, in which arrays that a turn makes are nobody else's."""
        leaves, structure = tree_util.tree_flatten(init, is_leaf=is_mutable)
        outside = {id(each.source) for slot in self._slots.values() for each in slot.arrays}
        sources = (each.source for leaf in filter(is_mutable, leaves) for each in flat(leaf)[0])
        for source in (s for s in sources if id(s) not in outside):
            if getattr(source, "is_fresh", False):
                self._fresh[id(source)] = source
            elif id(source) in self._fresh:  # the turn is looked at again
                source.is_fresh = True
        for places in self._pools():
            first = leaves[places[0]].source.arrays[-len(places) :]
            pool = [fresh(partial(made_of, own[...])) for own in first]
            for place in places:
                source = leaves[place].source
                leaves[place] = seen_of(OneOf([*source.arrays[: -len(places)], *pool], source.place))
        return tree_util.tree_unflatten(structure, leaves)

    def chosen(self, carry: Any) -> Any:
        """The carry, in which each of these is one of all that it may be. Raises `Grown` for one that is another."""
        if not self._slots and not self._rows:
            return carry
        leaves, structure = tree_util.tree_flatten(carry, is_leaf=is_mutable)
        for place, steps in self._rows.items():
            if is_mutable(leaves[place]) and common(leaves[place].steps, steps) is not None:
                leaves[place] = seen_of(leaves[place].source, as_common(leaves[place].steps, steps))
        for place in self._slots if self._takes_values else ():
            if not is_mutable(leaves[place]):
                leaves[place] = fresh(partial(made_of, leaves[place]))
        found = {place: slot.choice(leaves[place]) for place, slot in self._slots.items()}
        for place, choice in found.items():
            leaves[place] = seen_of(OneOf(self._slots[place].arrays, choice.number))
        others = [leaf for place, leaf in enumerate(leaves) if is_mutable(leaf) and place not in found]
        for places in self._pools():
            cells = [*dict.fromkeys(id(own.source) for place in places for own in found[place].own.values())]
            if any(id(each.source) in cells for other in others for each in flat(other)[0]):
                raise TypeError(
                    "two names share an array that a turn of a loop makes, and one of them never has another"
                )
            pool = [made_of(found[place].value_of_own(*self._slots[place].type_of_own)) for place in places]
            cell = [found[place].cell(cells) for place in places]
            for own, place in enumerate(places):
                is_same = [jnp.where(each == cell[own], number, len(places)) for number, each in enumerate(cell)]
                arrays = self._slots[place].arrays
                is_own = cell[own] >= 0
                number = jnp.where(is_own, len(arrays) + jnp.min(jnp.stack(is_same)), found[place].number)
                leaves[place] = seen_of(OneOf([*arrays, *pool], number.astype(jnp.int32)))
        return tree_util.tree_unflatten(structure, leaves)

    def _pools(self) -> list[list[int]]:
        """The places of names that may get arrays which a turn makes: those of one type may get one."""
        pools: dict[Any, list[int]] = {}
        for place, slot in sorted(self._slots.items()):
            if slot.has_own:
                pools.setdefault(slot.type_of_own, []).append(place)
        return [*pools.values()]


class _Choice(NamedTuple):
    """Which of the arrays of a slot one is: `number`; `own`: those that a turn makes, by their places among `size`."""

    number: Any
    own: dict[int, MutableArray]
    place: Any
    size: int

    def value_of_own(self, shape: tuple[int, ...], dtype: Any) -> Any:
        if any((own.shape, own.dtype) != (shape, dtype) for own in self.own.values()):
            raise TypeError("a loop gives a name arrays of different dtypes or shapes")
        new = jnp.zeros(shape, dtype)
        for place, own in self.own.items():
            new = jnp.where(self.place == place, own[...], new)
        return new

    def cell(self, cells: Sequence[int]) -> Any:
        """Which of the cells it lies in; -1 for an array from outside."""
        numbers = [cells.index(id(self.own[n].source)) if n in self.own else -1 for n in range(self.size)]
        return jnp.array(numbers, jnp.int32)[self.place]


class _Slot:
    """What a name may be: one of these arrays, from outside of the loop, or one that a turn makes (`has_own`), of the
    type that the first of these has (`own_type`)."""

    def __init__(self, arrays: list[MutableArray], has_own: bool) -> None:
        self.arrays, self.has_own = arrays, has_own
        self.own_type: tuple[tuple[int, ...], Any] | None = None

    @property
    def type_of_own(self) -> tuple[tuple[int, ...], Any]:
        return self.own_type or (self.arrays[0].shape, self.arrays[0].dtype)

    def takes(self, arrays: Sequence[MutableArray], has_own: bool) -> bool:
        """Whether there is something new among these."""
        before = len(self.arrays), self.has_own
        for array in arrays:
            if key_of(array) not in map(key_of, self.arrays):
                self.arrays.append(array)
        self.has_own |= has_own
        return before != (len(self.arrays), self.has_own)

    def choice(self, array: Any) -> _Choice:
        if not is_mutable(array):
            raise TypeError("a loop gives a name an array that is written in place, and a number")
        leaves, place = flat(array)
        keys, trace = [*map(key_of, self.arrays)], outliving.trace()
        own = {n: leaf for n, leaf in enumerate(leaves) if key_of(leaf) not in keys}
        outside = [o for o in own.values() if o.source.argument is not None or o.source.made_in != trace]
        if any(step.numbers for o in outside for step in o.steps):
            raise TypeError("a loop gives a name parts of arrays by numbers, and other arrays")
        if self.takes(outside, has_own=len(own) > len(outside)):
            raise Grown
        if any(o.steps for o in own.values()):
            raise TypeError("a loop gives a name a part of an array that a turn makes, and other arrays")
        numbers = [keys.index(key_of(leaf)) if n not in own else 0 for n, leaf in enumerate(leaves)]
        return _Choice(jnp.array(numbers, jnp.int32)[place], own, place, len(leaves))


def _types_of_own(kind: Kind, numbers: Iterator[Any]) -> Iterator[tuple[tuple[int, ...], Any]]:
    """Of the arrays that were made inside, among the numbers of what may be one."""
    match kind:
        case Outside():
            rest = len(kind.numbers())
        case Either():
            next(numbers)
            for each in kind.kinds:
                yield from _types_of_own(each, numbers)
            rest = sum(len(step.numbers) for step in kind.steps)
        case Inside():
            if kind.is_first:
                own = next(numbers)
                yield own.shape, own.dtype
            rest = sum(len(step.numbers) for step in kind.steps)
    for _ in range(rest):
        next(numbers)


def _kinds(kind: Kind) -> Iterator[Outside | Inside]:
    """What it may be one of; a view of one of several is a view of each."""
    if not isinstance(kind, Either):
        yield kind
        return
    for each in kind.kinds:
        for inner in _kinds(each):
            if not kind.steps:
                yield inner
            elif isinstance(inner, Outside):
                yield Outside(seen_of(inner.array.source, (*inner.array.steps, *kind.steps)))
            else:
                yield Inside(inner.number, inner.is_first, (*inner.steps, *kind.steps), inner.seen_as)
