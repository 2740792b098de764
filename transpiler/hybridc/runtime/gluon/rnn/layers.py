"""Recurrent networks over time, in one call: `RNN`, `LSTM` and `GRU`."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp

from hybridc.runtime.core.modules import Module
from hybridc.runtime.gluon.block import HybridBlock
from hybridc.runtime.gluon.parameters import settled
from hybridc.runtime.torch.nn.functional.recurrent import Weights, recurrent

Array = jax.Array

__all__ = ["GRU", "LSTM", "RNN"]

_GATES = {"rnn_relu": 1, "rnn_tanh": 1, "lstm": 4, "gru": 3}
_WEIGHT = re.compile(r"([lr])(\d+)_((?:i2h|h2h|h2r)_(?:weight|bias))")


class _RNNLayer(HybridBlock):
    """From (steps, N, input), or (N, steps, input) with the layout NTC, to the last layer's h at each step.

    With states, a list or one array, (layers * directions, N, hidden_size), the result is that and the last states.
    Parameters, of layer k: l{k}_i2h_weight (gates, input), l{k}_h2h_weight (gates, hidden_size), l{k}_i2h_bias and
    l{k}_h2h_bias (gates,), l{k}_h2r_weight (projection_size, hidden_size) if h is projected, and r{k}_... for the other
    direction. In files MXNet calls them `_unfused.{k}.i2h_weight` or `_unfused.{k}.l_cell.i2h_weight`.
    """

    _kind = ""

    def __init__(
        self,
        hidden_size: int,
        num_layers: int,
        layout: str,
        dropout: float,
        bidirectional: bool,
        input_size: int,
        initializers: dict[str, Any],
        projection_size: int | None = None,
        dtype: Any = "float32",
        use_sequence_length: bool = False,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        if layout not in ("TNC", "NTC"):
            raise AssertionError(f"Invalid layout {layout}; must be one of ['TNC' or 'NTC']")
        if use_sequence_length:
            raise NotImplementedError(
                "use_sequence_length: MXNet heeds lengths on a GPU and ignores them elsewhere; mask with SequenceMask"
            )
        self._hidden_size = hidden_size
        self._num_layers = num_layers
        self._layout = layout
        self._dropout = float(dropout)
        self._input_size = input_size
        self._projection_size = projection_size or None
        self._directions = ("l", "r") if bidirectional else ("l",)
        self._dtype = dtype
        self._unfused = Module()
        gates, output = _GATES[self._kind] * hidden_size, projection_size or hidden_size
        size = input_size
        for layer in range(num_layers):
            shapes = {"i2h_weight": (gates, size), "h2h_weight": (gates, output), "i2h_bias": (gates,)}
            shapes |= {"h2h_bias": (gates,)} | ({"h2r_weight": (output, hidden_size)} if projection_size else {})
            cells = Module()
            self._unfused.add_module(str(layer), cells)
            for direction in self._directions:
                cell = Module() if bidirectional else cells
                for name, shape in shapes.items():
                    options = {"shape": shape, "init": initializers[name], "dtype": dtype, "allow_deferred_init": True}
                    setattr(cell, name, self.params.get(f"{direction}{layer}_{name}", **options))
                if bidirectional:
                    cells.add_module(f"{direction}_cell", cell)
            size = output * len(self._directions)
        self._renamed = (self._rename,)

    def _cell_of(self, direction: str, layer: int) -> Any:
        cells = self._unfused.get_submodule(str(layer))
        return cells if len(self._directions) == 1 else cells.get_submodule(f"{direction}_cell")

    def _rename(self, given: dict[str, Any], path: str) -> None:
        """Files of MXNet before 1.2 have the names of the attributes."""
        for name in [name for name in given if name.startswith(path)]:
            found = _WEIGHT.fullmatch(name.removeprefix(path))
            if found:
                direction, layer, own = found.groups()
                cell = f"{direction}_cell." if len(self._directions) == 2 else ""
                given[f"{path}_unfused.{layer}.{cell}{own}"] = given.pop(name)

    def __getattr__(self, name: str) -> Any:
        found = _WEIGHT.fullmatch(name)
        if found:
            return getattr(self._cell_of(found[1], int(found[2])), found[3])
        return super().__getattr__(name)

    def state_info(self, batch_size: int = 0) -> list[dict[str, Any]]:
        """The shapes and layouts of the states: of h, and in `LSTM` of c."""
        places = self._num_layers * len(self._directions)
        sizes = [self._projection_size or self._hidden_size, self._hidden_size][: 2 if self._kind == "lstm" else 1]
        return [{"shape": (places, batch_size, n), "__layout__": "LNC", "dtype": self._dtype} for n in sizes]

    def begin_state(self, batch_size: int = 0, func: Callable[..., Any] = jnp.zeros, **kwargs: Any) -> list[Array]:
        """The states before the first step, by a function of shape and dtype. Devices are left to JAX."""
        options = {name: value for name, value in kwargs.items() if name != "ctx"}
        infos = self.state_info(batch_size)
        return [func(**({"shape": info["shape"], "dtype": info["dtype"]} | options)) for info in infos]

    def forward(self, inputs: Array, states: Any = None) -> Any:
        batch_first = self._layout == "NTC"
        batch_size = inputs.shape[0 if batch_first else 1]
        before = self.begin_state(batch_size, dtype=inputs.dtype) if states is None else states
        before = list(before) if isinstance(before, list | tuple) else [before]
        for state, info in zip(before, self.state_info(batch_size), strict=True):
            if state.shape != info["shape"]:
                raise ValueError(f"Invalid recurrent state shape. Expecting {info['shape']}, got {state.shape}.")
        weights = [
            self._weights(d, layer, inputs.shape[2]) for layer in range(self._num_layers) for d in self._directions
        ]
        output, last = recurrent(
            self._kind.upper(),
            inputs,
            before,
            weights,
            len(self._directions) == 2,
            self._dropout,
            self.training,
            batch_first,
        )
        return output if states is None else (output, list(last))

    def _weights(self, direction: str, layer: int, size: int) -> Weights:
        cell = self._cell_of(direction, layer)
        ih = settled(cell.i2h_weight, (cell.i2h_bias.shape[0], size)) if layer == 0 else cell.i2h_weight
        projection = cell.h2r_weight if self._projection_size else None
        return Weights(ih, cell.h2h_weight, cell.i2h_bias, cell.h2h_bias, projection)

    def cast(self, dtype: Any) -> None:
        super().cast(dtype)
        self._dtype = dtype

    def __repr__(self) -> str:
        size = f"{self._input_size or None} -> {self._hidden_size}, {self._layout}, num_layers={self._num_layers}"
        both = ", bidirectional" if len(self._directions) == 2 else ""
        return f"{type(self).__name__}({size}, dropout={self._dropout}{both})"


class RNN(_RNNLayer):
    """`h' = activation(W_i2h x + b_i2h + W_h2h h + b_h2h)`, with the activation relu or tanh."""

    def __init__(
        self,
        hidden_size: int,
        num_layers: int = 1,
        activation: str = "relu",
        layout: str = "TNC",
        dropout: float = 0,
        bidirectional: bool = False,
        i2h_weight_initializer: Any = None,
        h2h_weight_initializer: Any = None,
        i2h_bias_initializer: Any = "zeros",
        h2h_bias_initializer: Any = "zeros",
        input_size: int = 0,
        dtype: Any = "float32",
        **kwargs: Any,
    ) -> None:
        self._kind = f"rnn_{activation}"
        options = (hidden_size, num_layers, layout, dropout, bidirectional, input_size)
        inits = (i2h_weight_initializer, h2h_weight_initializer, i2h_bias_initializer, h2h_bias_initializer)
        super().__init__(*options, _named(*inits), dtype=dtype, **kwargs)


class LSTM(_RNNLayer):
    """States h and c; gates: input, forget, cell, output. With `projection_size`, h is multiplied by h2r_weight."""

    _kind = "lstm"

    def __init__(
        self,
        hidden_size: int,
        num_layers: int = 1,
        layout: str = "TNC",
        dropout: float = 0,
        bidirectional: bool = False,
        input_size: int = 0,
        i2h_weight_initializer: Any = None,
        h2h_weight_initializer: Any = None,
        i2h_bias_initializer: Any = "zeros",
        h2h_bias_initializer: Any = "zeros",
        projection_size: int | None = None,
        h2r_weight_initializer: Any = None,
        state_clip_min: float | None = None,
        state_clip_max: float | None = None,
        state_clip_nan: bool = False,
        dtype: Any = "float32",
        **kwargs: Any,
    ) -> None:
        if state_clip_min is not None or state_clip_max is not None or state_clip_nan:
            raise NotImplementedError("LSTM: MXNet clips states on a GPU only, and ignores the bounds elsewhere")
        options = (hidden_size, num_layers, layout, dropout, bidirectional, input_size)
        inits = (i2h_weight_initializer, h2h_weight_initializer, i2h_bias_initializer, h2h_bias_initializer)
        super().__init__(*options, _named(*inits, h2r_weight_initializer), projection_size, dtype, **kwargs)


class GRU(_RNNLayer):
    """Gates: reset, update, new. The reset gate scales the product with the state, and not the state."""

    _kind = "gru"

    def __init__(
        self,
        hidden_size: int,
        num_layers: int = 1,
        layout: str = "TNC",
        dropout: float = 0,
        bidirectional: bool = False,
        input_size: int = 0,
        i2h_weight_initializer: Any = None,
        h2h_weight_initializer: Any = None,
        i2h_bias_initializer: Any = "zeros",
        h2h_bias_initializer: Any = "zeros",
        dtype: Any = "float32",
        **kwargs: Any,
    ) -> None:
        options = (hidden_size, num_layers, layout, dropout, bidirectional, input_size)
        inits = (i2h_weight_initializer, h2h_weight_initializer, i2h_bias_initializer, h2h_bias_initializer)
        super().__init__(*options, _named(*inits), dtype=dtype, **kwargs)


def _named(*initializers: Any) -> dict[str, Any]:
    names = ("i2h_weight", "h2h_weight", "i2h_bias", "h2h_bias", "h2r_weight")
    return dict(zip(names, initializers, strict=False))
