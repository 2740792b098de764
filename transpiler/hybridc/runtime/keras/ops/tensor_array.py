"""`tf.TensorArray`: an array of a known number of elements, of which each is written by its index."""

from __future__ import annotations

import operator
from typing import Any

import jax
import jax.numpy as jnp
from jax import tree_util

__all__ = ["TensorArray"]


class TensorArray:
    """Elements of one shape and dtype; every write gives another TensorArray, which loops and branches carry.

    `size`: how many elements, known while tracing. `dynamic_size`: indices that are known while tracing may lie beyond.
    What was not written is zero. Raises TypeError for a size, or an index beyond what is there, that only the running
    program knows, and for elements of different shapes.
    """

    def __init__(
        self, dtype: Any, size: Any = 0, dynamic_size: bool = False, element_shape: Any = None, **settings: Any
    ) -> None:
        self.dtype = jax.dtypes.canonicalize_dtype(dtype)
        self.dynamic_size = bool(dynamic_size)
        count = _known(0 if size is None else size)
        if count is None:
            raise TypeError("the size of a TensorArray has to be known while tracing: take it from a shape")
        self._count = count
        known = element_shape is not None and all(s is not None for s in element_shape)
        # Of elements whose shape no write has told yet, one number stands for all: loops learn its shape at a turn.
        self._values = jnp.zeros((count, *element_shape) if known else (), self.dtype)

    def _with(self, values: Any, count: int) -> TensorArray:
        new = object.__new__(TensorArray)
        new.dtype, new.dynamic_size, new._count, new._values = self.dtype, self.dynamic_size, count, values
        return new

    @property
    def _is_open(self) -> bool:
        """The shape of the elements is not known yet."""
        return not jnp.ndim(self._values)

    @property
    def element_shape(self) -> tuple[int, ...] | None:
        return None if self._is_open else self._values.shape[1:]

    def write(self, index: Any, value: Any, name: str | None = None) -> TensorArray:
        """With this element at the index."""
        value = jnp.asarray(value, self.dtype)
        values, count = self._values, self._count
        if not self._is_open and value.shape != values.shape[1:]:
            raise TypeError(
                f"a TensorArray holds elements of the shape {values.shape[1:]}, and {value.shape} is written: "
                "append to a Python list where shapes differ"
            )
        place = _known(index)
        if place is None and self.dynamic_size:
            raise TypeError(
                "a TensorArray that grows is written at an index that only the running program knows: "
                "make it with its size, as `tf.TensorArray(dtype, size=n)`"
            )
        if place is not None and not 0 <= place < (place + 1 if self.dynamic_size else count):
            raise IndexError(f"the index {place} is written in a TensorArray of the size {count}")
        if self._is_open:
            values = jnp.zeros((count, *value.shape), self.dtype)
        if place is not None and place >= count:
            values = jnp.concatenate([values, jnp.zeros((place + 1 - count, *value.shape), self.dtype)])
            count = place + 1
        return self._with(values.at[index].set(value), count)

    def read(self, index: Any, name: str | None = None) -> jax.Array:
        """The element at the index."""
        self._expect_written()
        place = _known(index)
        if place is not None and not 0 <= place < self._count:
            raise IndexError(f"the index {place} is read in a TensorArray of the size {self._count}")
        return self._values[index]

    def gather(self, indices: Any, name: str | None = None) -> jax.Array:
        self._expect_written()
        return jnp.take(self._values, jnp.asarray(indices), axis=0)

    def scatter(self, indices: Any, value: Any, name: str | None = None) -> TensorArray:
        """With the rows of `value` at the indices."""
        found = self
        places = [_known(i) for i in indices] if isinstance(indices, list | tuple | range) else list(indices)
        for row, place in enumerate(places):
            found = found.write(place, jnp.asarray(value)[row])
        return found

    def unstack(self, value: Any, name: str | None = None) -> TensorArray:
        """With the rows of `value` as elements. Raises ValueError for another number of them."""
        value = jnp.asarray(value, self.dtype)
        if value.shape[0] != self._count and not (self.dynamic_size and value.shape[0] > self._count):
            raise ValueError(f"{value.shape[0]} elements are given to a TensorArray of the size {self._count}")
        return self._with(value, value.shape[0])

    def stack(self, name: str | None = None) -> jax.Array:
        """All elements as one array."""
        self._expect_written()
        return self._values

    def concat(self, name: str | None = None) -> jax.Array:
        """All elements, one behind the other along their first axis."""
        self._expect_written()
        return self._values.reshape(-1, *self._values.shape[2:])

    def size(self, name: str | None = None) -> int:
        return self._count

    def identity(self) -> TensorArray:
        return self

    def close(self, name: str | None = None) -> None:
        """Nothing: what nobody reads goes."""

    mark_used = close

    def _expect_written(self) -> None:
        if self._is_open:
            raise ValueError("a TensorArray is read before anything was written into it")


def _known(index: Any) -> int | None:
    """The number, None if only the running program knows it."""
    try:
        return operator.index(index)
    except jax.errors.JAXTypeError:
        return None
    except TypeError:
        return int(index)


tree_util.register_pytree_node(
    TensorArray,
    lambda array: ((array._values,), (array._count, array.dynamic_size, str(array.dtype))),
    lambda fixed, values: _put_together(fixed, values[0]),
)


def _put_together(fixed: tuple[int, bool, str], values: Any) -> TensorArray:
    new = object.__new__(TensorArray)
    new._count, new.dynamic_size, new.dtype, new._values = fixed[0], fixed[1], jnp.dtype(fixed[2]), values
    return new
