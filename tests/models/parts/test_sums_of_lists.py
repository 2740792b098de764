"""`sum` of what a model is given, or gets from its parts: a list, whose elements Python adds up, or an array."""

import jax.numpy as jnp
import numpy as np
import pytest
import torch
from converted_models import agree_over_calls, assert_same, converted, original, with_weights_of

X = torch.tensor([[0.5, -1.0, 2.0], [1.5, 0.25, -3.0]])
HEAD = """import torch
from torch import nn


class Lists(nn.Module):
    def forward(self, x):
        return [x, x[:1] * 3]


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.lists = Lists()
        self.fc = nn.Linear(3, 3)

    def two(self, x):
        return x, x * 2

    def added(self, found):
        return sum(found)

    def forward(self, x):
"""
BODIES = {
    "of a part": "return sum(self.lists(x))",
    "by a name": "found = self.lists(x)\nreturn sum(found) + sum(found[1:])",
    "of a method": "return sum(self.two(x))",
    "of a parameter": "return self.added([x, self.fc(x)]) + self.added(x)",
    "an array": "return sum(x)",
    "what is computed": "y = x * 2\nreturn sum(y)",
}


def program(body):
    return HEAD + "".join(f"        {line}\n" for line in body.split("\n"))


@pytest.mark.parametrize("name", BODIES)
def test_sums_agree(name):
    agree_over_calls(program(BODIES[name]), (X,), (-X,))


def test_a_list_of_the_caller():
    text = program("return sum(x)")
    reference = original(text).Net()
    net = with_weights_of(converted(text)[0].Net(), reference)
    given = [X, X * 2, X[:1]]
    assert_same(net([jnp.asarray(each.numpy()) for each in given]), reference(given))
    assert_same(net(np.asarray(X)), reference(X))


def test_what_is_computed_is_summed_at_once():
    assert "jnp.sum(y, axis=0)" in converted(program(BODIES["what is computed"]))[1].code
