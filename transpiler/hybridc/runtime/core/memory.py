"""The memory that arrays lie in, by which those that share it know of each other's writes."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, NamedTuple, Protocol

import jax
import jax.numpy as jnp
import numpy as np

from hybridc.runtime.core import clock, outliving, runs

Read = Callable[[Any], Any]
Back = Callable[[Any, Any], Any]


class Holder(Protocol):
    """A cell, whose array lies in a memory."""

    @property
    def held(self) -> jax.Array: ...

    def _read(self) -> jax.Array: ...

    def _hold(self, array: Any) -> None: ...


class View(NamedTuple):
    """A part of an array, or the whole in another shape. `back(whole, new)` is the whole with this part; without it the
    places are asked of `read`, which is then a function that only moves elements. Two of one `key` are the same."""

    read: Read
    back: Back | None = None
    key: Any = None

    def written(self, whole: Any, new: Any) -> Any:
        if self.back is not None:
            return self.back(whole, new)
        places = moved(whole.shape, self.read).ravel()
        expect_apart(places)
        return whole.ravel().at[places].set(jnp.broadcast_to(new, self.read(whole).shape).ravel()).reshape(whole.shape)


def expect_apart(places: np.ndarray[Any, Any]) -> None:
    """Raises RuntimeError for a view that shows an element twice, which cannot be written."""
    if not are_apart(places):
        raise RuntimeError(
            "unsupported operation: more than one element of the written-to tensor refers to a single memory "
            "location. Please clone() the tensor before performing the operation."
        )


def are_apart(places: np.ndarray[Any, Any]) -> bool:
    return len(np.unique(places)) == places.size


class Memory:
    """What cells and references that share an array have in common.

    `holders`: the cells whose array lies here, with the views that they are of it. Without any it has its own array.
    """

    def __init__(self, array: Any = None) -> None:
        self.array = array
        self.holders: list[tuple[Holder, tuple[View, ...]]] = []
        self._made_in = outliving.trace()

    def join(self, holder: Holder, views: tuple[View, ...]) -> None:
        """The array of the cell lies here."""
        self.holders.append((holder, views))
        clock.structure += 1

    def whole(self) -> Holder | None:
        return next((holder for holder, views in self.holders if not views), None)

    def is_only(self, holder: Holder) -> bool:
        """The cell, and no other one, has this memory, the whole of it."""
        return len(self.holders) == 1 and self.holders[0] == (holder, ())

    def held(self) -> Any:
        holder = self.whole()
        return self.array if holder is None else holder.held

    def read(self) -> Any:
        """What it holds for the model that runs, if one does, which learns nothing by it."""
        holder, run = self.whole(), runs.current()
        if run is not None and holder in run.parted:
            return jax.lax.stop_gradient(run.parted[holder])  # type: ignore[index]
        return self.array if holder is None else jax.lax.stop_gradient(holder._read())

    def write(self, new: Any) -> None:
        """Puts an array in, for all that lie here."""
        if self.whole() is None:
            outliving.expect_own(new, self._made_in, "an array that is written in place")
            self.array = new
        for holder, views in self.holders:
            holder._hold(seen(new, views))

    def leave(self, holder: Holder) -> None:
        """The cell gets another array from now on; who refers to the one that it had keeps that."""
        array = self.held()
        clock.structure += len(self.holders) > 1
        self.holders = [(other, views) for other, views in self.holders if other is not holder]
        if self.whole() is None:
            self.array = array


def seen(array: Any, views: tuple[View, ...]) -> Any:
    for view in views:
        array = view.read(array)
    return array


def written(array: Any, views: tuple[View, ...], new: Any) -> Any:
    """The array, of which this view is now the new one."""
    if not views:
        return new
    first, *rest = views
    if rest and first.back is None and not are_apart(moved(array.shape, first.read)):
        second, *rest = rest  # which may show each element once again
        return written(array, (View(lambda a: second.read(first.read(a))), *rest), new)
    return first.written(array, written(first.read(array), tuple(rest), new))


def places_of(views: tuple[View, ...], memory: Memory) -> np.ndarray[Any, Any]:
    """Where in the memory the elements of the view lie."""
    return moved(memory.held().shape, lambda array: seen(array, views))


def has_strides(views: tuple[View, ...], memory: Memory) -> bool:
    """Along each axis of the view elements lie at equal distances, so that it needs no copy."""
    return are_strided(places_of(views, memory))


def are_strided(places: np.ndarray[Any, Any]) -> bool:
    """They lie at equal distances along each axis."""
    if places.size == 0:
        return True
    found = np.full(places.shape, places.flat[0])
    for axis, size in enumerate(places.shape):
        along = [1] * places.ndim
        along[axis] = size
        first = places[tuple(slice(None) if other == axis else 0 for other in range(places.ndim))]
        found = found + (np.arange(size) * (first[1] - first[0] if size > 1 else 0)).reshape(along)
    return bool(np.array_equal(found, places))


def moved(shape: tuple[int, ...], read: Read) -> np.ndarray[Any, Any]:
    """Where the elements of a view lie in an array of this shape, counted; known while JAX traces, too."""
    with jax.ensure_compile_time_eval():
        return np.asarray(read(jnp.arange(math.prod(shape), dtype=jnp.int32).reshape(shape)))
