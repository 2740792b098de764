"""What a model computes, called by its name from outside of any call of the model."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from closeness import assert_close
from hybridc.runtime import chainer, keras
from hybridc.runtime.gluon import nn as gluon
from hybridc.runtime.paddle import nn as paddle
from hybridc.runtime.torch import nn

X = np.arange(12, dtype=np.float32).reshape(3, 4) / 5


class Net(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.fc = nn.Linear(4, 2)
        self.norm = nn.BatchNorm1d(2)
        self.scale = nn.Parameter(jnp.full(2, 3.0))

    def forward(self, x: Any) -> Any:
        return self.norm(self.fc(x)) * self.scale

    def inside(self, x: Any) -> Any:
        return self.fc.forward(x)


class Doubled(Net):
    def forward(self, x: Any) -> Any:
        return super().forward(x) * 2

    def half(self, x: Any) -> Any:
        return super().forward(x)


class Twice(keras.layers.Dense):
    def call(self, inputs: Any) -> Any:
        return super().call(inputs) * 2


def initialized(net: Any) -> Any:
    net.initialize()
    return net


LAYERS = {
    "torch": lambda: (lambda m: (m, m.forward))(nn.Linear(4, 2)),
    "torch, a model": lambda: (lambda m: (m, m.forward))(Doubled()),
    "gluon": lambda: (lambda m: (m, m.forward))(initialized(gluon.Dense(2))),
    "keras": lambda: (lambda m: (m, m.call))(keras.layers.Dense(2)),
    "keras, derived": lambda: (lambda m: (m, m.call))(Twice(2)),
    "paddle": lambda: (lambda m: (m, m.forward))(paddle.Linear(4, 2)),
    "chainer": lambda: (lambda m: (m, m.forward))(chainer.links.Linear(4, 2)),
}


@pytest.mark.parametrize("name", LAYERS)
def test_it_computes_what_a_call_does(name: str) -> None:
    layer, by_name = LAYERS[name]()
    found = by_name(X)
    assert isinstance(found, jax.Array)
    assert_close(found, layer(X))


def test_a_part_a_method_and_what_is_inherited() -> None:
    net = Doubled()
    assert_close(net.fc.forward(X), net.fc(X))
    assert_close(net.inside(X), net.fc(X))
    assert_close(net.half(X) * 2, net(X))
    assert_close(Net.forward(net, X) * 2, net(X))
    assert_close(net.norm.num_batches_tracked.held, 4)


def test_it_leaves_hooks_out() -> None:
    net, seen = Net(), []
    before, after = (lambda module, args: seen.append("before")), (lambda module, args, result: seen.append("after"))
    net.fc.register_forward_pre_hook(before)
    net.fc.register_forward_hook(after)
    found = net.fc.forward(X)
    assert seen == []
    assert_close(found, net.fc(X))
    assert seen[:2] == ["before", "after"]
    net.fc.weight.data = jnp.zeros((2, 4))
    assert_close(net.fc.forward(X), jnp.broadcast_to(net.fc.bias.held, (3, 2)))


def test_it_has_derivatives() -> None:
    net = Net()
    found = jax.grad(lambda x: net.fc.forward(x).sum())(jnp.asarray(X))
    assert_close(found, jnp.broadcast_to(net.fc.weight.held.sum(0), (3, 4)))
