"""Slices that a compiled loop moves: masks of their axes, and slices as long in all turns."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
from jax import lax

from hybridc.runtime.flow.chosen_values import largest, smallest


def reach(size: int, start: Any, stop: Any) -> jax.Array:
    """The mask of an axis of this length, of what the slice `start:stop` takes; below zero they count from its end."""
    along = jnp.arange(size)
    chosen = along >= _from_start(0 if start is None else start, size)
    return chosen if stop is None else chosen & (along < _from_start(stop, size))


def _from_start(bound: Any, size: int) -> jax.Array:
    return jnp.where(bound < 0, bound + size, bound)


def part(a: Any, start: Any, size: int, axis: int = 0) -> jax.Array:
    """The slice `start : start + size` of the axis, which lies within the array in all turns of the loop that moves
    it: a loop without turns may have a shorter one."""
    a = jnp.asarray(a)
    if size > a.shape[axis]:
        return jnp.zeros((*a.shape[:axis], size, *a.shape[axis + 1 :]), a.dtype)
    return lax.dynamic_slice_in_dim(a, start, size, axis)


def whole_part(a: Any, start: Any, size: int, last: int, axis: int = 0) -> jax.Array:
    """The slice `start : start + size` of the axis, from a start that is `last` at most; from one that is known it may
    be as short as NumPy's, which cuts what leaves the array.

    Raises TypeError where it leaves the array: `control.fori_loop` takes its turns one by one then, if they are few.
    """
    a = jnp.asarray(a)
    if isinstance(start, int):
        return lax.slice_in_dim(a, min(start, a.shape[axis]), min(start + size, a.shape[axis]), axis=axis)
    if last + size > a.shape[axis]:
        raise TypeError(
            f"a slice of {size} elements leaves its axis of {a.shape[axis]} in the last turns of a loop, and NumPy "
            "cuts it: let the loop end before, or make the array longer"
        )
    return part(a, start, size, axis)


def length(number: int) -> int:
    """The number, as the length of a slice `start : start + length`. Raises ValueError for one below zero: Python would
    count the end of the slice from that of the array."""
    if number < 0:
        raise ValueError(f"a slice as long in all turns was expected, not one of {number} elements")
    return number


def flipped(a: Any, chooses: Any) -> jax.Array:
    """The array, of whose rows those that the mask chooses, which lie beside each other, stand in the opposite order.

    What stands in the place of the others has no meaning.
    """
    a, chooses = jnp.asarray(a), jnp.asarray(chooses)
    first, last = jnp.argmax(chooses), len(chooses) - 1 - jnp.argmax(chooses[::-1])
    return jnp.take(a, first + last - jnp.arange(len(chooses)), axis=0, mode="clip")


def argmin(a: Any, chooses: Any) -> jax.Array:
    """`jnp.argmin` of the numbers beside each other that the mask chooses, counted from the first of them.

    Raises TypeError for an array of several dimensions, whose elements would be counted in another way.
    """
    return _place(jnp.asarray(a), chooses, smallest)


def argmax(a: Any, chooses: Any) -> jax.Array:
    """As `argmin`, of the largest."""
    return _place(jnp.asarray(a), chooses, largest)


def _place(a: jax.Array, chooses: jax.Array, extreme: Callable[..., jax.Array]) -> jax.Array:
    if a.ndim != 1:
        raise TypeError(f"an array of one dimension was expected where a loop moves a slice, not of {a.ndim}")
    found = extreme(a, chooses)  # NaN where one of them is that, the first of which it is then
    is_it = chooses & ((a == found) | (jnp.isnan(a) & jnp.isnan(found)))
    return jnp.argmax(is_it) - jnp.argmax(chooses)
