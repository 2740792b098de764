"""Writes through `.data` and `.detach()`: the numbers change, and gradients flow as if they had not been written."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest
import torch
from converted_models import agree_over_calls, converted, original, with_weights_of

from closeness import assert_close

HEAD = """import torch
from torch import nn


def doubled(y):
    y.data.mul_(2)
    return y


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 4)

    def forward(self, x):
        y = self.fc(x)
"""
BODIES = {
    "copied": "y.data.copy_(x)\nreturn y",
    "between bounds": "y.data.clamp_(-.1, .1)\nreturn y * y",
    "detached": "y.detach().mul_(2)\nreturn y * y",
    "by a name": "d = y.data\nd *= 2\nd[0] = 3.\nreturn y * y",
    "elements": "y.data[0] = 3.\ny.data[:, 1] *= 2\ny.data *= 2\ny.data += x\nreturn y * y",
    "a view's": "y[0].detach().zero_()\ny[1].data.mul_(2)\nreturn y * y + x",
    "views of it": "v = y[:, 1:].data.t()\nv[0] = 7.\nw = v[1]\nw *= 2\ny.data.view(-1)[::2] = 0.5\nreturn y * y",
    "in a branch": "if x.sum() > 0:\n    y.data.mul_(3)\nreturn y * y",
    "of a helper": "return doubled(y) ** 2",
    "not a number": "y.data[0] = float('nan')\ny.data.masked_fill_(torch.isnan(y), 1.)\nreturn y * y",
    "what is read of it has none": "d = y.detach()\ny[0] = 1.\nreturn y * d",
    "another device has it": "d = y.cpu()\nd[0] = x[0]\nreturn y * d",
}


@pytest.mark.parametrize("body", BODIES)
def test_values_and_gradients(body):
    text = HEAD + "".join(f"        {line}\n" for line in BODIES[body].splitlines())
    x = torch.randn(3, 4, generator=torch.Generator().manual_seed(0))
    agree_over_calls(text, (x,), (-x,))
    torch.manual_seed(0)
    reference = original(text).Net()
    net = with_weights_of(converted(text)[0].Net(), reference)
    given = x.clone().requires_grad_()
    result = reference(given * 1.0)
    weight = np.cos(np.arange(12, dtype=np.float32)).reshape(3, 4)
    (result * torch.tensor(weight)).sum().backward()
    slopes, slope = jax.grad(lambda p, x: (net.apply(p, x * 1.0) * weight).sum(), (0, 1))(
        net.parameters(), jnp.asarray(x.numpy())
    )
    assert_close(slope, given.grad, rtol=1e-4, atol=1e-5)
    for name, parameter in reference.named_parameters():
        assert_close(slopes[name], parameter.grad, rtol=1e-4, atol=1e-5)
