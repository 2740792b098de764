"""Operators in place keep the dtype of attributes with fewer than 32 bits, whatever they are given."""

import jax.numpy as jnp
import pytest
import torch
from converted_models import agree_over_calls, converted

HEAD = "import torch\nfrom torch import nn\n\n\nclass Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n"
FLOAT16 = "self.register_buffer('h', torch.zeros(4, dtype=torch.half))"
PLAIN = "self.h = torch.zeros(4).half()"
INT8 = "self.register_buffer('h', torch.zeros(4, dtype=torch.int8))"
INT16 = "self.register_buffer('h', torch.zeros((), dtype=torch.int16))"
CASES = {
    "a buffer": (FLOAT16, "self.h += x[0]\nself.h -= x[1] * 3\nreturn self.h.float()"),
    "a name of it": (FLOAT16, "h = self.h\nh += x[0]\nreturn self.h.float()"),
    "what is computed of it": (FLOAT16, "h = self.h + 0\nh += x[0]\nreturn h.float()"),
    "an attribute": (PLAIN, "self.h += x[0]\nreturn (self.h * 3).float()"),
    "set anew": (PLAIN, "self.h = self.h + x[1].half()\nself.h += x[0]\nreturn self.h.float()"),
    "whole numbers": (INT8, "self.h += x[0].long() * 100 + 100\nreturn self.h.long()"),
    "without axes": (INT16, "self.h += (x.mean() * 90000).long()\nreturn self.h.long()"),
    "in a branch": (
        FLOAT16,
        "h = self.h + 0\nif x.sum() > 0:\n    h += x[0]\nelse:\n    h -= x[1]\nreturn h.float()",
    ),
    "a buffer in a branch": (
        FLOAT16,
        "if x.sum() > 0:\n    self.h += x[0]\nelse:\n    self.h -= x[1]\nreturn self.h.float()",
    ),
    "in a loop": (PLAIN, "while self.h.sum() < 3:\n    self.h += x[0].abs()\nreturn self.h.float()"),
    "a number without axes": (FLOAT16, "s = x.mean().half()\ns += x.mean() * 1.1\nreturn s.float()"),
}


def model(made, body):
    lines = "".join(f"        {line}\n" for line in body.splitlines())
    return f"{HEAD}        {made}\n\n    def forward(self, x):\n{lines}"


@pytest.mark.parametrize("case", CASES)
def test_the_dtype_stays(case):
    x = torch.randn(3, 4, generator=torch.Generator().manual_seed(0))
    agree_over_calls(model(*CASES[case]), (x,), (-x,))


def test_ordinary_attributes_stay_as_they_are_written():
    text = model("self.register_buffer('n', torch.zeros(4))", "self.n += x.sum(0)\nreturn x * self.n")
    _, result = converted(text)
    assert "        self.n += tensors.sum(x, 0)\n" in result.code


@pytest.mark.parametrize("body", ["self.b.h += x[0]\nh = self.b.h", "h = self.b.h * 1\nif x.sum() > 0:\n    h += x[0]"])
def test_of_a_part_it_is_refused_when_it_is_traced(body):
    part = f"class B(nn.Module):\n    def __init__(self):\n        super().__init__()\n        {FLOAT16}\n\n\n"
    text = model("self.b = B()", f"{body}\nreturn x + h").replace("class Net", part + "class Net")
    module, _ = converted(text)
    with pytest.raises(TypeError, match=r"meet in|dtypes do not match"):
        module.Net()(jnp.ones((3, 4)))
