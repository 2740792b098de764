"""Flags and other constants that models set while they run: later calls, other paths and earlier turns see them."""

import jax.numpy as jnp
import pytest
import torch
from converted_models import agree_over_calls, converted, original, with_weights_of

from closeness import assert_close

HEAD = """import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.scale = nn.Parameter(torch.ones(4))
        self.first = True
        self.seen = 0
        self.mean = 0.0

    def mark(self):
        self.first = False

    def again(self):
        self.first = True

    def initialize(self, x):
        with torch.no_grad():
            self.scale.data.copy_(1 / (x.std(0) + 1))
        self.first = False

    def forward(self, x):
"""
BODIES = {
    "the first call initializes": "if self.first:\n    self.initialize(x)\nreturn x * self.scale",
    "and training": "if not self.training and self.first:\n    self.initialize(x)\nreturn x * self.scale",
    "an attribute of the first call": "if self.first:\n    self.mean = x.mean()\n    self.first = False\nreturn x - self.mean",
    "a branch that is not taken": "if not self.training:\n    self.first = False\nreturn x * 2 if self.first else x",
    "a loop": "for i in range(3):\n    if self.first:\n        x = x * 2\n    self.first = False\nreturn x",
    "rows": "y = x[0]\nfor row in x:\n    if self.first:\n        y = y + row\n    self.first = False\nreturn y",
    "another method": "self.first = False\nself.again()\nreturn x * 2 if self.first else x",
    "a toggle": "if self.first:\n    self.mark()\n    return x\nself.again()\nreturn x * 2",
    "a number": "self.seen = 3\nif not self.training:\n    self.seen = 4\nfor i in range(self.seen):\n    x = x + i\nreturn x",
    "a length or a number": "if not self.training:\n    self.seen = 7\nif self.seen == 7:\n    x = x + 1\nself.seen = x.shape[0]\nreturn x",
}
X = torch.tensor([[0.5, -1.0, 2.0, 1.0], [3.0, -4.0, 0.25, -0.5]])


def program(body):
    return HEAD + "".join(f"        {line}\n" for line in body.split("\n"))


@pytest.mark.parametrize("is_training", [True, False])
@pytest.mark.parametrize("name", BODIES)
def test_calls_and_state_agree(name, is_training):
    def build(module):
        return module.Net().train(is_training)

    agree_over_calls(program(BODIES[name]), (X,), (-X,), (X * 2,), build=build)


def test_python_decides_by_a_flag():
    code = converted(program(BODIES["the first call initializes"]))[1].code
    assert "        if self.first:\n            self.initialize(x)\n        return x * self.scale\n" in code


@pytest.mark.parametrize("body", ["if x.sum() > 0:\n    self.first = False\nreturn x",
                                  "if x.sum() > 0:\n    return x\nself.first = False\nreturn x * 2"])  # fmt: skip
def test_a_flag_by_which_values_decide_raises(body):
    with pytest.raises(RuntimeError, match=r"`self\.first` is set inside a compiled branch"):
        converted(program(body))[0].Net()(jnp.asarray(X.numpy()))


def test_apply_tells_of_a_flag_that_its_parameters_do_not_hold():
    text = program(BODIES["the first call initializes"])
    reference = original(text).Net()
    net, x = with_weights_of(converted(text)[0].Net(), reference), jnp.asarray(X.numpy())
    with pytest.raises(RuntimeError, match="call the model once"):
        net.apply(net.parameters(), x, train=True)
    net(x)
    result, _ = net.apply(net.parameters(), x * 2, train=True)
    reference(X)
    assert_close(result, reference(X * 2).detach().numpy(), rtol=1e-5)


def test_what_a_model_is_made_of_does_not_change_by_a_flag():
    text = program(
        "if self.first:\n    self.register_buffer('m', x.mean(0))\n    self.first = False\nreturn x - self.m"
    )
    with pytest.raises(AssertionError, match="HYB222"):
        converted(text)
