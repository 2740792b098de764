"""Writes by indices of which only tracing tells whether they are truth values: `x[m] = v` of a parameter `m`."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp

from hybridc.runtime.flow.windows import InWindow, Window

__all__ = ["at"]


class at:
    """`at(x)[i].set(v)` is `x.at[i].set(v)` in x's dtype; where the index holds a mask that is traced, `jnp.where`
    chooses."""

    def __init__(self, array: Any) -> None:
        self._array = jnp.asarray(array)

    def __getitem__(self, index: Any) -> Write:
        parts = index if isinstance(index, tuple) else (index,)
        masks = [n for n, part in enumerate(parts) if _is_traced_mask(part)]
        if any(isinstance(part, Window) for part in parts):
            return ByWindow(self._array, parts)
        return ByMask(self._array, parts, masks[0]) if masks else Write(self._array, index)


class Part:
    """What is read by the index of a write: `part(x)` is `x[i]`. What `part.beside` gives spreads over all of that."""

    def __init__(self, write: Write) -> None:
        self._write = write

    def __call__(self, array: Any) -> Any:
        return self._write.part(array)

    def beside(self, value: Any) -> Any:
        return self._write.given(value)


class Write:
    """What an array is after its elements at an index are written."""

    def __init__(self, array: jax.Array, index: Any) -> None:
        self._array, self._index = array, index

    def set(self, value: Any) -> jax.Array:
        """`value` is written, or what it gives for a function that reads another array's elements at the index."""
        return self._written(value(Part(self)) if callable(value) else self.given(value))

    def _by(self, function: Callable[[Any, Any], Any], value: Any) -> jax.Array:
        return self._written(function(self.part(self._array), self.given(value)))

    def add(self, value: Any) -> jax.Array:
        return self._by(operator.add, value)

    def subtract(self, value: Any) -> jax.Array:
        return self._by(operator.sub, value)

    def multiply(self, value: Any) -> jax.Array:
        return self._by(operator.mul, value)

    def divide(self, value: Any) -> jax.Array:
        return self._by(operator.truediv, value)

    def floor_divide(self, value: Any) -> jax.Array:
        return self._by(operator.floordiv, value)

    def remainder(self, value: Any) -> jax.Array:
        return self._by(operator.mod, value)

    def power(self, value: Any) -> jax.Array:
        return self._by(operator.pow, value)

    def bitwise_and(self, value: Any) -> jax.Array:
        return self._by(operator.and_, value)

    def bitwise_or(self, value: Any) -> jax.Array:
        return self._by(operator.or_, value)

    def bitwise_xor(self, value: Any) -> jax.Array:
        return self._by(operator.xor, value)

    def part(self, array: Any) -> Any:
        return array[self._index]

    def given(self, value: Any) -> Any:
        return value

    def _written(self, new: Any) -> jax.Array:
        return self._array.at[self._index].set(jnp.asarray(new).astype(self._array.dtype))


class ByWindow(Write):
    """By a slice whose start only running tells, and whose length is known."""

    def __init__(self, array: jax.Array, parts: tuple[Any, ...]) -> None:
        self._parts = parts
        self._window = InWindow(array, parts)
        super().__init__(array, self._window.index)

    def part(self, array: Any) -> Any:
        return InWindow(jnp.asarray(array), self._parts).read()

    def _written(self, new: Any) -> jax.Array:
        rows = self._window.written(new)
        return rows if rows.shape == self._array.shape else super()._written(rows)


class ByMask(Write):
    """By a mask: all elements are computed, and those that it chooses are taken."""

    def __init__(self, array: jax.Array, parts: tuple[Any, ...], place: int) -> None:
        """Raises TypeError for what stands beside the mask and is no slice or number, or where these change places with
        it, IndexError where the mask does not fit."""
        mask = parts[place]
        numbers = [n for n, part in enumerate(parts) if n != place and _is_number(part)]
        slices = [n for n, part in enumerate(parts) if part is Ellipsis or isinstance(part, slice)]
        ahead = [parts[n] for n in slices if n < place]
        is_apart = any(min(n, place) < each < max(n, place) for n in numbers for each in slices)
        if len(numbers) + len(slices) + 1 < len(parts) or (is_apart and ahead):
            raise TypeError(
                "a mask that is known only at run time stands beside indices that are no slices: write by the mask "
                "into a copy of what these choose, and put it back"
            )
        beside = (*parts[:place], *(slice(None),) * mask.ndim, *parts[place + 1 :])
        super().__init__(array, beside)
        chosen = array.ndim - len(numbers)
        is_counted_from_end = any(part is Ellipsis for part in ahead)
        before = chosen - mask.ndim - (len(slices) - len(ahead)) if is_counted_from_end else len(ahead)
        self._dimensions = slice(before, before + mask.ndim)
        self._behind = chosen - before - mask.ndim
        self._shape = mask.shape
        self._mask = mask.reshape((1,) * before + mask.shape + (1,) * max(self._behind, 0))
        self._expect_fitting(array)

    def _expect_fitting(self, array: Any) -> Any:
        """The part of the array that the slices beside the mask are of."""
        if jnp.ndim(array) == self._array.ndim:
            part = jnp.asarray(array)[self._index]
            if part.shape[self._dimensions] == self._shape:
                return part
        raise IndexError(f"a mask of shape {self._shape} does not fit an array of shape {jnp.shape(array)}")

    def part(self, array: Any) -> Any:
        """The elements, and ones where none is chosen: nothing is computed there of what the function is not for."""
        part = self._expect_fitting(array)
        return jnp.where(self._mask, part, jnp.ones((), part.dtype))

    def given(self, value: Any) -> Any:
        """One value for all chosen elements, and ones beside, as it is with `part`."""
        spread = self._spread(value)
        return jnp.where(self._mask, spread, True if jnp.result_type(spread) == jnp.bool_ else 1)

    def _spread(self, value: Any) -> Any:
        """As NumPy spreads it: along their one dimension there is one."""
        shape = jnp.shape(value)
        if jnp.size(value) == 1:
            return jnp.reshape(value, ())
        if len(shape) <= self._behind:
            return value
        end = len(shape) - self._behind
        if shape[end - 1] != 1:
            raise TypeError(
                f"values of shape {shape} were given for the places that a mask of shape {self._shape} chooses, whose "
                "number is known only at run time. Compute a value for every place, and choose with `np.where`."
            )
        return jnp.reshape(value, (*shape[: end - 1], *(1,) * len(self._shape), *shape[end:]))

    def _written(self, new: Any) -> jax.Array:
        old = self._array[self._index]
        new = jnp.broadcast_to(jnp.asarray(new).astype(old.dtype), old.shape)
        chosen = jnp.where(self._mask, new, old)
        return chosen if chosen.shape == self._array.shape else self._array.at[self._index].set(chosen)


def _is_number(part: Any) -> bool:
    return isinstance(part, int) or (isinstance(part, jax.Array) and part.ndim == 0 and part.dtype != bool)


def _is_traced_mask(part: Any) -> bool:
    return isinstance(part, jax.core.Tracer) and part.dtype == bool
