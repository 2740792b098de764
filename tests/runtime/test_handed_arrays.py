"""NumPy arrays that a caller fills again as soon as they were handed over: nobody computes with what comes later."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from hybridc.runtime import chainer, keras, paddle
from hybridc.runtime.gluon import ops as nd
from hybridc.runtime.gluon.parameters import Parameter as GluonParameter
from hybridc.runtime.keras import ops
from hybridc.runtime.paddle import tensors as paddles
from hybridc.runtime.torch import nn, tensors

SIZE = 1 << 18  # from a megabyte on JAX copies beside the caller, also where an array is not aligned


def buffer(offset: int, size: int = SIZE) -> np.ndarray[Any, Any]:
    """An array that lies so many bytes behind a multiple of 64, where JAX on CPUs would read arrays without a copy."""
    held = np.empty(size * 4 + 128, np.uint8)
    start = -held.ctypes.data % 64 + offset
    return held[start : start + size * 4].view(np.float32)


def loaded(x: Any) -> Any:
    net = nn.LayerNorm(SIZE)
    net.load_state_dict({"weight": x, "bias": x})
    return net.weight.held


def written(write: Callable[[Any, Any], Any], make: Callable[[Any], Any] = nn.Parameter) -> Callable[[Any], Any]:
    def result(x: Any) -> Any:
        cell = make(jnp.zeros(SIZE))
        write(cell, x)
        return cell.held

    return result


def set_data(x: Any) -> Any:
    parameter = GluonParameter("weight", shape=(SIZE,))
    parameter.set_data(x)
    return parameter.held


TAKEN: dict[str, Callable[[Any], Any]] = {
    "torch.as_tensor": tensors.array,
    "torch.as_tensor in a dtype": lambda x: tensors.array(x, dtype=jnp.float32),
    "torch.FloatTensor": lambda x: tensors.legacy_tensor(x, jnp.float32),
    "chainer.Variable": chainer.array,
    "paddle.to_tensor": lambda x: paddles.to_tensor(x, dtype="float32"),
    "paddle.assign": paddles.assign,
    "tf.convert_to_tensor": lambda x: ops.convert_to_tensor(x, "float32"),
    "tf.constant": lambda x: ops.constant(x, "float32"),
    "tf.Variable": lambda x: keras.variable(x, dtype="float32").held,
    "nd.array": nd.array,
    "mx.np.array": nd.np.array,
    "load_state_dict": loaded,
    "a parameter": lambda x: nn.Parameter(x).held,
    "copy_": written(lambda p, x: p.copy_(x)),
    "data": written(lambda p, x: setattr(p, "data", x)),
    "data.copy_": written(lambda p, x: p.data.copy_(x)),
    "elements": written(lambda p, x: p.__setitem__(slice(None), x)),
    "add_": written(lambda p, x: p.add_(x)),
    "set_data": set_data,
    "set_value": written(lambda p, x: p.set_value(x), paddle.nn.Parameter),
    "assign": written(lambda p, x: p.assign(x), lambda x: keras.variable(x)),
}


@pytest.mark.parametrize("offset", [0, 16])
@pytest.mark.parametrize("way", TAKEN)
def test_what_is_taken_from_numpy_is_a_copy(way: str, offset: int) -> None:
    take = TAKEN[way]
    given = buffer(offset)
    for _ in range(2):
        given[:] = 1
        found = take(given)
        given[:] = 5
        assert np.asarray(found).min() == np.asarray(found).max() == 1


class Slow(nn.Module):
    """Uses its inputs once it has computed for a while."""

    def __init__(self) -> None:
        super().__init__()
        self.weight = nn.Parameter(jnp.ones((700, 700)))

    def forward(self, x: Any, y: Any = None) -> Any:
        product = self.weight
        for _ in range(3):
            product = product @ product * 1e-3
        return product.sum() * 0 + x.sum() + (0 if y is None else y[0].sum())


@pytest.mark.parametrize("offset", [0, 16])
def test_a_call_computes_with_what_its_inputs_were(offset: int) -> None:
    net, given, size = Slow(), buffer(offset), float(SIZE)
    ways: dict[str, tuple[Callable[[], Any], float]] = {
        "one": (lambda: net(given), size),
        "two": (lambda: net(given, None), size),
        "in a list": (lambda: net(given, [given]), 2 * size),
        "by name": (lambda: net(x=given), size),
    }
    for way, (call, expected) in ways.items():
        for _ in range(3):
            given[:] = 1
            found = call()
            given[:] = 5
            assert float(found) == expected, way


def test_a_call_step_by_step_computes_with_what_its_inputs_were() -> None:
    net, given = Slow().hybridize(active=False), buffer(0)
    given[:] = 1
    found = net(given)
    given[:] = 5
    assert float(found) == SIZE


def test_arrays_of_jax_are_taken_as_they_are() -> None:
    given = jnp.ones(3)
    assert tensors.array(given) is given and isinstance(given, jax.Array)
