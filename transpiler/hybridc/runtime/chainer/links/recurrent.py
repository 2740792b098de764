"""Recurrent links: one step a call, with the state kept by the link or given to it, and whole sequences."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp

from hybridc.runtime.chainer import functions as F
from hybridc.runtime.chainer.containers import Chain
from hybridc.runtime.chainer.initializers import filling
from hybridc.runtime.chainer.links.linear import Linear

Array = jax.Array

__all__ = ["GRU", "LSTM", "StatefulGRU", "StatefulPeepholeLSTM", "StatelessGRU", "StatelessLSTM"]


class _Lstm(Chain):
    """The layers of an LSTM, whose gates a, i, f, o lie by turns. Without `in_size`, the first input settles it."""

    def __init__(
        self,
        in_size: int | None,
        out_size: int | None = None,
        lateral_init: Any = None,
        upward_init: Any = None,
        bias_init: Any = None,
        forget_bias_init: Any = None,
    ) -> None:
        super().__init__()
        if out_size is None:
            in_size, out_size = None, in_size
        assert out_size is not None
        self.state_size = out_size
        bias = _Gates(1, 0 if bias_init is None else bias_init, 1 if forget_bias_init is None else forget_bias_init)
        with self.init_scope():
            self.upward = Linear(in_size, 4 * out_size, initialW=_Rows(out_size, upward_init), initial_bias=bias)
            self.lateral = Linear(out_size, 4 * out_size, nobias=True, initialW=_Rows(out_size, lateral_init))


class _Rows:
    """Each so many rows of a matrix filled by an initializer, as a matrix of its own."""

    def __init__(self, size: int, initializer: Any) -> None:
        self.size = size
        self.initializer = filling(initializer)

    def __call__(self, array: Any) -> None:
        for start in range(0, len(array), self.size):
            self.initializer(array[start : start + self.size])


class _Gates:
    """The biases of the gates a, i, f, o, each filled by its initializer."""

    def __init__(self, axis: int, others: Any, forget: Any) -> None:
        self.initializers = [filling(others), filling(others), filling(forget), filling(others)]

    def __call__(self, array: Any) -> None:
        gates = array.reshape(1, len(array) // 4, 4, 1)
        for number, initializer in enumerate(self.initializers):
            initializer(gates[:, :, number])


class StatelessLSTM(_Lstm):
    """One step: the next cell and state of `c`, `h`, which may be None, and `x`."""

    def forward(self, c: Array | None, h: Array | None, x: Array) -> tuple[Array, Array]:
        gates = self.upward(x)
        if h is not None:
            gates = gates + self.lateral(h)
        return F.lstm(jnp.zeros((len(x), self.state_size), x.dtype) if c is None else c, gates)


class LSTM(_Lstm):
    """One step a call; the cell `c` and the state `h` stay with the link until `reset_state()`.

    A batch may be smaller than the one before; the rest of the states waits. Raises TypeError for a larger one.
    """

    c: Any
    h: Any

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.reset_state()

    def set_state(self, c: Array, h: Array) -> None:
        self.c, self.h = c, h

    def reset_state(self) -> None:
        self.c = self.h = None

    def forward(self, x: Array) -> Array:
        batch = len(x)
        gates = self.upward(x)
        before = self.h
        if before is not None:
            if len(before) < batch:
                raise TypeError("The batch size of x must be equal to or less than the size of the previous state h.")
            gates = gates + self.lateral(before[:batch])
        cell = jnp.zeros((batch, self.state_size), x.dtype) if self.c is None else self.c
        self.c, state = F.lstm(cell, gates)
        self.h = state if before is None or len(before) == batch else jnp.concatenate([state, before[batch:]])
        return state


class StatefulPeepholeLSTM(Chain):
    """An LSTM whose gates see the cell as well; see `LSTM`."""

    c: Any
    h: Any

    def __init__(self, in_size: int, out_size: int) -> None:
        super().__init__()
        self.state_size = out_size
        self.reset_state()
        with self.init_scope():
            self.upward = Linear(in_size, 4 * out_size)
            self.lateral = Linear(out_size, 4 * out_size, nobias=True)
            self.peep_i = Linear(out_size, out_size, nobias=True)
            self.peep_f = Linear(out_size, out_size, nobias=True)
            self.peep_o = Linear(out_size, out_size, nobias=True)

    def reset_state(self) -> None:
        self.c = self.h = None

    def forward(self, x: Array) -> Array:
        gates = self.upward(x)
        if self.h is not None:
            gates = gates + self.lateral(self.h)
        before = jnp.zeros((len(x), self.state_size), x.dtype) if self.c is None else self.c
        a, i, f, o = jnp.moveaxis(gates.reshape(len(x), self.state_size, 4), 2, 0)
        kept = jax.nn.sigmoid(f + self.peep_f(before)) * before
        cell = jnp.tanh(a) * jax.nn.sigmoid(i + self.peep_i(before)) + kept
        state = jax.nn.sigmoid(o + self.peep_o(cell)) * jnp.tanh(cell)
        self.c, self.h = cell, state
        return state


class StatelessGRU(Chain):
    """One step: the next state of `h` and `x`."""

    def __init__(
        self, in_size: int | None, out_size: int, init: Any = None, inner_init: Any = None, bias_init: Any = None
    ) -> None:
        super().__init__()
        with self.init_scope():
            for name in ("r", "z", ""):
                ending = f"_{name}" if name else ""
                setattr(self, f"W{ending}", Linear(in_size, out_size, initialW=init, initial_bias=bias_init))
                setattr(self, f"U{ending}", Linear(out_size, out_size, initialW=inner_init, initial_bias=bias_init))

    def forward(self, h: Array, x: Array) -> Array:
        r = jax.nn.sigmoid(self.W_r(x) + self.U_r(h))
        z = jax.nn.sigmoid(self.W_z(x) + self.U_z(h))
        return F.linear_interpolate(z, jnp.tanh(self.W(x) + self.U(r * h)), h)


class StatefulGRU(StatelessGRU):
    """One step a call; the state `h` stays with the link until `reset_state()`."""

    h: Any

    def __init__(
        self, in_size: int | None, out_size: int, init: Any = None, inner_init: Any = None, bias_init: Any = 0
    ) -> None:
        super().__init__(in_size, out_size, init, inner_init, bias_init)
        self.state_size = out_size
        self.reset_state()

    def set_state(self, h: Array) -> None:
        self.h = h

    def reset_state(self) -> None:
        self.h = None

    def forward(self, x: Array) -> Array:  # type: ignore[override]
        before = self.h
        if before is None:
            new = jax.nn.sigmoid(self.W_z(x)) * jnp.tanh(self.W(x))
        else:
            new = StatelessGRU.forward(self, before, x)
        self.h = new
        return new


class GRU(StatefulGRU):
    """As `StatefulGRU`."""
