"""Cells: one step of a recurrent network, and `unroll`, which takes many."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import jax
import jax.numpy as jnp
from jax import lax

from hybridc.runtime.core import runs
from hybridc.runtime.gluon.block import Block, HybridBlock
from hybridc.runtime.gluon.kernels.activations import activation as activated
from hybridc.runtime.gluon.kernels.linear import fully_connected
from hybridc.runtime.gluon.kernels.sequences import last_of_sequences
from hybridc.runtime.gluon.rnn.sequences import as_asked, masked, split

Array = jax.Array
States = list[Array]

__all__ = ["GRUCell", "HybridRecurrentCell", "LSTMCell", "RNNCell", "RecurrentCell"]


class RecurrentCell(Block):
    """`output, states = cell(input, states)`, of an input (N, C) and a list of states.

    `repeats`: every step is the same function of its input and states, so that a loop over them can be compiled as one.
    """

    repeats = False

    def __init__(self, prefix: str | None = None, params: Any = None) -> None:
        super().__init__(prefix=prefix, params=params)
        self._modified = False

    def reset(self) -> None:
        """Forgets what steps before have left."""
        for child in self._modules.values():
            if isinstance(child, RecurrentCell):
                child.reset()

    def state_info(self, batch_size: int = 0) -> list[dict[str, Any]]:
        """The shapes and layouts of the states."""
        raise NotImplementedError

    def begin_state(self, batch_size: int = 0, func: Callable[..., Any] = jnp.zeros, **kwargs: Any) -> States:
        """The states before the first step, by a function of shape and dtype. Devices are left to JAX.

        Raises AssertionError for a cell that another one modifies.
        """
        if self._modified:
            raise AssertionError(
                "After applying modifier cells (e.g. ZoneoutCell) the base cell cannot be called directly. Call the "
                "modifier cell instead."
            )
        return self._first_states(batch_size, func, **kwargs)

    def _first_states(self, batch_size: int, func: Callable[..., Any], ctx: Any = None, **kwargs: Any) -> States:
        return [func(shape=info["shape"], **kwargs) for info in self.state_info(batch_size)]

    def unroll(
        self,
        length: int,
        inputs: Any,
        begin_state: States | None = None,
        layout: str = "NTC",
        merge_outputs: bool | None = None,
        valid_length: Array | None = None,
    ) -> tuple[Any, States]:
        """All steps of inputs, an array or a list: outputs, and the states after the last step.

        Outputs are a list, or an array with `merge_outputs`. With lengths (N,) outputs behind a sample's end are 0,
        and its states are those of its end.
        """
        self.reset()
        steps = split(inputs, layout, length)
        states = self._states_before(begin_state, steps[0].shape[0])
        if runs.current() is not None and self.repeats:
            stacked, per_step, states = self._compiled_steps(jnp.stack(steps), list(states))
            outputs = list(stacked)
        else:
            outputs, every = [], []
            for step in steps:
                output, states = self(step, states)
                outputs.append(output)
                every.append(states)
            per_step = [jnp.stack(parts) for parts in zip(*every, strict=True)] if valid_length is not None else []
        if valid_length is not None:
            states = [last_of_sequences(part, valid_length) for part in per_step]
            return as_asked(masked(outputs, layout, valid_length, True), layout, merge_outputs), states
        return as_asked(outputs, layout, merge_outputs), states

    def _states_before(self, begin_state: States | None, batch_size: int) -> States:
        return self.begin_state(batch_size=batch_size) if begin_state is None else begin_state

    def _compiled_steps(self, inputs: Array, states: States) -> tuple[Array, States, States]:
        """Outputs and states of all steps, each with time first, and the last states."""

        def step(states: States, now: Array) -> tuple[States, tuple[Array, States]]:
            output, following = self(now, states)
            return list(following), (output, list(following))

        last, (outputs, per_step) = lax.scan(step, states, inputs)
        return outputs, per_step, last


class HybridRecurrentCell(RecurrentCell, HybridBlock):
    """As `RecurrentCell`: all calls are compiled."""


class _GatedCell(HybridRecurrentCell):
    """Parameters: i2h_weight (gates, input_size), h2h_weight (gates, hidden_size), i2h_bias and h2h_bias (gates,)."""

    _gates = 1
    _hybridc_matrices = ("i2h_weight", "h2h_weight")
    repeats = True

    def __init__(
        self,
        hidden_size: int,
        i2h_weight_initializer: Any,
        h2h_weight_initializer: Any,
        i2h_bias_initializer: Any,
        h2h_bias_initializer: Any,
        input_size: int,
        prefix: str | None,
        params: Any,
    ) -> None:
        super().__init__(prefix=prefix, params=params)
        self._hidden_size = hidden_size
        self._input_size = input_size
        gates = self._gates * hidden_size
        for name, shape, init in (
            ("i2h_weight", (gates, input_size), i2h_weight_initializer),
            ("h2h_weight", (gates, hidden_size), h2h_weight_initializer),
            ("i2h_bias", (gates,), i2h_bias_initializer),
            ("h2h_bias", (gates,), h2h_bias_initializer),
        ):
            setattr(self, name, self.params.get(name, shape=shape, init=init, allow_deferred_init=True))

    def state_info(self, batch_size: int = 0) -> list[dict[str, Any]]:
        return [{"shape": (batch_size, self._hidden_size), "__layout__": "NC"}]

    def _products(self, inputs: Array, hidden: Array) -> tuple[Array, Array]:
        """With the input, and with the state."""
        gates = self._gates * self._hidden_size
        return (
            fully_connected(inputs, self.i2h_weight, self.i2h_bias, gates),
            fully_connected(hidden, self.h2h_weight, self.h2h_bias, gates),
        )

    def extra_repr(self) -> str:
        return f"{self._input_size or None} -> {self._gates * self._hidden_size}"


class RNNCell(_GatedCell):
    """`h' = activation(W_i2h x + b_i2h + W_h2h h + b_h2h)`"""

    def __init__(
        self,
        hidden_size: int,
        activation: Any = "tanh",
        i2h_weight_initializer: Any = None,
        h2h_weight_initializer: Any = None,
        i2h_bias_initializer: Any = "zeros",
        h2h_bias_initializer: Any = "zeros",
        input_size: int = 0,
        prefix: str | None = None,
        params: Any = None,
    ) -> None:
        initializers = (i2h_weight_initializer, h2h_weight_initializer, i2h_bias_initializer, h2h_bias_initializer)
        super().__init__(hidden_size, *initializers, input_size, prefix, params)
        self._activation = activation

    def _alias(self) -> str:
        return "rnn"

    def forward(self, inputs: Array, states: Sequence[Array]) -> tuple[Array, States]:
        from_input, from_hidden = self._products(inputs, states[0])
        output = _by(self._activation, from_input + from_hidden)
        return output, [output]


class LSTMCell(_GatedCell):
    """States h and c; gates: input, forget, cell, output."""

    _gates = 4

    def __init__(
        self,
        hidden_size: int,
        i2h_weight_initializer: Any = None,
        h2h_weight_initializer: Any = None,
        i2h_bias_initializer: Any = "zeros",
        h2h_bias_initializer: Any = "zeros",
        input_size: int = 0,
        prefix: str | None = None,
        params: Any = None,
        activation: Any = "tanh",
        recurrent_activation: Any = "sigmoid",
    ) -> None:
        initializers = (i2h_weight_initializer, h2h_weight_initializer, i2h_bias_initializer, h2h_bias_initializer)
        super().__init__(hidden_size, *initializers, input_size, prefix, params)
        self._activation = activation
        self._recurrent_activation = recurrent_activation

    def _alias(self) -> str:
        return "lstm"

    def state_info(self, batch_size: int = 0) -> list[dict[str, Any]]:
        return super().state_info(batch_size) * 2

    def forward(self, inputs: Array, states: Sequence[Array]) -> tuple[Array, States]:
        from_input, from_hidden = self._products(inputs, states[0])
        i, f, g, o = jnp.split(from_input + from_hidden, 4, axis=1)
        enters, stays, leaves = (_by(self._recurrent_activation, gate) for gate in (i, f, o))
        cell = stays * states[1] + enters * _by(self._activation, g)
        hidden = leaves * _by(self._activation, cell)
        return hidden, [hidden, cell]


class GRUCell(_GatedCell):
    """Gates: reset, update, new. The reset gate scales the product with the state, and not the state."""

    _gates = 3

    def __init__(
        self,
        hidden_size: int,
        i2h_weight_initializer: Any = None,
        h2h_weight_initializer: Any = None,
        i2h_bias_initializer: Any = "zeros",
        h2h_bias_initializer: Any = "zeros",
        input_size: int = 0,
        prefix: str | None = None,
        params: Any = None,
    ) -> None:
        initializers = (i2h_weight_initializer, h2h_weight_initializer, i2h_bias_initializer, h2h_bias_initializer)
        super().__init__(hidden_size, *initializers, input_size, prefix, params)

    def _alias(self) -> str:
        return "gru"

    def forward(self, inputs: Array, states: Sequence[Array]) -> tuple[Array, States]:
        from_input, from_hidden = (jnp.split(gates, 3, axis=1) for gates in self._products(inputs, states[0]))
        reset, update = (jax.nn.sigmoid(a + b) for a, b in zip(from_input[:2], from_hidden[:2], strict=True))
        new = jnp.tanh(from_input[2] + reset * from_hidden[2])
        hidden = (1 - update) * new + update * states[0]
        return hidden, [hidden]


def _by(activation: Any, x: Array) -> Any:
    """An activation by name, or a function or block as it is."""
    return activated(x, activation) if isinstance(activation, str) else activation(x)
