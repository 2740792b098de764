"""Models with checks: their calls raise what the original raises, and return what it returns."""

import ast

import jax
import numpy as np
import pytest
from converted_models import loaded
from jax.experimental import checkify

from hybridc.core.options import Check, Options
from hybridc.core.source import Source
from hybridc.pipeline import convert

TEXT = """\
import torch
from torch import nn


class Inner(nn.Module):
    def forward(self, x, n):
        assert x.sum() > 0, f"sum {n}"
        return x * 2


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = Inner()
        self.table = nn.Embedding(4, 3)
        self.register_buffer("calls", torch.zeros(1))

    def forward(self, x, i):
        self.calls += 1
        y = self.inner(x, 7)
        for k in range(x.shape[0] + int(self.training)):
            y = y + x[i] * k
        if x[0] > 1:
            y = self.inner(x - 5, 8) + self.table(i).sum()
        return y


class Loop(nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = Inner()

    def forward(self, x, n):
        while n > 0:
            x = self.inner(x, 3) - 4
            n = n - 1
        return x
"""
X = np.array([1.0, 2.0, 3.0], np.float32)


@pytest.fixture(scope="module")
def module():
    options = Options(checked=frozenset({Check.INDEX, Check.ASSERT}), format=False)
    return loaded(convert(Source("net.py", TEXT, ast.parse(TEXT)), options).code)


def test_calls_raise_what_fails_first_and_return_the_rest(module):
    net = module.Net()
    right = np.asarray(net(X, np.array(1)))
    assert np.all(np.isfinite(right))
    with pytest.raises(IndexError, match=r"^net.py:22: index 5 is out of bounds for axis 0 with size 3$"):
        net(X, np.array(5))
    with pytest.raises(AssertionError, match=r"^net.py:7: AssertionError: sum 7$"):
        net(-X, np.array(5))
    with pytest.raises(AssertionError, match=r"^net.py:7: AssertionError: sum 8$"):  # of a part in a compiled branch
        net(X + 1 - np.array([0, 4, 4], np.float32), np.array(0))
    assert np.array_equal(net(X, np.array(1)), right)
    assert float(net.calls[0]) == 2.0  # what a call that raised has written is not kept


def test_a_part_in_a_loop_ends_it(module):
    loop = module.Loop()
    assert np.array_equal(loop(X, np.array(0)), X)
    assert np.array_equal(loop(X + 4, np.array(1)), X * 2 + 4)
    with pytest.raises(AssertionError, match=r"^net.py:7: AssertionError: sum 3$"):
        loop(X, np.array(5))


def test_step_by_step_too(module):
    net = module.Net()
    net.hybridize(active=False)
    with pytest.raises(ValueError, match=r"net.py:22: index 5 is out of bounds"):
        net(X, np.array(5))


def test_under_transformations_of_ones_own(module):
    net = module.Net()
    error, _ = checkify.checkify(jax.jit(lambda p, x: net.apply(p, x, np.array(5))))(net.parameters(), X)
    assert "net.py:22: index 5" in error.get()


def test_what_cannot_raise_says_so(module):
    with pytest.raises(RuntimeError, match="a frozen model raises nothing"):
        module.Net().freeze()(X, np.array(1))
