"""`from torch.nn import *` brings names that converted files say in the runtime's, and is not in them."""

import ast

import jax.numpy as jnp
import pytest
from converted_models import converted

from hybridc.core.options import Options
from hybridc.core.source import Source
from hybridc.pipeline import convert

BODY = """

class Net(Module):
    def __init__(self, size=3):
        super().__init__()
        self.layer = Sequential(Linear(size, 4), ReLU())

    def forward(self, x):
        return self.layer(x)
"""


def refusals(text):
    found = convert(Source("net.py", text, ast.parse(text)), Options()).refusals
    return [(d.code, d.location.line, d.message) for d in found]


@pytest.mark.parametrize(
    "imports",
    ["from torch.nn import *\n", "import os\nfrom os.path import *\n\nimport torch\nfrom torch.nn import *\n"],
)
def test_layers_come_with_everything(imports):
    module, result = converted(imports + BODY)
    assert "torch.nn import *" not in result.code
    assert "nn.Sequential(nn.Linear(size, 4), nn.ReLU())" in result.code
    assert module.Net()(jnp.ones((2, 3))).shape == (2, 4)


def test_names_of_the_file_are_its_own():
    text = "from torch.nn import *\n\n\ndef Linear(a, b):\n    return Identity()\n" + BODY
    module, result = converted(text)
    assert "nn.Sequential(Linear(size, 4), nn.ReLU())" in result.code
    assert module.Net()(jnp.ones((2, 3))).shape == (2, 3)


def test_a_name_that_the_framework_lacks_is_told():
    found = refusals("from torch.nn import *\n" + BODY.replace("ReLU()", "NoSuchLayer()"))
    assert [(code, line) for code, line, _ in found] == [("HYB401", 7)]
    assert "torch.nn.NoSuchLayer" in found[0][2]


def test_a_name_that_another_file_may_bring_is_left():
    text = "from helpers import *\nfrom torch.nn import *\n" + BODY.replace("ReLU()", "helper()")
    code = convert(Source("net.py", text, ast.parse(text)), Options(format=False)).code
    assert "nn.Sequential(nn.Linear(size, 4), helper())" in code
    assert "from helpers import *" in code
