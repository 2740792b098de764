"""Files of each framework of which something is refused, converted with `--partial`."""

import ast
import sys
import types

from hybridc.core.options import Options
from hybridc.core.source import Source
from hybridc.pipeline import convert

FRAMEWORKS = {
    "torch": ("import torch\nfrom torch import nn\n", "nn.Module", "torch.frobnicate", "forward"),
    "paddle": ("import paddle\nfrom paddle import nn\n", "nn.Layer", "paddle.frobnicate", "forward"),
    "mxnet": ("import mxnet as mx\nfrom mxnet.gluon import nn\n", "nn.Block", "mx.nd.frobnicate", "forward"),
    "keras": ("import keras\nfrom keras import layers\n", "keras.Model", "keras.ops.frobnicate", "call"),
    "chainer": (
        "import chainer\nimport chainer.links as L\n",
        "chainer.Chain",
        "chainer.functions.frobnicate",
        "forward",
    ),
}
ROOTS = {
    "torch": {"torch", "torchvision", "torchaudio", "torchtext"},
    "paddle": {"paddle"},
    "mxnet": {"mxnet"},
    "keras": {"keras", "tensorflow"},
    "chainer": {"chainer"},
}


def partial(text, name="net.py"):
    return convert(Source(name, text, ast.parse(text)), Options(partial=True))


def loaded(code, name="partly_converted", **given):
    module = sys.modules[name] = types.ModuleType(name)
    module.__dict__.update(given)
    exec(compile(code, "net_jax.py", "exec"), module.__dict__)
    return module


def refusing(framework, text):
    """What becomes of a file of the framework, with a model in it."""
    head, base, gone, entry = FRAMEWORKS[framework]
    model = f"class Net({base}):\n    def {entry}(self, x):\n        return x * 2\n"
    return partial(
        head
        + text.format(gone=gone, base=base, entry=entry, root="mx" if framework == "mxnet" else framework, model=model)
    )
