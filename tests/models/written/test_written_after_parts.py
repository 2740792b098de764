"""What a part returns of what it was given, and a branch or a loop writes: callers whose array it is are told (HYB304)."""

import warnings

import jax.numpy as jnp
import pytest
import torch
from converted_models import agree_over_calls, converted

TEXT = """import torch
from torch import nn

class Part(nn.Module):
    def forward(self, x):
        return x

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.part6 = nn.Identity()
        self.own = Part()
        self.seq = nn.Sequential(nn.Identity(), nn.Dropout(0.0))
    def forward(self, x):
%s
"""
WRITES = {
    "while": "while v.abs().sum() > 2:\n    v *= 0.5\nreturn v",
    "for": "for i in range(len(x)):\n    v *= 0.5\nreturn v",
    "if": "if v.sum() > 0:\n    v.mul_(0.5)\nreturn v",
}
GIVEN = {
    "a layer": "v = self.part6(x)",
    "a layer, twice": "x = self.part6(x)\nv = self.part6(x)",
    "a class of the file": "v = self.own(x)",
    "a chain": "v = self.seq(x)",
    "a view": "x = x[:1]\nv = self.part6(x)",
    "a view of it": "x = self.part6(x)\nv = x[:1]",
}
X = torch.tensor([[1.0, -2.0, 0.5, 3.0], [0.25, 1.5, -1.0, 2.0]])


@pytest.mark.parametrize("given", GIVEN)
@pytest.mark.parametrize("write", WRITES)
def test_callers_are_told(write, given):
    body = f"{GIVEN[given]}\n{WRITES[write]}"
    agree_over_calls(TEXT % "".join(f"        {line}\n" for line in body.splitlines()), [X.clone()], [X * 2])


OPTIONAL = """import torch
from torch import nn

class Part(nn.Module):
    def forward(self, x):
        scale = lambda t: t.mul_(0.5)
        scale(x)
        return x * 2

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.parts = nn.ModuleList()
        for i in range(2):
            self.parts.append(Part())
    def forward(self, x, y=None):
        if y is None:
            y = torch.zeros_like(x)
        for part in self.parts:
            y = part(y)
        return x, y
"""


def test_callers_are_told_of_what_only_a_later_call_gives():
    agree_over_calls(OPTIONAL, [X.clone()], [X.clone(), X * 2])
    net, told = converted(OPTIONAL)[0].Net(), []
    for given in ([X], [X, X * 2], [X, X * 3]):
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            net(*(jnp.asarray(each.numpy()) for each in given))
        told.append(["that the caller of the model passes" in str(each.message) for each in caught])
    assert told == [[], [True], []]
