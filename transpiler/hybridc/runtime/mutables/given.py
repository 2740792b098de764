"""The arrays that a call from outside hands over: which of them are one, or lie in one memory."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import jax
import numpy as np

from hybridc.runtime.mutables.array import Cell, MutableArray
from hybridc.runtime.mutables.steps import Step, Strided

__all__ = ["Given", "Place", "given"]

Array = Any  # of NumPy, or of JAX, which shares nothing


@dataclass(frozen=True)
class Place:
    """Where an array lies: in which of the memories, and how, if it is not all of it."""

    memory: int
    part: tuple[int, tuple[int, ...], tuple[int, ...]] | None = None

    @property
    def steps(self) -> tuple[Step, ...]:
        return () if self.part is None else (Strided(*self.part),)


@dataclass(frozen=True)
class Given:
    """`memories`: arrays that share nothing; `places`: where each of the arrays that were given lies; `objects`: the
    number of the first one that is the same object, which another view of the same place is not."""

    memories: tuple[Array, ...]
    places: tuple[Place, ...]
    objects: tuple[int, ...]

    @property
    def key(self) -> tuple[Any, ...]:
        strides = (None if isinstance(m, jax.Array) or m.flags.c_contiguous else m.strides for m in self.memories)
        return self.places, self.objects, tuple(strides)


def given(arrays: Sequence[Array]) -> Given:
    """Raises ValueError for arrays that share memory and are of different dtypes, or lie in what is no array."""
    groups: list[list[Array]] = []
    for array in arrays:
        apart = [group for group in groups if not any(_share(array, other) for other in group)]
        joined = [other for group in groups if any(_share(array, each) for each in group) for other in group]
        groups = [*apart, [*joined, array]]
    memories: list[Array] = []
    places: dict[int, Place] = {}
    for group in groups:
        if all(array is group[0] for array in group):
            places[id(group[0])] = Place(len(memories))
            memories.append(group[0])
            continue
        memory = _around(group)
        for array in group:
            start = array.__array_interface__["data"][0] - memory.__array_interface__["data"][0]
            strides = tuple(s // memory.itemsize for s in array.strides)
            places[id(array)] = Place(len(memories), (start // memory.itemsize, array.shape, strides))
        memories.append(memory)
    numbers = {id(array): number for number, array in reversed([*enumerate(arrays)])}
    objects = tuple(numbers[id(array)] for array in arrays)
    return Given(tuple(memories), tuple(places[id(array)] for array in arrays), objects)


def _share(one: Array, other: Array) -> bool:
    if one is other or isinstance(one, jax.Array) or isinstance(other, jax.Array):
        return one is other
    return np.may_share_memory(one, other) and np.shares_memory(one, other)


def _around(group: Sequence[Array]) -> Array:
    """All of the memory that the arrays lie in, as one axis of elements."""
    owners = []
    for array in group:
        owner = array
        while isinstance(owner.base, np.ndarray):
            owner = owner.base
        owners.append(owner)
    first = owners[0]
    is_one = all(o is first for o in owners) and len({a.dtype for a in (first, *group)}) == 1
    if is_one and first.flags.c_contiguous:
        return first.reshape(-1)
    if is_one and first.flags.f_contiguous:
        return first.T.reshape(-1)
    raise ValueError(
        "arrays that are written in place share memory, and are no parts of one array of their dtype: compiled code "
        "does not follow that. Pass a copy of one of them"
    )


def arrays_of(values: Sequence[Any], key: tuple[Any, ...]) -> tuple[list[Cell], list[MutableArray]]:
    """The memories with these values, and the arrays in them."""
    places, objects, strides = key
    layouts = [None if s is None else _laid_out(v, s) for v, s in zip(values, strides, strict=True)]
    cells = [Cell(v, number, layout) for number, (v, layout) in enumerate(zip(values, layouts, strict=True))]
    known: dict[int, MutableArray] = {}
    for place, number in zip(places, objects, strict=True):
        known.setdefault(number, MutableArray(cells[place.memory], place.steps))
    return cells, [known[number] for number in objects]


def _laid_out(value: Any, strides: tuple[int, ...]) -> Array:
    """An array that is strided likewise, of elements that nobody reads."""
    size = int(np.dtype(value.dtype).itemsize)
    kind = np.complex64 if value.dtype.kind == "c" else np.int8
    width = np.dtype(kind).itemsize
    order = sorted(range(len(strides)), key=lambda axis: -abs(strides[axis]))
    is_dense = all(s % size == 0 for s in strides)
    dense = np.empty([value.shape[axis] for axis in order], kind).transpose(np.argsort(order))
    if is_dense and tuple(s // size * width for s in strides) == dense.strides:
        return dense
    wide = np.empty([2 * n for n in dense.shape], kind)  # no two axes can be taken for one
    return wide[tuple(slice(None, None, 2) for _ in dense.shape)]
