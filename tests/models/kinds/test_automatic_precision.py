"""Where a framework computes in fewer bits than its arrays have, `torch.autocast`, the file is told so (HYB514)."""

import ast

import numpy as np
import pytest
import torch
from converted_models import agree, as_numpy, converted, original

from hybridc.core.options import Options
from hybridc.core.source import Source
from hybridc.pipeline import check

TORCH = """import contextlib
import torch
from torch import nn
from torch.cuda import amp
from torch.amp import autocast, custom_fwd


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 4)

"""
PADDLE = """import paddle
from paddle import nn
from paddle.amp import auto_cast


class Net(nn.Layer):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 4)

"""
ENTERED = "    def forward(self, x):\n        with {}:\n            y = self.fc(x)\n        return y\n"
DECORATED = "    @{}\n    def forward(self, x):\n        return self.fc(x)\n"
PLAIN = "    def forward(self, x):\n        return self.fc(x)\n"
MAYBE = """    def maybe(self, dtype=torch.float16):
        if self.fc.weight.device != torch.device("cpu"):
            return {}
        return contextlib.nullcontext()

    def forward(self, x):
        with self.maybe():
            y = self.fc(x)
        return y
"""
OUTSIDE = (
    PLAIN
    + """

def main():  # hybridc: host
    net = Net()
    with {}:
        print(net(x))
"""
)
OF_DERIVATIVE = (
    PLAIN
    + """

class Double(torch.autograd.Function):
    @staticmethod
    @{}
    def forward(ctx, x):
        return x * 2

    @staticmethod
    def backward(ctx, g):
        return g * 2
"""
)
LOWER = {
    TORCH: (
        "torch.autocast('cpu')",
        "torch.autocast('cpu', torch.bfloat16)",
        "torch.autocast(device_type='cpu', dtype=torch.bfloat16, enabled=True)",
        "torch.amp.autocast('cuda')",
        "autocast(x.device.type, enabled=self.training)",
        "amp.autocast()",
        "torch.cuda.amp.autocast(dtype=torch.float16)",
        "torch.cpu.amp.autocast()",
    ),
    PADDLE: ("auto_cast()", "paddle.amp.auto_cast(level='O2', dtype='bfloat16')", "paddle.amp.auto_cast(enable=True)"),
}
AS_IT_IS = {
    TORCH: (
        "torch.autocast('cpu', enabled=False)",
        "torch.autocast('cpu', torch.bfloat16, False)",
        "autocast('cuda', dtype=torch.float32)",
        "amp.autocast(enabled=False)",
        "torch.cuda.amp.autocast(False)",
    ),
    PADDLE: (
        "auto_cast(enable=False)",
        "paddle.amp.auto_cast(False)",
        "auto_cast(level='O0')",
        "auto_cast(dtype='float32')",
    ),
}


def told(text):
    found = check(Source("model.py", text, ast.parse(text)), Options()).diagnostics
    assert not [d for d in found if d.is_refusal]
    return [d.location.line for d in found if d.code == "HYB514"]


def forms(head, context):
    here = [ENTERED, DECORATED] if "self." not in context and "x." not in context else [ENTERED]
    return [head + form.format(context) for form in (*here, *([MAYBE, OUTSIDE] if head is TORCH and here[1:] else []))]


@pytest.mark.parametrize("head", [TORCH, PADDLE], ids=["torch", "paddle"])
def test_contexts_of_fewer_bits_are_told_of_wherever_they_stand(head):
    for context in LOWER[head]:
        for text in forms(head, context):
            lines = [n for n, line in enumerate(text.splitlines(), 1) if context in line]
            assert told(text) == lines, text


@pytest.mark.parametrize("head", [TORCH, PADDLE], ids=["torch", "paddle"])
def test_contexts_that_are_told_to_do_nothing_are_nothing(head):
    for context in AS_IT_IS[head]:
        for text in forms(head, context):
            assert told(text) == [], text


def test_inputs_that_a_derivative_casts_are_told_of():
    assert len(told(TORCH + OF_DERIVATIVE.format("custom_fwd(device_type='cuda', cast_inputs=torch.float16)"))) == 1
    for context in ("custom_fwd(device_type='cuda')", "amp.custom_fwd", "amp.custom_fwd(cast_inputs=torch.float32)"):
        assert told(TORCH + OF_DERIVATIVE.format(context)) == []


@pytest.mark.parametrize("context", [*AS_IT_IS[TORCH], "amp.autocast()", "torch.autocast('cuda')"])
def test_what_computes_in_float32_on_this_machine_agrees(context):
    for text in forms(TORCH, context)[:3]:
        agree(text, lambda m: m.Net(), torch.linspace(-1, 1, 8).reshape(2, 4))


def test_the_other_numbers_are_those_of_float32():
    text = TORCH + ENTERED.format("torch.autocast('cpu', dtype=torch.bfloat16)")
    reference, module = original(text).Net(), converted(text)[0]
    net, x = module.Net(), torch.linspace(-1, 1, 8).reshape(2, 4)
    net.load_state_dict({name: value.detach().numpy() for name, value in reference.state_dict().items()})
    (found,), (lower,), (precise,) = (as_numpy(y) for y in (net(x.numpy()), reference(x), reference.fc(x)))
    assert np.abs(found - precise).max() < 1e-6 < np.abs(found - lower).max() < 1e-2
