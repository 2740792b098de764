"""An LSTM whose h is projected, and dropout that is the same at all steps."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import jax
import jax.numpy as jnp

from hybridc.runtime.gluon.kernels.dropout import dropped
from hybridc.runtime.gluon.kernels.linear import fully_connected
from hybridc.runtime.gluon.rnn import BidirectionalCell, HybridRecurrentCell, ModifierCell, RecurrentCell
from hybridc.runtime.gluon.rnn.cells import States
from hybridc.runtime.gluon.rnn.sequences import as_asked, masked, merged

Array = jax.Array

__all__ = ["LSTMPCell", "VariationalDropoutCell"]


class LSTMPCell(HybridRecurrentCell):
    """Sak et al. 2014: an LSTM whose h is multiplied by h2r_weight, (projection_size, hidden_size)."""

    _hybridc_matrices = ("i2h_weight", "h2h_weight", "h2r_weight")
    repeats = True

    def __init__(
        self,
        hidden_size: int,
        projection_size: int,
        i2h_weight_initializer: Any = None,
        h2h_weight_initializer: Any = None,
        h2r_weight_initializer: Any = None,
        i2h_bias_initializer: Any = "zeros",
        h2h_bias_initializer: Any = "zeros",
        input_size: int = 0,
        prefix: str | None = None,
        params: Any = None,
    ) -> None:
        super().__init__(prefix=prefix, params=params)
        self._hidden_size = hidden_size
        self._input_size = input_size
        self._projection_size = projection_size
        for name, shape, init in (
            ("i2h_weight", (4 * hidden_size, input_size), i2h_weight_initializer),
            ("h2h_weight", (4 * hidden_size, projection_size), h2h_weight_initializer),
            ("h2r_weight", (projection_size, hidden_size), h2r_weight_initializer),
            ("i2h_bias", (4 * hidden_size,), i2h_bias_initializer),
            ("h2h_bias", (4 * hidden_size,), h2h_bias_initializer),
        ):
            setattr(self, name, self.params.get(name, shape=shape, init=init, allow_deferred_init=True))

    def state_info(self, batch_size: int = 0) -> list[dict[str, Any]]:
        sizes = (self._projection_size, self._hidden_size)
        return [{"shape": (batch_size, size), "__layout__": "NC"} for size in sizes]

    def _alias(self) -> str:
        return "lstmp"

    def forward(self, inputs: Array, states: Sequence[Array]) -> tuple[Array, States]:
        gates = fully_connected(inputs, self.i2h_weight, self.i2h_bias, 4 * self._hidden_size)
        gates = gates + fully_connected(states[0], self.h2h_weight, self.h2h_bias, 4 * self._hidden_size)
        i, f, g, o = jnp.split(gates, 4, axis=1)
        cell = jax.nn.sigmoid(f) * states[1] + jax.nn.sigmoid(i) * jnp.tanh(g)
        hidden = jax.nn.sigmoid(o) * jnp.tanh(cell)
        projected = fully_connected(hidden, self.h2r_weight, None, self._projection_size)
        return projected, [projected, cell]


class VariationalDropoutCell(ModifierCell):
    """Gal and Ghahramani 2016: in training, what is dropped of inputs, of h and of outputs is the same at all steps."""

    def __init__(
        self,
        base_cell: RecurrentCell,
        drop_inputs: float = 0.0,
        drop_states: float = 0.0,
        drop_outputs: float = 0.0,
    ) -> None:
        if drop_states and isinstance(base_cell, BidirectionalCell):
            raise AssertionError(
                "BidirectionalCell doesn't support variational state dropout. Please add VariationalDropoutCell to the "
                "cells underneath instead."
            )
        super().__init__(base_cell)
        self.drop_inputs = drop_inputs
        self.drop_states = drop_states
        self.drop_outputs = drop_outputs
        self.reset()

    def _alias(self) -> str:
        return "vardrop"

    def reset(self) -> None:
        super().reset()
        self.drop_inputs_mask = self.drop_states_mask = self.drop_outputs_mask = None

    def _mask(self, name: str, rate: float, like: Array) -> Array:
        """Drawn at the first step since `reset`."""
        if getattr(self, name) is None:
            setattr(self, name, dropped(jnp.ones_like(like), rate, self.training))
        return getattr(self, name)  # type: ignore[no-any-return]

    def forward(self, inputs: Array, states: Sequence[Array]) -> tuple[Array, States]:
        states = list(states)
        if self.drop_states:
            states[0] = states[0] * self._mask("drop_states_mask", self.drop_states, states[0])
        if self.drop_inputs:
            inputs = inputs * self._mask("drop_inputs_mask", self.drop_inputs, inputs)
        output, following = self.base_cell(inputs, states)
        if self.drop_outputs:
            output = output * self._mask("drop_outputs_mask", self.drop_outputs, output)
        return output, following

    def unroll(
        self,
        length: int,
        inputs: Any,
        begin_state: States | None = None,
        layout: str = "NTC",
        merge_outputs: bool | None = None,
        valid_length: Array | None = None,
    ) -> tuple[Any, States]:
        if self.drop_states:
            return super().unroll(length, inputs, begin_state, layout, merge_outputs, valid_length)
        self.reset()
        steps, time = merged(inputs, layout), layout.index("T")
        states = self._states_before(begin_state, steps.shape[layout.index("N")])
        steps = dropped(steps, self.drop_inputs, self.training, (time,))
        outputs, states = self.base_cell.unroll(length, steps, states, layout, True, valid_length)
        outputs = dropped(outputs, self.drop_outputs, self.training, (time,))
        outputs = as_asked(outputs, layout, True if merge_outputs is None else merge_outputs)
        if valid_length is not None:
            outputs = masked(outputs, layout, valid_length, merge_outputs)
        return outputs, states
