"""Attributes and buffers that are set to other arrays while a name, a list or a view has the one of before."""

from textwrap import indent

import pytest

import hybridc
from forwards.running import Call, Program, verdict

HEAD = """
import torch
from torch import nn


class Part(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("kept", torch.ones(4))
        self.free = torch.ones(4)

    def renew(self, x):
        self.kept = x.mean(0)
        return self.kept

    def give(self):
        return self.kept

    def forward(self, x):
        self.kept.mul_(0.5)
        self.free = self.free * 0.5 + x.mean(0)
        return x + self.kept


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("mean", torch.ones(4))
        self.register_buffer("one", torch.arange(4.0))
        self.register_buffer("two", self.one)
        self.table = torch.full((4,), 0.5)
        self.running_var = torch.ones(4)
        self.part = Part()
        self.norm = nn.BatchNorm1d(4)

    def update(self, x):
        self.mean = self.mean * 0.5 + x.mean(0)

    def bump(self, t):
        self.mean = t * 2
        t.add_(1)
        return t

    def forward(self, x):
"""
CALLS = tuple(Call(training, 2, ("x",), 4) for training in (False, True, True))
FORWARDS = {
    "written afterwards": "v = self.mean\nself.mean = x.mean(0)\nv.add_(1)\nreturn v + self.mean",
    "written before": "v = self.mean\nv.add_(1)\nself.mean = x.mean(0)\nreturn v + self.mean",
    "an attribute": "v = self.table\nv.add_(1)\nself.table = x.mean(0)\nreturn v + self.table",
    "a view": "v = self.mean[:2]\nself.mean = x.mean(0)\nv.add_(1)\nreturn v.sum() + self.mean",
    "a view of an attribute": "r = self.table[1:]\nself.table = self.table * 2\nr.mul_(3)\nself.table.add_(1)\nreturn r.sum() + self.table",
    "given to a method": "return self.bump(self.mean) + self.mean",
    "in a loop": "for i in range(2):\n    v = self.mean\n    v.add_(i)\n    self.mean = v * 2\n    v.add_(1)\nreturn v + self.mean",
    "in a list": "vs = []\nfor i in range(3):\n    vs.append(self.mean)\n    self.mean = self.mean * 2\n    vs[0].add_(1)\nreturn torch.stack(vs) + self.mean",
    "one that another has": "z = [x * 1, x * 2]\nfor t in z:\n    t.add_(1)\nw = z[0][0]\nw.mul_(2)\nself.one = self.one * 2\nreturn x + self.one + self.two",
    "one of two": "v = self.mean\nv.add_(1)\nself.mean = self.mean * 2 if x.shape[0] > 1 else self.mean * 3\nv.add_(1)\nreturn v + self.mean",
    "one of several results": "v = self.mean\nv.add_(1)\nself.mean = x.max(0).values\nself.mean.add_(1)\nreturn v + self.mean",
    "a row of what is new": "v = self.mean\nv.add_(1)\nself.mean = (x.sort(0)[0] * 2)[0]\nself.mean.add_(1)\nreturn v + self.mean",
    "two at once": "v = self.mean\nself.mean, self.one = self.one * 2, self.mean * 3\nv.add_(1)\nreturn v + self.mean + self.one",
    "by its name": "v = self.mean\nv.add_(1)\nsetattr(self, 'mean', x.mean(0))\nv.add_(1)\nreturn v + self.mean",
    "detached": "v = self.mean.detach()\nv.add_(1)\nself.mean = x.mean(0)\nv.add_(1)\nreturn v + self.mean",
    "rows": "for r in self.mean:\n    self.mean = self.mean * 2\n    r.add_(1)\nreturn x + self.mean",
    "unbound": "a, b, c, d = self.mean.unbind(0)\nself.mean = self.mean * 2\na.add_(1)\nreturn x + self.mean + a + b",
    "of a lambda": "f = lambda: self.mean\nv = f()\nv.add_(1)\nself.mean = x.mean(0)\nv.add_(1)\nreturn v + f()",
    "twice": "v = self.mean\nself.mean = x.mean(0)\nu = self.mean\nu.add_(1)\nself.mean = x.sum(0)\nv.add_(2)\nreturn v + u + self.mean",
    "of a part": "v = self.part.kept\nv.add_(1)\nself.part.kept = x.mean(0)\nv.add_(1)\nreturn v + self.part.kept",
    "by a part": "v = self.part.kept\nv.add_(1)\ny = self.part.renew(x)\nv.add_(1)\nreturn v + self.part.kept + y",
    "that a part gives": "v = self.part.give()\nv.add_(1)\nself.part.renew(x)\nv.add_(1)\nreturn v + self.part.kept",
    "a part's attribute": "v = self.part.free\nv.add_(1)\ny = self.part(x)\nv.add_(1)\nreturn v + self.part.free + y",
    "by a method": "v = self.mean\nv.add_(1)\nself.update(x)\nv.add_(1)\nreturn v + self.mean",
    "a view, by a method": "v = self.mean[1:]\nself.update(x)\nv.add_(1)\nreturn v.sum() + self.mean",
    "itself": "v = self.mean[:2]\nself.mean = self.mean.to(x)\nself.mean[0] = 5\nreturn v.sum() + self.mean",
    "itself, an attribute": "v = self.table\nself.table = self.table.to(x).contiguous()\nself.table[:2] += 1\nreturn v + self.table",
    "a name that layers have": "m, v = (x.mean(0), x.var(0)) if self.training else (self.mean, self.running_var)\nif self.training:\n    self.mean.mul_(0.5).add_(m)\n    self.running_var = self.running_var * 0.5 + v\ny = x - m\nreturn y.mul_(v + 1)",
    "statistics": "v = self.norm.running_mean\nv.add_(1)\ny = self.norm(x)\nv.add_(1)\nreturn y + v",
}
# What shows both, or is told apart by no text.
REFUSED = {
    "an operator": "v = self.mean\nself.mean += x.mean(0)\nself.mean = self.mean * 2\nv.add_(1)\nreturn v + self.mean",
    "data": "v = self.mean\nself.mean.data = x.mean(0)\nreturn v + x",
    "data of an attribute": "v = self.table\nself.table.data = x.mean(0)\nreturn v + x",
    "a branch": "v = self.mean\nv.add_(1)\nif x.sum() > 0:\n    self.mean = x.mean(0)\nv.add_(1)\nreturn v + self.mean",
    "one that another has, in a branch": "if x.sum() > 0:\n    self.one = self.one * 2\nreturn x + self.one + self.two",
    "a view of itself": "v = self.table\nself.table = self.table[:3]\nself.table[0] = 5\nreturn v.sum() + self.table.sum() + x",
    "what a name has": "v = x.mean(0)\nself.mean = v\nv.add_(1)\nreturn v + self.mean",
}


def _text(body):
    return HEAD + indent(body, "        ") + "\n"


@pytest.mark.parametrize("name", FORWARDS)
def test_who_has_the_array_of_before_keeps_it(name):
    found = verdict(Program(1, _text(FORWARDS[name]), CALLS))
    assert found.outcome == "same", found


@pytest.mark.parametrize("name", REFUSED)
def test_the_others_are_refused(name):
    assert {"HYB303", "HYB309"} & {d.code for d in hybridc.convert(_text(REFUSED[name])).refusals}
