"""Recurrent networks over sequences of several lengths."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from hybridc.runtime.chainer.functions.noise import dropout

Array = jax.Array
States = tuple[Array, ...]  # (h,), or (h, c) of LSTM, each (N, size)

__all__ = ["n_step"]


def n_step(
    kind: str, layers: int, ratio: float, states: Sequence[Array], ws: Any, bs: Any, xs: Sequence[Array], ways: int
) -> tuple[States, list[Array]]:
    """Layers over sequences (steps, in), which need not be of one length: the last states, and outputs (steps, out).

    `kind`: `lstm`, `gru`, `tanh` or `relu`. `states` and the result's: (layers * ways, N, size). `ways` is 2 for
    networks that go backwards as well. `ws` and `bs`: Chainer's matrices of each layer and way. Between layers there is
    dropout in training. Raises ValueError for inputs of another size.
    """
    lengths = [len(x) for x in xs]
    size = ws[0][0].shape[1]
    wrong = next((x.shape for x in xs if x.shape[1:] != (size,)), None)
    if wrong is not None:
        raise ValueError(f"Inconsistent input size in input values and weight parameters: {wrong} and {size}")
    steps = max(lengths)
    inputs = jnp.stack([jnp.pad(x, ((0, steps - len(x)), (0, 0))) for x in xs], 1)
    alive = jnp.asarray(np.arange(steps)[:, None] < np.array(lengths))[..., None]
    last: list[States] = []
    for layer in range(layers):
        found = []
        for way in range(ways):
            place = ways * layer + way
            given = inputs if layer == 0 else dropout(inputs, ratio)
            start = tuple(state[place] for state in states)
            end, outputs = _one_way(kind, given, alive, start, ws[place], bs[place], way == 1)
            last.append(end)
            found.append(outputs)
        inputs = jnp.concatenate(found, -1)
    ends = tuple(jnp.stack(each) for each in zip(*last, strict=True))
    return ends, [inputs[:length, number] for number, length in enumerate(lengths)]


def _one_way(
    kind: str, inputs: Array, alive: Array, start: States, w: Any, b: Any, is_reverse: bool
) -> tuple[States, Array]:
    half = len(w) // 2
    from_inputs = inputs @ jnp.concatenate(w[:half]).T + jnp.concatenate(b[:half])
    weight, bias = jnp.concatenate(w[half:]).T, jnp.concatenate(b[half:])

    def step(before: States, now: tuple[Array, Array]) -> tuple[States, Array]:
        given, is_alive = now
        after = _STEPS[kind](given, before[0] @ weight + bias, before)
        kept = tuple(jnp.where(is_alive, new, old) for new, old in zip(after, before, strict=True))
        return kept, kept[0]

    return lax.scan(step, start, (from_inputs, alive), reverse=is_reverse)


def _lstm(from_input: Array, from_hidden: Array, state: States) -> States:
    i, f, a, o = jnp.split(from_input + from_hidden, 4, -1)
    cell = jax.nn.sigmoid(i) * jnp.tanh(a) + jax.nn.sigmoid(f) * state[1]
    return jax.nn.sigmoid(o) * jnp.tanh(cell), cell


def _gru(from_input: Array, from_hidden: Array, state: States) -> States:
    (r_x, z_x, h_x), (r_h, z_h, h_h) = jnp.split(from_input, 3, -1), jnp.split(from_hidden, 3, -1)
    z = jax.nn.sigmoid(z_x + z_h)
    new = jnp.tanh(h_x + jax.nn.sigmoid(r_x + r_h) * h_h)
    return ((1 - z) * new + z * state[0],)


def _tanh(from_input: Array, from_hidden: Array, state: States) -> States:
    return (jnp.tanh(from_input + from_hidden),)


def _relu(from_input: Array, from_hidden: Array, state: States) -> States:
    return (jax.nn.relu(from_input + from_hidden),)


_STEPS = {"lstm": _lstm, "gru": _gru, "tanh": _tanh, "relu": _relu}
