"""What JAX does not tell of an array, its place in memory and whether gradients flow: it decides nothing that is computed."""

import ast

import pytest
import torch
from converted_models import agree_over_calls

from hybridc.core.options import Options
from hybridc.core.source import Source
from hybridc.pipeline import convert

HEAD = """import torch
import torch.utils.checkpoint as cp
from torch import nn


def lies_in_order(x):
    return x.is_contiguous()


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 4)
        self.is_efficient = True

    def inner(self, x):
        return self.fc(x)

    def any_requires_grad(self, x):
        for t in x:
            if t.requires_grad:
                return True
        return False

    def again(self, x):
        def closure(*xs):
            return self.inner(*xs)

        return cp.checkpoint(closure, *x, use_reentrant=False)

    def forward(self, x):
"""
REFUSED = {
    "a conditional": "z = x.t()\nreturn z if z.is_contiguous() else z * 2",
    "an early return": "z = x.t()\nif z.is_contiguous():\n    return z\nreturn z * 2",
    "a number": "return x + x.t().is_contiguous()",
    "a helper's": "if lies_in_order(x.t()):\n    return x * 2\nreturn x",
    "a name's": "flows = self.fc(x).requires_grad\nif flows:\n    x = x * 2\nreturn x",
    "another side raises": "z = x.t()\nif z.is_contiguous():\n    raise ValueError\nreturn z",
}
RIGHT = {
    "a copy": "z = x.t()\nif not z.is_contiguous():\n    z = z.contiguous()\nreturn z.view(-1)",
    "a conditional copy": "z = x.t()\nz = z if z.is_contiguous() else z.contiguous()\nreturn z.view(-1)",
    "by a name": "is_ordered = x.is_contiguous()\nif not is_ordered:\n    x = x.contiguous()\nreturn x * 2",
    "an assertion": "z = x.t().contiguous()\nassert z.is_contiguous()\nreturn z",
    "the other side raises": "if not x.is_contiguous():\n    raise ValueError('no')\nreturn x * 2",
    "any that flows raises": "if any(t.requires_grad for t in [x]):\n    raise ValueError\nreturn self.fc(x)",
    "computed anew": "if self.training and x.requires_grad:\n    return cp.checkpoint(self.fc, x)\nreturn self.fc(x)",
    "by methods": "if self.is_efficient and self.any_requires_grad([x]):\n    y = self.again([x])\nelse:\n    y = self.inner(x)\nreturn y",
}


def model(body):
    return HEAD + "".join(f"        {line}\n" for line in body.splitlines())


@pytest.mark.parametrize("body", REFUSED)
def test_it_is_refused_where_values_rest_on_it(body):
    text = model(REFUSED[body])
    result = convert(Source("model.py", text, ast.parse(text)), Options(format=False))
    assert {d.code for d in result.refusals} == {"HYB402"}


@pytest.mark.parametrize("body", RIGHT)
def test_it_converts_where_either_way_gives_the_same(body):
    helper = HEAD[HEAD.index("def lies_in") : HEAD.index("class Net")]
    text = model(RIGHT[body]).replace(helper, "")  # it is refused by itself
    agree_over_calls(text, (torch.randn(3, 4, generator=torch.Generator().manual_seed(0)),))
