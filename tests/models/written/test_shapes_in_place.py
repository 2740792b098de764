"""Methods that give a tensor another shape in place: whoever has the same object sees it, and views do not."""

import ast

import jax.numpy as jnp
import pytest
import torch
from converted_models import agree_over_calls, converted

from hybridc.core.options import Options
from hybridc.core.source import Source
from hybridc.pipeline import convert

HEAD = """import torch
from torch import nn


def lengthened(t):
    t.unsqueeze_(0)
    return t


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.same = nn.Identity()
        self.act = nn.Sequential(nn.Linear(4, 4), nn.ReLU())

    def step(self, t):
        t.unsqueeze_(0)
        return t

    def forward(self, x):
        a = x * 1
"""
REFUSED = {
    "another name": "b = a\na.unsqueeze_(0)\nreturn a, b",
    "an attribute": "self.q = a\na.transpose_(0, 1)\nreturn a, self.q",
    "what may be itself": "b = torch.atleast_2d(a)\na.t_()\nreturn a, b",
    "a cast": "b = a.to(torch.float32)\na.t_()\nreturn a, b",
    "a list": "found = [a]\na.squeeze_()\nreturn a, found[0]",
    "a part": "b = self.same(a)\nb.unsqueeze_(1)\nreturn a, b",
}
RIGHT = {
    "by itself": "a.unsqueeze_(1)\na = a * 2\na.squeeze_(1).t_()\nreturn a, x",
    "a row": "b = a[0]\na.t_()\nreturn a, b",
    "of a layer": "b = self.act(a)\nb.unsqueeze_(1)\nreturn b, x",
    "in loops and branches": "for _ in range(2):\n    a.unsqueeze_(0)\nif x.sum() > 0:\n    a.squeeze_(0)\n    a.unsqueeze_(0)\nreturn a",
    "of a helper": "return lengthened(a)",
    "of a method": "return self.step(a)",
}


def model(body):
    return HEAD + "".join(f"        {line}\n" for line in body.splitlines())


@pytest.mark.parametrize("body", REFUSED)
def test_others_that_have_it_are_refused(body):
    text = model(REFUSED[body])
    result = convert(Source("model.py", text, ast.parse(text)), Options(format=False))
    assert {d.code for d in result.refusals} == {"HYB303"}


@pytest.mark.parametrize("body", RIGHT)
def test_where_nobody_has_it_it_converts(body):
    agree_over_calls(model(RIGHT[body]), (torch.randn(3, 4, generator=torch.Generator().manual_seed(0)),))


@pytest.mark.parametrize("called", ["lengthened", "self.step"])
def test_callers_that_read_it_afterwards_are_refused_when_they_are_traced(called):
    module, _ = converted(model(f"b = {called}(a)\nreturn a, b"))
    with pytest.raises(RuntimeError, match="read afterwards"):
        module.Net()(jnp.ones((3, 4)))
