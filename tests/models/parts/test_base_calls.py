"""Methods of base classes that models call by the class, as older code does: `nn.Module.__init__(self)`."""

import jax.numpy as jnp
import numpy as np
import pytest
import torch
from gluon_programs import converted

from closeness import assert_close

LORA = """import math
import torch
from torch import nn
from torch.nn import functional as F

class LoRALayer():
    def __init__(self, r, lora_alpha):
        self.r = r
        self.lora_alpha = lora_alpha
        self.merged = False

class Lora(nn.Linear, LoRALayer):
    def __init__(self, i, o, r=2, **kwargs):
        nn.Linear.__init__(self, i, o, **kwargs)
        LoRALayer.__init__(self, r=r, lora_alpha=1)
        self.lora_A = nn.Parameter(self.weight.new_zeros((r, i)))
        self.lora_B = nn.Parameter(self.weight.new_zeros((o, r)))
        self.scaling = self.lora_alpha / self.r
        self.reset_parameters()

    def reset_parameters(self):
        nn.Linear.reset_parameters(self)
        if hasattr(self, "lora_A"):
            nn.init.kaiming_uniform_(self.lora_A, a=math.sqrt(5))

    def train(self, mode=True):
        nn.Linear.train(self, mode)
        if not mode and not self.merged:
            self.weight.data += self.lora_B @ self.lora_A * self.scaling
            self.merged = True
        return self

    def forward(self, x):
        result = nn.Linear.forward(self, x)
        if self.merged:
            return result
        return result + x @ self.lora_A.transpose(0, 1) @ self.lora_B.transpose(0, 1) * self.scaling

class Mixin(object):
    def __init__(self, r):
        self.r = r

class Mixed(Mixin, nn.Module):
    def __init__(self):
        nn.Module.__init__(self)
        Mixin.__init__(self, 3)
        self.fc = nn.Linear(3, 4)
        self.add_module("other", nn.Linear(3, 4))

    def forward(self, x):
        return self.fc(x) * self.r + self.other(x)

class Base(nn.Module):
    def __init__(self, k):
        nn.Module.__init__(self)
        self.fc = nn.Linear(3, k)

    def forward(self, x):
        return self.fc(x)

class Derived(Base):
    def __init__(self):
        Base.__init__(self, 4)
        self.next = nn.Sequential(nn.Linear(4, 2), nn.ReLU())

    def forward(self, x):
        return self.next(Base.forward(self, x))

class Steps(nn.Sequential):
    def __init__(self):
        nn.Sequential.__init__(self, nn.Linear(3, 5), nn.Tanh())

    def forward(self, x):
        return nn.Sequential.forward(self, x) + 1

class Recurrent(nn.GRU):
    def __init__(self):
        nn.GRU.__init__(self, 3, 4, batch_first=True)

    def forward(self, x):
        out, h = nn.GRU.forward(self, x[:, None])
        return out.sum(1) + h[0]
"""


@pytest.mark.parametrize("made", ["Lora(3, 4)", "Mixed()", "Derived()", "Steps()", "Recurrent()"])
def test_a_base_called_by_its_class_computes_as_in_torch(made, both):
    original, found = both
    net, ours = eval(made, original), eval(made, vars(found))
    with torch.no_grad():
        for place, p in enumerate(net.parameters()):
            p.copy_(torch.from_numpy(np.random.default_rng(place).normal(size=p.shape).astype(np.float32)))
    ours.load_state_dict({k: v.numpy() for k, v in net.state_dict().items()})
    x = np.linspace(-1, 2, 6, dtype=np.float32).reshape(2, 3)
    for mode in (True, False):
        net.train(mode)
        ours.train(mode)
        assert_close(ours(jnp.asarray(x)), net(torch.from_numpy(x)).detach().numpy(), rtol=1e-5)
        state = ours.state_dict()
        assert [*state] == [*net.state_dict()]
        for name, value in net.state_dict().items():
            assert_close(state[name], value.numpy(), rtol=1e-6)


@pytest.fixture(scope="module")
def both():
    original: dict = {}
    exec(LORA, original)
    return original, converted(LORA)[0]


OTHERS = {
    "paddle": ("import paddle\nfrom paddle import nn", "nn.Layer", "forward", "nn.Linear(3, 4)"),
    "keras": ("import keras\nfrom keras import layers as nn", "keras.layers.Layer", "call", "nn.Dense(4)"),
    "gluon": ("from mxnet.gluon import nn", "nn.HybridBlock", "forward", "nn.Dense(4, in_units=3)"),
    "chainer": ("import chainer\nimport chainer.links as nn", "chainer.Chain", "forward", "nn.Linear(3, 4)"),
}


@pytest.mark.parametrize("framework", OTHERS)
def test_so_it_does_in_other_frameworks(framework):
    imports, base, entry, layer = OTHERS[framework]
    found, _ = converted(f"""{imports}

class Net({base}):
    def __init__(self):
        {base}.__init__(self)
        self.k = 2.0
        {"with self.init_scope():" if framework == "chainer" else "if True:"}
            self.fc = {layer}

    def {entry}(self, x):
        return self.fc(x) * self.k
""")
    net = found.Net()
    if framework == "gluon":
        net.initialize()
    x = jnp.ones((2, 3))
    assert_close(net(x), np.asarray(net.fc(x)) * 2, rtol=1e-6)


def test_what_a_base_may_hand_on_is_not_written_unseen():
    with pytest.raises(AssertionError, match="HYB303"):
        converted("""import torch
from torch import nn

class Net(nn.Flatten):
    def forward(self, x):
        y = x * 2
        z = nn.Flatten.forward(self, y)
        z[0] = 5
        return z + y.view(2, -1)
""")
