"""The fused recurrent operator: layers of an Elman network, LSTM or GRU, of one vector of parameters."""

from __future__ import annotations

from typing import Any

import jax

from hybridc.runtime.gluon.ops.modes import is_training
from hybridc.runtime.torch.nn.functional.recurrent import Weights, recurrent

Array = jax.Array
_MODES = {"rnn_relu": ("RNN_RELU", 1), "rnn_tanh": ("RNN_TANH", 1), "lstm": ("LSTM", 4), "gru": ("GRU", 3)}


def RNN(
    data: Array,
    parameters: Array,
    state: Array,
    state_cell: Any = None,
    sequence_length: Any = None,
    state_size: int = 0,
    num_layers: int = 1,
    bidirectional: bool = False,
    mode: str = "lstm",
    p: float = 0.0,
    state_outputs: bool = False,
    projection_size: Any = None,
    lstm_state_clip_min: Any = None,
    lstm_state_clip_max: Any = None,
    lstm_state_clip_nan: bool = False,
    use_sequence_length: bool = False,
) -> Any:
    """`data` (steps, N, inputs), `state` and `state_cell` (layers * directions, N, state_size).

    `parameters`: for each layer and direction the weights with the input and with the state, then all biases in that
    order. Returns the outputs of the last layer, with `state_outputs` in a list with the last states. `p` drops between
    layers in training. Raises NotImplementedError for lengths, projections and clipped states.
    """
    if use_sequence_length or projection_size is not None or lstm_state_clip_min is not None:
        raise NotImplementedError("RNN with sequence lengths, projections or clipped states")
    name, gates = _MODES[mode]
    directions = 2 if bidirectional else 1
    weights = unpacked(parameters, data.shape[2], state_size, num_layers, directions, gates)
    states = (state, state_cell) if mode == "lstm" else (state,)
    outputs, last = recurrent(name, data, states, weights, bidirectional, p, is_training())
    return [outputs, *last] if state_outputs else outputs


def unpacked(
    parameters: Array, inputs: int, state_size: int, num_layers: int, directions: int, gates: int
) -> list[Weights]:
    """The weights of each layer and direction that one vector holds. Raises ValueError for another length."""
    rows = gates * state_size
    shapes = []
    for layer in range(num_layers):
        width = inputs if layer == 0 else state_size * directions
        shapes += [(rows, width), (rows, state_size)] * directions
    shapes_of_biases: list[tuple[int, ...]] = [(rows,)] * (2 * num_layers * directions)
    parts, start = [], 0
    for shape in [*shapes, *shapes_of_biases]:
        size = shape[0] * (shape[1] if len(shape) > 1 else 1)
        parts.append(parameters[start : start + size].reshape(shape))
        start += size
    if start != parameters.size:
        raise ValueError(f"expected {start} parameters, got {parameters.size}")
    matrices, biases = parts[: len(shapes)], parts[len(shapes) :]
    return [
        Weights(matrices[n], matrices[n + 1], biases[n], biases[n + 1])
        for n in range(0, 2 * num_layers * directions, 2)
    ]
