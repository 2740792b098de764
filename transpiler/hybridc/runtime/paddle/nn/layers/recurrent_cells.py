"""One step of recurrent networks."""

from __future__ import annotations

import math
from typing import Any

import jax
import jax.numpy as jnp

from hybridc.runtime.paddle.initializer import Constant, Uniform
from hybridc.runtime.paddle.layer import Layer
from hybridc.runtime.torch.nn.functional.linear import linear
from hybridc.runtime.torch.nn.functional.recurrent import STEPS, State, Weights

Array = jax.Array

__all__ = ["GRUCell", "LSTMCell", "RNNCellBase", "SimpleRNNCell"]


class RNNCellBase(Layer):
    """A cell: `forward(inputs, states)` gives the output and the next states. `state_shape`: without the batch."""

    @property
    def state_shape(self) -> Any:
        raise NotImplementedError("Please add implementation for `state_shape` in the used cell.")

    def get_initial_states(
        self, batch_ref: Array, shape: Any = None, dtype: Any = None, init_value: float = 0.0, batch_dim_idx: int = 0
    ) -> Any:
        """States filled with a number, for the batch of an array."""
        wanted = self.state_shape if shape is None else shape
        batch = batch_ref.shape[batch_dim_idx]
        are_numbers = all(isinstance(size, int) for size in wanted)

        def filled(sizes: Any) -> Array:
            return jnp.full((batch, *(size for size in sizes if size != -1)), init_value, dtype or jnp.float32)

        return filled(wanted) if are_numbers else tuple(filled(sizes) for sizes in wanted)


class _Cell(RNNCellBase):
    """Parameters: weight_ih (gates * hidden, input), weight_hh (gates * hidden, hidden), bias_ih and bias_hh.

    An attribute that is False leaves the parameter as it is: weights 1, biases 0. ValueError for no hidden size.
    """

    _gates = 1
    kind = "RNN_TANH"

    def _make(
        self,
        input_size: int,
        hidden_size: int,
        attributes: tuple[Any, Any, Any, Any],
        proj_size: int = 0,
    ) -> None:
        if hidden_size <= 0:
            raise ValueError(f"hidden_size of {type(self).__name__} must be greater than 0, not {hidden_size}")
        self.input_size = input_size
        self.hidden_size = hidden_size
        spread = Uniform(-1 / math.sqrt(hidden_size), 1 / math.sqrt(hidden_size))
        rows = self._gates * hidden_size
        shapes = {
            "weight_ih": (rows, input_size),
            "weight_hh": (rows, proj_size or hidden_size),
            "bias_ih": (rows,),
            "bias_hh": (rows,),
        }
        for (name, shape), attr in zip(shapes.items(), attributes, strict=True):
            is_bias = name.startswith("bias")
            fixed = Constant(0.0 if is_bias else 1.0)
            made = self.create_parameter(shape, None if attr is False else attr, is_bias=is_bias,
                                         default_initializer=fixed if attr is False else spread)  # fmt: skip
            made.stop_gradient = attr is False or made.stop_gradient
            setattr(self, name, made)

    def weights(self) -> Weights:
        """As the kernel takes them."""
        projection = getattr(self, "weight_ho", None)
        hr = None if projection is None else jnp.asarray(projection).T
        return Weights(self.weight_ih, self.weight_hh, self.bias_ih, self.bias_hh, hr)

    def _next(self, inputs: Array, states: State) -> State:
        own = self.weights()
        found = STEPS[self.kind](linear(inputs, own.ih, own.bias_ih), linear(states[0], own.hh, own.bias_hh), states)
        return found if own.hr is None else (found[0] @ own.hr.T, *found[1:])

    def extra_repr(self) -> str:
        return f"{self.input_size}, {self.hidden_size}"


class SimpleRNNCell(_Cell):
    """`tanh` or `relu` of `x @ weight_ih.T + bias_ih + h @ weight_hh.T + bias_hh`."""

    def __init__(
        self,
        input_size: int,
        hidden_size: int,
        activation: str = "tanh",
        weight_ih_attr: Any = None,
        weight_hh_attr: Any = None,
        bias_ih_attr: Any = None,
        bias_hh_attr: Any = None,
        name: str | None = None,
    ) -> None:
        super().__init__()
        if activation not in ("tanh", "relu"):
            raise ValueError(f"activation for SimpleRNNCell should be tanh or relu, but get {activation}")
        self.activation = activation
        self.kind = "RNN_TANH" if activation == "tanh" else "RNN_RELU"
        self._make(input_size, hidden_size, (weight_ih_attr, weight_hh_attr, bias_ih_attr, bias_hh_attr))

    @property
    def state_shape(self) -> Any:
        return (self.hidden_size,)

    def forward(self, inputs: Array, states: Any = None) -> Any:
        states = self.get_initial_states(inputs) if states is None else states
        (hidden,) = self._next(inputs, (states,))
        return hidden, hidden


class GRUCell(_Cell):
    """Gates: reset, update, new. The reset gate scales the product with the state, not the state."""

    _gates, kind = 3, "GRU"

    def __init__(
        self,
        input_size: int,
        hidden_size: int,
        weight_ih_attr: Any = None,
        weight_hh_attr: Any = None,
        bias_ih_attr: Any = None,
        bias_hh_attr: Any = None,
        name: str | None = None,
    ) -> None:
        super().__init__()
        self._make(input_size, hidden_size, (weight_ih_attr, weight_hh_attr, bias_ih_attr, bias_hh_attr))

    @property
    def state_shape(self) -> Any:
        return (self.hidden_size,)

    def forward(self, inputs: Array, states: Any = None) -> Any:
        states = self.get_initial_states(inputs) if states is None else states
        (hidden,) = self._next(inputs, (states,))
        return hidden, hidden


class LSTMCell(_Cell):
    """Gates: input, forget, cell, output. With `proj_size`, weight_ho (hidden, proj_size) multiplies the output."""

    _gates, kind = 4, "LSTM"

    def __init__(
        self,
        input_size: int,
        hidden_size: int,
        weight_ih_attr: Any = None,
        weight_hh_attr: Any = None,
        bias_ih_attr: Any = None,
        bias_hh_attr: Any = None,
        proj_size: int = 0,
        name: str | None = None,
    ) -> None:
        super().__init__()
        if not 0 <= proj_size < hidden_size:
            raise ValueError("proj_size must be smaller than hidden_size, and not negative")
        self._make(input_size, hidden_size, (weight_ih_attr, weight_hh_attr, bias_ih_attr, bias_hh_attr), proj_size)
        self.proj_size = proj_size
        if proj_size:
            spread = Uniform(-1 / math.sqrt(hidden_size), 1 / math.sqrt(hidden_size))
            self.weight_ho = self.create_parameter(
                (hidden_size, proj_size),
                None if weight_hh_attr is False else weight_hh_attr,
                default_initializer=spread,
            )

    @property
    def state_shape(self) -> Any:
        return ((self.proj_size or self.hidden_size,), (self.hidden_size,))

    def forward(self, inputs: Array, states: Any = None) -> Any:
        states = self.get_initial_states(inputs) if states is None else states
        found = self._next(inputs, tuple(states))
        return found[0], found
