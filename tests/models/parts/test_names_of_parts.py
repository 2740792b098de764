"""A part of a model by the name of an array's method is the part: `self.head.flatten(x)`."""

import ast

import pytest
import torch
from converted_models import agree, converted

from hybridc.core.options import Options
from hybridc.core.source import Source
from hybridc.pipeline import convert

MADE = """from collections import OrderedDict

import torch
from torch import nn


class Head(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm = nn.LayerNorm(4)
        self.relu = nn.ReLU()
        self.max = nn.Linear(4, 4)
        self.view = nn.Linear(4, 4)

    def forward(self, x):
        return x


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.head = nn.Sequential(OrderedDict([("flatten", nn.Flatten(0, 1)), ("std", nn.Linear(4, 4))]))
        self.head.add_module("repeat", nn.Linear(4, 4))
        self.net = Head()
        self.blocks = nn.ModuleDict({"mean": nn.Linear(4, 4), "sum": nn.Tanh()})
        self.table = nn.ModuleDict(dict(prod=nn.Linear(4, 4)))
        self.holder = nn.Module()
        self.holder.unsqueeze = nn.Linear(4, 4)
        self.parts = nn.ModuleList([Head()])
        self.scale = nn.Parameter(torch.rand(4, 4))

    def forward(self, x):
        USE
        return x


def outside(net, x):
    x = net.head.flatten(x)
    return net.net.max(x)
"""
USES = [
    "x = self.head.flatten(x)",
    "x = self.head.std(x)",
    "x = self.head.repeat(x)",
    "x = self.net.relu(x)",
    "x = self.net.norm(x)",
    "x = self.net.max(x)",
    "x = self.net.view(x)",
    "x = self.blocks.mean(x)",
    "x = self.blocks.sum(x)",
    "x = self.table.prod(x)",
    "x = self.holder.unsqueeze(x)",
    "net = self.net; x = net.max(x)",
    "x = self.parts[0].view(x)",
    "x = getattr(self, 'net').norm(x)",
    "for part in self.parts: x = part.max(part.norm(x))",
    # and those of arrays are still those of arrays
    "x = x.flatten(0, 1).std(0)",
    "x = self.scale.max(1)[0] + x.view(-1, 4)",
    "x = self.scale.view(2, 8).std(1)",
    "x = x.norm(dim=-1) + x.mean(-1)",
    "x = self.net.view.weight.view(2, 8).sum(1)",
]


@pytest.mark.parametrize("use", USES)
def test_a_part_wins_over_a_method_of_its_name(use):
    agree(MADE.replace("USE", use), lambda m: m.Net(), torch.randn(2, 3, 4))


def test_so_it_does_beside_models():
    module, _ = converted(MADE.replace("USE", "pass"))
    x = torch.randn(2, 3, 4)
    assert module.outside(module.Net(), x.numpy()).shape == (6, 4)


OTHERS = {
    "paddle": (
        "import paddle\nfrom paddle import nn\n",
        'nn.Sequential(("flatten", nn.Flatten()), ("max", nn.Linear(4, 4)))',
        "nn.Layer",
        "forward",
    ),
    "mxnet": ("from mxnet.gluon import nn\n", "nn.Dense(4)", "nn.Block", "forward"),
    "chainer": ("import chainer\nimport chainer.links as L\n", "L.Linear(4, 4)", "chainer.Chain", "forward"),
    "keras": ("import keras\nfrom keras import layers\n", "layers.Dense(4)", "keras.Model", "call"),
}


@pytest.mark.parametrize("framework", OTHERS)
def test_so_it_does_in_other_frameworks(framework):
    head, made, base, entry = OTHERS[framework]
    text = f"{head}\n\nclass Part({base}):\n    def __init__(self):\n        super().__init__()\n"
    text += (
        f"        self.max = {made}\n        self.flatten = {made}\n\n    def {entry}(self, x):\n        return x\n\n\n"
    )
    text += f"class Net({base}):\n    def __init__(self):\n        super().__init__()\n        self.head = Part()\n\n"
    text += f"    def {entry}(self, x):\n        return self.head.flatten(self.head.max(x))\n"
    result = convert(Source("net.py", text, ast.parse(text)), Options())
    assert "return self.head.flatten(self.head.max(x))" in result.code
