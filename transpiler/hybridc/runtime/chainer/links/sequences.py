"""Recurrent links over lists of sequences, which need not be of one length."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import jax
import jax.numpy as jnp

from hybridc.runtime.chainer.containers import ChainList
from hybridc.runtime.chainer.functions.recurrent import n_step
from hybridc.runtime.chainer.initializers import filling
from hybridc.runtime.chainer.link import Link
from hybridc.runtime.chainer.parameters import Parameter

Array = jax.Array

__all__ = [
    "NStepBiGRU",
    "NStepBiLSTM",
    "NStepBiRNNReLU",
    "NStepBiRNNTanh",
    "NStepGRU",
    "NStepLSTM",
    "NStepRNNReLU",
    "NStepRNNTanh",
]


class _NStep(ChainList):
    """Layers of cells. `forward(hx, xs)`: states (layers * directions, N, out) or None, and N arrays (steps, in).

    Gives the last states and N arrays (steps, out * directions). Raises TypeError where `xs` is no list.
    """

    n_weights: ClassVar[int]
    kind: ClassVar[str]
    use_bi_direction: ClassVar[bool] = False
    n_cells = 1

    def __init__(
        self,
        n_layers: int,
        in_size: int,
        out_size: int,
        dropout: float,
        *,
        initialW: Any = None,
        initial_bias: Any = None,
    ) -> None:
        super().__init__()
        self.n_layers = n_layers
        self.dropout = dropout
        self.out_size = out_size
        self.direction = 2 if self.use_bi_direction else 1
        fill, bias = filling(initialW), filling(0 if initial_bias is None else initial_bias)
        for layer in range(n_layers):
            for _ in range(self.direction):
                weights = Link()
                with weights.init_scope():
                    for number in range(self.n_weights):
                        is_upward = number < self.n_weights // 2
                        inputs = (in_size if layer == 0 else out_size * self.direction) if is_upward else out_size
                        setattr(weights, f"w{number}", Parameter(fill, (out_size, inputs)))
                        setattr(weights, f"b{number}", Parameter(bias, out_size))
                self.add_link(weights)

    @property
    def ws(self) -> list[list[Any]]:
        return [[getattr(layer, f"w{number}") for number in range(self.n_weights)] for layer in self]

    @property
    def bs(self) -> list[list[Any]]:
        return [[getattr(layer, f"b{number}") for number in range(self.n_weights)] for layer in self]

    def init_hx(self, xs: Sequence[Array]) -> Array:
        """The states that sequences start with."""
        return jnp.zeros((self.n_layers * self.direction, len(xs), self.out_size), xs[0].dtype)

    def _call(self, states: Sequence[Array | None], xs: Sequence[Array]) -> tuple[tuple[Array, ...], list[Array]]:
        if not isinstance(xs, list | tuple):
            raise TypeError("sequences come as a list, or a tuple, of arrays (steps, in)")
        given = [self.init_hx(xs) if state is None else state for state in states]
        return n_step(self.kind, self.n_layers, self.dropout, given, self.ws, self.bs, xs, self.direction)

    def forward(self, hx: Array | None, xs: Sequence[Array]) -> Any:
        (last,), outputs = self._call([hx], xs)
        return last, outputs


class NStepLSTM(_NStep):
    """`forward(hx, cx, xs)` gives the last states, the last cells, and outputs."""

    n_weights = 8
    n_cells = 2
    kind = "lstm"

    def forward(self, hx: Array | None, cx: Array | None, xs: Sequence[Array]) -> Any:  # type: ignore[override]
        (last, cell), outputs = self._call([hx, cx], xs)
        return last, cell, outputs


class NStepBiLSTM(NStepLSTM):
    use_bi_direction = True


class NStepGRU(_NStep):
    n_weights = 6
    kind = "gru"


class NStepBiGRU(NStepGRU):
    use_bi_direction = True


class NStepRNNTanh(_NStep):
    n_weights = 2
    kind = "tanh"


class NStepBiRNNTanh(NStepRNNTanh):
    use_bi_direction = True


class NStepRNNReLU(_NStep):
    n_weights = 2
    kind = "relu"


class NStepBiRNNReLU(NStepRNNReLU):
    use_bi_direction = True
