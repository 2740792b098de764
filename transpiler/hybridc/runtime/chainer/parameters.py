"""Parameters as Chainer's users know them: with an initializer, and a shape that may come later."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from hybridc.runtime.chainer.initializers import NaN, filling, generate_array
from hybridc.runtime.core import handed
from hybridc.runtime.core.cells import Cell
from hybridc.runtime.core.deferred import UninitializedParameter
from hybridc.runtime.core.references import Reference
from hybridc.runtime.core.writing import Becomes

__all__ = ["Parameter", "Variable", "as_array", "as_data"]


class Array(Reference):
    """What `parameter.array` is: NumPy's methods write into it."""

    @classmethod
    def becomes(cls) -> Becomes:
        return _OF_NUMPY


class Variables(type):
    """`isinstance(x, chainer.Variable)`: what is computed with is an array here."""

    def __instancecheck__(cls, each: Any) -> bool:
        return isinstance(each, jax.Array | Parameter)


class Variable(metaclass=Variables):
    """What parameters are, and what functions give."""


class Parameter(UninitializedParameter):
    """What a model learns. `initializer`: an initializer, a number, or an array, which is then the parameter.

    Without a shape it waits for `initialize(shape)`, which its link calls with the first input.
    """

    augments = False
    refers = Array

    @classmethod
    def becomes(cls) -> Becomes:
        return _OF_NUMPY

    def __init__(self, initializer: Any = None, shape: Any = None, name: str | None = None, layout: Any = None) -> None:
        is_array = isinstance(initializer, np.ndarray | jax.Array | Cell)
        fill = NaN() if initializer is None else filling(initializer)
        super().__init__(dtype=_narrow(getattr(fill, "dtype", None)))
        self.initializer = fill
        self.name = name
        if is_array and shape is None:
            array = np.asarray(initializer)
            self.held = handed.array(array, _narrow(array.dtype))
        elif shape is not None:
            self.initialize(shape)

    def initialize(self, shape: Any) -> None:
        """Draws the parameter, of this shape: an int, or a tuple of ints."""
        self._shape = (int(shape),) if np.ndim(shape) == 0 else tuple(int(size) for size in shape)
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Draws the parameter anew."""
        with jax.ensure_compile_time_eval():  # it outlives what is being traced
            self.held = jnp.asarray(generate_array(self.initializer, self._shape, dtype=self._wanted))

    @property
    def array(self) -> Any:
        return self.data

    @array.setter
    def array(self, value: Any) -> None:
        self.data = value

    def copydata(self, var: Any) -> None:
        """Takes over the values of another parameter, and its shape if it has none yet."""
        new = jnp.asarray(var.held)
        if self.is_initialized and new.shape != self.shape:
            raise ValueError(f"the parameter has the shape {self.shape}, not {new.shape}")
        self.held = new.astype(self._wanted)


_OF_NUMPY: Becomes = {
    "fill": (lambda self, value: value,),
    "sort": (lambda self, axis=-1, kind=None, order=None: jnp.sort(self, axis=axis),),
}


def _narrow(dtype: Any) -> Any:
    return jnp.float32 if dtype is None else jax.dtypes.canonicalize_dtype(np.dtype(dtype))


def as_array(obj: Any) -> Any:
    """`obj.array`, which arrays are themselves."""
    return obj if isinstance(obj, jax.Array) else obj.array


def as_data(obj: Any) -> Any:
    """`obj.data`, which arrays are themselves."""
    return obj if isinstance(obj, jax.Array) else obj.data
