"""What a model's parameters and buffers are kept in: cells, which hold one array each and may be shared."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp

from hybridc.runtime import clock, runs
from hybridc.runtime.registry import OfThisRuntime
from hybridc.runtime.writing import InPlace


class Cell(OfThisRuntime, InPlace):
    """Holds one array. Two modules that hold the same cell share it, as tied parameters do."""

    def __init__(self, array: Any, requires_grad: bool = True) -> None:
        held = array.data if isinstance(array, Cell) else array
        self._array: jax.Array | None = held if isinstance(held, jax.Array) else jnp.array(held)
        self._transposed: jax.Array | None = None
        self.requires_grad = requires_grad

    @property
    def data(self) -> jax.Array:
        """The array. Assigning another one changes the cell, wherever it is held."""
        if self._array is None:
            self._array = exchanged(self._transposed)
        return self._array

    @data.setter
    def data(self, array: Any) -> None:
        self._hold(array)

    def _hold(self, array: Any) -> None:
        new = array.data if isinstance(array, Cell) else array
        self._array = new if isinstance(new, jax.Array) else jnp.array(new)
        self._transposed = None
        clock.data += 1

    def transposed(self) -> jax.Array:
        """The matrix with its axes exchanged, as it lies in memory; the cell holds it instead of the other."""
        if self._transposed is None:
            self._transposed = exchanged(self.data)
            self._array = None
        return self._transposed

    @property
    def shape(self) -> tuple[int, ...]:
        return self.data.shape if self._transposed is None else self._transposed.shape[::-1]

    @property
    def dtype(self) -> Any:
        return self.data.dtype if self._transposed is None else self._transposed.dtype

    @property
    def ndim(self) -> int:
        return len(self.shape)

    @property
    def size(self) -> int:
        return math.prod(self.shape)

    def fitting(self, shape: tuple[int, ...]) -> tuple[int, ...]:
        """The shape that an array must have, which has this one, to take the place of the array."""
        return self.shape

    def _read(self) -> jax.Array:
        """What it holds for the model that runs, if one does."""
        run = runs.current()
        return self.data if run is None else run.read(self)

    def __jax_array__(self) -> jax.Array:
        return self._read()

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        return self.data.__array__(dtype)

    def __getattr__(self, name: str) -> Any:
        """Whatever else an array has: `weight.reshape(-1)`."""
        if name.startswith("_"):
            raise AttributeError(name)
        return getattr(self._read(), name)

    def __getitem__(self, index: Any) -> jax.Array:
        return self._read()[index]

    def __setitem__(self, index: Any, value: Any) -> None:
        """Writes elements, in the dtype of the cell."""
        array, run = self._read(), runs.current()
        new = array.at[index].set(jnp.asarray(value, array.dtype))
        if run is None:
            self.data = new
        else:
            run.write(self, new)

    def __len__(self) -> int:
        return len(self.data)

    def __repr__(self) -> str:
        return f"{type(self).__name__} containing:\n{self.data!r}"

    def __deepcopy__(self, memo: dict[int, Any]) -> Cell:
        """Another cell; the array, which never changes, is the same."""
        new = self.__class__.__new__(self.__class__)
        new.__dict__.update(self.__dict__)
        memo[id(self)] = new
        return new


def exchanged(matrix: Any) -> jax.Array:
    """The matrix with its axes exchanged, in memory too."""
    with jax.ensure_compile_time_eval():  # a cell outlives what is being traced
        return jnp.swapaxes(matrix, 0, 1)


class Parameter(Cell):
    """What a model learns, in the words of `torch.nn.Parameter`."""


class Buffer(Cell):
    """What a model keeps beside its parameters: running statistics, masks, positions."""

    def __init__(self, array: Any, persistent: bool = True) -> None:
        super().__init__(array, requires_grad=False)
        self.persistent = persistent


def _operator(name: str) -> Callable[..., Any]:
    def method(self: Cell, *operands: Any) -> Any:
        given = [o._read() if isinstance(o, Cell) else o for o in operands]
        return getattr(self._read(), name)(*given)

    method.__name__ = name
    return method


_BINARY = ("add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "matmul")
_OTHERS = ("neg", "pos", "abs", "lt", "le", "gt", "ge", "iter", "bool", "float", "int")
for _name in (*_BINARY, *(f"r{name}" for name in _BINARY), *_OTHERS):
    setattr(Cell, f"__{_name}__", _operator(f"__{_name}__"))
