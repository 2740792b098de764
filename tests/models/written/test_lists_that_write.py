"""Lists of layers of which one writes into what it is given: who sees that, and who is told of it."""

import pytest

import hybridc
from forwards.running import Call, Program, verdict

HEAD = """
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.parts = nn.ModuleList([nn.Linear(4, 4), nn.ReLU(inplace=True)])
        self.named = nn.ModuleDict({"a": nn.ReLU(inplace=True)})

    def forward(self, x):
"""

# What the forward does, and whether it writes into its argument.
FORWARDS = {
    "run over": ("for p in self.parts:\n    p(x)\nreturn x * 2", True),
    "with another result": ("for p in self.parts:\n    y = p(x)\nreturn x + y", True),
    "by index": ("for i in range(len(self.parts)):\n    self.parts[i](x)\nreturn x * 2", True),
    "one of them": ("self.parts[1](x)\nreturn x * 2", True),
    "by name": ("y = self.named['a'](x)\nreturn x + y", True),
    "counted": ("for i, p in enumerate(self.parts):\n    p(x)\nreturn x * 2", True),
    "the other way round": ("for p in reversed(self.parts):\n    x = p(x)\nreturn x", True),
    "the first passed over": (
        "for i, p in enumerate(self.parts):\n    if i == 0:\n        continue\n    x = p(x)\nreturn x", True,
    ),
    "those of a kind": ("for p in self.parts:\n    if isinstance(p, nn.ReLU):\n        x = p(x)\nreturn x", True),
    "in order": ("for p in self.parts:\n    x = p(x)\nreturn x", False),
    "in order, counted": ("for i, p in enumerate(self.parts):\n    x = p(x)\nreturn x", False),
}  # fmt: skip


@pytest.mark.parametrize(("body", "is_told"), FORWARDS.values(), ids=FORWARDS.keys())
def test_a_list_of_layers_that_write(body, is_told):
    source = HEAD + "".join(f"        {line}\n" for line in body.split("\n"))
    found = verdict(Program(0, source, calls=(Call(False, 2, ("x",), 4), Call(True, 3, ("x",), 4))))
    assert found.outcome == "same", found.detail
    told = {d.code for d in hybridc.check(source, filename="net.py").diagnostics}
    assert ("HYB304" in told) is is_told
