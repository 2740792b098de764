"""Functions that write what they are given write the parameters of models, wherever they stand and are called."""

import itertools
import textwrap

import pytest
import torch
from converted_models import assert_same, converted, original

FORMS = {
    "div_": "t.div_(c)", "augmented": "t /= c", "item": "t[0] = c", "view": "t.view(-1)[:2].zero_()",
    "init": "nn.init.constant_(t, c)", "data_set": "t.data = t.data * c",
}  # fmt: skip
KINDS = {
    "nested": ("", "def f(t, c):\n    WRITE\n"),
    "lambda": ("", "f = lambda t, c: WRITE\n"),
    "module": ("def f(t, c):\n    WRITE\n\n\n", ""),
    "plain": ("class Scaler:\n    def f(self, t, c):\n        WRITE\n\n\n", "f = Scaler().f\n"),
}
NET = """
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 4)
        nn.init.constant_(self.fc.weight, 0.5)
        nn.init.constant_(self.fc.bias, 0.25)
        self.register_buffer("scale", torch.ones(4))
CONSTRUCTOR
    def forward(self, x):
        return self.fc(x) * self.scale


def change(net):
    passed = True
HOST
"""
CALLS = "f(self.fc.weight.data, 2.0)\nf(self.fc.bias.data, 3.0)\nf(self.scale, 4.0)\n"
CASES = [
    c for c in itertools.product(("constructor", "host"), KINDS, FORMS) if c[1] != "lambda" or "=" not in FORMS[c[2]]
]


@pytest.mark.parametrize(("place", "kind", "form"), CASES)
def test_what_a_function_writes_into_its_argument_reaches_the_model(place, kind, form):
    outside, inside = (part.replace("WRITE", FORMS[form]) for part in KINDS[kind])
    body = inside + CALLS
    constructor = textwrap.indent(body, " " * 8) if place == "constructor" else ""
    host = textwrap.indent(body.replace("self.", "net."), " " * 4) if place == "host" else ""
    text = f"import torch\nfrom torch import nn\n\n\n{outside}{NET}".replace("CONSTRUCTOR", constructor).replace(
        "HOST", host
    )
    there, (here, _) = original(text), converted(text)
    reference, net = there.Net(), here.Net()
    there.change(reference)
    here.change(net)
    for name, value in reference.state_dict().items():
        assert_same(net.state_dict()[name], value)
    x = torch.ones(2, 4)
    assert_same(net.apply(net.parameters(), x.numpy()), reference(x))
