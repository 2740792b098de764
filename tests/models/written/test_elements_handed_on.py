"""Rows and elements that Python's functions hand on, and the arrays among `*rest`, `**rest`, lists and dicts, written."""

import pytest
import torch
from converted_models import agree_over_calls

import hybridc

HEAD = """
import itertools

import torch
from torch import nn


def scaled(k, *ts, **named):
    for t in ts:
        t *= k
    for name, t in named.items():
        t -= 1


def given_back(t):
    return t


def first(*ts):
    a, b = ts
    a += 1
    ts[1].mul_(2)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("kept", torch.ones(3, 2))

    @staticmethod
    def bumped(*ts):
        for t in ts:
            t += 1

    def scale(self, k, *ts):
        for t in ts:
            t.mul_(k)

    def forward(self, x):
        z = x * 1
"""
FORWARDS = {
    "zip": "for r, s in zip(z, x):\n    r *= s\nreturn z",
    "zip of ones": "z = torch.ones(3, 2)\nfor r, s in zip(z, x):\n    r.mul_(s)\nreturn z",
    "zip of a buffer": "for r, s in zip(self.kept, x):\n    r += s\nreturn self.kept * 1",
    "zip within enumerate": "for i, (r, s) in enumerate(zip(z, x)):\n    r[i % 2] = s[0]\nreturn z",
    "enumerate within zip": "for (i, r), s in zip(enumerate(z), x):\n    r += i * s\nreturn z",
    "zip of neighbours": "for r, s in zip(z, z[1:]):\n    s += r\nreturn z",
    "a list of zip": "for r, s in list(zip(z, x)):\n    r -= s\nreturn z",
    "comprehensions": "[r.add_(s) for r, s in zip(z, x)]\nreturn z",
    "filter": "for r in filter(lambda t: t.dim() == 1, z):\n    r += 1\nreturn z",
    "filter of a buffer": "for r in filter(lambda t: t.dim() == 1, self.kept):\n    r += 1\nreturn self.kept * 1",
    "sorted": "for r in sorted([z[0], z[:, 1]], key=len):\n    r += 1\nreturn z",
    "the longest": "m = max([z[0], z[:, 1]], key=lambda t: t.shape[0])\nm -= 5\nreturn z",
    "of several shapes": "m = min([z[0], z], key=lambda t: t.dim())\nreturn m * 2, torch.cat(sorted([z, z[:1]], key=len))",
    "sorted items": "d = {'b': z[0], 'a': z[1]}\nreturn torch.stack([v for k, v in sorted(d.items())])",
    "sorted keys": "d = {'b': z[0], 'a': z[1]}\nt = z.sum()\nfor k in sorted(d):\n    t = t * 2 + d[k].sum()\nreturn torch.stack([d[k] for k in sorted(d)]), t",
    "what a function gives back": "y = given_back(z)\ny += 1\nreturn z",
    "the rest": "scaled(2.0, z[0], z)\nreturn z",
    "the rest by names": "scaled(2.0, a=z[0], b=z)\nreturn z",
    "the rest, taken apart": "first(z[0], z)\nreturn z",
    "the rest of a nested function": "def g(*ts):\n    for t in ts:\n        t += 1\ng(z[0], z[1])\nreturn z",
    "the rest of a method": "self.scale(2.0, z[0], z)\nreturn z",
    "the rest of a static method": "self.bumped(z[0], z)\nreturn z",
    "reversed lists": "for h in reversed([z[0], z[1]]):\n    h.add_(1)\nreturn z",
}
# `reversed` gives rows of a copy of a tensor; which of two is the greater only running tells.
REFUSED = [
    "for r in reversed(z):\n    r += 2\nreturn z",
    "for i, r in enumerate(reversed(z)):\n    r.mul_(2)\nreturn z + z[0]",
]
X = torch.tensor([[0.5, -1.0], [2.0, 3.0], [-0.25, 1.5]])
TAKEN = """
import torch
from torch import nn


class Net(nn.Module):
    def forward(self, given):
        {body}
"""
CONTAINERS = {
    "by key": ("x = given['x']\nx.add_(1)\nreturn given['x'] * 1, x", {"x": X}),
    "popped": ("x = given.pop('x')\nx.add_(1)\nreturn given, x", {"x": X, "y": X * 2}),
    "from a list": ("x = given.pop()\nx.add_(1)\nfor v in given:\n    v.mul_(2)\nreturn given, x", [X, X * 2]),
    "of items": ("for k, v in given.items():\n    v[0] = 1\nreturn given['x'] * 2", {"x": X}),
    "got": ("x = given.get('x')\nx[0] = 1\ngiven['x'][:, 1] += 2\nreturn x * 2", {"x": X}),
}


def indented(body):
    return body.replace("\n", "\n        ")


@pytest.mark.parametrize("name", FORWARDS)
def test_who_has_the_whole_sees_it(name):
    agree_over_calls(f"{HEAD}        {indented(FORWARDS[name])}\n", [X], [X * 3])


@pytest.mark.parametrize("body", REFUSED)
def test_copies_are_refused(body):
    assert {d.code for d in hybridc.convert(f"{HEAD}        {indented(body)}\n").refusals} == {"HYB303"}


@pytest.mark.parametrize("name", CONTAINERS)
def test_arrays_in_containers_that_are_given(name):
    body, given = CONTAINERS[name]
    agree_over_calls(TAKEN.format(body=indented(body)), [given], [given])
