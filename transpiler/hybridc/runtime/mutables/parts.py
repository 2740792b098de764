"""Arrays that are written in place among what compiled branches return and loops carry.

XLA knows arrays alone. So of such an array what stands in a pytree is a `Part`: a place in an array from outside, with
the numbers that tell where, or, for one that was made inside, its value.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import jax
import jax.numpy as jnp
from jax import tree_util

from hybridc.runtime.core import outliving
from hybridc.runtime.mutables.array import Cell, MutableArray, OneOf, cell_numbers, seen_of, value
from hybridc.runtime.mutables.steps import Step, as_common, common, with_numbers

__all__ = [
    "Either", "Inside", "Kind", "Outside", "alike", "any_written",
    "collapsed", "common_steps", "expanded", "flat", "found", "fresh", "is_mutable",
    "is_part", "joint", "key_of", "made_of", "shapes_of",
]  # fmt: skip


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
        return seen_of(self.array.source, with_numbers(self.array.steps, given)) if given else self.array


class Inside:
    """One that was made inside, the first or another one of those that are in the pytree."""

    def __init__(self, number: int, is_first: bool, steps: tuple[Step, ...], seen_as: type[MutableArray]) -> None:
        self.number, self.is_first, self.steps, self.seen_as = number, is_first, steps, seen_as
        self.key: Key = ("inside", number, is_first, *(step.key for step in steps))

    def filled(self, numbers: Iterator[Any], made: dict[int, Cell]) -> MutableArray:
        if self.is_first:
            made[self.number] = Cell(next(numbers), kind=self.seen_as)
        given = [next(numbers) for step in self.steps for _ in step.numbers]
        return seen_of(made[self.number], with_numbers(self.steps, given))


class Either:
    """One of several, by a number; or a view of that."""

    def __init__(self, kinds: Sequence[Kind], steps: tuple[Step, ...]) -> None:
        self.kinds, self.steps = tuple(kinds), steps
        self.key: Key = ("either", *(kind.key for kind in kinds), *(step.key for step in steps))

    def filled(self, numbers: Iterator[Any], made: dict[int, Cell]) -> MutableArray:
        place = next(numbers)
        arrays = [kind.filled(numbers, made) for kind in self.kinds]
        given = [next(numbers) for step in self.steps for _ in step.numbers]
        return seen_of(OneOf(arrays, place), with_numbers(self.steps, given))


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


def is_part(leaf: Any) -> bool:
    return isinstance(leaf, Part)


def found(tree: Any) -> bool:
    """Some array that is written in place is in the pytree."""
    return any(map(is_mutable, tree_util.tree_leaves(tree, is_leaf=is_mutable)))


def any_written(tree: Any) -> bool:
    """Some array in the pytree, made for it, has been written in place."""
    leaves = (leaf for leaf in tree_util.tree_leaves(tree, is_leaf=is_mutable) if is_mutable(leaf))
    return any(isinstance(leaf.source, Cell) and leaf.source.is_written for leaf in leaves)


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
        elif id(source) in made or source.is_fresh or (source.argument is None and source.made_in == trace):
            source.is_fresh = False
            is_first = id(source) not in made
            number = made.setdefault(id(source), len(made))
            if is_first:
                numbers.append(source.read())
            kind = Inside(number, is_first, array.steps, source.kind)
        else:
            kind = Outside(array)
        numbers += [jnp.asarray(n, jnp.int_) for step in array.steps for n in step.numbers]
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
    leaves, structure = tree_util.tree_flatten(tree, is_leaf=is_part)
    if not any(map(is_part, leaves)):
        return tree
    made: dict[int, Cell] = {}
    filled = (leaf.shape.kind.filled(iter(leaf.numbers), made) if is_part(leaf) else leaf for leaf in leaves)
    return tree_util.tree_unflatten(structure, filled)


def joint(one: Any, other: Any) -> Mapping[int, tuple[Any, Any]]:
    """Where two pytrees, of parts and of what arrays are like, have different ones, by the places of their leaves.

    Empty where they differ in what is no such array.
    """
    left, tree = tree_util.tree_flatten(one, is_leaf=is_part)
    right, others = tree_util.tree_flatten(other, is_leaf=is_part)
    if tree != others:  # type: ignore[operator]
        return {}
    pairs = enumerate(zip(left, right, strict=True))
    return {place: (a, b) for place, (a, b) in pairs if (is_part(a) or is_part(b)) and not _are_alike(a, b)}


def _are_alike(a: Any, b: Any) -> bool:
    return is_part(a) and is_part(b) and a.shape == b.shape


def alike(tree: Any, places: Mapping[int, tuple[Any, Any]], side: int) -> Any:
    """The pytree, in which these arrays are one of two: those of this side (0 or 1), or the other's, of which zeros
    stand for what only the other side computes. Where the two are of different shapes, they are values; a number gets
    the shape of the other side's array."""
    leaves, structure = tree_util.tree_flatten(tree, is_leaf=is_mutable)
    made: dict[int, Cell] = {}
    for (place, kinds), shapes in zip(places.items(), shapes_of(places.values()), strict=True):
        if shapes is None or (shapes[0] != shapes[1] and () not in shapes):
            leaves[place] = value(leaves[place])
            continue
        if (steps := common_steps(*kinds)) is not None:
            leaves[place] = seen_of(leaves[place].source, as_common(leaves[place].steps, steps))
            continue
        shape = shapes[0] or shapes[1]
        own, other = _shaped(leaves[place], shape), _shaped(_of_zeros(kinds[1 - side], made), shape)
        arrays = (own, other) if side == 0 else (other, own)
        leaves[place] = seen_of(OneOf(arrays, jnp.int32(side)))
    return tree_util.tree_unflatten(structure, leaves)


def common_steps(one: Any, other: Any) -> tuple[Step, ...] | None:
    """Of two views of one array from outside, what is common to them: rows of it, for instance, by numbers."""
    kinds = [each.shape.kind for each in (one, other) if is_part(each)]
    if len(kinds) != 2 or not all(isinstance(kind, Outside) for kind in kinds):
        return None
    mine, others = (kind.array for kind in kinds)
    return common(mine.steps, others.steps) if mine.source is others.source else None


def shapes_of(pairs: Iterable[tuple[Any, Any]]) -> list[tuple[tuple[int, ...], tuple[int, ...]] | None]:
    """The shapes of two arrays or numbers each; None where something else is among them."""
    made: tuple[dict[int, Cell], dict[int, Cell]] = ({}, {})
    found: list[tuple[tuple[int, ...], tuple[int, ...]] | None] = []
    for kinds in pairs:
        if all(is_part(kind) or isinstance(kind, jax.ShapeDtypeStruct) for kind in kinds):
            one, other = (_of_zeros(kind, cells).shape for kind, cells in zip(kinds, made, strict=True))
            found.append((one, other))
        else:
            found.append(None)
    return found


def _shaped(leaf: Any, shape: tuple[int, ...]) -> MutableArray:
    if is_mutable(leaf) and leaf.shape == shape:
        return leaf  # type: ignore[no-any-return]
    kind = leaf.source.kind if is_mutable(leaf) else None
    return seen_of(Cell(jnp.broadcast_to(jnp.asarray(value(leaf)), shape), kind=kind))


def _of_zeros(like: Any, made: dict[int, Cell]) -> MutableArray:
    """`made`: what was made of other parts. Raises TypeError for an array of a part that is none of them."""
    if not is_part(like):
        return seen_of(Cell(jnp.zeros(like.shape, like.dtype)))
    numbers = [jnp.zeros(n.shape, n.dtype) for n in like.numbers]
    try:
        return like.shape.kind.filled(iter(numbers), made)  # type: ignore[no-any-return]
    except KeyError:
        raise TypeError("two names share an array that one side of a branch makes") from None


def flat(array: MutableArray) -> tuple[list[MutableArray], Any]:
    """The arrays that one of several may be, none of them one of several, and the place of the one that it is."""
    source = array.source
    if not isinstance(source, OneOf):
        return [array], jnp.int32(0)
    leaves: list[MutableArray] = []
    places: list[Any] = []
    for each in source.arrays:
        inner, place = flat(seen_of(each.source, (*each.steps, *array.steps)))
        places.append(place + len(leaves))
        leaves += inner
    return leaves, jnp.stack([jnp.asarray(p, jnp.int32) for p in places])[source.place]


def made_of(value: Any) -> MutableArray:
    return seen_of(Cell(jnp.asarray(value)))


def key_of(array: MutableArray) -> tuple[Any, ...]:
    return Outside(array).key


def fresh(make: Callable[[], Any]) -> Any:
    """The pytree that is made, of whose new arrays nobody else knows yet: what takes it next may carry their values."""
    start = next(cell_numbers)
    tree = make()
    for array in filter(is_mutable, tree_util.tree_leaves(tree, is_leaf=is_mutable)):
        for leaf in flat(array)[0]:
            if isinstance(leaf.source, Cell) and leaf.source.made_as > start:
                leaf.source.is_fresh = True
    return tree
