"""Functions that write what they are given write the parameters of models, wherever they stand and are called."""

import itertools

import pytest
import torch
from converted_models import assert_same, converted, original
from written_forms import KINDS, model_written

FORMS = {
    "div_": "p.div_(c)", "augmented": "p /= c", "item": "p[0] = c", "view": "p.view(-1)[:2].zero_()",
    "init": "nn.init.constant_(p, c)", "data_set": "p.data = p.data * c",
}  # fmt: skip
NET = """
class Net_NUMBER(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 4)
        nn.init.constant_(self.fc.weight, 0.5)
        nn.init.constant_(self.fc.bias, 0.25)
        self.register_buffer("scale", torch.ones(4))
MADE
    def forward(self, x):
        return self.fc(x) * self.scale


def change_NUMBER(net):
    passed = True
HOST
"""
CALLS = "f(self.fc.weight.data, 2.0)\nf(self.fc.bias.data, 3.0)\nf(self.scale, 4.0)\n"
CASES = [
    c for c in itertools.product(("constructor", "host"), KINDS, FORMS) if c[1] != "lambda" or "=" not in FORMS[c[2]]
]


@pytest.mark.parametrize(("place", "kind", "form"), CASES)
def test_what_a_function_writes_into_its_argument_reaches_the_model(place, kind, form):
    text = "import torch\nfrom torch import nn\n\n\n" + model_written(NET, 0, (place, kind, form), FORMS, CALLS)
    there, (here, _) = original(text), converted(text)
    reference, net = there.Net_0(), here.Net_0()
    there.change_0(reference)
    here.change_0(net)
    for name, value in reference.state_dict().items():
        assert_same(net.state_dict()[name], value)
    x = torch.ones(2, 4)
    assert_same(net.apply(net.parameters(), x.numpy()), reference(x))
