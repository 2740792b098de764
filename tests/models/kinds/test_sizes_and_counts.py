"""Sizes that shapes have methods for, sequences of several lengths, and options by which only running tells a shape."""

import ast

import pytest
import torch
from converted_models import agree_over_calls

from hybridc.core.options import Options
from hybridc.core.source import Source
from hybridc.pipeline import convert

HEAD = """import torch
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.table = nn.Parameter(torch.randn(3, 4))
        self.limit = None

    def forward(self, x):
        i = (x[:, 0] > 0).long()
"""
RIGHT = {
    "how many elements": "s = x.shape\nt = x[0].size()\nreturn x * x.shape.numel() + s.numel() + t.numel() + x.size()[1:].numel()",
    "a size made": "return x.view(torch.Size([12])) + torch.zeros(torch.Size((12,)))",
    "sequences": "return nn.utils.rnn.pad_sequence([x[0], x[1, :2]], batch_first=True)",
    "sequences of rows": "return nn.utils.rnn.pad_sequence([x[:2], x, x[:1]], padding_value=7.0)",
    "classes": "return F.one_hot(i, 3), F.one_hot(i, num_classes=4)",
    "no limit": "return F.embedding(i, self.table, max_norm=None), F.embedding(i, self.table, None, self.limit)",
}
REFUSED = {
    "no count of classes": ("return F.one_hot(i)", "HYB403"),
    "none by number": ("return F.one_hot(i, -1)", "HYB403"),
    "a limit": ("return F.embedding(i, self.table, max_norm=0.5)", "HYB402"),
    "a limit of bags": ("return F.embedding_bag(i[None], self.table, max_norm=1)", "HYB402"),
}


def model(body):
    return HEAD + "".join(f"        {line}\n" for line in body.splitlines())


@pytest.mark.parametrize("body", RIGHT)
def test_they_are_pytorchs(body):
    agree_over_calls(model(RIGHT[body]), (torch.randn(3, 4, generator=torch.Generator().manual_seed(0)),))


@pytest.mark.parametrize("body", REFUSED)
def test_they_are_refused(body):
    text = model(REFUSED[body][0])
    result = convert(Source("model.py", text, ast.parse(text)), Options(format=False))
    assert [d.code for d in result.refusals] == [REFUSED[body][1]]
