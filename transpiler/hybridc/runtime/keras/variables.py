"""Variables: what Keras' layers and TensorFlow's modules keep, by their names."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from hybridc.runtime import handed, runs
from hybridc.runtime.cells import Buffer, Cell, Parameter
from hybridc.runtime.mutable import Mutable
from hybridc.runtime.registry import Unchanging

__all__ = ["NonTrainable", "SeedGenerator", "Variable", "as_variable", "variable"]


class _Assigned(Cell):
    """What can be done with a variable beside models; where they compute, it is its array."""

    name: str | None
    regularizer: Any = None
    constraint: Any = None

    def assign(self, value: Any) -> Any:
        """Raises ValueError for another shape."""
        new = handed.array(value, self.dtype)
        run = runs.current()
        if new.shape != self.shape:
            raise ValueError(
                f"The shape of the target variable and the shape of the target value in `variable.assign(value)` must "
                f"match: {self.shape} of `{self.name}` and {new.shape}"
            )
        if run is None:
            self.held = new
        else:
            run.write(self, new)
        return self

    def assign_add(self, value: Any) -> Any:
        return self.assign(self._read() + handed.array(value, self.dtype))

    def assign_sub(self, value: Any) -> Any:
        return self.assign(self._read() - handed.array(value, self.dtype))

    @property
    def value(self) -> jax.Array:
        return self._read()

    def numpy(self) -> np.ndarray:
        return np.asarray(self.held)

    @property
    def trainable(self) -> bool:
        return self.requires_grad

    @trainable.setter
    def trainable(self, value: bool) -> None:
        self.requires_grad = value


class Variable(_Assigned, Parameter):
    """A variable that is learned: `keras.Variable` and `tf.Variable`."""

    def __init__(self, array: Any, name: str | None = None) -> None:
        super().__init__(array)
        self.name = name


class SeedGenerator(Unchanging):
    """What Keras draws from. Here draws come from the rng that a model runs with, and the number says nothing."""

    def __init__(self, seed: Any = None) -> None:
        self.seed = seed


class NonTrainable(_Assigned, Buffer):
    """A variable that is not learned, as moving averages are."""

    def __init__(self, array: Any, name: str | None = None) -> None:
        super().__init__(array)
        self.name = name


def as_variable(array: Any, trainable: bool, name: str | None) -> Variable | NonTrainable:
    return Variable(array, name) if trainable else NonTrainable(array, name)


def variable(
    initial_value: Any, trainable: bool = True, name: str | None = None, dtype: Any = None, shape: Any = None
) -> Any:
    """A variable of an array, of what a function gives, or of what an initializer gives for a shape."""
    from hybridc.runtime.keras import initializers

    dtype = None if dtype is None else jax.dtypes.canonicalize_dtype(dtype)
    if shape is not None:
        initial_value = initializers.get(initial_value)(tuple(shape), dtype=dtype)
        dtype = dtype or "float32"
    elif callable(initial_value) and not hasattr(initial_value, "shape"):
        initial_value = initial_value()
    with jax.ensure_compile_time_eval():
        held = initial_value.held if isinstance(initial_value, Mutable) else initial_value
        return as_variable(jnp.array(handed.kept(held), dtype), bool(trainable) and trainable is not None, name)
