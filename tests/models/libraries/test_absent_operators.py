"""Operators in place that arrays of a framework do not have: `y @= r` gives `y` a new array, and nobody sees a write."""

import ast

import numpy as np
import pytest
import torch
from converted_models import agree_over_calls, loaded

from hybridc.core.options import Options
from hybridc.core.source import Source
from hybridc.pipeline import convert

HEAD = """import torch
from torch import nn


def turned(p, r):
    p @= r
    return p


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("P", torch.randn(4, 4))
        self.register_buffer("R", torch.randn(4, 4))

    def forward(self, x):
"""
BODIES = {
    "another name": "y = x * 1\nz = y\ny @= torch.eye(4) * 2\nreturn y, z",
    "a sum behind it": "y = x * 1\nz = y\ny @= self.R + self.P\nreturn y, z",
    "a buffer by a name": "p = self.P\np @= self.R\nreturn x @ p, self.P",
    "a buffer": "p = self.P\nself.P @= self.R * 0.1\nreturn x @ p, self.P",
    "an element of a list": "y = [x * 1, x * 2]\nz = y[0]\ny[0] @= (self.R *\n    2)\nreturn y[0], z",
    "a row, which is written": "y = self.P + 0\nv = y[0]\ny[0] @= self.R\nreturn y, v",
    "a helper's argument": "y = x * 1\nz = turned(y, self.R)\nreturn y, z",
    "in branches": "y = x * 1\nz = y\nif x.sum() > 0:\n    y @= self.R\nelse:\n    y @= self.P\nreturn y, z",
    "in a loop": "y = x\nfor _ in range(3):\n    y @= self.R\nreturn x, y",
}


@pytest.mark.parametrize("body", BODIES)
def test_others_keep_what_they_have(body):
    text = HEAD + "".join(f"        {line}\n" for line in BODIES[body].splitlines())
    x = torch.randn(3, 4, generator=torch.Generator().manual_seed(0))
    agree_over_calls(text, (x,), (-x,))


def test_numpys_arrays_have_the_operator():
    text = """import numpy as np
import torch


def turned(w, r):
    w @= r


def power(n):
    w = np.eye(n)
    w @= w * 2
    return w
"""
    result = convert(Source("model.py", text, ast.parse(text)), Options(format=False))
    assert "    w @= r\n" in result.code
    assert "    w @= w * 2\n" in result.code


def test_mxnets_arrays_have_no_power_in_place():
    text = """from mxnet import nd
from mxnet.gluon import nn


class Net(nn.Block):
    def forward(self, x):
        y = x * 1
        z = y
        y **= 2
        return y, z
"""
    result = convert(Source("model.py", text, ast.parse(text)), Options(format=False))
    x = np.float32([1, -2, 3])
    squared, kept = loaded(result.code).Net()(x)
    assert squared.tolist() == [1, 4, 9]
    assert kept.tolist() == [1, -2, 3]
