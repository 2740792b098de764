"""Buffers that methods set to what their callers write in place: the original's buffer shows that, a copy does not."""

import jax.numpy as jnp
import pytest
import torch
from converted_models import agree_over_calls, converted

PROGRAM = """import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("cache", MADE)
        self.register_buffer("mean", torch.zeros(3))
        self.flag = True

    def step(self, t):
        SET
        self.mean.neg_()
        return t

    def forward(self, x):
        y = torch.sin(x)
        y = self.step(y)
        WRITE
        return y
"""
MADE = ["None", "torch.zeros(2, 3)"]
SET = [
    "self.cache = t",
    "self.cache = t if self.flag else t * 2",
    "if self.cache is None or self.flag:\n            self.cache = t",
]
X = torch.linspace(-1, 2, 6).reshape(2, 3)


@pytest.mark.parametrize("made", MADE)
@pytest.mark.parametrize("line", SET)
def test_what_is_written_afterwards(made, line):
    module, _ = converted(PROGRAM.replace("MADE", made).replace("SET", line).replace("WRITE", "y.relu_()"))
    with pytest.raises(RuntimeError, match="the buffer `cache` is set to an array that is written in place afterwards"):
        module.Net()(jnp.asarray(X.numpy()))


@pytest.mark.parametrize("write", ["y = y + 1", "y = y.clone()\n        y += 1"])
@pytest.mark.parametrize("line", [*SET, "t.relu_()\n        self.cache = t"])
def test_what_is_not(line, write):
    program = PROGRAM.replace("MADE", "None").replace("SET", line).replace("WRITE", write)
    agree_over_calls(program, [X], [X * 2])
