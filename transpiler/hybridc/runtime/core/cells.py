"""What a model's parameters and buffers are kept in: cells, which hold one array each and may be shared."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any, ClassVar, Self

import jax
import jax.numpy as jnp
from jax import tree_util

from hybridc.runtime.core import clock, handed, outliving, runs
from hybridc.runtime.core.memory import Memory, View, seen, written
from hybridc.runtime.core.references import Reference
from hybridc.runtime.mutable import Mutable


class Unshared:
    """What takes the place of an array that stays what it is for all others who have it. `self.mean += unshared(x)`
    is `self.mean = unshared(self.mean + x)`. `data`: it is a buffer's data, which whoever has the buffer sees."""

    __slots__ = ("array", "data")

    def __init__(self, array: Any, data: bool = False) -> None:
        self.array, self.data = array, data


def unshared(value: Any, data: bool = False, items: tuple[int, ...] = ()) -> Any:
    """What an attribute is set to; `items`: of what is unpacked, those that attributes are set to."""
    if not items:
        return Unshared(value, data)
    return tuple(Unshared(each, data) if place in items else each for place, each in enumerate(value))


def _computed(compute: Callable[[Any, Any], Any]) -> Callable[[Unshared, Any], Unshared]:
    return lambda self, other: Unshared(compute(other, self.array))


_OPERATORS = "add sub mul truediv floordiv mod pow matmul and_ or_ xor lshift rshift"
for _name in _OPERATORS.split():
    setattr(Unshared, f"__r{_name.strip('_')}__", _computed(getattr(operator, _name)))


class Cell(Mutable):
    """Holds one array. Two modules that hold the same cell share it, as tied parameters do."""

    refers: ClassVar[type[Reference]] = Reference  # what others refer to it by
    _lies: Reference | None = None  # where, if anything else refers to it
    is_shown = False  # code around the model may have it under a name of its own
    _stands_for: object = None  # what programs know it by, if it took another one's place

    def __new__(cls, *args: Any, **options: Any) -> Self:
        cell = super().__new__(cls)
        outliving.note_made(cell)
        return cell

    def __init__(self, array: Any, requires_grad: bool = True) -> None:
        held = array.held if isinstance(array, Mutable) else array
        self._array: jax.Array | None = held if isinstance(held, jax.Array) else handed.array(held)
        self._transposed: jax.Array | None = None
        self.requires_grad = requires_grad
        if isinstance(array, Mutable) and runs.current() is None:
            self._share(array)

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        tree_util.register_pytree_node(cls, _leaves, _from_leaves)

    @property
    def held(self) -> jax.Array:
        """The array. Another one takes its place for all that refer to it."""
        if self._array is None:
            self._array = exchanged(self._transposed)
        return self._array

    @held.setter
    def held(self, array: Any) -> None:
        self._put(array)

    @property
    def data(self) -> Any:
        """A reference to the array; while a model runs, the array. What is assigned takes the place of the array in
        this cell alone, and shares memory with it."""
        return self._read() if runs.current() is not None else self.reference()

    @data.setter
    def data(self, array: Any) -> None:
        run = runs.current()
        if isinstance(array, Unshared):
            array = array.array
            if run is not None:
                run.part(self)
        if run is not None:
            self._write(self.fitted(array))
            return
        self.part()
        self.held = array
        if isinstance(array, Mutable):
            self._share(array)

    def twin(self) -> Self:
        """Another cell in the same memory."""
        lies = self.reference()
        new = self.__class__.__new__(self.__class__)
        new.__dict__.update(self.__dict__, _stands_for=None)
        lies.memory.join(new, lies.views)
        return new

    def successor(self) -> Self:
        """A cell that takes this one's place in a model, for the same programs; who has this one keeps it."""
        new = self.__class__.__new__(self.__class__)
        new.__dict__.update(self.__dict__, _lies=None, is_shown=False, _stands_for=self.stands_for)
        return new

    @property
    def stands_for(self) -> object:
        """Cells of which one took the place of the other have the same."""
        if self._stands_for is None:
            self._stands_for = object()
        return self._stands_for

    def part(self) -> None:
        """It shares its memory no longer; who refers to the array that it had keeps that."""
        lies, self._lies = self._lies, None
        if lies is not None:
            lies.memory.leave(self)

    def reference(self) -> Reference:
        """What others refer to the array by."""
        lies = self._lies
        if lies is None:
            if not self.is_initialized:
                return self.held  # type: ignore[return-value]  # which raises
            lies = self._lies = self.refers(Memory())
            lies.memory.holders.append((self, ()))
        return self.refers(lies.memory, lies.views)

    def _share(self, other: Mutable) -> None:
        """The array of the other one is this one's as well."""
        found = other.reference() if isinstance(other, Cell) else other
        if isinstance(found, Reference) and found.dtype == self.dtype:
            self._lies = found
            found.memory.join(self, found.views)

    def sharing_by(self) -> Reference | None:
        """Where it lies, if other cells lie there."""
        return self._lies if self._lies is not None and len(self._lies.memory.holders) > 1 else None

    def sharing(self, new: Any) -> list[tuple[Cell, Any]]:
        """The cells of the model that runs whose array lies in the same memory, and what they hold once this one is
        the new one."""
        run, lies = runs.current(), self._lies
        if run is None or lies is None or lies.memory.is_only(self):
            return []
        memory = lies.memory
        holder = memory.whole()
        if self in run.parted:
            return []
        if holder in run.parted:
            raise RuntimeError("an array is written while the model runs of which a part was set to another array")
        before = memory.array if holder is None else run.values.get(holder, holder.held)  # type: ignore[call-overload]
        whole = written(before, lies.views, new)
        others = [
            (cell, views)
            for cell, views in memory.holders
            if cell is not self and cell in run.values and cell not in run.parted
        ]
        return [(cell, seen(whole, views)) for cell, views in others]  # type: ignore[misc]

    def fitted(self, array: Any) -> jax.Array:
        """What may take the place of the array while a model runs, which has one shape and dtype for all calls."""
        new = handed.array(array._read() if isinstance(array, Mutable) else array)
        if new.shape != self.shape:
            raise RuntimeError(f"a parameter of shape {self.shape} is given one of {new.shape} while the model runs")
        return new.astype(self.dtype)

    def _put(self, array: Any) -> None:
        if self._lies is None or self._lies.memory.is_only(self) or not self.is_initialized:
            self._hold(array)
        else:
            new = array.held if isinstance(array, Mutable) else handed.array(array)
            memory = self._lies.memory
            memory.write(written(memory.held(), self._lies.views, new))

    def _hold(self, array: Any) -> None:
        new = array.held if isinstance(array, Mutable) else array
        outliving.expect_within(new, self, "a parameter or buffer")
        self._array = new if isinstance(new, jax.Array) else handed.array(new)
        self._transposed = None
        clock.data += 1

    def transposed(self) -> jax.Array:
        """The matrix with its axes exchanged, as it lies in memory; the cell holds it instead of the other."""
        if self._transposed is None:
            self._transposed = exchanged(self.held)
            self._array = None
        return self._transposed

    @property
    def shape(self) -> tuple[int, ...]:
        return self.held.shape if self._transposed is None else self._transposed.shape[::-1]

    @property
    def dtype(self) -> Any:
        return self.held.dtype if self._transposed is None else self._transposed.dtype

    def fitting(self, shape: tuple[int, ...]) -> tuple[int, ...]:
        """The shape that an array must have, which has this one, to take the place of the array."""
        return self.shape

    def _read(self) -> jax.Array:
        """What it holds for the model that runs, if one does."""
        run = runs.current()
        return self.held if run is None else run.read(self)

    def _write(self, new: Any) -> None:
        run = runs.current()
        if run is None:
            self.held = new
        else:
            run.write(self, new)

    def _viewed(self, view: View) -> Any:
        return self.reference()._viewed(view)

    def _moved(self, view: View) -> Any:
        return view.read(self._read()) if runs.current() is not None else self.reference()._moved(view)

    def _compared(self, name: str, other: Any) -> Any:
        """Cells are told apart by what they are."""
        return NotImplemented if isinstance(other, Cell) else super()._compared(name, other)

    def _new(self, array: Any) -> Any:
        return array if runs.current() is not None else self.refers(Memory(array))

    def __repr__(self) -> str:
        return f"{type(self).__name__} containing:\n{self.held!r}"

    def __deepcopy__(self, memo: dict[int, Any]) -> Cell:
        """Another cell; the array, which never changes, is the same."""
        new = self.__class__.__new__(self.__class__)
        new.__dict__.update(self.__dict__, _lies=None, is_shown=False, _stands_for=None)
        memo[id(self)] = new
        return new


def exchanged(matrix: Any) -> jax.Array:
    """The matrix with its axes exchanged, in memory too."""
    with jax.ensure_compile_time_eval():  # a cell outlives what is being traced
        return jnp.swapaxes(matrix, 0, 1)


def _leaves(cell: Cell) -> tuple[tuple[Any, ...], Any]:
    return ((cell._read(),), None) if cell.is_initialized else ((), cell)


def _from_leaves(cell: Any, leaves: Any) -> Any:
    """Arrays alone: functions of JAX know no cells."""
    return cell if cell is not None else leaves[0]


tree_util.register_pytree_node(Cell, _leaves, _from_leaves)


class Parameter(Cell):
    """What a model learns, in the words of `torch.nn.Parameter`."""


class Buffer(Cell):
    """What a model keeps beside its parameters: running statistics, masks, positions."""

    is_plain = False  # an attribute that is no buffer, whose array code around the model writes as well

    def __init__(self, array: Any, persistent: bool = True) -> None:
        super().__init__(array, requires_grad=False)
        self.persistent = persistent
