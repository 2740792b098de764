"""`__call__` that users write around that of the framework is what `apply`, `freeze` and `init` run, as calls do."""

import jax
import jax.numpy as jnp
import numpy as np
import torch
from converted_models import agree

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
    np.testing.assert_allclose(net.apply(net.parameters(), x), net(x), rtol=1e-6)
    np.testing.assert_allclose(net.apply(net.parameters(), x, 5), net(x, 5), rtol=1e-6)
    np.testing.assert_allclose(net.freeze()(x), net(x), rtol=1e-6)
    slopes = jax.grad(lambda p: net.apply(p, x).sum())(net.parameters())
    reference(X).sum().backward()
    np.testing.assert_allclose(slopes["fc.weight"], reference.fc.weight.grad, rtol=1e-5)
