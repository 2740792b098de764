"""What Python's and NumPy's generators draw while a model computes would be drawn once, while it is traced."""

import ast

import jax.numpy as jnp
import pytest

from hybridc import Options
from hybridc.core.source import Source
from hybridc.pipeline import check, convert

HEAD = """\
import os
import random
import secrets
from random import random as uniform

import numpy as np
import torch
from numpy.random import rand
from torch import nn

generator = np.random.default_rng(0)


def coin():
    return random.random() < 0.5


def twice():
    return coin() and coin()


def noisy(x):
    return torch.relu(x) + random.random()


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.generator = np.random.RandomState(0)
        self.scale = nn.Parameter(torch.from_numpy(np.random.rand(4)))

    def forward(self, x):
        BODY
        return x
"""
DRAWING = [
    "x = x * np.random.rand()",
    "x = x * rand()",
    "x = x * uniform()",
    "x = x + torch.from_numpy(np.random.normal(size=4)).float()",
    "x = -x if random.random() < 0.5 else x",
    "if self.training and random.uniform(0, 1) < 0.1: return x",
    "x = x * random.choice([1, 2])",
    "x = x * self.generator.rand()",
    "x = x * generator.random()",
    "x = -x if coin() else x",
    "x = -x if twice() else x",
    "x = noisy(x)",
    "from random import gauss\n        x = x * gauss(0, 1)",
    "x = x * secrets.randbelow(3)",
    "x = x * os.urandom(1)[0]",
    "x = x * np.random.default_rng().random()",
]
KEEPING = ["x = x * torch.rand(4)", "x = x * int(os.environ.get('N', 1))", "x = x * self.scale"]


def named(body):
    text = HEAD.replace("BODY", body)
    return Source("net.py", text, ast.parse(text))


@pytest.mark.parametrize("body", DRAWING)
def test_a_model_that_draws_so_is_refused(body):
    result = check(named(body), Options(partial=True))
    [found] = [d for d in result.diagnostics if d.code == "HYB404"]
    assert found.location.line == (
        23 if "noisy" in body else HEAD[: HEAD.index("BODY")].count("\n") + 1 + body.count("\n")
    )


def test_what_draws_nothing_hidden_converts():
    assert not check(named("\n        ".join(KEEPING)), Options()).refusals


def test_functions_beside_models_draw_at_each_call():
    text = HEAD.replace("BODY", "pass")
    code = convert(Source("net.py", text, ast.parse(text)), Options()).code
    names = {}
    exec(compile(code, "net_jax.py", "exec"), names)
    assert len({float(names["noisy"](jnp.ones(()))) for _ in range(4)}) == 4
