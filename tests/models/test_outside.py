"""What has left a framework is NumPy's, or Python's: `y = net(x).numpy()`, and `y.max(1)` is what NumPy gives."""

import ast

import jax.numpy as jnp
import numpy as np
import pytest
import torch
from converted_models import converted, original

from closeness import assert_close
from hybridc.core.options import Options
from hybridc.core.source import Source
from hybridc.pipeline import convert

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


MODEL = """import numpy as np
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.scale = nn.Parameter(torch.tensor([1.0, 3.0, 4.0]))
        self.table = nn.Parameter(torch.tensor([[1.0, 3.0, 4.0], [2.0, 9.0, 5.0]]))

    def forward(self, x):
        return x * self.scale


def tried(net, x):
    try:
        y = net(x)
    except RuntimeError:
        y = None
    return y.std() if y is not None else 0


def summed(net, x):
    total = 0
    for _ in range(2):
        total = total + net(x)
    return total.std(), total.max(0)[0]
"""
# What hands on, or is computed of, what nobody knows: it may be the framework's array, and then has its methods.
UNKNOWN = [
    'getattr(net, "scale").std()',
    'getattr(net, "table").max(0)[0]',
    'getattr(net, "table").size(1)',
    "next(net.parameters()).std()",
    "next(iter(net.parameters())).size(0)",
    "sum([net(x), x]).std()",
    "abs(net(x)).max(1)[0]",
    "max([net(x)], key=lambda y: y.std().item()).std()",
    "(net(x) * 2).std()",
    "(2 - net(x)).max(0)[0]",
    "(-net(x)).std()",
    "(net(x) > 3).max(1)[0]",
    "len((net(x)[0] > 3).nonzero())",
    "((net(x) > 3) & (x < 5)).nonzero()",
    "(net(x) > 3).sum(1, True)",
    "net(x).mean(1, True)",
    "tried(net, x)",
    "summed(net, x)",
]


def assert_used_alike(parameters, uses, given_there, given_here):
    """Functions of these parameters return the same of what the original is given and of what the generated module is."""
    functions = (f"\n\ndef use_{n}({parameters}):\n    {use}\n" for n, use in enumerate(uses))
    text = MODEL + "".join(functions)
    there, (here, _) = original(text), converted(text)
    for n, use in enumerate(uses):
        expected = getattr(there, f"use_{n}")(*given_there(there))
        found = getattr(here, f"use_{n}")(*given_here(here))
        several = isinstance(expected, tuple)
        for one, other in zip(found if several else [found], expected if several else [expected], strict=True):
            assert np.shape(one) == np.shape(other), use
            assert_close(one, np.asarray(getattr(other, "detach", lambda value=other: value)()), rtol=1e-5)


def test_what_may_be_an_array_has_the_frameworks_methods():
    given = [lambda module: (module.Net(), torch.from_numpy(X)), lambda module: (module.Net(), jnp.asarray(X))]
    assert_used_alike("net, x", [f"return {use}" for use in UNKNOWN], *given)


# What NumPy's functions make of arrays beside models: its methods are NumPy's, until it becomes the framework's again.
NUMPYS = [
    "m = np.stack([x, y])\n    return m.max(0), m.std(), m.repeat(2), (m * 2 - 1).std(), m[1:].std(0), np.sqrt(m).std()",
    "m = np.concatenate([x, y])\n    m -= m.min(0)\n    return m.std(), (m / m.std()).max(0), m.transpose(1, 0)",
    "x = x.astype(np.float32)\n    return x.std(), x.max(0), ((x - x.mean()) / x.std()).repeat(2)",
    "x = x.copy()\n    return x.std(), x.min(1), np.abs(x).repeat(2)",
    "m = torch.from_numpy(np.stack([x, y]))\n    return m.std(), m.max(0)[0], m.repeat(2, 1, 1), (m * 2).std()",
    "m = torch.tensor(np.concatenate([x, y]))\n    return m.std(), m.min(0)[0]",
]


def test_what_numpys_functions_make_has_numpys_methods():
    assert_used_alike("x, y", NUMPYS, *[lambda module: (X.copy(), X[::-1] * 2)] * 2)
