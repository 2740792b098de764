"""Buffers that get their array while the model runs: registered there, or registered as None before."""

import jax.numpy as jnp
import numpy as np
import pytest
import torch
from converted_models import agree_over_calls, converted

HEAD = """
import torch
from torch import nn


class Part(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("inited", torch.tensor(False))
        self.register_buffer("loc", None)

    def forward(self, x):
        if self.loc is None:
            self.loc = -x.mean(0)
            self.inited.fill_(True)
        self.loc = self.loc * 0.5
        return x + self.loc


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("table", None)
        self.register_buffer("mean", None, persistent=False)
        self.parts = nn.ModuleList([Part(), Part()])

    def rows(self, n):
        t = torch.zeros(n, 4)
        t[:, 0::2] = torch.arange(n).float().unsqueeze(1)
        return t

    def forward(self, x):
"""
FORWARDS = {
    "registered where it is too short": """
        if self.table is None or self.table.size(0) < x.size(0):
            self.register_buffer("table", self.rows(x.size(0)), persistent=False)
        return x + self.table[: x.size(0)]""",
    "set": """
        if self.table is None or self.table.size(0) < x.size(0):
            self.table = self.rows(x.size(0))
        return x + self.table[: x.size(0)]""",
    "set, and written from then on": """
        if self.mean is None:
            self.mean = x.mean(0)
        else:
            self.mean.mul_(0.5).add_(x.mean(0))
        self.mean += 1
        return x + self.mean""",
    "one that nobody knew of": """
        if not hasattr(self, "scale"):
            self.register_buffer("scale", x.abs().amax(0) + 1)
        s = self.scale
        s[0] += 1
        return x / self.scale""",
    "of parts": """
        for part in self.parts:
            x = part(x) * 2
        return x""",
}
CALLS = [[torch.linspace(-1, 2, 4 * n).view(n, 4)] for n in (2, 3, 2, 5)]


@pytest.mark.parametrize("name", FORWARDS)
def test_they_are_the_models_once_it_has_run(name):
    agree_over_calls(HEAD.rstrip("\n") + FORWARDS[name] + "\n", *CALLS)


def test_who_asks_for_the_state_gets_them():
    module, _ = converted(HEAD.rstrip("\n") + FORWARDS["set, and written from then on"] + "\n")
    net = module.Net()
    assert net.mean is None
    net(jnp.ones((2, 4)))
    assert np.asarray(net.mean).tolist() == [2.0] * 4
    assert "mean" not in net.state_dict() and "mean" in dict(net.named_buffers())
    net.table = jnp.ones(3)
    assert "table" in net.state_dict()
    net.mean = None
    net(jnp.zeros((2, 4)))
    assert np.asarray(net.mean).tolist() == [1.0] * 4
