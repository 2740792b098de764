"""Writes that more than the statement around them sees: in comprehensions, in functions that are called again, by names of
Python's for operators and attributes, and by partial functions; rows that a tensor without axes chooses."""

import pytest
import torch
from converted_models import agree_over_calls

import hybridc

HEAD = """
import functools
import operator

import torch
from torch import nn


def scaled(k, t):
    t *= k


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("rows", torch.zeros(3, 2))
        self.register_buffer("at", torch.tensor(0))
        self.kept = None
        self.table = {}

    def forward(self, x):
        z = x * 1
"""
FORWARDS = {
    "each turn": "return [z.add_(1) * 1 for _ in range(3)]",
    "each turn, the same tensor": "y = [z.mul_(2) for _ in range(3)]\nreturn y[0], y[2]",
    "a recurrence": "h = torch.zeros(2)\nreturn torch.stack([h.mul_(0.5).add_(r).tanh() for r in x])",
    "of a generator": "h = torch.zeros(2)\nreturn list(h.add_(r) * 1 for r in x)",
    "by keys": "h = torch.zeros(2)\nreturn {i: h.add_(r) * 1 for i, r in enumerate(x)}",
    "a view": "v = z[1:]\nreturn [v.add_(1) * 1 for r in x]",
    "a function called twice": "def g():\n    return z.add_(1).sum()\nreturn g(), g()",
    "a lambda called twice": "g = lambda: z.add_(1) * 1\nreturn g(), g()",
    "a lambda that is mapped": "h = torch.zeros(2)\nreturn list(map(lambda r: h.add_(r) * 1, x))",
    "a row by a tensor": "y = z[torch.tensor(0)]\ny *= 2\nreturn z",
    "a row by a buffer": "row = self.rows[self.at]\nrow.copy_(x[0])\nself.rows[self.at].add_(1)\nself.at += 1\nself.at %= 3\nreturn self.rows * 1",
    "a row by what is found": "i = z.sum(1).argmax()\nz[i].mul_(3)\nz[i][0] = 1\nreturn z",
    "rows by an index": "y = z[torch.tensor([0, 1])]\ny *= 2\nreturn z + y",
    "an operator by its name": "v = z[0]\noperator.iadd(v, 1)\nw = z.float()\noperator.imul(w, 3)\nreturn z",
    "set by name": "setattr(self, 'kept', z[0])\nv = self.kept\nv += 2\nreturn z",
    "set by name, written": "setattr(self, 'kept', z)\nself.kept.add_(2)\nreturn z",
    "a list that is made once": "if self.kept is None:\n    self.kept = [x * 1, x * 2]\nb = self.kept[1]\nb += 1\na, *rest = self.kept\nrest[0] += 1\nreturn self.kept[1] * 1",
    "a dict that is made once": "if self.kept is None:\n    self.kept = {'a': x * 1}\nfor name, b in self.kept.items():\n    b += 1\nreturn self.kept['a'] * 1",
    "what a dict gives": "y = [self.table.setdefault(i, x + i) for i in range(2)]\ny[0] += 1\nreturn self.table[0] * 1",
}
REFUSED = {
    "HYB308": ["p = functools.partial(scaled, 2)\np(z[0])\nreturn z", "functools.partial(scaled, 2)(z)\nreturn z"],
    "HYB306": ["operator.setitem(z, 0, 5)\nreturn z"],
}
X = torch.tensor([[0.5, -1.0], [2.0, 3.0]])


def text_of(body):
    lines = body.replace("\n", "\n        ")
    return f"{HEAD}        {lines}\n"


@pytest.mark.parametrize("name", FORWARDS)
def test_the_next_sees_it(name):
    agree_over_calls(text_of(FORWARDS[name]), [X], [X * 2], [X * 3])


@pytest.mark.parametrize(("code", "body"), [(code, body) for code, bodies in REFUSED.items() for body in bodies])
def test_what_would_be_lost_is_refused(code, body):
    assert code in {d.code for d in hybridc.convert(text_of(body)).refusals}
