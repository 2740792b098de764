"""Arrays of parts that names do not tell: by `getattr`, rows and views of them, parts that stand in another file."""

import sys

import pytest
import torch
from converted_models import agree_over_calls, assert_same, converted, loaded, original

HEAD = """import operator
from functools import reduce

import torch
import torch.nn as nn


def get(p, name="mean"):
    return getattr(p, name)


def mean_of(p):
    return p.mean


class Cfg:
    start = 1
    scale = 2.0


class Part(nn.Module):
    def __init__(self, start):
        super().__init__()
        self.register_buffer("mean", torch.full((3,), start))
        self.register_buffer("table", torch.full((2, 3), start))

    def forward(self, x):
        return x + self.mean


class Net(nn.Module):
    cfg = Cfg()

    def __init__(self):
        super().__init__()
        self.one = Part(0.5)
        self.parts = nn.ModuleList([Part(0.5), Part(1.5)])

    def forward(self, x):
"""
X = torch.linspace(-1, 1, 6).reshape(2, 3)
PROGRAMS = {
    "names that a loop gives": "for n in ('mean', 'table'):\n    m = getattr(self.one, n)\n    m += x[0]\nreturn x + self.one.mean + self.one.table",
    "a name made of text": "for i in range(2):\n    m = getattr(self.one, f'me{\"an\"}')\n    m += x[0]\nreturn x + self.one.mean",
    "a default": "m = getattr(self.one, 'mean', None)\nm += x[0]\nn = getattr(self.one, 'none', None)\nreturn x + self.one.mean if n is None else n",
    "a helper that looks up": "m = get(self.one)\nm += x[0]\nreturn x + self.one.mean",
    "rows": "for p in self.parts:\n    for row in p.table:\n        row += x[0]\nreturn x + self.parts[0].table",
    "a row": "p = self.parts[1]\nr = p.table[0]\nr += x[0]\np.table[1] *= 2\nreturn x + p.table",
    "unbound": "a, b = self.parts[0].table.unbind(0)\na += x[0]\nreturn x + self.parts[0].table + b",
    "chunks": "a, b = self.parts[0].table.chunk(2)\na.add_(x[:1])\nreturn x + self.parts[0].table + b",
    "two parts": "p, q = self.parts\nt = p.mean\np.mean.copy_(q.mean + 1)\nreturn x + t + q.mean",
    "an index that counts": "i = 0\nwhile i < len(self.parts):\n    m = self.parts[i].mean\n    m += x[0]\n    i += 1\nreturn x + self.parts[1].mean",
    "a list of arrays": "ms = [mean_of(p) for p in self.parts]\nms[0] += x[0]\nfor m in ms:\n    m *= 2\nreturn x + self.parts[0].mean",
    "one or the other": "m = self.one.mean if self.training else self.parts[0].mean\nm += x[0]\nreturn x + self.one.mean",
    "numbers of a setting": "n = self.cfg.start\nn += 1\nk = self.cfg.scale\nk *= 2\nreturn x * n + k",
}
REFUSED = {"what a library looks up": "m = operator.attrgetter('mean')(self.one)\nm += x[0]\nreturn x + self.one.mean"}
BLOCK = """import torch
import torch.nn as nn


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("state", torch.ones(3))

    def forward(self, x):
        return x + self.state
"""
NET = """import torch
import torch.nn as nn
from block_of_another_file import Block


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.b = Block()

    def forward(self, x):
        m = self.b.state
        m += x[0]
        return self.b(x)
"""


def program(body):
    return HEAD + "".join(f"        {line}\n" for line in body.split("\n"))


@pytest.mark.parametrize("name", PROGRAMS)
def test_all_see_what_is_written(name):
    agree_over_calls(program(PROGRAMS[name]), (X,), (X + 4,), (-X,))


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_not_followed_is_refused(name):
    with pytest.raises(AssertionError, match="HYB303"):
        converted(program(REFUSED[name]))


def test_the_class_of_a_part_may_stand_in_another_file(monkeypatch):
    name = "block_of_another_file"
    monkeypatch.setitem(sys.modules, name, original(BLOCK))
    theirs = original(NET, "net").Net()
    monkeypatch.setitem(sys.modules, name, converted(BLOCK)[0])
    ours = loaded(converted(NET)[1].code).Net()
    for x in (X, X + 4, -X):
        assert_same(ours(x.numpy()), theirs(x))
