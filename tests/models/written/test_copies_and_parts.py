"""Casts that take copies, the truth of lists, and parts whose methods are named as those of lists and dicts."""

from textwrap import indent

import jax.numpy as jnp
import numpy as np
import pytest
import torch
from converted_models import converted, original

from closeness import assert_close

X = np.array([[0.5, -1.0, 2.0], [1.5, 0.25, -3.0]], np.float32)
HEAD = "import torch\nfrom torch import nn\n\n\n"
CACHE = (
    "class Cache(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.register_buffer('k', torch.zeros(2, 3))\n\n"
    "    def update(self, x):\n        k = self.k\n        k[:1] = x[1:]\n        return k\n\n"
    "    def append(self, place, x):\n        self.k[place] = x[0]\n        return self.k.sum()\n\n\n"
)
# The body of `forward(x)`; the model has a buffer `mean`, a list of layers `layers`, and a part `cache`.
FORWARDS = {
    "double": "h = x * 2\ny = h.double()\ny += 1\nreturn h, y.float()",
    "a buffer in double": "m = self.mean.double()\nm += x.double().mean(0)\nreturn x - m.float()",
    "to double": "h = x * 2\nz = h.to(torch.float64)\nz.mul_(3)\nreturn h, z.float()",
    "to with a copy": "h = x * 2\ny = h.to(torch.float32, copy=True)\ny.add_(1)\nreturn h, y",
    "to fewer bits": "i = x.argmax(1)\nj = i.to(torch.int32)\nj += 1\nreturn i, j",
    "whole numbers of fewer bits": "i = x.argmax(1)\nj = i.int()\nj += 1\nreturn i, j",
    "in mutable code": "h = x * 2\nd = {'v': h[0]}\nd['v'].add_(1)\ny = h.double()\ny += 1\nz = h.float()\nz += 2\nreturn h, y.float(), z",
    "no list": "outs = [layer(x) for layer in self.layers]\nif not outs:\n    return x\nreturn torch.stack(outs)",
    "no dict": "outs = {str(i): layer(x) for i, layer in enumerate(self.layers)}\nif not outs:\n    return x\nreturn outs['0'] + x",
    "an update": "return self.cache.update(x) * 2",
    "an append": "s = self.cache.append(1, x)\nreturn self.cache.k + s",
    "next of a dict": "h = x * 2\nd = {'a': h}\ny = next(iter(d.values()))\ny += 1\nreturn h, y",
    "next of a list": "h = x * 2\ny = next(t for t in [h])\ny.add_(1)\nreturn h, y",
    "a copied list": "h = x * 2\ny = [h].copy()[0]\ny += 1\nreturn h, y",
    "a default": "h = x * 2\ny = {'b': x}.get('a', h)\ny += 1\nreturn h, y",
    "a sum of lists": "h = x * 2\ny = sum([[h], [x]], [])[0]\ny += 1\nreturn h, y",
    "a dict of pairs": "h = x * 2\ny = dict([('a', h)]).get('a')\ny.mul_(3)\nreturn h, y",
    "a loop over pairs": "h = x * 2\nfor k, v in dict(zip('ab', [h, x + 1])).items():\n    v += 1\nreturn h",
    "a state dict": "s = self.state_dict()\ns['mean'].add_(1)\nreturn x + self.mean",
}


@pytest.mark.parametrize("name", FORWARDS)
def test_outputs_and_state_are_pytorchs(name):
    body = indent(FORWARDS[name], "        ") + "\n"
    text = (
        HEAD + CACHE + "class Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n"
        "        self.register_buffer('mean', torch.zeros(3))\n        self.layers = nn.ModuleList([nn.Identity()])\n"
        f"        self.cache = Cache()\n\n    def forward(self, x):\n{body}"
    )
    (module, _), reference = converted(text), original(text).Net()
    net = module.Net()
    for x in (X, X * 2):
        expected, found = reference(torch.from_numpy(x)), net(jnp.asarray(x))
        several = expected if isinstance(expected, tuple) else (expected,)
        for one, other in zip(several, found if isinstance(expected, tuple) else (found,), strict=True):
            assert_close(np.asarray(other), one.numpy())
        for key, value in reference.state_dict().items():
            assert_close(np.asarray(net.state_dict()[key]), value.numpy())
