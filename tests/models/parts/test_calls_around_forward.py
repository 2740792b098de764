"""`__call__` that users write around that of the framework is what `apply`, `freeze` and `init` run, as calls do."""

import jax
import jax.numpy as jnp
import torch
from converted_models import agree

from closeness import assert_close

TEXT = """import torch
from torch import nn


class Scaled(nn.Module):
    def __call__(self, x, scale=2):
        return super().__call__(x) * scale


class Net(Scaled):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 4)
        self.inner = Inner()

    def forward(self, x):
        return self.inner(self.fc(x), 3)


class Inner(Scaled):
    def forward(self, x):
        return x + 1
"""
X = torch.randn(3, 4, generator=torch.Generator().manual_seed(0))


def test_apply_gives_what_a_call_gives():
    net, reference, _ = agree(TEXT, lambda module: module.Net(), X)
    x = jnp.asarray(X.numpy())
    assert_close(net.apply(net.parameters(), x), net(x))
    assert_close(net.apply(net.parameters(), x, 5), net(x, 5))
    assert_close(net.freeze()(x), net(x))
    slopes = jax.grad(lambda p: net.apply(p, x).sum())(net.parameters())
    reference(X).sum().backward()
    assert_close(slopes["fc.weight"], reference.fc.weight.grad)
