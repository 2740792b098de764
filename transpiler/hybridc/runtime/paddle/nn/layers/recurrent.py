"""Recurrent networks over whole sequences."""

from __future__ import annotations

from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
from jax import tree_util

from hybridc.runtime.paddle.containers import LayerList
from hybridc.runtime.paddle.layer import Layer
from hybridc.runtime.paddle.nn.functional.dropout import dropout
from hybridc.runtime.paddle.nn.layers.recurrent_cells import GRUCell, LSTMCell, SimpleRNNCell
from hybridc.runtime.torch.nn.functional.recurrent import recurrent

Array = jax.Array

__all__ = ["GRU", "LSTM", "RNN", "BiRNN", "RNNBase", "SimpleRNN"]


class _Direction(NamedTuple):
    """How a cell goes over steps."""

    cell: Any
    is_reverse: bool
    time_major: bool


class RNN(Layer):
    """A cell, step by step over (N, steps, size), or (steps, N, size) if `time_major`, from the end if `is_reverse`.

    Gives the outputs and the last states. Beyond `sequence_length` states stay.
    """

    def __init__(self, cell: Any, is_reverse: bool = False, time_major: bool = False) -> None:
        super().__init__()
        self.cell = cell
        self.is_reverse = is_reverse
        self.time_major = time_major

    def forward(
        self, inputs: Array, initial_states: Any = None, sequence_length: Any = None, **kwargs: Any
    ) -> tuple[Any, Any]:
        return _over(
            _Direction(self.cell, self.is_reverse, self.time_major), inputs, initial_states, sequence_length, kwargs
        )


def _over(way: _Direction, inputs: Array, states: Any, lengths: Any, options: dict[str, Any]) -> tuple[Any, Any]:
    """The outputs of a cell at every step, and the last states."""
    axis = 0 if way.time_major else 1
    if states is None:
        states = way.cell.get_initial_states(inputs, batch_dim_idx=1 - axis)
    count = inputs.shape[axis]
    outputs: list[Any] = [None] * count
    for step in reversed(range(count)) if way.is_reverse else range(count):
        output, new = way.cell(jnp.take(inputs, step, axis), states, **options)
        if lengths is not None:
            new = tree_util.tree_map(_kept(step < jnp.asarray(lengths)), new, states)
        outputs[step], states = output, new
    return tree_util.tree_map(lambda *parts: jnp.stack(parts, axis), *outputs), states


def _kept(is_alive: Array) -> Any:
    def chosen(after: Array, before: Array) -> Array:
        return jnp.where(is_alive.reshape(-1, *(1,) * (after.ndim - 1)), after, before)

    return chosen


class BiRNN(Layer):
    """A cell forwards and another one backwards; the outputs lie side by side."""

    def __init__(self, cell_fw: Any, cell_bw: Any, time_major: bool = False) -> None:
        super().__init__()
        if cell_fw.input_size != cell_bw.input_size:
            raise ValueError("the cells of both directions must take inputs of the same size")
        self.cell_fw = cell_fw
        self.cell_bw = cell_bw
        self.time_major = time_major

    def forward(
        self, inputs: Array, initial_states: Any = None, sequence_length: Any = None, **kwargs: Any
    ) -> tuple[Any, Any]:
        starts = (None, None) if initial_states is None else initial_states
        found = [
            _over(_Direction(cell, backwards, self.time_major), inputs, start, sequence_length, kwargs)
            for cell, backwards, start in zip((self.cell_fw, self.cell_bw), (False, True), starts, strict=True)
        ]
        outputs = tree_util.tree_map(lambda *parts: jnp.concatenate(parts, -1), *(output for output, _ in found))
        return outputs, tuple(states for _, states in found)


class RNNBase(LayerList):
    """Layers of cells over (N, steps, input_size), or (steps, N, input_size) if `time_major`.

    `forward(inputs, initial_states, sequence_length)` gives the outputs, which are 0 beyond a sequence, and the last
    states, each (layers * directions, N, size): h, of an LSTM h and c. Parameters are those of the cells, and go by
    names such as `weight_ih_l0_reverse` as well. Raises ValueError for a direction that is none.
    """

    def __init__(
        self,
        mode: str,
        input_size: int,
        hidden_size: int,
        num_layers: int = 1,
        direction: str = "forward",
        time_major: bool = False,
        dropout: float = 0.0,
        weight_ih_attr: Any = None,
        weight_hh_attr: Any = None,
        bias_ih_attr: Any = None,
        bias_hh_attr: Any = None,
        proj_size: int = 0,
    ) -> None:
        super().__init__()
        if direction not in ("forward", "bidirect", "bidirectional"):
            raise ValueError(f"direction should be forward or bidirect (or bidirectional), received {direction}")
        self.mode = mode
        self.input_size = input_size
        self.hidden_size = hidden_size
        self.dropout = dropout
        self.num_directions = 1 if direction == "forward" else 2
        self.time_major = time_major
        self.num_layers = num_layers
        self.state_components = 2 if mode == "LSTM" else 1
        self.proj_size = proj_size
        attributes = {
            "weight_ih_attr": weight_ih_attr, "weight_hh_attr": weight_hh_attr,
            "bias_ih_attr": bias_ih_attr, "bias_hh_attr": bias_hh_attr,
        }  # fmt: skip
        size = input_size
        for _ in range(num_layers):
            cells = [self._made(size, attributes) for _ in range(self.num_directions)]
            one = len(cells) == 1
            self.append(RNN(cells[0], False, time_major) if one else BiRNN(cells[0], cells[1], time_major))
            size = self.num_directions * (proj_size or hidden_size)
        self._name_parameters(bias_ih_attr is not False, bias_hh_attr is not False)

    def _made(self, size: int, attributes: dict[str, Any]) -> Any:
        if self.mode == "LSTM":
            return LSTMCell(size, self.hidden_size, proj_size=self.proj_size, **attributes)
        if self.mode == "GRU":
            return GRUCell(size, self.hidden_size, **attributes)
        activation = "relu" if self.mode == "RNN_RELU" else "tanh"
        return SimpleRNNCell(size, self.hidden_size, activation, **attributes)

    def _name_parameters(self, has_ih: bool, has_hh: bool) -> None:
        """As Paddle does: names in the order of the cells' parameters, however many there are of these."""
        kinds = ["weight_ih", "weight_hh", *(["bias_ih"] if has_ih else []), *(["bias_hh"] if has_hh else [])]
        suffixes = [
            f"l{layer}{'_reverse' * number}"
            for layer in range(self.num_layers)
            for number in range(self.num_directions)
        ]
        names = [f"{kind}_{suffix}" for suffix in suffixes for kind in kinds]
        for name, cell in zip(names, list(self.each_parameter()), strict=False):
            setattr(self, name, cell)

    def _cells(self) -> list[Any]:
        layers = list(self._modules.values())
        return [
            cell
            for layer in layers
            for cell in ([layer.cell] if isinstance(layer, RNN) else [layer.cell_fw, layer.cell_bw])
        ]

    def forward(self, inputs: Array, initial_states: Any = None, sequence_length: Any = None) -> tuple[Array, Any]:
        count, batch, steps = self.num_layers * self.num_directions, *inputs.shape[:2]
        if self.time_major:
            batch, steps = steps, batch
        if initial_states is None:
            sizes = (self.proj_size or self.hidden_size, self.hidden_size)
            states = tuple(jnp.zeros((count, batch, n), inputs.dtype) for n in sizes[: self.state_components])
        else:
            states = tuple(initial_states) if isinstance(initial_states, list | tuple) else (initial_states,)
        alive = None
        if sequence_length is not None and self.proj_size:
            return self._step_by_step(inputs, states, sequence_length)
        if sequence_length is not None:
            alive = jnp.arange(steps)[:, None] < jnp.asarray(sequence_length)
        found, last = recurrent(
            self.mode, inputs, states, [cell.weights() for cell in self._cells()], self.num_directions == 2,
            self.dropout, self.training, not self.time_major, alive,
        )  # fmt: skip
        if alive is not None:
            found = jnp.where((alive if self.time_major else alive.T)[..., None], found, 0)
        return found, last if len(last) > 1 else last[0]

    def _step_by_step(self, inputs: Array, states: tuple[Array, ...], lengths: Any) -> tuple[Array, Any]:
        """As Paddle computes projections: what comes out beyond a sequence is no 0."""
        last: list[Any] = []
        for number, layer in enumerate(self._modules.values()):
            places = range(number * self.num_directions, (number + 1) * self.num_directions)
            start = [tuple(part[place] for part in states) for place in places]
            inputs = dropout(inputs, self.dropout, training=self.training) if number else inputs
            inputs, final = layer(inputs, start[0] if len(start) == 1 else start, lengths)
            last += [final] if len(start) == 1 else final
        return inputs, tuple(jnp.stack(parts) for parts in zip(*last, strict=True))

    def extra_repr(self) -> str:
        return f"{self.input_size}, {self.hidden_size}, num_layers={self.num_layers}"


class SimpleRNN(RNNBase):
    """See `SimpleRNNCell`."""

    def __init__(
        self,
        input_size: int,
        hidden_size: int,
        num_layers: int = 1,
        direction: str = "forward",
        time_major: bool = False,
        dropout: float = 0.0,
        activation: str = "tanh",
        *attributes: Any,
        **named: Any,
    ) -> None:
        if activation not in ("tanh", "relu"):
            raise ValueError(f"Unknown activation '{activation}'")
        mode = "RNN_TANH" if activation == "tanh" else "RNN_RELU"
        named.pop("name", None)
        super().__init__(
            mode, input_size, hidden_size, num_layers, direction, time_major, dropout, *attributes, **named
        )
        self.activation = activation


class LSTM(RNNBase):
    """See `LSTMCell`."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs.pop("name", None)
        super().__init__("LSTM", *args, **kwargs)


class GRU(RNNBase):
    """See `GRUCell`."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs.pop("name", None)
        super().__init__("GRU", *args, **kwargs)
