"""Chains of methods that write in place: what they are given is read after the writes before it, and setting an
attribute to what a chain gives leaves it what it was to those who share it, where that is another array."""

import pytest
import torch
from converted_models import agree_over_calls

TEXT = """import torch
import torch.nn.functional as F
from torch import nn

def halved(net):
    return net.mean * 0.5

class Inner(nn.Module):
    def __init__(self, mean):
        super().__init__()
        self.register_buffer("mean", mean)
    def forward(self, x):
        return x + self.mean

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.part1 = nn.Linear(4, 4)
        self.register_buffer("mean", torch.ones(4))
        self.register_buffer("rows", torch.ones(3, 4))
        self.inner = Inner(self.mean)

    @property
    def gain(self):
        return self.mean * 2

    def twice(self, k=2):
        return self.mean * k

    def first(self):
        return self.rows[0] * 2

    def forward(self, x):
        w = x * 1.5
        f = lambda: w.sum()
        g = lambda: self.mean * 3
%s
        return [x, w, self.mean * 1, self.part1(x)]
"""
BODIES = [
    "self.mean.mul_(0.5).add_(self.gain)",
    "self.mean.mul_(0.5).add_(self.twice())",
    "self.mean.mul_(0.5).add_(self.twice(k=3) + 1)",
    "self.mean.mul_(0.5).add_(halved(self))",
    "self.mean.mul_(0.5).add_(g())",
    "self.mean.mul_(0.5).add_(self.inner(x).mean(0))",
    'self.mean.mul_(0.5).add_(getattr(self, "gain"))',
    "self.mean.mul_(0.5).add_(1).mul_(self.gain)",
    "self.mean.copy_(x[0]).add_(self.gain)",
    "w.mul_(2).add_(f())",
    "v = +w; v += 1",
    "v = +self.mean; v.mul_(2); w = w - +v",
    "v = +(w * 2); v += w",
    "w[0].mul_(2).add_(w.sum())",
    "self.rows[0].mul_(2).add_(self.first())",
    "self.mean.mul_(0.5).clamp_(max=float(self.gain.max()) / 3)",
    "self.mean.lerp_(x[0], 0.5).add_(self.twice())",
    "self.mean.data.mul_(0.5).add_(self.gain)",
    "self.mean.mul_(0.5).data.add_(self.gain)",
    "self.inner.mean.mul_(0.5).add_(self.inner(x)[0])",
    "self.mean = self.mean.mul(0.5).add_(self.gain)",
    "self.mean = self.mean.mul_(0.5).add_(self.gain)",
    "v = self.mean; v.mul_(0.5).add_(self.gain)",
    "self.mean.mul_(0.5).add_([self.gain, self.twice()][0])",
    "self.mean.mul_(0.5).add_(sum(self.gain for _ in range(2)))",
    "self.mean.mul_(0.5).add_(self.gain, alpha=float(self.training) + 1)",
    "self.part1.bias.data.mul_(0.5).add_(self.part1(x)[0])",
    "self.mean = self.mean",
    "self.mean = torch.relu_(self.mean)",
    "x = self.mean = self.mean.mul_(0.5)",
    "self.mean = torch.clone(self.mean).add_(1)",
]
X = torch.tensor([[1.0, -2.0, 0.5, 3.0], [0.25, 1.5, -1.0, 2.0]])


@pytest.mark.parametrize("body", BODIES)
def test_what_a_chain_is_given_is_read_after_its_writes(body):
    agree_over_calls(TEXT % f"        {body}", [X], [-X])
