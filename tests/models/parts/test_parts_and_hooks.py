"""Hooks that are given keyword arguments or come first, and attributes that calls set to another part."""

import ast

import torch
from converted_models import agree_over_calls

from hybridc.core.options import Options
from hybridc.core.source import Source
from hybridc.pipeline import convert

HOOKED = """import torch
from torch import nn


class Scaled(nn.Module):
    def forward(self, x, k=1.0):
        return x * k


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.part = Scaled()

        def before(module, args, kwargs):
            return (args[0] + 1,), {"k": kwargs["k"] * 2}

        def after(module, args, kwargs, result):
            return result + kwargs["k"]

        self.part.register_forward_hook(lambda module, args, result: result * 2)
        self.part.register_forward_hook(after, with_kwargs=True)
        self.part.register_forward_hook(lambda module, args, result: result + 3, prepend=True)
        self.part.register_forward_pre_hook(before, with_kwargs=True)
        self.part.register_forward_pre_hook(lambda module, args, kwargs: None, with_kwargs=True)
        first = self.part.register_forward_pre_hook(lambda module, args: (args[0] * 5,), prepend=True)
        self.part.register_forward_pre_hook(lambda module, args, kwargs: None, with_kwargs=True).remove()
        if self.part is None:
            first.remove()

    def forward(self, x):
        return self.part(x, k=3.0)
"""
SET = """import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(4, 4)
        self.b = nn.Linear(4, 4)
        self.current = self.a

    def forward(self, x):
        self.current = self.b
        return self.current(x)
"""


def test_hooks_with_keywords_and_in_front():
    agree_over_calls(HOOKED, (torch.randn(3, 4),))


def test_an_attribute_of_one_part_that_calls_set_to_another_is_refused():
    result = convert(Source("model.py", SET, ast.parse(SET)), Options(format=False))
    assert [(d.code, d.location.line) for d in result.refusals] == [("HYB309", 13)]
