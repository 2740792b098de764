"""Recurrent layers: a cell over the time steps of (N, steps, features)."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
from jax import lax, tree_util

from hybridc.runtime.keras.layer import Layer
from hybridc.runtime.keras.layers.cells import Cell, GRUCell, LSTMCell, SimpleRNNCell, StackedRNNCells, initial_state

Array = jax.Array

__all__ = ["GRU", "LSTM", "RNN", "SimpleRNN"]
_OF_LOOPS = ("return_sequences", "return_state", "go_backwards", "stateful", "unroll", "zero_output_for_mask")


class RNN(Layer):
    """A cell, or a list of cells, over the time steps: the last output, (N, units), or all, with `return_sequences`.

    With `return_state` the states follow. Where the mask lets a step not count, states stay as they are, and its output
    is that of the step before, or 0 with `zero_output_for_mask`.
    """

    def __init__(
        self,
        cell: Any,
        return_sequences: bool = False,
        return_state: bool = False,
        go_backwards: bool = False,
        stateful: bool = False,
        unroll: bool = False,
        zero_output_for_mask: bool = False,
        **kwargs: Any,
    ) -> None:
        if stateful:
            raise NotImplementedError(
                "`stateful=True` has no counterpart here: pass `initial_state`, and keep the state"
            )
        super().__init__(**kwargs)
        self.cell = StackedRNNCells(cell) if isinstance(cell, list | tuple) else cell
        self.return_sequences = return_sequences
        self.return_state = return_state
        self.go_backwards = go_backwards
        self.unroll = unroll
        self.zero_output_for_mask = zero_output_for_mask
        self.stateful = stateful
        self.supports_masking = True

    @property
    def units(self) -> int:
        return self.cell.units  # type: ignore[no-any-return]

    def build(self, sequences_shape: Any, initial_state_shape: Any = None) -> None:
        if isinstance(self.cell, Layer) and not self.cell.built:
            self.cell.build((sequences_shape[0], *sequences_shape[2:]))
            self.cell.built = True
        self.built = True

    def call(
        self, sequences: Array, initial_state: Any = None, mask: Array | None = None, training: bool | None = False
    ) -> Any:
        states = self._start(sequences, initial_state)
        step = self._step(sequences, states, training)
        steps = jnp.swapaxes(sequences, 0, 1)
        counts = None if mask is None else jnp.swapaxes(jnp.asarray(mask).astype(bool), 0, 1)
        if self.go_backwards:
            steps = jnp.flip(steps, 0)
            counts = None if counts is None else jnp.flip(counts, 0)

        def one(carry: Any, given: Any) -> Any:
            states, before = carry
            x, count = given
            output, new = step(x, states)
            if count is None:
                return (new, output), output
            shown = jnp.where(_along(count, output), output, 0 if self.zero_output_for_mask else before)
            kept = tree_util.tree_map(lambda n, o: jnp.where(_along(count, n), n, o), new, states)
            return (kept, shown if not self.zero_output_for_mask else before), shown

        like = jax.eval_shape(step, steps[0], states)[0]
        (states, _), outputs = lax.scan(one, (states, jnp.zeros(like.shape, like.dtype)), (steps, counts))
        result = jnp.swapaxes(outputs, 0, 1) if self.return_sequences else outputs[-1]
        result = result.astype(self.compute_dtype)
        return (result, *states) if self.return_state else result

    def _start(self, sequences: Array, given: Any) -> list[Any]:
        states = initial_state(self.cell, sequences.shape[0]) if given is None else given
        states = list(states) if isinstance(states, list | tuple) else [states]
        return tree_util.tree_map(lambda s: jnp.asarray(s, self.compute_dtype), states)  # type: ignore[no-any-return]

    def _step(self, sequences: Array, states: list[Any], training: Any) -> Any:
        """One step; what is dropped is drawn once for all. Raises NotImplementedError for other cells that draw."""
        cell = self.cell
        if isinstance(cell, Cell):
            draws = cell.draws(sequences[:, 0], states, training)
            return lambda x, held: cell.step(x, list(held), draws)
        if training and any(isinstance(c, Cell) and (c.dropout or c.recurrent_dropout) for c in cell.modules()):
            raise NotImplementedError(
                "dropout within stacked cells has no counterpart here: put `Dropout` between layers"
            )

        def step(x: Array, held: Any) -> Any:
            output, new = cell(x, held)
            return output, list(new) if isinstance(new, list | tuple) else [new]

        return step

    def compute_mask(self, inputs: Any, mask: Any = None) -> Any:
        mask = mask[0] if isinstance(mask, list) else mask
        found = mask if self.return_sequences else None
        if not self.return_state:
            return found
        return [found, *[None] * (1 if isinstance(self.cell.state_size, int) else len(self.cell.state_size))]


def _along(count: Array, array: Array) -> Array:
    return count.reshape((*count.shape, *(1,) * (array.ndim - count.ndim)))


class OfCell(RNN):
    """A recurrent layer that makes its cell: keywords are those of the cell, of `RNN`, and of layers."""

    kind: Any = SimpleRNNCell

    def __init__(self, units: int, *args: Any, **kwargs: Any) -> None:
        loops = {name: kwargs.pop(name) for name in _OF_LOOPS if name in kwargs}
        kwargs.pop("use_cudnn", None)
        kwargs.pop("implementation", None)
        if kwargs.pop("time_major", False):
            raise NotImplementedError(
                "`time_major=True` has no counterpart here, nor in Keras 3: exchange the first two axes"
            )
        own = {
            n: kwargs.pop(n)
            for n in ("name", "trainable", "input_shape", "batch_input_shape", "input_dim")
            if n in kwargs
        }
        regularizer = kwargs.pop("activity_regularizer", None)
        dtype = kwargs.get("dtype")
        cell = self.kind(units, *args, **kwargs)
        super().__init__(cell, **loops, **own, dtype=dtype, activity_regularizer=regularizer)
        self._settings = units, args, tuple(kwargs.items()), tuple(loops.items())

    def _settled(self) -> dict[str, Any]:
        """Those of the cell, and of what goes over the time steps."""
        own = {n: v for n, v in self.cell.get_config().items() if n not in ("name", "trainable", "dtype")}
        return own | {name: getattr(self, name) for name in _OF_LOOPS}

    def reversed(self) -> Any:
        """Another layer of the same kind that goes the other way, with weights of its own."""
        units, args, options, loops = self._settings
        return type(self)(units, *args, **dict(options), **{**dict(loops), "go_backwards": not self.go_backwards})


class SimpleRNN(OfCell):
    """The cell `SimpleRNNCell` over the time steps."""


class LSTM(OfCell):
    """The cell `LSTMCell` over the time steps."""

    kind = LSTMCell


class GRU(OfCell):
    """The cell `GRUCell` over the time steps."""

    kind = GRUCell
