"""What has left a framework is NumPy's, or Python's: `y = net(x).numpy()`, and `y.max(1)` is what NumPy gives."""

import ast

import jax.numpy as jnp
import numpy as np
import pytest
import torch
from converted_models import converted

from closeness import assert_close
from hybridc.options import Options
from hybridc.pipeline import convert
from hybridc.source import Source

FILES = {
    "torch": (
        "import torch\nfrom torch import nn\n\n\nclass Net(nn.Module):\n    def forward(self, x):\n        return x * 2\n",
        "numpy",
    ),
    "mxnet": (
        "from mxnet import nd\nfrom mxnet.gluon import nn\n\n\nclass Net(nn.HybridBlock):\n"
        "    def hybrid_forward(self, F, x):\n        return x * 2\n",
        "asnumpy",
    ),
    "mxnet.np": (
        "from mxnet import np as mnp\nfrom mxnet.gluon import nn\n\n\nclass Net(nn.Block):\n"
        "    def forward(self, x):\n        return x * 2\n",
        "asnumpy",
    ),
}
USES = [
    "y.max(1)",
    "y.std()",
    "y.argmax(1)",
    "y.argsort(-1)",
    "y[0].max()",
    "y.T.std()",
    "(y - 1).std()",
    "y.reshape(-1).std()",
    "[row.std() for row in y]",
    "[row.max(0) for n, row in enumerate(y)]",
]
X = np.array([[1.0, 5.0, 2.0], [4.0, 3.0, 9.0]], np.float32)


@pytest.mark.parametrize("use", USES)
@pytest.mark.parametrize("file", FILES)
def test_methods_of_what_has_left_are_numpys(file, use):
    text, leaves = FILES[file]
    host = f"def read(net, x):\n    y = net(x).{leaves}()\n    return {use}\n"
    module, _ = converted(f"{text}\n\n{host}")
    found = module.read(module.Net(), jnp.asarray(X))
    expected = eval(use, {"y": X * 2})
    assert_close(found, expected, rtol=1e-6)
    assert np.shape(found) == np.shape(expected)


@pytest.mark.parametrize(
    "use", ["net(x).numpy().max(1)", "net(x).numpy()[0].std()", "net(x).detach().cpu().numpy().T.std()"]
)
def test_they_stay_as_they_are_written(use):
    text, _ = FILES["torch"]
    host = f"def read(net, x):\n    return {use}\n"
    _, result = converted(f"{text}\n\n{host}")
    assert "tensors" not in result.code


TABLES = """import math

import numpy as np
import torch
from torch import nn


def angles(position, place, size):
    return position * (1 / np.power(10000, (2 * (place // 2)) / np.float32(size)))


def from_a_function(n, size):
    table = angles(np.arange(n)[:, np.newaxis], np.arange(size)[None], size)
    table[:, 0::2] = np.sin(table[:, 0::2])
    table[:, 1::2] = np.cos(table[:, 1::2])
    return torch.from_numpy(table[None]).float()


def from_lists(n, size):
    table = np.array([[p / math.pow(10000, 2 * (j // 2) / size) for j in range(size)] for p in range(n)])
    table[1:, 0::2] = np.sin(table[1:, 0::2])
    table[0] += 0.5
    table[:, 1] *= 2
    return torch.FloatTensor(table).unsqueeze(0)


class Net(nn.Module):
    def __init__(self, n, size):
        super().__init__()
        self.register_buffer("table", from_a_function(n, size))
        self.size = size

    def forward(self, x):
        mask = np.ones((x.shape[1], x.shape[1]))
        mask[0, 1:] = 0
        for row in range(1, 3):
            mask[row, 0] = row
        y = torch.from_numpy(mask).to(x.dtype) @ x
        y = y + np.arange(4) * 2
        return np.float32(2) * y + self.table + from_lists(x.shape[1], self.size)
"""


def test_tables_of_what_is_known_stay_numpys():
    """They are made while the model is traced, and written in place as NumPy's arrays are."""
    scope: dict = {}
    exec(TABLES, scope)
    module, result = converted(TABLES)
    assert "table[:, 0::2] = np.sin(table[:, 0::2])" in result.code
    x = np.linspace(-2, 2, 24, dtype=np.float32).reshape(2, 3, 4)
    expected = scope["Net"](3, 4)(torch.from_numpy(x))
    assert_close(module.Net(3, 4)(jnp.asarray(x)), expected, rtol=1e-5, atol=1e-6)
    for name in ("from_a_function", "from_lists"):
        assert_close(getattr(module, name)(5, 6), scope[name](5, 6), rtol=1e-5, atol=1e-6)


def test_what_the_model_computes_is_not_written_into_them():
    text = (
        "import numpy as np\nimport torch\nfrom torch import nn\n\n\nclass Net(nn.Module):\n    def forward(self, x):\n"
    )
    text += "        table = np.zeros(3)\n        table[0] = x.sum()\n        return torch.from_numpy(table) * x\n"
    found = convert(Source("net.py", text, ast.parse(text)), Options()).refusals
    assert [(d.code, d.location.line) for d in found] == [("HYB222", 9)]
    assert "an array of NumPy's" in found[0].message
