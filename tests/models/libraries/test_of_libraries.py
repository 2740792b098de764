"""Methods of what Python's library gives, in code beside models: tensors have some of the same names."""

import pytest
from converted_models import converted, original

HEAD = """import decimal
import re

import torch
from torch import nn

PATTERN = re.compile("stage")
PAIRS = [(re.compile("stage"), "x"), (re.compile("w"), "y")]
TABLE = {"a": re.compile("stage")}


class Names:
    pattern = re.compile("stage")

    def __init__(self):
        self.own = re.compile("w")

    def of_class(self, k, s):
        return self.pattern.sub(s, k)

    def of_object(self, k, s):
        return self.own.sub(s, k)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.scale = nn.Parameter(torch.ones(2))

    def forward(self, x):
        return x.sub(self.scale)


def run(k, s):
"""
BODIES = {
    "a global": "return PATTERN.sub(s, k)",
    "a name": "found = re.compile('stage')\nreturn found.sub(s, k)",
    "a call": "return re.compile('stage').sub(s, k)",
    "a loop": "for found, to in PAIRS:\n    k = found.sub(to, k)\nreturn k",
    "a comprehension": "found = [(re.compile(a), b) for a, b in (('stage', 'x'),)]\nfor a, b in found:\n    k = a.sub(b, k)\nreturn k",
    "a dict": "return TABLE['a'].sub(s, k)",
    "an attribute of a class": "return Names().of_class(k, s)",
    "an attribute of an object": "return Names().of_object(k, s)",
    "a method of a number": "return str(decimal.Decimal('4').sqrt())",
    "a match": "return [m.group() for m in PATTERN.finditer(k)]",
}


@pytest.mark.parametrize("name", BODIES)
def test_text_and_numbers_are_no_tensors(name):
    text = HEAD + "".join(f"    {line}\n" for line in BODIES[name].split("\n"))
    assert converted(text)[0].run("stage1.w", "z") == original(text).run("stage1.w", "z")
