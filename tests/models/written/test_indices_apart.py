"""Where a number and a list stand apart among indices, PyTorch and Paddle put their axes elsewhere than JAX: refused."""

import ast

import jax.numpy as jnp
import pytest
import torch
from converted_models import agree_over_calls, converted

from hybridc.core.options import Options
from hybridc.core.source import Source
from hybridc.pipeline import convert

NET = """import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.places = [0, 2]
        self.place = 1

    def forward(self, x, i):
"""
APART = [
    "return x[0, :, self.places]",
    "return x[0, :, [0, 2]]",
    "return x[0, :, i]",
    "return x[i[0], :, i]",
    "return x[..., 0, :, i]",
    "x = x.clone()\n        x[1, :, i] = x[0, :, :2]\n        return x",
    "x = x.clone()\n        x[1, :, i] += x[0, :, :2]\n        return x",
    "x = x.clone()\n        v = x[1]\n        x[0, :, self.places] = v[:, :2]\n        return x, v",
]
WRITTEN = [
    "x[1, :, i] = 0.5\n        return x",
    "x[1, :, i] += 0.5\n        return x",
    "v = x[1]\n        x[1, :, i] *= 2\n        return x, v",
]
TOGETHER = [
    "return x[0, i]",
    "return x[:, 0, i]",
    "return x[i[:1], :, 0]",
    "return x[0][:, i]",
    "return x[0, :, self.place]",
    "return x[..., self.places]",
    "return x[0, :, 1:]",
]
SAME = "return x * (2 if x.dtype == torch.float32 else 3)"
X, I = torch.arange(24.0).reshape(2, 3, 4), torch.tensor([1, 0])


@pytest.mark.parametrize("body", APART)
def test_they_are_refused_with_the_way_out(body):
    text = f"{NET}        {body}\n"
    found = convert(Source("net.py", text, ast.parse(text)), Options()).refusals
    assert [d.code for d in found] == ["HYB222"]
    assert "write `x[0][:, i]`" in found[0].message


@pytest.mark.parametrize("body", WRITTEN)
def test_numbers_are_written_to_either_places(body):
    calls = [X, I], [-X, I.flip(0)], [X + 1, torch.tensor([3, 3])]
    agree_over_calls(f"{NET}        x = x.clone()\n        {body}\n", *calls)


@pytest.mark.parametrize("body", [*TOGETHER, SAME])
def test_others_agree(body):
    scope = {}
    exec(f"{NET}        {body}\n", scope)
    module, _ = converted(f"{NET}        {body}\n")
    expected = scope["Net"]()(X, I).numpy()
    found = module.Net()(jnp.asarray(X.numpy()), jnp.asarray(I.numpy()))
    assert found.shape == expected.shape and (found == expected).all()


def test_a_dtype_is_equal_to_no_text():
    text = f'{NET}        return x * (2 if x.dtype == "float32" else 3)\n'
    found = convert(Source("net.py", text, ast.parse(text)), Options()).refusals
    assert [d.code for d in found] == ["HYB222"]
