"""Loops that count the elements of what a function is given, or gets from a part: lists of several shapes, or an array."""

import pytest
import torch
from converted_models import agree_over_calls

HEAD = """import torch
from torch import nn


def total(preds, targets):
    loss = 0.0
    for i in range(len(preds)):
        loss += ((preds[i] - targets[i]) ** 2).mean()
    return loss


class Lists(nn.Module):
    def forward(self, x):
        return [x, x[:1] * 3]


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.lists = Lists()

    def scaled(self, feats):
        outs = []
        for i in range(len(feats)):
            outs.append(feats[i] * (i + 1))
        return outs

    def forward(self, given):
"""
BODIES = {
    "appended": "outs = []\nfor i in range(len(given)):\n    outs.append(given[i] * 2)\nreturn outs",
    "added up": "s = 0\nfor i in range(len(given)):\n    s = s + given[i].sum() * 2\nreturn s",
    "both": "s, outs = torch.zeros(()), []\nfor i in range(len(given)):\n    f = given[i]\n    s = s + f.mean()\n    outs.append(f.sum())\nreturn s / len(given), torch.stack(outs)",
    "by a method": "return self.scaled(given)",
    "by a function": "return total(given, [given[i] * 2 for i in range(len(given))])",
    "of a part": "feats = self.lists(given[0])\nouts = [feats[i] * i for i in range(len(feats))]\nfor i in range(len(feats)):\n    outs[i] = outs[i] + feats[i]\nreturn outs",
    "each with the next": "outs = []\nfor i in range(len(given) - 1):\n    outs.append(given[i].sum() - given[i + 1].sum())\nreturn outs",
}
X = torch.tensor([[0.5, -1.0, 2.0], [1.5, 0.25, -3.0]])


@pytest.mark.parametrize("given", [[X, X[:1] + 1], X], ids=["a list", "an array"])
@pytest.mark.parametrize("name", BODIES)
def test_python_counts_them(name, given):
    body = BODIES[name].replace("\n", "\n        ")
    agree_over_calls(f"{HEAD}        {body}\n", [given])
