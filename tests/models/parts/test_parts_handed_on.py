"""Functions beside models that are handed on with a part of one: they are not compiled by themselves, as `jax.jit` takes
no parts."""

import pytest
import torch
from converted_models import agree

SOURCE = """from functools import partial

import torch
from torch import nn


class Part(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("mean", torch.full((3,), 0.5))

    def forward(self, x):
        return x - self.mean


def update(p, x):
    m = p.mean.clone()
    m.add_(x.sum(0))
    return x * m


def applied(f, *given):
    return f(*given)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.one = Part()
        self.step = HELD

    def forward(self, x):
        return USED
"""
WAYS = {
    "partial": ("None", "partial(update, self.one)(x)"),
    "partial by name": ("None", "partial(update, p=self.one)(x=x)"),
    "an attribute": ("update", "self.step(self.one, x)"),
    "a table": ("{'up': update}", "self.step['up'](self.one, x)"),
    "an argument": ("None", "applied(update, self.one, x)"),
    "an attribute made of it": ("partial(update, self.one)", "self.step(x)"),
}


@pytest.mark.parametrize("way", WAYS)
def test_the_part_is_read(way):
    held, used = WAYS[way]
    x = torch.arange(6.0).reshape(2, 3)
    agree(SOURCE.replace("HELD", held).replace("USED", used), lambda module: module.Net(), x)
