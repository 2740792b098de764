"""Paddle's parameters, state dicts and views are references: what is written into them the model holds."""

import functools
import itertools

import numpy as np
import pytest
from against_paddle import arrays, as_numpy, assert_same, converted, original, paddle
from paddle_idioms import HEAD, IDIOMS
from written_forms import KINDS, changes, model_written

FORMS = {
    "set_value": "p.set_value(p / c)", "scale_": "p.scale_(1.0 / c)", "fill_": "p.fill_(c)", "item": "p[0] = c",
    "assign": "paddle.assign(p * c, output=p)", "view": "p.reshape([-1]).fill_(c)", "augmented": "p *= c",
    "init": "nn.initializer.Constant(c)(p)", "detached": "p.detach().set_value(p + c)",
    "state": "{'p': p}['p'].copy_(p - c, True)",
}  # fmt: skip
NET = """
class Net_NUMBER(nn.Layer):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 4, nn.initializer.Constant(0.5), nn.initializer.Constant(0.25))
        self.register_buffer("scale", paddle.ones([4]))
MADE
    def forward(self, x):
        return self.fc(x) * self.scale


def change_NUMBER(net):
    passed = True
HOST


"""
CALLS = "with paddle.no_grad():\n    f(self.fc.weight, 2.0)\n    f(self.fc.bias, 3.0)\n    f(self.scale, 4.0)\n"
CASES = [
    c for c in itertools.product(("constructor", "host"), KINDS, FORMS) if c[1] != "lambda" or "= " not in FORMS[c[2]]
]


@functools.cache
def of_idioms():
    """All idioms, as functions of one file that is converted once."""
    text = HEAD + changes(IDIOMS)
    return original(text), converted(text)[0]


@functools.cache
def of_cases():
    nets = (model_written(NET, number, case, FORMS, CALLS) for number, case in enumerate(CASES))
    text = "import paddle\nfrom paddle import nn\n\n\n" + "".join(nets)
    return original(text), converted(text)[0]


def same_state(net, reference):
    assert_same({n: np.asarray(v) for n, v in net.state_dict().items()}, arrays(reference.state_dict()))


@pytest.mark.parametrize("idiom", IDIOMS)
def test_a_write_reaches_whoever_sees_it(idiom):
    there, here = of_idioms()
    paddle.seed(0)
    with paddle.utils.unique_name.guard():
        references, nets = [there.Net(), there.Net()], [here.Net(), here.Net()]
    for net, reference in zip(nets, references, strict=True):
        net.set_state_dict(arrays(reference.state_dict()))
    getattr(there, f"change_{idiom}")(*references)
    getattr(here, f"change_{idiom}")(*nets)
    for net, reference in zip(nets, references, strict=True):
        same_state(net, reference)


@pytest.mark.parametrize("case", CASES, ids="-".join)
def test_what_a_function_writes_into_its_argument_reaches_the_model(case):
    number = CASES.index(case)
    there, here = of_cases()
    with paddle.utils.unique_name.guard():
        reference, net = getattr(there, f"Net_{number}")(), getattr(here, f"Net_{number}")()
    getattr(there, f"change_{number}")(reference)
    getattr(here, f"change_{number}")(net)
    same_state(net, reference)


def test_questions_for_tensors_hold_for_references():
    text = f"""{HEAD}

def kinds(model):
    values = [*model.state_dict().values(), *model.parameters(), model.mean, paddle.ones([2]), 1.0]
    return [isinstance(v, paddle.Tensor) for v in values] + [paddle.is_tensor(v) for v in values]
"""
    there, (here, _) = original(text), converted(text)
    assert here.kinds(here.Net()) == there.kinds(there.Net()) and as_numpy(here.kinds(here.Net()))
