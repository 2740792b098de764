"""Properties in models whose tensors stay mutable while they run: what they compute is computed where they are read."""

import pytest
import torch
from converted_models import agree_over_calls

import hybridc

TEXT = """import torch
from torch import nn

class Sub(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("n", torch.zeros(4))
    @property
    def level(self):
        return self.n.sum() + 1
    def forward(self, x):
        self.n[0] += 1
        return x * 2

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("used", torch.zeros(4))
        self.register_buffer("n", torch.zeros(2, 4))
        self.subs = nn.ModuleList([Sub(), Sub()])
    @property
    def filled(self):
        return self.used.sum()
    @property
    def same(self):
        return self.used
    @property
    def row(self):
        return self.n[0]
    @property
    def chained(self):
        return self.filled * 2 + self.used.max()
    def write(self):
        self.used[0] += 1
        return self.used * 1
    def loss(self, t):
        self.used[1] += 2
        return t * 1
    def forward(self, x):
%s
"""
BODIES = [
    "before = self.filled\nself.write()\nreturn before, self.filled, x",
    "t = self.filled\nself.used.add_(x.sum(0))\nw = self.used[1:]\nw[0] = 4\nreturn t, w, x",
    "return self.loss(self.filled), self.filled, x",
    "s = (self.filled, self.filled * 2)\nself.write()\nreturn s, x",
    's = dict(a=self.filled)\nself.write()\nreturn s["a"], x',
    "s = [self.filled, self.write(), self.filled]\nreturn s[0], s[2], x",
    "ls = [s.level for s in self.subs]\ny = [s(x) for s in self.subs]\nreturn ls, [s.level for s in self.subs], y",
    "t = self.filled if self.training else self.used.max()\nself.write()\nreturn t, x",
    "t = self.same\nself.write()\nreturn t, x",
    "t = self.same * 1\nself.write()\nreturn t, x",
    "t = self.row\nself.n[0, 1] += 1\nreturn t, x",
    "t = self.row\nt[0] = 3\nreturn t, self.n * 1, x",
    "t = self.chained\nself.write()\nreturn t, self.chained, x",
    "r = self.used.mean()\ns = self.filled\nself.write()\nreturn (x - r) / (s + 1)",
    "t = self.filled\nt.add_(1)\nself.write()\nreturn t, self.filled, x",
    't = getattr(self, "filled")\nself.write()\nreturn t, x',
    "f = lambda: self.filled\nt = f()\nself.write()\nreturn t, f(), x",
    "t = self.subs[0].level\nself.subs[0](x)\nreturn t, self.subs[0].level, x",
    "a, b = self.filled, self.row\nself.write()\nself.n[0] = 2\nreturn a, b, x",
    "for i in range(2):\n    t = self.filled\n    self.write()\nreturn t, self.filled, x",
    "t = self.filled\nself.used = self.used + 1\nreturn t, self.filled, x",
]
X = torch.tensor([[1.0, -2.0, 0.5, 3.0], [0.25, 1.5, -1.0, 2.0]])


@pytest.mark.parametrize("body", BODIES)
def test_a_property_is_computed_where_it_is_read(body):
    agree_over_calls(TEXT % "".join(f"        {line}\n" for line in body.splitlines()), [X], [-X])


COMPUTED = """import torch
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("mean", torch.ones(4))

    @property
    def gain(self):
        return self.mean * 2

    def forward(self, x):
        WRITE
        return x * self.gain
"""


@pytest.mark.parametrize(
    "write", ["F.leaky_relu(self.gain, 0.5, inplace=True)", "self.gain.mul_(3)", "self.gain[0] = 7"]
)
def test_what_a_property_computes_is_not_written(write):
    found = hybridc.check(COMPUTED.replace("WRITE", write)).diagnostics
    assert [(d.code, d.location.line) for d in found if d.severity.name == "ERROR"] == [("HYB303", 16)]
