"""One step of a recurrent network: `torch.nn.RNNCell`, `LSTMCell` and `GRUCell`."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from hybridc.runtime.torch.cells import Parameter
from hybridc.runtime.torch.nn import init
from hybridc.runtime.torch.nn.functional.recurrent import gru_cell, lstm_cell, rnn_relu_cell, rnn_tanh_cell
from hybridc.runtime.torch.nn.module import Module

Array = jax.Array

__all__ = ["GRUCell", "LSTMCell", "RNNCell", "RNNCellBase"]


class RNNCellBase(Module):
    """The weights of a cell: weight_ih (gates, input), weight_hh (gates, hidden), bias_ih and bias_hh (gates,).

    Drawn from U(-k, k), k = 1 / sqrt(hidden_size); `gates` is `num_chunks * hidden_size`.
    """

    def __init__(
        self, input_size: int, hidden_size: int, bias: bool, num_chunks: int, device: Any = None, dtype: Any = None
    ) -> None:
        super().__init__()
        self.input_size = input_size
        self.hidden_size = hidden_size
        self.bias = bias
        gates, dtype = num_chunks * hidden_size, dtype or jnp.float32
        self.weight_ih = Parameter(np.zeros((gates, input_size), dtype))
        self.weight_hh = Parameter(np.zeros((gates, hidden_size), dtype))
        for name in ("bias_ih", "bias_hh"):
            self.register_parameter(name, Parameter(np.zeros(gates, dtype)) if bias else None)
        self.reset_parameters()

    def reset_parameters(self) -> None:
        bound = 1.0 / math.sqrt(self.hidden_size) if self.hidden_size > 0 else 0.0
        for weight in self.each_parameter():
            init.uniform_(weight, -bound, bound)

    def _weights(self) -> tuple[Any, Any, Any, Any]:
        return self.weight_ih, self.weight_hh, self.bias_ih, self.bias_hh

    def _batched(self, input: Array, hx: Sequence[Array] | None, states: int) -> tuple[Array, list[Array]]:
        """The input and the states, of a batch of one if unbatched; zeros if no state is given.

        Raises ValueError for an input or a state that has not one or two axes.
        """
        name = type(self).__name__
        if input.ndim not in (1, 2):
            raise ValueError(f"{name}: Expected input to be 1D or 2D, got {input.ndim}D instead")
        if hx is None:
            batch = (1,) if input.ndim == 1 else input.shape[:1]
            hx = [jnp.zeros((*batch, self.hidden_size), input.dtype)] * states
        else:
            for state in hx:
                if state.ndim not in (1, 2):
                    raise ValueError(f"{name}: Expected hidden to be 1D or 2D, got {state.ndim}D instead")
            hx = [state[None] for state in hx] if input.ndim == 1 else list(hx)
        return input[None] if input.ndim == 1 else input, hx

    def extra_repr(self) -> str:
        return f"{self.input_size}, {self.hidden_size}" + ("" if self.bias is True else f", bias={self.bias}")


class RNNCell(RNNCellBase):
    """`h' = tanh(W_ih x + b_ih + W_hh h + b_hh)`, or with ReLU; x is (batch, input) or (input,), h likewise.

    Raises RuntimeError for another `nonlinearity` than 'tanh' and 'relu', when called.
    """

    def __init__(
        self,
        input_size: int,
        hidden_size: int,
        bias: bool = True,
        nonlinearity: str = "tanh",
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        super().__init__(input_size, hidden_size, bias, 1, device, dtype)
        self.nonlinearity = nonlinearity

    def forward(self, input: Array, hx: Array | None = None) -> Array:
        if self.nonlinearity not in ("tanh", "relu"):
            raise RuntimeError(f"Unknown nonlinearity: {self.nonlinearity}")
        batched, (state,) = self._batched(input, None if hx is None else [hx], 1)
        cell = rnn_tanh_cell if self.nonlinearity == "tanh" else rnn_relu_cell
        new = cell(batched, state, *self._weights())
        return new[0] if input.ndim == 1 else new

    def extra_repr(self) -> str:
        return super().extra_repr() + ("" if self.nonlinearity == "tanh" else f", nonlinearity={self.nonlinearity}")


class LSTMCell(RNNCellBase):
    """From (batch, input) and `(h, c)`, each (batch, hidden), to the next `(h, c)`; or all without a batch."""

    def __init__(
        self, input_size: int, hidden_size: int, bias: bool = True, device: Any = None, dtype: Any = None
    ) -> None:
        super().__init__(input_size, hidden_size, bias, 4, device, dtype)

    def forward(self, input: Array, hx: tuple[Array, Array] | None = None) -> tuple[Array, Array]:
        batched, states = self._batched(input, hx, 2)
        hidden, cell = lstm_cell(batched, states, *self._weights())
        return (hidden[0], cell[0]) if input.ndim == 1 else (hidden, cell)


class GRUCell(RNNCellBase):
    """From (batch, input) and (batch, hidden) to the next (batch, hidden); or all without a batch."""

    def __init__(
        self, input_size: int, hidden_size: int, bias: bool = True, device: Any = None, dtype: Any = None
    ) -> None:
        super().__init__(input_size, hidden_size, bias, 3, device, dtype)

    def forward(self, input: Array, hx: Array | None = None) -> Array:
        batched, (state,) = self._batched(input, None if hx is None else [hx], 1)
        new = gru_cell(batched, state, *self._weights())
        return new[0] if input.ndim == 1 else new
