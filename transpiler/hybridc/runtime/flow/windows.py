"""Writes into slices of a length that is known while tracing, and of a start that is not: `x[:, p:p + n] = v`."""

from __future__ import annotations

import operator
from dataclasses import dataclass
from typing import Any

import jax
import jax.numpy as jnp


@dataclass(frozen=True)
class Window:
    """`start : start + length`"""

    start: Any
    length: int


def window(start: Any, length: Any) -> Any:
    """The slice `start : start + length`, of which the length is known while it is traced."""
    if not isinstance(start, jax.core.Tracer):
        return slice(start, start + length)
    return Window(start, operator.index(length))


class InWindow:
    """The part of an array that an index with a window means. Where the array ends sooner, it is shorter."""

    def __init__(self, array: jax.Array, parts: tuple[Any, ...]) -> None:
        """Raises TypeError where more than numbers and slices stand beside the window."""
        (place,) = (n for n, part in enumerate(parts) if isinstance(part, Window))
        others = [*parts[:place], *parts[place + 1 :]]
        if not all(part is Ellipsis or isinstance(part, slice | int) or _is_number(part) for part in others):
            raise TypeError("beside a slice whose start only running tells stand indices that are no slices or numbers")
        self.index = (*parts[:place], slice(None), *parts[place + 1 :])
        self._rows = array[self.index]
        kept = [part is Ellipsis or isinstance(part, slice) for part in parts]
        behind = sum(kept[place + 1 :])
        self._axis = self._rows.ndim - 1 - behind if any(p is Ellipsis for p in parts[:place]) else sum(kept[:place])
        size = self._rows.shape[self._axis]
        found: Window = parts[place]
        start, stop = (_within(bound, size) for bound in (found.start, found.start + found.length))
        places = start + jnp.arange(found.length)
        self._places = jnp.where(places < stop, places, size)  # those behind the end are left out

    def read(self) -> jax.Array:
        """Where the slice is shorter, its last elements again."""
        return jnp.take(self._rows, self._places, axis=self._axis, mode="clip")

    def written(self, new: Any) -> jax.Array:
        """All of the array's part that the other indices mean, with these elements."""
        index = (*(slice(None),) * self._axis, self._places)
        shape = (*self._rows.shape[: self._axis], len(self._places), *self._rows.shape[self._axis + 1 :])
        new = jnp.broadcast_to(jnp.asarray(new).astype(self._rows.dtype), shape)
        return self._rows.at[index].set(new, mode="drop", indices_are_sorted=True)


def _within(bound: Any, size: int) -> jax.Array:
    return jnp.clip(jnp.where(bound < 0, bound + size, bound), 0, size)


def _is_number(part: Any) -> bool:
    return isinstance(part, jax.Array) and part.ndim == 0 and part.dtype != bool
