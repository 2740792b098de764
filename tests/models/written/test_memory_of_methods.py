"""What methods, parts and dicts give may be what they were given, or what the model holds; attributes that become one
array."""

import ast
import textwrap

import pytest
import torch
from converted_models import agree_over_calls, converted

from hybridc.core.options import Options
from hybridc.core.source import Source
from hybridc.pipeline import convert

HEAD = """import torch
from torch import nn


class Chosen(nn.Module):
    def forward(self, h):
        if h.sum() > 0:
            return h
        return h * 2


class Doubled(nn.Module):
    def forward(self, h):
        n = 0
        while h.sum() < 4 and n < 5:
            h = h * 2
            n += 1
        return h


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("m", torch.ones(3))
        self.register_buffer("k", torch.zeros(3))
        self.w = nn.Parameter(torch.ones(3))
        self.h = torch.zeros(3)
        self.chosen, self.doubled = Chosen(), Doubled()
        self.parts = nn.ModuleList([Chosen(), Doubled()])
        self.found = []
        self.one, self.two = torch.zeros(3), torch.zeros(3)
        self.reg = {0: torch.zeros(3), 1: torch.ones(3)}
        self.cur = 0

    def held(self, x):
        return self.m

    def weight(self, x):
        return self.w

    def either(self, x):
        if x.sum() > 0:
            return self.m
        return x

    def chosen_here(self, h):
        return h if h.sum() > 0 else -h

    def shows(self, x):
        self.k = self.h[:]
        return x

    def forward(self, x):
"""
# The body of `forward(x)`.
CONVERTED = {
    "a buffer, written afterwards": "y = self.held(x)\nself.m.add_(x)\nreturn y * 2",
    "a buffer, written by its name": "y = self.held(x)\ny.add_(x)\nreturn self.m * 2",
    "a parameter": "self.m.add_(1)\ny = self.weight(x)\nwith torch.no_grad():\n    self.w.mul_(2)\nreturn y * 1",
    "a buffer or the argument": "y = self.either(x)\nself.m.add_(1)\nreturn y * 2",
    "the argument, by its result": "h = x * 2\ny = self.chosen_here(h)\ny[0] = 7\nreturn h * 1",
    "the argument, by its name": "h = x * 2\ny = self.chosen_here(h)\nh.add_(1)\nreturn y * 1",
    "a part's, by its result": "h = x * 2\ny = self.chosen(h)\ny.add_(1)\nreturn h * 1",
    "a part's, by its name": "h = x * 2\ny = self.chosen(h)\nh.add_(1)\nreturn y * 1",
    "a part's after a loop": "h = x * 2\ny = self.doubled(h)\ny.add_(1)\nreturn h * 1",
}
RAISING = [
    "h = x * 2\ny = self.parts[0](h)\ny.add_(1)\nreturn h * 1",
    "h = x * 2\ny = self.parts[1](h)\ny.add_(1)\nreturn h * 1",
]
REFUSED = {
    "a view, by a method": "y = self.shows(x * 2)\nself.h[1:] += 3.0\nreturn y + self.k",
    "from the next call on": "self.k[-1] = 3.0\nself.k = self.m\nreturn x * self.k",
    "by a name": "v = self.m[1:]\nself.m.add_(x)\nself.last = v\nreturn x",
    "in some calls": "y = x * 2\nif self.training:\n    self.one = y\n    self.two = y\nself.one.add_(1)\nreturn x",
    "both of one array": "y = x * 2\nself.k.mul_(3)\nself.k = y\nself.h = y[:]\nreturn x * self.k",
    "by a loop over a tuple": "for r in (self.h, x):\n    r.add_(0.5)\nself.found.append(self.h)\nreturn x",
    "of a dict, by a key that changes": "t = self.reg[self.cur]\nt.add_(x)\nself.cur = 1\nreturn t * 1",
    "what `get` gives": "t = self.reg.get(self.cur)\nt += x\nself.cur = 1\nreturn t * 1",
    "by code around": "self.last = self.m[1:]\nreturn x * 2",
}
AROUND = "\n\ndef run(x):\n    net = Net()\n    net(x)\n    net.last += 1\n    return net\n"


def model(body):
    return HEAD + textwrap.indent(body, " " * 8) + "\n"


@pytest.mark.parametrize("name", CONVERTED)
def test_what_methods_give_shows_what_is_written(name):
    agree_over_calls(model(CONVERTED[name]), *((torch.tensor(x),) for x in ([1.0, 2.0, 3.0], [-1.0, 0.5, -3.0])))


@pytest.mark.parametrize("body", RAISING)
def test_what_branches_and_loops_of_parts_may_give_is_looked_at_when_it_runs(body):
    module, _ = converted(model(body))
    with pytest.raises(RuntimeError, match="read afterwards"):
        module.Net()(torch.ones(3).numpy())


@pytest.mark.parametrize("name", REFUSED)
def test_what_attributes_lists_and_dicts_would_not_show_is_refused(name):
    text = model(REFUSED[name]) + (AROUND if "around" in name else "")
    found = convert(Source("model.py", text, ast.parse(text)), Options(format=False)).refusals
    assert {d.code for d in found} == {"HYB303"}


def test_attributes_that_are_set_to_copies_or_set_anew_convert():
    body = "self.h = self.m.clone()\nself.k = self.m[:] * 2\nself.m.add_(x)\nself.k.mul_(2)\nreturn self.h + self.k"
    agree_over_calls(model(body), (torch.ones(3),), (torch.ones(3) * 2,))


def test_elements_of_dicts_are_read_by_a_key_that_changes():
    body = "t = self.reg[self.cur]\nself.cur = 1 - self.cur\nreturn t * x + self.reg.get(self.cur)"
    agree_over_calls(model(body), (torch.ones(3),), (torch.ones(3) * 2,))
