"""Hints that name what there is no more stay as text, whatever they have in them."""

import ast

import pytest

from hybridc.core.options import Options
from hybridc.core.source import Source
from hybridc.pipeline import convert

PROGRAM = """
import torch
from torch import nn


class Net(nn.Module):
    def forward(self, x: {hint}) -> {hint}:
        return torch.relu(x)
"""


@pytest.mark.parametrize(
    "hint", ["torch.SymInt", 'tuple[torch.SymInt, ...] | tuple["Net", ...]', "Literal[torch.SymInt, '\"']"]
)
def test_the_text_of_a_hint_is_the_hint(hint):
    source = PROGRAM.format(hint=hint)
    code = convert(Source("net.py", source, ast.parse(source)), Options(format=False)).code
    assert code is not None
    [forward] = [n for n in ast.walk(ast.parse(code)) if isinstance(n, ast.FunctionDef) and n.name == "forward"]
    for found in (forward.returns, forward.args.args[1].annotation):
        text = found.value if isinstance(found, ast.Constant) else ast.unparse(found)
        assert text == ast.unparse(ast.parse(hint, mode="eval"))
