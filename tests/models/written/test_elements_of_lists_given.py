"""Lists and tuples of arrays from parts, helpers and callers: their elements are set, and written in place."""

from textwrap import indent

import pytest
import torch
from converted_models import agree_over_calls

X = torch.tensor([[0.5, -1.0, 2.0], [1.5, 0.25, -3.0]])
HEAD = """import torch
from torch import nn


def two(x):
    return [x * 2, x * 3]


class Lists(nn.Module):
    def forward(self, x):
        return [x * 2, x * 3]


class Tuples(nn.Module):
    def forward(self, x):
        return x * 2, x * 3


class Kept(nn.Module):
    def forward(self, x):
        y = x * 2
        self.y, self.out = y, [y, y]
        return self.out


class Last(nn.Module):
    def forward(self, found):
        found[-1] = found[-1] * 3
        return found[0] + found[1]


class Scaled(nn.Module):
    def forward(self, found):
        for i, each in enumerate(found):
            each.mul_(i + 1)
        found[0][:, 1] = 4
        return found[0] + found[1]


class Beside(nn.Module):
    def forward(self, x, found):
        found[1] = found[0] * x
        return x


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.lists, self.tuples, self.kept = Lists(), Tuples(), Kept()
        self.last, self.scaled, self.beside = Last(), Scaled(), Beside()
        self.all = nn.ModuleList([Beside(), Beside()])

    def step(self, x, found):
        found[1] = found[0] * x
        return x

    def forward(self, x):
"""
BODIES = {
    "an element that is set": "f = self.lists(x)\nf[-1] = f[-1] * 3\nreturn f[0] + f[1]",
    "under two names": "f = self.lists(x)\ng = f\nf[-1] = f[-1] * 3\nreturn g[0] + g[1]",
    "of a helper": "f = two(x)\nf[0] = f[0] * 3\nreturn f[0] + f[1]",
    "taken out": "f = self.lists(x)\nf[-1] = f[-1] * 3\ny = f.pop()\nreturn f[0] + y",
    "by a method": "f = self.lists(x)\nf[0].add_(1)\nreturn f[0] + f[1]",
    "by an operator": "f = self.lists(x)\nf[0] += 1\nreturn f[0] + f[1]",
    "in a view": "f = self.lists(x)\nf[0][:, 0] = 0\nreturn f[0] + f[1]",
    "of a tuple": "f = self.tuples(x)\nf[1].mul_(2)\nf[0][:, 0] = 0\nreturn f[0] + f[1]",
    "each": "f = self.lists(x)\nfor each in f:\n    each.mul_(2)\nreturn f[0] + f[1]",
    "one array twice": "f = self.kept(x)\nf[0].add_(1)\nf[0] = f[0] * 2\nreturn f[1], self.kept.y, self.kept.out[0]",
    "had by a name": "f = self.lists(x)\na = f[0]\nf[0] = x * 7\na += 1\nreturn a, f[0]",
    "of an argument": "f = [x * 2, x * 3]\ny = self.last(f)\nreturn y, f[0], f[1]",
    "of what is handed on": "return self.last(self.lists(x))",
    "written in an argument": "a, b = x * 2, x * 3\ny = self.scaled([a, b])\nreturn y, a, b",
    "of a second argument": "f = [x * 2, x + 1]\nf[0][0] = 5\ny = self.beside(x, found=f)\nreturn y, f[0], f[1]",
    "of parts in a loop": "f = [x * 2, x + 1]\nf[0][0] = 5\nfor part in self.all:\n    x = part(x, f)\nreturn x, f[0], f[1]",
    "of a method's argument": "f = [x * 2, x + 1]\nf[0][0] = 5\ny = self.step(x, f)\nreturn y, f[0], f[1]",
}


@pytest.mark.parametrize("name", BODIES)
def test_elements_agree(name):
    agree_over_calls(HEAD + indent(BODIES[name], " " * 8) + "\n", [X], [-X])


def test_a_function_that_stays_python_sets_elements_of_the_list_that_it_is_given():
    put = "def put(x, found):\n    found[1] = found[0] * x\n    return x\n\n\n"
    body = "f = [x * 2, x + 1]\nf[0][0] = 5\ny = put(x, f)\nreturn y, f[0], f[1]"
    text = HEAD.replace("def two", f"{put}def two")
    agree_over_calls(text + indent(body, " " * 8) + "\n", [X], [-X])
