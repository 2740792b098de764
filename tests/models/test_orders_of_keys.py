"""Dicts that models return by branches and loops: their keys come in the order in which the original puts them in."""

import numpy as np
import pytest
import torch
from converted_models import converted, original

HEAD = """
import torch
from torch import nn


def made(x):
    return {"out": x, "more": x * 2}


class Part(nn.Module):
    def __init__(self, k):
        super().__init__()
        self.k = k

    def forward(self, x):
        return {"out": x * self.k, "more": [x + 1, x]}


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = Part(1)
        self.b = Part(2)
        self.register_buffer("mean", torch.full((4,), 0.5))

    def made(self, x):
        return {"out": x, "more": {"z": x * 2, "a": x}}
"""
FORWARDS = {
    "a branch returns": """
        if x.sum() > 0:
            return {"out": x, "more": [x, x]}
        y = x * 2
        return {"out": y, "more": [y, x]}
    """,
    "a branch returns behind a write": """
        self.mean.mul_(0.5)
        if x.sum() > 0:
            return {"out": x, "more": [x, x]}
        y = x * 2
        return {"out": y, "more": [y, x]}
    """,
    "parts": """
        if x.sum() > 0:
            found = self.a(x)
        else:
            found = self.b(x)
        return found
    """,
    "a loop": """
        found = {"out": x, "more": x * 2}
        for i in range(3):
            if x.sum() > 10:
                break
            x = x * 2
            found = {"out": x, "more": x + 1}
        return found
    """,
    "a loop that asks for values": """
        found = self.made(x)
        while found["out"].sum() < 100:
            found = self.made(found["out"] + 10)
        return found
    """,
    "a method": """
        found = self.made(x)
        if x.sum() > 0:
            found = self.made(x + 1)
        return found
    """,
    "a function": """
        return made(x + 1) if x.sum() > 0 else made(x)
    """,
    "what reads the keys": """
        found = made(x + 1) if x.sum() > 0 else made(x)
        return torch.cat([found[key] for key in found])
    """,
}


def _order(value):
    if isinstance(value, dict):
        return [(key, _order(held)) for key, held in value.items()]
    return [_order(held) for held in value] if isinstance(value, list | tuple) else np.asarray(value).tolist()


@pytest.mark.parametrize("name", FORWARDS)
@pytest.mark.parametrize("sign", [1, -1])
def test_keys_are_in_the_order_of_the_original(name, sign):
    source = HEAD + "\n    def forward(self, x):" + FORWARDS[name]
    x = torch.arange(8.0).reshape(2, 4) * sign
    expected = original(source).Net()(x.clone())
    assert _order(converted(source)[0].Net()(x.numpy())) == _order(expected)
