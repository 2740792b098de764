"""Recurrent networks over time: `torch.nn.RNN`, `LSTM` and `GRU`."""

from __future__ import annotations

import math
import warnings
from collections.abc import Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from hybridc.runtime.torch.cells import Parameter
from hybridc.runtime.torch.nn import init
from hybridc.runtime.torch.nn.functional.recurrent import Weights, recurrent
from hybridc.runtime.torch.nn.module import Module
from hybridc.runtime.torch.nn.utils.packed import PackedSequence

Array = jax.Array

__all__ = ["GRU", "LSTM", "RNN", "RNNBase"]

_CHUNKS = {"RNN_TANH": 1, "RNN_RELU": 1, "LSTM": 4, "GRU": 3}


class RNNBase(Module):
    """Layers of a recurrent network; `mode` is RNN_TANH, RNN_RELU, LSTM or GRU.

    Of layer k: weight_ih_l{k} (gates, input), weight_hh_l{k} (gates, output), bias_ih_l{k} and bias_hh_l{k} (gates,),
    weight_hr_l{k} (proj_size, hidden) if h is projected, and the same with the suffix _reverse for the other direction.
    Drawn from U(-b, b), b = 1 / sqrt(hidden_size).
    """

    def __init__(
        self,
        mode: str,
        input_size: int,
        hidden_size: int,
        num_layers: int = 1,
        bias: bool = True,
        batch_first: bool = False,
        dropout: float = 0.0,
        bidirectional: bool = False,
        proj_size: int = 0,
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        super().__init__()
        _check(input_size, hidden_size, num_layers, bias, batch_first, dropout, proj_size)
        if mode not in _CHUNKS:
            raise ValueError("Unrecognized RNN mode: " + mode)
        self.mode = mode
        self.input_size = input_size
        self.hidden_size = hidden_size
        self.num_layers = num_layers
        self.bias = bias
        self.batch_first = batch_first
        self.dropout = float(dropout)
        self.bidirectional = bidirectional
        self.proj_size = proj_size
        self._all_weights = tuple(
            self._add_weights(layer, suffix, dtype or jnp.float32)
            for layer in range(num_layers)
            for suffix in (("", "_reverse") if bidirectional else ("",))
        )
        self.reset_parameters()

    def _add_weights(self, layer: int, suffix: str, dtype: Any) -> tuple[str, ...]:
        """The names of the weights of one layer in one direction, in the order of `Weights`."""
        gates, output = _CHUNKS[self.mode] * self.hidden_size, self.proj_size or self.hidden_size
        shapes: dict[str, tuple[int, ...]] = {
            "weight_ih": (gates, output * (2 if self.bidirectional else 1) if layer else self.input_size),
            "weight_hh": (gates, output),
        }
        if self.bias:
            shapes |= {"bias_ih": (gates,), "bias_hh": (gates,)}
        if self.proj_size:
            shapes["weight_hr"] = (self.proj_size, self.hidden_size)
        for name, shape in shapes.items():
            setattr(self, f"{name}_l{layer}{suffix}", Parameter(np.zeros(shape, dtype)))
        return tuple(f"{name}_l{layer}{suffix}" for name in shapes)

    @property
    def all_weights(self) -> list[list[Any]]:
        """The weights of each layer and direction."""
        return [[getattr(self, name) for name in names] for names in self._all_weights]

    @property
    def _flat_weights_names(self) -> list[str]:
        """The weights' names, which initializers look through."""
        return [name for names in self._all_weights for name in names]

    def reset_parameters(self) -> None:
        bound = 1.0 / math.sqrt(self.hidden_size)
        for weight in self.each_parameter():
            init.uniform_(weight, -bound, bound)

    def flatten_parameters(self) -> None:
        """Nothing to do: XLA lays memory out."""

    def _run(self, input: Any, states: Sequence[Array] | None) -> tuple[Any, tuple[Array, ...]]:
        """The output and the last states, for an input of any kind.

        Raises ValueError for an input of another dtype than the weights and for one that has not two or three axes,
        RuntimeError for shapes that do not fit the layer.
        """
        packed = input if isinstance(input, PackedSequence) else None
        name = type(self).__name__
        if packed is None and input.ndim not in (2, 3):
            raise ValueError(f"{name}: Expected input to be 2D or 3D, got {input.ndim}D instead")
        is_batched = packed is not None or input.ndim == 3
        batch_axis = 0 if self.batch_first and packed is None else 1
        steps = packed.padded() if packed is not None else input
        steps = steps if is_batched else jnp.expand_dims(steps, batch_axis)
        if states is None:
            states = [jnp.zeros(shape, steps.dtype) for shape in self._state_shapes(steps.shape[batch_axis])]
        elif packed is not None:
            states = [packed.in_packed_order(state) for state in states]
        else:
            _check_axes(states, is_batched)
            states = states if is_batched else [jnp.expand_dims(state, 1) for state in states]
        weights = self._weights()
        self._check_shapes(steps, states, batch_axis, weights[0].ih.dtype)
        output, last = recurrent(
            self.mode,
            steps,
            states,
            weights,
            self.bidirectional,
            self.dropout,
            self.training,
            batch_axis == 0,
            None if packed is None else packed.alive(),
        )
        if packed is not None:
            return packed.with_padded(output), tuple(packed.in_given_order(state) for state in last)
        if is_batched:
            return output, last
        return jnp.squeeze(output, batch_axis), tuple(jnp.squeeze(state, 1) for state in last)

    def _weights(self) -> list[Weights]:
        # PyTorch reads a computed weight twice, and the first of them four times, to see whether they have changed.
        computed = [name for name in self._flat_weights_names if name in self._hybridc_derived]
        for name in (*computed[:1] * 2, *computed):
            getattr(self, name)
        found = []
        for ih, hh, *others in self.all_weights:
            bias_ih, bias_hh = others[:2] if self.bias else (None, None)
            found.append(Weights(ih, hh, bias_ih, bias_hh, others[-1] if self.proj_size else None))
        return found

    def _state_shapes(self, batch: int) -> list[tuple[int, int, int]]:
        """Of h, and in LSTM c."""
        places = self.num_layers * (2 if self.bidirectional else 1)
        hidden = (places, batch, self.proj_size or self.hidden_size)
        return [hidden, (places, batch, self.hidden_size)] if self.mode == "LSTM" else [hidden]

    def _check_shapes(self, steps: Array, states: Sequence[Array], batch_axis: int, dtype: Any) -> None:
        if steps.dtype != dtype:
            raise ValueError(f"RNN input dtype ({steps.dtype}) does not match weight dtype ({dtype})")
        if steps.shape[-1] != self.input_size:
            raise RuntimeError(
                f"input.size(-1) must be equal to input_size. Expected {self.input_size}, got {steps.shape[-1]}"
            )
        for state, expected in zip(states, self._state_shapes(steps.shape[batch_axis]), strict=True):
            if state.shape != expected:
                raise RuntimeError(f"Expected hidden size {expected}, got {list(state.shape)}")
            if state.dtype != dtype:
                raise ValueError(f"RNN state dtype ({state.dtype}) does not match weight dtype ({dtype})")

    def extra_repr(self) -> str:
        ordinary = {
            "proj_size": 0,
            "num_layers": 1,
            "bias": True,
            "batch_first": False,
            "dropout": 0,
            "bidirectional": False,
        }
        others = [f"{name}={getattr(self, name)}" for name, usual in ordinary.items() if getattr(self, name) != usual]
        return ", ".join([f"{self.input_size}, {self.hidden_size}", *others])


class RNN(RNNBase):
    """`h' = tanh(W_ih x + b_ih + W_hh h + b_hh)` over time, or with ReLU.

    From (steps, batch, input), with `batch_first` (batch, steps, input), or (steps, input), or a packed batch, and h,
    (layers * directions, batch, hidden) or without batch, to the last layer's h at each step and the last h of all.
    """

    def __init__(
        self,
        input_size: int,
        hidden_size: int,
        num_layers: int = 1,
        nonlinearity: str = "tanh",
        bias: bool = True,
        batch_first: bool = False,
        dropout: float = 0.0,
        bidirectional: bool = False,
        *,
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        if nonlinearity not in ("tanh", "relu"):
            raise ValueError(f"Unknown nonlinearity '{nonlinearity}'. Select from 'tanh' or 'relu'.")
        self.nonlinearity = nonlinearity
        mode = f"RNN_{nonlinearity.upper()}"
        options = (num_layers, bias, batch_first, dropout, bidirectional)
        super().__init__(mode, input_size, hidden_size, *options, device=device, dtype=dtype)

    def forward(self, input: Any, hx: Array | None = None) -> tuple[Any, Array]:
        output, (hidden,) = self._run(input, None if hx is None else [hx])
        return output, hidden


class LSTM(RNNBase):
    """An LSTM over time: inputs and outputs as of `RNN`, but for a state of `(h, c)`.

    With `proj_size`, h is multiplied by weight_hr at each step, and has that size in states and outputs.
    """

    def __init__(
        self,
        input_size: int,
        hidden_size: int,
        num_layers: int = 1,
        bias: bool = True,
        batch_first: bool = False,
        dropout: float = 0.0,
        bidirectional: bool = False,
        proj_size: int = 0,
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        options = (num_layers, bias, batch_first, dropout, bidirectional, proj_size)
        super().__init__("LSTM", input_size, hidden_size, *options, device=device, dtype=dtype)

    def forward(self, input: Any, hx: tuple[Array, Array] | None = None) -> tuple[Any, tuple[Array, Array]]:
        output, (hidden, cell) = self._run(input, hx)
        return output, (hidden, cell)


class GRU(RNNBase):
    """A GRU over time: inputs and outputs as of `RNN`."""

    def __init__(
        self,
        input_size: int,
        hidden_size: int,
        num_layers: int = 1,
        bias: bool = True,
        batch_first: bool = False,
        dropout: float = 0.0,
        bidirectional: bool = False,
        *,
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        options = (num_layers, bias, batch_first, dropout, bidirectional)
        super().__init__("GRU", input_size, hidden_size, *options, device=device, dtype=dtype)

    def forward(self, input: Any, hx: Array | None = None) -> tuple[Any, Array]:
        output, (hidden,) = self._run(input, None if hx is None else [hx])
        return output, hidden


def _check(
    input_size: int, hidden_size: int, num_layers: int, bias: bool, batch_first: bool, dropout: float, proj_size: int
) -> None:
    """Raises what PyTorch raises for such arguments, and warns of dropout that does nothing."""
    if isinstance(dropout, bool) or not isinstance(dropout, int | float) or not 0 <= dropout <= 1:
        raise ValueError("dropout should be a number in range [0, 1]")
    if dropout > 0 and num_layers == 1:
        warnings.warn(f"dropout={dropout} does nothing: it applies to all layers but the last", stacklevel=4)
    for name, flag in (("bias", bias), ("batch_first", batch_first)):
        if not isinstance(flag, bool):
            raise TypeError(f"{name} should be of type bool, got: {type(flag).__name__}")
    for name, size in (("input_size", input_size), ("hidden_size", hidden_size)):
        if not isinstance(size, int):
            raise TypeError(f"{name} should be of type int, got: {type(size).__name__}")
        if size <= 0:
            raise ValueError(f"{name} must be greater than zero")
    if num_layers <= 0:
        raise ValueError("num_layers must be greater than zero")
    if not 0 <= proj_size < hidden_size:
        raise ValueError("proj_size has to be smaller than hidden_size, and zero or more")


def _check_axes(states: Sequence[Array], is_batched: bool) -> None:
    """Raises RuntimeError for states that are batched otherwise than the input."""
    if any(state.ndim != (3 if is_batched else 2) for state in states):
        kind = "batched 3-D" if is_batched else "unbatched 2-D"
        got = ", ".join(f"{state.ndim}-D" for state in states)
        raise RuntimeError(f"For {kind} input, hx should also be {'3' if is_batched else '2'}-D but got {got}")
