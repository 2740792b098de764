"""References to the memory of cells, and to memory of their own: what `state_dict()`, `.data` and views give."""

from __future__ import annotations

from typing import Any

import jax
import numpy as np
from jax import tree_util

from hybridc.runtime.core import handed, runs
from hybridc.runtime.core.memory import Memory, View, has_strides, places_of, seen, written
from hybridc.runtime.mutable import Mutable


class Reference(Mutable):
    """An array, or a part of one, that others see as well: what is written here they see, and the other way round."""

    requires_grad = False

    def __init__(self, memory: Memory, views: tuple[View, ...] = ()) -> None:
        self.memory = memory
        self.views = views

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        tree_util.register_pytree_node(cls, _leaves, _from_leaves)

    @classmethod
    def mutable(cls, array: Any) -> Any:
        """The array as one that may be written by all that have it."""
        return array if isinstance(array, Mutable) or runs.current() is not None else cls(Memory(handed.array(array)))

    @property
    def held(self) -> jax.Array:
        array: jax.Array = seen(self.memory.held(), self.views)
        return array

    @held.setter
    def held(self, array: Any) -> None:
        self.memory.write(written(self.memory.held(), self.views, array))

    @property
    def data(self) -> Reference:
        return self.again()

    @data.setter
    def data(self, new: Any) -> None:
        """Lies elsewhere from now on."""
        found = new if isinstance(new, Reference) else Reference(Memory(handed.array(new)))
        self.memory, self.views = found.memory, found.views

    def again(self) -> Reference:
        """Another one to the same: given other data, it leaves this one where it is."""
        return type(self)(self.memory, self.views)

    def _read(self) -> jax.Array:
        array: jax.Array = seen(self.memory.held() if runs.current() is None else self.memory.read(), self.views)
        return array

    def _write(self, new: Any) -> None:
        if runs.current() is not None:
            raise RuntimeError(
                "an array that code around the model refers to is written while the model runs; register a buffer"
            )
        self.held = new

    def _viewed(self, view: View) -> Reference:
        return type(self)(self.memory, (*self.views, view))

    def _moved(self, view: View) -> Any:
        """Elements that lie in the order of another shape need no copy; those that do not are copied."""
        is_plain = runs.current() is not None or self.is_contiguous() or has_strides((*self.views, view), self.memory)
        return super()._moved(view) if is_plain else self._new(view.read(self.held))

    def is_alone(self) -> bool:
        """The whole of memory that no cell has."""
        return not self.views and not self.memory.holders

    def is_contiguous(self) -> bool:
        if not self.views:
            return True
        places = places_of(self.views, self.memory).ravel()
        return bool(np.all(np.diff(places) == 1))

    def contiguous(self, memory_format: Any = None) -> Any:
        return self if self.is_contiguous() else self.copy()

    def _new(self, array: Any) -> Any:
        return array if runs.current() is not None else type(self)(Memory(array))

    def __repr__(self) -> str:
        return repr(self.held)

    def __str__(self) -> str:
        return str(self.held)

    def __deepcopy__(self, memo: dict[int, Any]) -> Reference:
        return type(self)(Memory(self.held))

    def __reduce__(self) -> Any:
        return type(self).mutable, (self.held,)


def _leaves(reference: Reference) -> tuple[tuple[Any], None]:
    return (reference._read(),), None


def _from_leaves(_: None, arrays: Any) -> Any:
    return arrays[0]


tree_util.register_pytree_node(Reference, _leaves, _from_leaves)
