"""Functions beside models that set elements of what they are given, where the file shows that it is an array."""

import pytest
import torch
from converted_models import agree_over_calls, converted

HEAD = """import torch
from torch import nn


def set_at(t, k, v):
    t[k] = v
    return t


def set_first(t, v):
    t[0] = v
    return t


def set_second(t, v):
    t[-2] = v


def passed_on(t):
    set_second(t, 3.0)
    return t


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 4)

    def forward(self, x):
        y = self.fc(x)
        z = y
"""
BODIES = {
    "a number": "return set_first(y, 1.)",
    "a number, as a statement": "set_first(y, 1.)\nreturn y, z",
    "a mask": "return set_at(y, x > 0, 1.), z",
    "places": "i = x.argmax(0)\nset_at(y, i[0], 1.)\nreturn y, z",
    "of a row": "set_at(y[1], x[0] > 0, 1.)\nset_at(y, 0, 2.)\nreturn y, z",
    "in a loop": "for k in range(2):\n    y = set_at(y, k, float(k))\nreturn y, z",
    "in a branch": "if x.sum() > 0:\n    set_first(y, 0.)\nreturn y, z",
    "what is computed": "return set_first(x * 2, 1.), x",
    "by another function": "passed_on(y)\nreturn y, z",
    "what the model is given": "set_first(x, 1.)\nreturn x * 2",
}
ELSEWHERE = """import torch
from torch import nn


def put(cache, v):
    cache[0] = v
    return cache


def named(cache, v):
    cache["a"] = v
    return cache


class Net(nn.Module):
    def forward(self, x, cache=None):
        if cache is None:
            cache = [None]
        cache = put(cache, x * 2)
        return cache[0] + named({}, x)["a"]
"""


@pytest.mark.parametrize("body", BODIES)
def test_arrays_that_helpers_set(body):
    text = HEAD + "".join(f"        {line}\n" for line in BODIES[body].splitlines())
    x = torch.randn(3, 4, generator=torch.Generator().manual_seed(0))
    agree_over_calls(text, (x,), (-x,))


def test_lists_and_dicts_stay_pythons():
    agree_over_calls(ELSEWHERE, (torch.randn(3, 4),))
    assert "    cache[0] = v\n" in converted(ELSEWHERE)[1].code
