"""Arrays that are written in place among what compiled branches return and loops carry.

XLA knows arrays alone. So of such an array what stands in a pytree is a `Part`: a place in an array from outside, with
the numbers that tell where, or, for one that was made inside, its value.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
from jax import tree_util

from hybridc.runtime import outliving
from hybridc.runtime.mutables.array import Cell, MutableArray, OneOf, cell_numbers, value
from hybridc.runtime.mutables.steps import Step, with_numbers

__all__ = ["Candidates", "alike", "collapsed", "expanded", "found", "fresh", "is_mutable", "joint", "shapes_of"]


Key = tuple[Any, ...]


class Outside:
    """An array, or a view of one, from outside of a branch or loop."""

    def __init__(self, array: MutableArray) -> None:
        self.array = array
        self.key: Key = (id(array.source), *(step.key for step in array.steps))

    def numbers(self) -> tuple[Any, ...]:
        return tuple(n for step in self.array.steps for n in step.numbers)

    def filled(self, numbers: Iterator[Any], made: dict[int, Cell]) -> MutableArray:
        given = [next(numbers) for _ in self.numbers()]
        return MutableArray(self.array.source, with_numbers(self.array.steps, given)) if given else self.array


class Inside:
    """One that was made inside, the first or another one of those that are in the pytree."""

    def __init__(self, number: int, is_first: bool, steps: tuple[Step, ...]) -> None:
        self.number, self.is_first, self.steps = number, is_first, steps
        self.key: Key = ("inside", number, is_first, *(step.key for step in steps))

    def filled(self, numbers: Iterator[Any], made: dict[int, Cell]) -> MutableArray:
        if self.is_first:
            made[self.number] = Cell(next(numbers))
        given = [next(numbers) for step in self.steps for _ in step.numbers]
        return MutableArray(made[self.number], with_numbers(self.steps, given))


class Either:
    """One of several, by a number; or a view of that."""

    def __init__(self, kinds: Sequence[Kind], steps: tuple[Step, ...]) -> None:
        self.kinds, self.steps = tuple(kinds), steps
        self.key: Key = ("either", *(kind.key for kind in kinds), *(step.key for step in steps))

    def filled(self, numbers: Iterator[Any], made: dict[int, Cell]) -> MutableArray:
        place = next(numbers)
        arrays = [kind.filled(numbers, made) for kind in self.kinds]
        given = [next(numbers) for step in self.steps for _ in step.numbers]
        return MutableArray(OneOf(arrays, place), with_numbers(self.steps, given))


Kind = Outside | Inside | Either


class Shape:
    """What a part is, but for its numbers; two of the same kind are equal."""

    def __init__(self, kind: Kind) -> None:
        self.kind = kind

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Shape) and self.kind.key == other.kind.key

    def __hash__(self) -> int:
        return hash(self.kind.key)

    def __repr__(self) -> str:
        return f"an array that is written in place ({self.kind.key[0]})"


@tree_util.register_pytree_node_class
class Part:
    """What stands for such an array. `numbers`: arrays for XLA."""

    def __init__(self, shape: Shape, numbers: Sequence[Any]) -> None:
        self.shape, self.numbers = shape, list(numbers)

    def tree_flatten(self) -> tuple[list[Any], Shape]:
        return self.numbers, self.shape

    @classmethod
    def tree_unflatten(cls, shape: Shape, numbers: Any) -> Part:
        return cls(shape, [*numbers])


def is_mutable(leaf: Any) -> bool:
    return isinstance(leaf, MutableArray)


def _is_part(leaf: Any) -> bool:
    return isinstance(leaf, Part)


def found(tree: Any) -> bool:
    """Some array that is written in place is in the pytree."""
    return any(map(is_mutable, tree_util.tree_leaves(tree)))


def expanded(tree: Any, *, inside: bool) -> Any:
    """The pytree with parts for such arrays. `inside`: a branch or a loop's turn gives it, which may have made some."""
    if not found(tree):
        return tree
    trace = outliving.trace() if inside else object()
    made: dict[int, int] = {}

    def kind_of(array: MutableArray, numbers: list[Any]) -> Kind:
        source = array.source
        kind: Kind
        if isinstance(source, OneOf):
            numbers.append(source.place)
            kind = Either([kind_of(each, numbers) for each in source.arrays], array.steps)
        elif source.is_fresh or (source.argument is None and source.made_in == trace):
            source.is_fresh = False
            is_first = id(source) not in made
            number = made.setdefault(id(source), len(made))
            if is_first:
                numbers.append(source.read())
            kind = Inside(number, is_first, array.steps)
        else:
            kind = Outside(array)
        numbers += [n for step in array.steps for n in step.numbers]
        return kind

    def part(leaf: Any) -> Any:
        if not is_mutable(leaf):
            return leaf
        numbers: list[Any] = []
        kind = kind_of(leaf, numbers)
        return Part(Shape(kind), numbers)

    return tree_util.tree_map(part, tree, is_leaf=is_mutable)


def collapsed(tree: Any) -> Any:
    """The pytree with such arrays in the places of parts."""
    leaves, structure = tree_util.tree_flatten(tree, is_leaf=_is_part)
    if not any(map(_is_part, leaves)):
        return tree
    made: dict[int, Cell] = {}
    filled = (leaf.shape.kind.filled(iter(leaf.numbers), made) if _is_part(leaf) else leaf for leaf in leaves)
    return tree_util.tree_unflatten(structure, filled)


def joint(one: Any, other: Any) -> Mapping[int, tuple[Any, Any]]:
    """Where two pytrees, of parts and of what arrays are like, have different ones, by the places of their leaves.

    Empty where they differ in what is no such array.
    """
    left, tree = tree_util.tree_flatten(one, is_leaf=_is_part)
    right, others = tree_util.tree_flatten(other, is_leaf=_is_part)
    if tree != others:  # type: ignore[operator]
        return {}
    pairs = enumerate(zip(left, right, strict=True))
    return {place: (a, b) for place, (a, b) in pairs if (_is_part(a) or _is_part(b)) and not _are_alike(a, b)}


def _are_alike(a: Any, b: Any) -> bool:
    return _is_part(a) and _is_part(b) and a.shape == b.shape


def alike(tree: Any, places: Mapping[int, tuple[Any, Any]], side: int) -> Any:
    """The pytree, in which these arrays are one of two: those of this side (0 or 1), or the other's, of which zeros
    stand for what only the other side computes. Where the two are of different shapes, they are values; a number gets
    the shape of the other side's array."""
    leaves, structure = tree_util.tree_flatten(tree, is_leaf=is_mutable)
    for place, kinds in places.items():
        shapes = shapes_of(kinds)
        if shapes is None or (shapes[0] != shapes[1] and () not in shapes):
            leaves[place] = value(leaves[place])
            continue
        shape = shapes[0] or shapes[1]
        own, other = _shaped(leaves[place], shape), _shaped(_of_zeros(kinds[1 - side]), shape)
        arrays = (own, other) if side == 0 else (other, own)
        leaves[place] = MutableArray(OneOf(arrays, jnp.int32(side)))
    return tree_util.tree_unflatten(structure, leaves)


def shapes_of(kinds: tuple[Any, Any]) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
    """The shapes of two arrays or numbers; None where something else is among them."""
    if not all(_is_part(kind) or isinstance(kind, jax.ShapeDtypeStruct) for kind in kinds):
        return None
    one, other = (_of_zeros(kind).shape for kind in kinds)
    return one, other


def _shaped(leaf: Any, shape: tuple[int, ...]) -> MutableArray:
    if is_mutable(leaf) and leaf.shape == shape:
        return leaf  # type: ignore[no-any-return]
    return MutableArray(Cell(jnp.broadcast_to(jnp.asarray(value(leaf)), shape)))


def _of_zeros(like: Any) -> MutableArray:
    """Raises TypeError for an array that several parts are."""
    if not _is_part(like):
        return MutableArray(Cell(jnp.zeros(like.shape, like.dtype)))
    numbers = [jnp.zeros(n.shape, n.dtype) for n in like.numbers]
    try:
        return like.shape.kind.filled(iter(numbers), {})  # type: ignore[no-any-return]
    except KeyError:
        raise TypeError("two names share an array that one side of a branch makes") from None


class Candidates:
    """Of a loop that gives names other arrays turn by turn, all that these may be, by their places in its carry."""

    def __init__(self) -> None:
        self._arrays: dict[int, list[MutableArray]] = {}

    def learn(self, places: Mapping[int, tuple[Any, Any]], init: Any) -> Any | None:
        """The carry to start from, by what a turn gives in place of it; None where the first turn is taken by itself:
        it makes an array of its own in the place of one that others may see."""
        leaves, structure = tree_util.tree_flatten(init, is_leaf=is_mutable)
        for place, (before, after) in places.items():
            if not _is_part(before):
                leaves[place] = fresh(partial(_made, leaves[place]))
                continue
            if not (_is_part(after) and isinstance(after.shape.kind, Outside) and not after.numbers):
                return None
            known = self._arrays.setdefault(place, [leaves[place]])
            known += [a for a in (after.shape.kind.array,) if _key(a) not in map(_key, known)]
        return self.chosen(tree_util.tree_unflatten(structure, leaves))

    def chosen(self, carry: Any) -> Any:
        """The carry, in which each of these is one of all that it may be. Raises TypeError for what is none of them."""
        if not self._arrays:
            return carry
        leaves, structure = tree_util.tree_flatten(carry, is_leaf=is_mutable)
        for place, arrays in self._arrays.items():
            leaves[place] = _as_one_of(leaves[place], arrays)
        return tree_util.tree_unflatten(structure, leaves)


def _made(value: Any) -> MutableArray:
    return MutableArray(Cell(jnp.asarray(value)))


def _as_one_of(array: Any, arrays: Sequence[MutableArray]) -> MutableArray:
    if is_mutable(array):
        keys = [*map(_key, arrays)]
        if isinstance(array.source, OneOf) and not array.steps:
            known = [*map(_key, array.source.arrays)]
            if known == keys:
                return array  # type: ignore[no-any-return]
            if {*known} <= {*keys}:
                places = jnp.array([keys.index(key) for key in known], jnp.int32)
                return MutableArray(OneOf(arrays, places[array.source.place]))
        if _key(array) in keys:
            return MutableArray(OneOf(arrays, jnp.int32(keys.index(_key(array)))))
    raise TypeError("a loop gives a name arrays that others see, and such as it makes")


def _key(array: MutableArray) -> tuple[Any, ...]:
    return Outside(array).key


def fresh(make: Callable[[], Any]) -> Any:
    """The pytree that is made, of whose new arrays nobody else knows yet: what takes it next may carry their values."""
    start = next(cell_numbers)
    tree = make()
    for leaf in filter(is_mutable, tree_util.tree_leaves(tree)):
        if isinstance(leaf.source, Cell) and leaf.source.made_as > start:
            leaf.source.is_fresh = True
    return tree
