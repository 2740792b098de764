"""Recurrent cells: one time step, from an input and states to an output and new states."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from hybridc.runtime.keras import activations
from hybridc.runtime.keras.layer import Layer
from hybridc.runtime.keras.layers.dropout import dropped

Array = jax.Array

__all__ = ["GRUCell", "LSTMCell", "SimpleRNNCell", "StackedRNNCells"]
OF_WEIGHTS = ("_initializer", "_regularizer", "_constraint")


class Cell(Layer):
    """What Keras' cells have in common. Keywords beyond those of layers: `kernel_initializer` and the like."""

    gates = 1
    bias: Any
    bias_initializer: Any

    def __init__(
        self,
        units: int,
        activation: Any = "tanh",
        use_bias: bool = True,
        dropout: float = 0.0,
        recurrent_dropout: float = 0.0,
        seed: Any = None,
        **kwargs: Any,
    ) -> None:
        given = {name: kwargs.pop(name) for name in list(kwargs) if name.endswith(OF_WEIGHTS)}
        super().__init__(**kwargs)
        self._take(given, kernel="glorot_uniform", recurrent="orthogonal", bias="zeros")
        if units <= 0:
            raise ValueError(
                f"Received an invalid value for argument `units`, expected a positive integer, got {units}"
            )
        self.units = units
        self.activation = activations.get(activation)
        self.use_bias = use_bias
        self.dropout = min(1.0, max(0.0, dropout))
        self.recurrent_dropout = min(1.0, max(0.0, recurrent_dropout))
        self.seed = seed
        self.state_size: Any = units
        self.output_size = units

    def build(self, input_shape: Any) -> None:
        self.kernel = self._weight("kernel", (input_shape[-1], self.units * self.gates))
        self.recurrent_kernel = self._weight("recurrent_kernel", (self.units, self.units * self.gates), "recurrent")
        self.bias = self._weight("bias", self._bias_shape()) if self.use_bias else None
        self.built = True

    def _bias_shape(self) -> tuple[int, ...]:
        return (self.units * self.gates,)

    def get_initial_state(self, batch_size: int) -> list[Array]:
        return [jnp.zeros((batch_size, self.units), self.compute_dtype)]

    def draws(self, inputs: Array, states: Sequence[Array], training: Any) -> tuple[Any, Any]:
        """What inputs and states are multiplied by in all steps of a call; None where nothing is dropped."""
        if not training:
            return None, None
        one = dropped(jnp.ones_like(inputs), self.dropout) if self.dropout else None
        other = dropped(jnp.ones_like(states[0]), self.recurrent_dropout) if self.recurrent_dropout else None
        return one, other

    def call(self, inputs: Array, states: Any, training: bool | None = False) -> tuple[Array, Any]:
        is_list = isinstance(states, list | tuple)
        held = list(states) if is_list else [states]
        output, new = self.step(inputs, held, self.draws(inputs, held, training))
        return output, new if is_list else new[0]

    def step(self, inputs: Array, states: list[Array], draws: tuple[Any, Any]) -> tuple[Array, list[Array]]:
        raise NotImplementedError

    def _with(self, array: Array, draw: Any) -> Array:
        return array if draw is None else array * draw


class SimpleRNNCell(Cell):
    """`activation(x @ kernel + bias + h @ recurrent_kernel)`."""

    def step(self, inputs: Array, states: list[Array], draws: tuple[Any, Any]) -> tuple[Array, list[Array]]:
        h = self._with(inputs, draws[0]) @ self.kernel
        h = h if self.bias is None else h + self.bias
        output = self.activation(h + self._with(states[0], draws[1]) @ self.recurrent_kernel)
        return output, [output]


class LSTMCell(Cell):
    """Gates in the order input, forget, cell, output; states h and c. Weights: (in, 4 units), (units, 4 units)."""

    gates = 4

    def __init__(
        self,
        units: int,
        activation: Any = "tanh",
        recurrent_activation: Any = "sigmoid",
        use_bias: bool = True,
        *,
        unit_forget_bias: bool = True,
        **kwargs: Any,
    ) -> None:
        super().__init__(units, activation, use_bias, **kwargs)
        self.recurrent_activation = activations.get(recurrent_activation)
        self.unit_forget_bias = unit_forget_bias
        self.state_size = (units, units)

    def build(self, input_shape: Any) -> None:
        if self.use_bias and self.unit_forget_bias:
            n, around = self.units, self.bias_initializer

            def ones_to_forget(shape: Any, dtype: Any = None) -> Any:
                parts = around((n,), dtype=dtype), np.ones(n, np.float32), around((2 * n,), dtype=dtype)
                return np.concatenate(parts)

            self.bias_initializer = ones_to_forget
        super().build(input_shape)

    def get_initial_state(self, batch_size: int) -> list[Array]:
        return super().get_initial_state(batch_size) * 2

    def step(self, inputs: Array, states: list[Array], draws: tuple[Any, Any]) -> tuple[Array, list[Array]]:
        h, c = states
        z = self._with(inputs, draws[0]) @ self.kernel + self._with(h, draws[1]) @ self.recurrent_kernel
        i, f, new, o = jnp.split(z if self.bias is None else z + self.bias, 4, axis=-1)
        c = self.recurrent_activation(f) * c + self.recurrent_activation(i) * self.activation(new)
        h = self.recurrent_activation(o) * self.activation(c)
        return h, [h, c]


class GRUCell(Cell):
    """Gates in the order update, reset, new. With `reset_after`, bias is (2, 3 units), of inputs and of states."""

    gates = 3

    def __init__(
        self,
        units: int,
        activation: Any = "tanh",
        recurrent_activation: Any = "sigmoid",
        use_bias: bool = True,
        *,
        reset_after: bool = True,
        **kwargs: Any,
    ) -> None:
        super().__init__(units, activation, use_bias, **kwargs)
        self.recurrent_activation = activations.get(recurrent_activation)
        self.reset_after = reset_after

    def _bias_shape(self) -> tuple[int, ...]:
        return (2, 3 * self.units) if self.reset_after else (3 * self.units,)

    def step(self, inputs: Array, states: list[Array], draws: tuple[Any, Any]) -> tuple[Array, list[Array]]:
        n, h = self.units, states[0]
        held = self._with(h, draws[1])
        bias = (0.0, 0.0) if self.bias is None else self.bias if self.reset_after else (self.bias, 0.0)
        z, r, new = jnp.split(self._with(inputs, draws[0]) @ self.kernel + bias[0], 3, axis=-1)
        if self.reset_after:
            inner_z, inner_r, inner_new = jnp.split(held @ self.recurrent_kernel + bias[1], 3, axis=-1)
        else:
            inner_z, inner_r = jnp.split(held @ self.recurrent_kernel[:, : 2 * n], 2, axis=-1)
        z, r = self.recurrent_activation(z + inner_z), self.recurrent_activation(r + inner_r)
        new = self.activation(
            new + (r * inner_new if self.reset_after else (r * held) @ self.recurrent_kernel[:, 2 * n :])
        )
        h = z * h + (1 - z) * new
        return h, [h]


class StackedRNNCells(Layer):
    """Cells one after the other, with a list of the states of each."""

    def __init__(self, cells: Sequence[Any], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.cells = list(cells)

    @property
    def state_size(self) -> list[Any]:
        return [cell.state_size for cell in self.cells]

    @property
    def output_size(self) -> Any:
        last = self.cells[-1]
        size = getattr(last, "output_size", None) or last.state_size
        return size if isinstance(size, int) else size[0]

    def get_initial_state(self, batch_size: int) -> list[Any]:
        return [initial_state(cell, batch_size) for cell in self.cells]

    def build(self, input_shape: Any) -> None:
        for cell in self.cells:
            if isinstance(cell, Layer) and not cell.built:
                cell.build(input_shape)
                cell.built = True
            size = getattr(cell, "output_size", None) or cell.state_size
            input_shape = (input_shape[0], size if isinstance(size, int) else size[0])
        self.built = True

    def call(self, inputs: Array, states: Any, training: bool | None = False) -> tuple[Array, list[Any]]:
        new = []
        for cell, held in zip(self.cells, states, strict=True):
            inputs, after = cell(inputs, held, **({"training": training} if isinstance(cell, Cell) else {}))
            new.append(after)
        return inputs, new


def initial_state(cell: Any, batch_size: int) -> Any:
    """What a cell starts from: zeros, unless it says otherwise."""
    if hasattr(cell, "get_initial_state"):
        return cell.get_initial_state(batch_size=batch_size)
    sizes = [cell.state_size] if isinstance(cell.state_size, int) else list(cell.state_size)
    return [jnp.zeros((batch_size, size), getattr(cell, "compute_dtype", "float32")) for size in sizes]
