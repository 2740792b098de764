"""Variables: what Keras' layers and TensorFlow's modules keep, by their names."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from hybridc.runtime.core import handed, runs
from hybridc.runtime.core.cells import Buffer, Cell, Parameter
from hybridc.runtime.core.memory import Memory, View
from hybridc.runtime.core.references import Reference
from hybridc.runtime.core.registry import Unchanging
from hybridc.runtime.mutable import Mutable, unwrapped

__all__ = [
    "KerasVariable", "NonTrainable", "SeedGenerator", "Tensor", "TensorFlowVariable", "Variable", "as_variable",
    "is_tensor", "keras_variable", "variable",
]  # fmt: skip


class _Tensors(type):
    """By which `isinstance` asks for arrays, of which variables are none."""

    def __instancecheck__(cls, each: Any) -> bool:
        return isinstance(each, jax.Array) or type(each) is cls


class Assigned(Cell):
    """What can be done with a variable beside models; where they compute, it is its array. What is computed from it is
    an array that nobody writes into, and `x += y` binds a new one to the name."""

    augments = False
    regularizer: Any = None
    constraint: Any = None

    def __init__(self, array: Any, name: str | None = None) -> None:
        super().__init__(array)
        self.name = name

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
        return self._assigned()

    def _assigned(self) -> Any:
        """What `assign` returns: the array that it holds now."""
        return self._read()

    def assign_add(self, value: Any) -> Any:
        return self.assign(self._read() + handed.array(value, self.dtype))

    def assign_sub(self, value: Any) -> Any:
        return self.assign(self._read() - handed.array(value, self.dtype))

    def numpy(self) -> np.ndarray:
        """A copy of its own."""
        return np.array(self.held)

    def __getitem__(self, index: Any) -> Any:
        """What lies there now; beside models its `assign` writes into the variable."""
        if runs.current() is not None:
            return super().__getitem__(index)
        return Tensor(self, unwrapped(index))

    def _viewed(self, view: View) -> Any:
        return view.read(self._read())

    def _moved(self, view: View) -> Any:
        return view.read(self._read())

    def _new(self, array: Any) -> Any:
        return array

    @property
    def trainable(self) -> bool:
        return self.requires_grad

    @trainable.setter
    def trainable(self, value: bool) -> None:
        self.requires_grad = value


class Tensor(Reference, metaclass=_Tensors):
    """A tensor that was taken of a variable: it keeps its values, and `assign` puts others into the variable."""

    augments = False

    def __init__(self, variable: Assigned, index: Any) -> None:
        super().__init__(Memory(variable.held[index]))
        self._of = (variable, index)

    def assign(self, value: Any) -> Any:
        variable, index = self._of
        return variable.assign(variable.held.at[index].set(jnp.asarray(unwrapped(value), self.dtype)))

    def numpy(self) -> np.ndarray:
        return np.array(self.held)

    def __getitem__(self, index: Any) -> Any:
        return self.held[unwrapped(index)]

    def _viewed(self, view: View) -> Any:
        return view.read(self.held)

    def _moved(self, view: View) -> Any:
        return view.read(self.held)

    def _new(self, array: Any) -> Any:
        return array

    def __deepcopy__(self, memo: dict[int, Any]) -> Any:
        return self.held

    def __reduce__(self) -> Any:
        return jnp.asarray, (np.asarray(self.held),)


class KerasVariable(Assigned):
    """What layers keep, and `keras.Variable`."""

    @property
    def value(self) -> Any:
        """The variable below it, which sees what is assigned from now on; while a model runs, its array."""
        return self if runs.current() is None else self._read()


class TensorFlowVariable(Assigned):
    """`tf.Variable`."""

    def _assigned(self) -> Any:
        return self

    def value(self) -> jax.Array:
        return self._read()

    def read_value(self) -> jax.Array:
        return self._read()

    def scatter_nd_update(self, indices: Any, updates: Any, name: str | None = None) -> Any:
        return self.assign(self._read().at[self._places(indices)].set(self._updates(updates)))

    def scatter_nd_add(self, indices: Any, updates: Any, name: str | None = None) -> Any:
        return self.assign(self._read().at[self._places(indices)].add(self._updates(updates)))

    def scatter_nd_sub(self, indices: Any, updates: Any, name: str | None = None) -> Any:
        return self.assign(self._read().at[self._places(indices)].add(-self._updates(updates)))

    def scatter_nd_max(self, indices: Any, updates: Any, name: str | None = None) -> Any:
        return self.assign(self._read().at[self._places(indices)].max(self._updates(updates)))

    def scatter_nd_min(self, indices: Any, updates: Any, name: str | None = None) -> Any:
        return self.assign(self._read().at[self._places(indices)].min(self._updates(updates)))

    def _places(self, indices: Any) -> tuple[Any, ...]:
        """One array for each of the first axes, of an array whose last axis has them. Raises IndexError for places that
        there are not."""
        found = unwrapped(indices)
        if isinstance(found, jax.core.Tracer):
            return tuple(jnp.moveaxis(found, -1, 0))
        places = np.asarray(found)
        if np.any(places < 0) or np.any(places >= self.shape[: places.shape[-1]]):
            raise IndexError(f"indices {places.tolist()} do not index into a variable of shape {self.shape}")
        return tuple(np.moveaxis(places, -1, 0))

    def _updates(self, updates: Any) -> jax.Array:
        return jnp.asarray(unwrapped(updates), self.dtype)


class Variable(KerasVariable, Parameter):
    """A variable of Keras that is learned."""


class NonTrainable(KerasVariable, Buffer):
    """One that is not learned, as moving averages are."""


class _Learned(TensorFlowVariable, Parameter):
    """A variable of TensorFlow that is learned."""


class _Kept(TensorFlowVariable, Buffer):
    """One that is not."""


class SeedGenerator(Unchanging):
    """What Keras draws from. Here draws come from the rng that a model runs with, and the number says nothing."""

    def __init__(self, seed: Any = None) -> None:
        self.seed = seed


def as_variable(array: Any, trainable: bool, name: str | None) -> Variable | NonTrainable:
    return Variable(array, name) if trainable else NonTrainable(array, name)


def variable(initial_value: Any, trainable: bool = True, name: str | None = None, dtype: Any = None) -> Any:
    """A variable of TensorFlow, of an array or of what a function gives."""
    given = initial_value() if callable(initial_value) and not hasattr(initial_value, "shape") else initial_value
    return (_Learned if trainable else _Kept)(_array(given, dtype), name)


def keras_variable(
    initializer: Any, trainable: bool = True, name: str | None = None, dtype: Any = None, shape: Any = None
) -> Any:
    """A variable of Keras, of an array, of what a function gives, or of what an initializer gives for a shape."""
    from hybridc.runtime.keras import initializers

    if shape is not None:
        dtype = "float32" if dtype is None else jax.dtypes.canonicalize_dtype(dtype)
        initializer = initializers.get(initializer)(tuple(shape), dtype=dtype)
    elif callable(initializer) and not hasattr(initializer, "shape"):
        initializer = initializer()
    return as_variable(_array(initializer, dtype), bool(trainable), name)


def _array(given: Any, dtype: Any) -> jax.Array:
    with jax.ensure_compile_time_eval():
        held = given.held if isinstance(given, Mutable) else given
        return jnp.array(handed.kept(held), None if dtype is None else jax.dtypes.canonicalize_dtype(dtype))


def is_tensor(x: Any) -> bool:
    """Whether it is an array, or a variable."""
    return isinstance(x, jax.Array | Mutable)
