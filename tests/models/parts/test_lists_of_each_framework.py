"""What `forward` puts into lists and dicts of models of any framework is there after each call, and is no tracer."""

import ast

import jax
import jax.numpy as jnp
import pytest
from converted_models import loaded

from closeness import assert_close
from hybridc.core.options import Options
from hybridc.core.source import Source
from hybridc.pipeline import convert

MODELS = {
    "torch": ("import torch as F\nfrom torch import nn", "nn.Module", "forward", "nn.Linear(3, 3)", "F.sum(y)"),
    "paddle": ("import paddle as F\nfrom paddle import nn", "nn.Layer", "forward", "nn.Linear(3, 3)", "F.sum(y)"),
    "mxnet": (
        "from mxnet import nd as F\nfrom mxnet.gluon import nn",
        "nn.Block",
        "forward",
        "nn.Dense(3)",
        "F.sum(y)",
    ),
    "keras": (
        "import tensorflow as F\nfrom tensorflow import keras as nn",
        "nn.Model",
        "call",
        "nn.layers.Dense(3)",
        "F.reduce_sum(y)",
    ),
    "chainer": (
        "import chainer as nn\nfrom chainer import functions as F, links",
        "nn.Chain",
        "forward",
        "links.Linear(3, 3)",
        "F.sum(y)",
    ),
}
TEXT = """{imports}

TAKEN = []


class Net({base}):
    def __init__(self):
        super().__init__()
        self.fc = {layer}
        self.found, self.seen = [], {{}}

    def {entry}(self, x):
        y = self.fc(x)
        self.found.append({total})
        self.seen["y"] = y
        TAKEN.append(len(self.found))
        return y * len(self.found)
"""


@pytest.mark.parametrize("framework", MODELS)
def test_lists_and_dicts_hold_what_each_call_put_there(framework):
    imports, base, entry, layer, total = MODELS[framework]
    text = TEXT.format(imports=imports, base=base, entry=entry, layer=layer, total=total)
    result = convert(Source("model.py", text, ast.parse(text)), Options(format=False))
    assert result.code is not None, [(d.code, d.message) for d in result.refusals]
    module = loaded(result.code)
    net = module.Net()
    if framework == "mxnet":
        net.initialize()
    for number in range(1, 5):
        given = net(jnp.arange(6.0).reshape(2, 3) + number)
        assert len(net.found) == number and list(range(1, number + 1)) == module.TAKEN
        held = [*net.found, net.seen["y"]]
        assert not any(isinstance(each, jax.core.Tracer) for each in held)
        assert_close(jnp.asarray(given), jnp.asarray(net.seen["y"]) * number)
        assert_close(jnp.sum(jnp.asarray(net.seen["y"])), jnp.asarray(net.found[-1]))
