"""Recurrent networks as PyTorch has them: one step (`torch.lstm_cell`), and whole sequences.

Weights have PyTorch's shapes, (gates, input), (gates, hidden), and biases (gates,), for 1, 4 or 3 times the hidden size
in an Elman network, LSTM and GRU. The order of the gates is input, forget, cell, output in LSTM, and reset, update, new
in GRU, where the reset gate scales the product `h @ W_hn.T + b_hn` and not the state: the formulas are those in the
documentation of `torch.nn.RNN`, `LSTM` and `GRU`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
from jax import lax

from hybridc.runtime.torch.nn.functional.dropout import dropout as dropped
from hybridc.runtime.torch.nn.functional.linear import linear

Array = jax.Array
State = tuple[Array, ...]  # of one layer in one direction: (h,), or (h, c) in LSTM
Step = Callable[[Array, Array, State], State]  # of the products with the input, with h, and the state before

__all__ = ["gru_cell", "lstm_cell", "rnn_relu_cell", "rnn_tanh_cell"]


def _tanh_step(from_input: Array, from_hidden: Array, state: State) -> State:
    return (jnp.tanh(from_input + from_hidden),)


def _relu_step(from_input: Array, from_hidden: Array, state: State) -> State:
    return (jax.nn.relu(from_input + from_hidden),)


def _lstm_step(from_input: Array, from_hidden: Array, state: State) -> State:
    i, f, g, o = jnp.split(from_input + from_hidden, 4, axis=-1)
    cell = jax.nn.sigmoid(f) * state[1] + jax.nn.sigmoid(i) * jnp.tanh(g)
    return jax.nn.sigmoid(o) * jnp.tanh(cell), cell


def _gru_step(from_input: Array, from_hidden: Array, state: State) -> State:
    r_input, z_input, n_input = jnp.split(from_input, 3, axis=-1)
    r_hidden, z_hidden, n_hidden = jnp.split(from_hidden, 3, axis=-1)
    update = jax.nn.sigmoid(z_input + z_hidden)
    new = jnp.tanh(n_input + jax.nn.sigmoid(r_input + r_hidden) * n_hidden)
    return ((1 - update) * new + update * state[0],)


STEPS: dict[str, Step] = {"RNN_TANH": _tanh_step, "RNN_RELU": _relu_step, "LSTM": _lstm_step, "GRU": _gru_step}


def rnn_tanh_cell(
    input: Array, hx: Array, w_ih: Array, w_hh: Array, b_ih: Array | None = None, b_hh: Array | None = None
) -> Array:
    """The next state of an Elman network, (batch, hidden), of (batch, input) and (batch, hidden)."""
    return _cell(_tanh_step, input, (hx,), w_ih, w_hh, b_ih, b_hh)[0]


def rnn_relu_cell(
    input: Array, hx: Array, w_ih: Array, w_hh: Array, b_ih: Array | None = None, b_hh: Array | None = None
) -> Array:
    """As `rnn_tanh_cell`, with ReLU for tanh."""
    return _cell(_relu_step, input, (hx,), w_ih, w_hh, b_ih, b_hh)[0]


def gru_cell(
    input: Array, hx: Array, w_ih: Array, w_hh: Array, b_ih: Array | None = None, b_hh: Array | None = None
) -> Array:
    """The next state of a GRU, (batch, hidden), of (batch, input) and (batch, hidden)."""
    return _cell(_gru_step, input, (hx,), w_ih, w_hh, b_ih, b_hh)[0]


def lstm_cell(
    input: Array,
    hx: Sequence[Array],
    w_ih: Array,
    w_hh: Array,
    b_ih: Array | None = None,
    b_hh: Array | None = None,
) -> tuple[Array, Array]:
    """The next `(h, c)` of an LSTM, each (batch, hidden), of (batch, input) and `(h, c)`."""
    hidden, cell = _cell(_lstm_step, input, tuple(hx), w_ih, w_hh, b_ih, b_hh)
    return hidden, cell


def _cell(
    step: Step, input: Array, state: State, w_ih: Array, w_hh: Array, b_ih: Array | None, b_hh: Array | None
) -> State:
    """Raises RuntimeError where the state's shape does not fit the input and the weights, as PyTorch does."""
    expected = (*input.shape[:-1], w_hh.shape[1])
    if input.ndim != 2 or any(part.shape != expected for part in state):
        raise RuntimeError(
            f"expected an input (batch, {w_ih.shape[1]}) and a state {expected}, "
            f"got {input.shape} and {', '.join(str(part.shape) for part in state)}"
        )
    return step(linear(input, w_ih, b_ih), linear(state[0], w_hh, b_hh), state)


class Weights(NamedTuple):
    """Of one layer in one direction."""

    ih: Array
    hh: Array
    bias_ih: Array | None = None
    bias_hh: Array | None = None
    hr: Array | None = None  # (projected, hidden): what h is multiplied by, in an LSTM with `proj_size`


def recurrent(
    mode: str,
    input: Array,
    states: Sequence[Array],
    weights: Sequence[Weights],
    bidirectional: bool = False,
    dropout: float = 0.0,
    training: bool = False,
    batch_first: bool = False,
    alive: Any = None,
) -> tuple[Array, State]:
    """Layers of a recurrent network over (steps, batch, input), or (batch, steps, input) with `batch_first`.

    `mode`: RNN_TANH, RNN_RELU, LSTM or GRU. `states`: h, in LSTM h and c, each (layers * directions, batch, hidden).
    `weights`: one for each layer and direction, in that order. `dropout`: of what one layer passes to the next.
    `alive`: bool (steps, batch), where a sequence has not ended; beyond, its state stays, and so does the output.

    Returns the last layer's h at each step, (steps, batch, directions * hidden) or batch first, and the last states.
    Raises RuntimeError for no steps, as PyTorch does.
    """
    steps = jnp.swapaxes(input, 0, 1) if batch_first else input
    if not steps.shape[0]:
        raise RuntimeError("Expected sequence length to be larger than 0 in RNN")
    directions = 2 if bidirectional else 1
    last: list[State] = []
    for first in range(0, len(weights), directions):
        outputs = []
        for place in range(first, first + directions):
            state = tuple(part[place] for part in states)
            output, state = _layer(STEPS[mode], steps, state, weights[place], place > first, alive)
            outputs.append(output)
            last.append(state)
        steps = jnp.concatenate(outputs, axis=-1) if bidirectional else outputs[0]
        if len(last) < len(weights):
            steps = dropped(steps, dropout, training)
    final = tuple(jnp.stack(parts) for parts in zip(*last, strict=True))
    return jnp.swapaxes(steps, 0, 1) if batch_first else steps, final


def _layer(step: Step, steps: Array, state: State, weights: Weights, reverse: bool, alive: Any) -> tuple[Array, State]:
    """One layer in one direction. The products with the input are taken of all steps at once, outside of the loop."""
    products = linear(steps, weights.ih, weights.bias_ih)
    recurrent_weight = weights.hh.T
    projection = None if weights.hr is None else weights.hr.T

    def turn(state: State, now: tuple[Array, Array | None]) -> tuple[State, Array]:
        product, is_alive = now
        from_hidden = state[0] @ recurrent_weight
        if weights.bias_hh is not None:
            from_hidden = from_hidden + weights.bias_hh
        new = step(product, from_hidden, state)
        if projection is not None:
            new = (new[0] @ projection, *new[1:])
        if is_alive is not None:
            new = tuple(jnp.where(is_alive[:, None], after, before) for after, before in zip(new, state, strict=True))
        return new, new[0]

    last, outputs = lax.scan(turn, state, (products, None if alive is None else jnp.asarray(alive)), reverse=reverse)
    return outputs, last
