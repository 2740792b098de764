"""Functions that write into what they are given, and go by another name where they are called."""

import textwrap

import numpy as np
import pytest

import hybridc
from differential import assert_same, load

ARRAYS = """import numpy as np


def bump(x):
    {write}
    return x.sum()


def bumped(x):
    return bump(x)


def plain(x):
    return {sum}


def f(x, k, flag=True{default}):  # hybridc: graph
{body}
    return r, x
"""
BODIES = {
    "one of two": "g = bump if flag else plain\nr = g(x)",
    "by what it calls": "g = bumped if flag else plain\nr = g(x)",
    "called as it is chosen": "r = (bump if flag else plain)(x)",
    "list": "r = 0\nfor g in [bump, plain]:\n    r = r + g(x)",
    "element": "r = [bump, plain][0](x)",
    "dict": "r = {'a': bump, 'b': plain}['a'](x)",
    "set again": "g = bump\nif flag:\n    g = plain\nr = g(x)",
    "map": "r = sum(map(bump, [x, x]))",
    "comprehension": "r = sum([g(x) for g in (bump, plain)])",
    "default": "r = given(x)",
    "nested": "def inner(q):\n    q += 1.0\n    return q.sum()\ng = inner if flag else plain\nr = g(x)",
}
MODELS = """import torch
from torch import nn


def bump(x):
    x.add_(1.0)
    return x.sum()


def plain(x):
    return x.sum()


def init(layer):
    layer.scale = 1.0


class Net(nn.Module):
    def __init__(self, act={default}, flag=True):
        super().__init__()
        self.act = {held}
        self.line = nn.Linear(3, 3)
        self.apply(init)

    def forward(self, x):
        y = self.line(x)
        r = {call}
        return r, y
"""


@pytest.mark.parametrize("write", ["x += 1.0", "x[0] = 5.0", "np.add(x, 1, out=x)"])
@pytest.mark.parametrize("form", BODIES)
@pytest.mark.parametrize("total", ["x.sum()", "np.sum(x)"])
def test_what_it_writes_is_not_lost(form, write, total):
    body = textwrap.indent(BODIES[form], "    ")
    default = ", given=bump" if form == "default" else ""
    source = ARRAYS.format(write=write, body=body, default=default, sum=total)
    found = hybridc.convert(source, filename="program.py")
    if found.code is None:
        assert {"HYB308", "HYB406"} & {d.code for d in found.refusals}
        return
    x = np.array([0.5, 1.25, 2.0])
    assert_same(load(source).f(x.copy(), 1.0), load(found.code, "generated").f(x, 1.0))


@pytest.mark.parametrize(
    ("default", "held", "call"),
    [
        ("bump", "act", "self.act(y)"),
        ("None", "bump if flag else plain", "self.act(y)"),
        ("None", "{'a': bump, 'b': plain}", "self.act['a'](y)"),
        ("None", "[bump, plain]", "sum([f(y) for f in self.act])"),
        ("None", "None", "(bump if self.training else plain)(y)"),
    ],
)
def test_nor_is_what_a_models_function_writes(default, held, call):
    found = hybridc.convert(MODELS.format(default=default, held=held, call=call), filename="net.py")
    assert "HYB308" in {d.code for d in found.refusals}


def test_functions_that_only_read_are_called_by_any_name():
    source = MODELS.format(default="plain", held="act", call="self.act(y)")
    assert not hybridc.convert(source, filename="net.py").refusals
