"""What nothing but its use tells to be an array: elements of dicts that a model fills, buffers registered by computed
names; numbers that a model counts with; lists and dicts that it is given, or fills in a loop and turns round."""

import textwrap

import jax.numpy as jnp
import numpy as np
import pytest
import torch
from converted_models import agree_over_calls, assert_same, converted, original

import hybridc

HEAD = """import math
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.found, self.steps, self.temperature, self.bad, self.total = {}, 0, 1.0, 0, 4
        for n in ("a", "b"):
            self.register_buffer(n + "_t", torch.arange(3.0))
        register = lambda name, value: self.register_buffer(name, value.float())
        register("betas", torch.arange(4))
        mask = torch.arange(3) % 2 == 0
        self.register_buffer("mask", mask)
        self.register_buffer("both", ~mask & torch.ones(3, dtype=torch.bool))
        self.register_buffer("picked", torch.tensor([True, False, True]))
        self.register_buffer("triangle", torch.tril(torch.ones(3, 3)).bool().view(1, 3, 3))
        self.layers = nn.ModuleList([nn.Linear(3, 3) for _ in range(2)])

    def least(self):
        return min(1.0, self.steps / 3)

    def between(self, low, high):
        return max(low, min(high, self.steps / 3))

    def rate(self):
        return 0.5 * (1 + math.cos(math.pi * min(self.steps, self.total) / self.total))

    def forward(self, x):
"""
FORWARDS = {
    "an element, written": "self.found['p'] = x\ny = self.found['p'] + 0.5\ny.mul_(2)\nreturn y",
    "an element, decided by": "self.found['p'] = x\nx = self.found['p'] + 1.0\nif x[0] > 1.3:\n    x = x * 2\nreturn x.clone().flip(0)",
    "an element, in another shape": "self.found['p'] = x\ny = self.found['p'] - 1.0\nreturn y.view(3, 1)",
    "buffers by computed names": "i = torch.tensor([0, 2])\nreturn self.a_t.gather(0, i) + self.b_t.gather(-1, i).reshape(-1, 1) * x[0]",
    "buffers by a function": "return self.betas.mul(2).sum() + x",
    "the least of numbers": "self.steps += 1\nif self.least() >= 1.0:\n    x = x + 100\nreturn x",
    "numbers that are given": "self.steps += 1\nk = self.between(0.0, 1.0)\nif k >= 1.0:\n    x = x + 100\nreturn x * k, max(self.steps, 2)",
    "a schedule": "if self.training:\n    self.steps += 1\nself.temperature *= 0.9\nreturn x * self.rate() + self.temperature",
    "what arrays decide about": "self.bad += 1\nif x.sum() > 0:\n    self.bad = 0\nif self.bad > 1:\n    x = x * 2\nreturn x",
    "places of a range": "y = x.repeat(3, 1)\nn = y.shape[0]\ny[range(n), range(n)] = 1\nr = range(1, n)\nreturn y, y[:, range(2)], y[r], y[0, r]",
    "masks": "y = x * 1\ny[self.mask] = 0\ny[self.both] += 2\nreturn y * self.picked, x.masked_fill(self.triangle[:, :2, :3] == 0, -1.0)",
    "a list, turned round": "p = [x[0]]\nfor i in range(1, x.size(0)):\n    p.append(x[i] * 2)\np.reverse()\nreturn torch.stack(p)",
    "a list, made longer": "p = []\nfor i in range(x.size(0)):\n    p.append(x[i] * 2)\nq = p[1:]\nq.append(x[0])\nreturn torch.stack(q) + p.pop(), len(p)",
}  # fmt: skip
GIVEN = {
    "a dict, run over": ("for k, v in given.items():\n    given[k] = v * 2\nreturn given", {"b": 1.0, "a": 2.0}),
    "a list of states": (
        "for i, layer in enumerate(self.layers):\n    given[i] = torch.tanh(layer(x) + given[i])\n    x = given[i]\nreturn x, given",
        [1.0, 2.0],
    ),
    "no list": (
        "if given is None:\n    given = [x.new_zeros(3)] * 2\nfor i, layer in enumerate(self.layers):\n    given[i] = layer(x) + given[i]\nreturn given",
        None,
    ),
}


def model(body):
    return HEAD + textwrap.indent(body, " " * 8) + "\n"


@pytest.mark.parametrize("name", FORWARDS)
def test_outputs_and_state_are_pytorchs(name):
    xs = [1.0, 2.0, 3.0], [-1.0, 0.5, -3.0], [-2.0, 0.5, -1.0], [0.25, 0.5, 1.0]
    text = model(FORWARDS[name])
    if "found" in FORWARDS[name]:
        reference, net = original(text).Net(), converted(text)[0].Net()
        for x in xs:
            assert_same(net(jnp.asarray(x)), reference(torch.tensor(x)))
            assert_same(net.found["p"], reference.found["p"])
    else:
        agree_over_calls(
            text.replace("self.found, ", "").replace(" = {}, 0,", " = 0,"), *((torch.tensor(x),) for x in xs)
        )


@pytest.mark.parametrize("name", GIVEN)
def test_what_is_given_takes_new_elements(name):
    body, given = GIVEN[name]
    text = model(body).replace("forward(self, x):", "forward(self, x, given=None):")
    reference, net = original(text).Net(), converted(text)[0].Net()
    net.load_state_dict({n: v.detach().numpy() for n, v in reference.state_dict().items()})
    x = np.array([1.0, -2.0, 3.0], np.float32)

    def arrays(make):
        if isinstance(given, dict):
            return {k: make(x * v) for k, v in given.items()}
        return given and [make(x * v) for v in given]

    with torch.no_grad():
        expected = reference(torch.tensor(x), arrays(torch.tensor))
    found = net(jnp.asarray(x), arrays(jnp.asarray))
    if isinstance(given, dict):
        assert [*found] == [*expected]
        found, expected = [*found.values()], [*expected.values()]
    assert_same(found, expected)


@pytest.mark.parametrize("mask", ["mask", "both", "picked", "triangle"])
def test_what_a_buffer_of_truths_chooses_is_refused(mask):
    text = model(f"return x.expand(1, 3, 3)[self.{mask}]" if mask == "triangle" else f"return x[self.{mask}]")
    assert {d.code for d in hybridc.convert(text).refusals} == {"HYB403"}


CHOSEN = """from dataclasses import dataclass

import torch
from torch import nn


@dataclass
class Out:
    logits: torch.Tensor
    loss: torch.Tensor = None


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleDict({"a": nn.Linear(3, 3), "b": nn.Linear(3, 3)})
        self.scales = nn.ParameterDict({"a": nn.Parameter(torch.ones(3) * 2), "b": nn.Parameter(torch.ones(3))})

    def forward(self, x, only=None, skip=()):
        out = Out(x * 2)
        for name, layer in self.layers.items():
            if (only and name not in only) or name in skip:
                continue
            x = layer(x) * self.scales[name]
        if only is not None:
            out.loss = x.mean()
            out.loss = out.loss + out.logits.sum()
        out.logits = x
        return out
"""


@pytest.mark.parametrize("given", [(), (("a",),), (["b"],), (None, ("a", "b"))])
def test_names_of_parts_are_pythons_and_fields_of_results_are_set(given):
    reference, net = original(CHOSEN).Net(), converted(CHOSEN)[0].Net()
    net.load_state_dict({n: v.detach().numpy() for n, v in reference.state_dict().items()})
    with torch.no_grad():
        expected = reference(torch.tensor([1.0, -2.0, 3.0]), *given)
    found = net(jnp.asarray([1.0, -2.0, 3.0]), *given)
    assert_same(found.logits, expected.logits)
    assert (found.loss is None) == (expected.loss is None)
    if expected.loss is not None:
        assert_same(found.loss, expected.loss)
