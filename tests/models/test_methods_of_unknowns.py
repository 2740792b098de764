"""Methods of what the file does not tell to be an array, functions of the framework as values, and attributes that have
the names of the runtime's own methods."""

from textwrap import indent

import jax.numpy as jnp
import numpy as np
import pytest
import torch
from converted_models import converted, original

import hybridc
from closeness import assert_close

X = np.array([[0.5, -1.0, 2.0], [1.5, 0.25, -3.0]], np.float32)
HEAD = """from functools import partial

import torch
import torch.nn.functional as F
from torch import nn


class Pair:
    def __init__(self, one, other):
        self.one, self.other = one, other

    def apart(self):
        return self.one, self.other


class Net(nn.Module):
    def __init__(self, act=F.relu):
        super().__init__()
        self.layer, self.act = nn.Linear(3, 3), act
        self.acts = [partial(F.gelu, approximate="tanh"), partial(F.leaky_relu, negative_slope=0.3), F.silu]
        self.heads = nn.ModuleList([nn.Linear(3, 2), nn.Linear(3, 2)])

    def each_head(self, x):
        for i in range(2):
            x[i] = self.heads[i](x[i])
        return x

    def forward(self, x):
"""
FORWARDS = {
    "casts": "p, q = Pair(x, x > 0).apart()\nreturn p * q.float() + q.to(x.device, dtype=x.dtype) + p.double().float()",
    "methods that layers have too": "p, q = Pair(x, x > 0).apart()\nreturn p.masked_fill(q, 0.5).type_as(x) + p.new_zeros(3).cpu()",
    "of the parameters": "w = next(self.parameters())\nreturn x + w.new_ones(2, 3) + w.unsqueeze(0).float().sum() + w.new(2, 3).zero_()",
    "an argument by its name": "return self.act(self.layer(x), inplace=True) + self.act(x * 2, True)",
    "what is bound": "for act in self.acts:\n    x = act(x)\nreturn x",
    "a list's elements": "one, other = self.each_head([x, x + 1])\nreturn one * other",
}


@pytest.mark.parametrize("name", FORWARDS)
def test_outputs_are_pytorchs(name):
    text = HEAD + indent(FORWARDS[name], "        ") + "\n"
    (module, _), reference = converted(text), original(text).Net()
    net = module.Net()
    net.load_state_dict({name: jnp.asarray(value.numpy()) for name, value in reference.state_dict().items()})
    for x in (X, -X):
        expected = reference(torch.from_numpy(x.copy())).detach()
        assert_close(np.asarray(net(jnp.asarray(x))), expected.numpy(), rtol=1e-5)


def test_functions_that_write_are_no_values():
    text = HEAD.replace("F.silu]", "F.relu_, torch.tanh_]") + "        return self.acts[-1](x)\n"
    assert [(d.code, d.message.partition("`")[2].partition("`")[0]) for d in hybridc.convert(text).refusals] == [
        ("HYB401", "torch.tanh_")
    ]


NAMES = """
class Part(nn.Module):
    def __init__(self):
        super().__init__()
        self.run, self.each = nn.Linear(3, 3), nn.Parameter(torch.ones(3))
        self.register_buffer("load", torch.zeros(3))
        self.add_module("freeze", nn.Linear(3, 3))
        self.matrices = nn.ModuleList([nn.Linear(3, 3)])
        self._cell, self._mode, self._calls, self._within, self._derived = nn.GRUCell(3, 3), "x", 0, 5, 2

    def init(self):
        return 2

    def _forget(self, x):
        return x

    def forward(self, x):
        self._calls += 1
        self.load = self.load + 1
        for matrix in self.matrices:
            x = matrix(x)
        found = self._cell(self.run(x) * self.each + self.load + self.freeze(x))
        return self._forget(found) + self.init() + self._calls + self._within + self._derived


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.part = Part()

    def run(self, x):
        return self.part(x)

    def each(self):
        return 3

    def save(self):
        return 1

    def freeze(self):
        return [p.requires_grad for p in self.parameters()]

    def forward(self, x):
        return self.run(x) * self.each() * self.save()
"""


def test_names_of_the_runtime_are_the_models_own():
    text = "import torch\nfrom torch import nn\n\n" + NAMES
    (module, _), reference = converted(text), original(text).Net()
    net = module.Net()
    net.load_state_dict({name: jnp.asarray(value.numpy()) for name, value in reference.state_dict().items()})
    for x in (X, X * 2):
        expected = reference(torch.from_numpy(x)).detach()
        assert_close(np.asarray(net(jnp.asarray(x))), expected.numpy(), rtol=1e-5)
    assert [*net.state_dict()] == [*reference.state_dict()]
    assert net.part._calls == 2 and len(net.freeze()) == len(reference.freeze())
