"""Files that use `mxnet.np`: what their arrays do is NumPy's; and names that a file reads from itself."""

import ast

import jax.numpy as jnp
import numpy as np
import pytest
from converted_models import loaded

from closeness import assert_close
from hybridc.core.options import Options
from hybridc.core.source import Source
from hybridc.pipeline import convert

BLOCK = "class Net(nn.Block):\n    def forward(self, x, i):\n        return {}\n"


def result_of(text, partial=False):
    return convert(Source("net.py", text, ast.parse(text)), Options(partial=partial, format=False))


def code_of(text, partial=False):
    code = result_of(text, partial).code
    assert code is not None
    return code


@pytest.mark.parametrize(
    "imports",
    [
        "from mxnet import np\n",
        "from mxnet import np as mnp\n",
        "import mxnet.numpy as mnp\n",
        "from mxnet import npx\nnpx.set_np()\n",
        "import mxnet as mx\nmx.npx.set_np()\n",
        "from mxnet.util import use_np\n",
    ],
)
def test_a_file_that_uses_numpys_names_works_in_numpys_way(imports):
    text = f"from mxnet.gluon import nn\n{imports}\n{BLOCK.format('x.max(), x.argmax(), x.reshape(-1, 1)')}"
    largest, place, column = loaded(code_of(text)).Net()(jnp.asarray([[1.0, 5.0, 2.0]]), 0)
    assert (largest.shape, place.dtype, column.shape) == ((), jnp.int32, (3, 1))


@pytest.mark.parametrize("imports", ["from mxnet import nd\n", "import mxnet as mx\n", ""])
def test_other_files_do_not(imports):
    text = f"from mxnet.gluon import nn\n{imports}\n{BLOCK.format('x.max(), x.argmax(), x.reshape((0, -1))')}"
    largest, place, kept = loaded(code_of(text)).Net()(jnp.asarray([[1.0, 5.0, 2.0]]), 0)
    assert (largest.shape, place.dtype, kept.shape) == ((1,), jnp.float32, (1, 3))


@pytest.mark.parametrize(("way", "expected"), [("np", True), ("nd", False)])
def test_what_asks_for_the_way_gets_it(way, expected):
    text = f"from mxnet import {way}\nfrom mxnet.util import is_np_array\nfrom mxnet.gluon import nn\n"
    assert loaded(code_of(text + BLOCK.format("is_np_array()"))).Net()(jnp.ones(2), 0) is expected


@pytest.mark.parametrize("index", ["np.arange(2)", "np.arange(2).reshape(-1)", "np.array([1, 0]), np.arange(2)"])
def test_an_index_of_fractions_is_cut(index):
    code = code_of(f"from mxnet import np\nfrom mxnet.gluon import nn\n{BLOCK.format(f'x[{index}]')}")
    assert "ops.np.whole(" in code
    x = np.arange(12.0).reshape(4, 3)
    whole = {"np.arange(2)": [0, 1], "np.arange(2).reshape(-1)": [0, 1]}.get(index, ([1, 0], [0, 1]))
    np.testing.assert_array_equal(loaded(code).Net()(jnp.asarray(x), 0), x[whole])


@pytest.mark.parametrize("index", ["0", "1:", "None", "i", "..."])
def test_other_indices_stay(index):
    code = code_of(f"from mxnet import np\nfrom mxnet.gluon import nn\n{BLOCK.format(f'x[{index}]')}")
    assert f"return x[{index}]" in code


HYBRID = """
from mxnet import npx
from mxnet.gluon import nn

npx.set_np()

class Net(nn.HybridBlock):
    def __init__(self):
        super().__init__()
        self.weight = self.params.get("weight", shape=(2, 3), init="ones")

    def hybrid_forward(self, F, x, weight):
        return F.npx.relu(F.np.dot(x, weight.T)).sum()
"""


def test_a_namespace_that_is_given_has_numpys_functions():
    net = loaded(code_of(HYBRID)).Net()
    net.initialize()
    total = net(jnp.asarray([[1.0, 2.0, 3.0], [-9.0, 0.0, 1.0]]))
    assert (total.shape, float(total)) == ((), 12.0)


ITSELF = """
import sys
from mxnet import np
from mxnet.gluon import nn

d2l = sys.modules[__name__]

def filled(n):
    table = d2l.zeros((n, 2), ctx=None)
    table[0] = d2l.exp(np.ones(2))
    return table

class Net(nn.Block):
    def forward(self, x):
        return d2l.concat([x, d2l.ones((1, 2)), d2l.doubled(x)], 0)

zeros = np.zeros
ones = np.ones
exp = np.exp
concat = np.concatenate
normal = np.random.randn
doubled = lambda x: x * 2
"""


def test_what_a_file_reads_from_itself_is_what_it_named():
    code = code_of(ITSELF)
    assert "jnp.concatenate([x, jnp.ones((1, 2)), d2l.doubled(x)], axis=0)" in code
    module = loaded(code)
    assert_close(module.filled(3), [[np.e, np.e], [0, 0], [0, 0]], rtol=1e-6)
    np.testing.assert_array_equal(module.Net()(jnp.asarray([[1.0, 3.0]])), [[1, 3], [1, 1], [2, 6]])


def test_a_name_for_what_makes_arrays_takes_what_that_takes():
    module = loaded(code_of(ITSELF))
    assert module.zeros((2, 1), "int32", "C", None).dtype == jnp.int32
    assert module.normal(2, 3).shape == (2, 3)


@pytest.mark.parametrize("change", ["zeros = np.ones\n", "if ones:\n    zeros = np.ones\n", "zeros += 1\n"])
def test_a_name_that_changes_is_not_looked_through(change):
    assert "table = d2l.zeros((n, 2), ctx=None)" in code_of(ITSELF + change, partial=True)


SCRATCH = """
from mxnet import np
from mxnet.gluon import nn

class Net(nn.Block):
    def __init__(self):
        super().__init__()
        self.w = np.ones((3, 1))
        self.w.attach_grad()
        for each in (self.w,):
            each.attach_grad()
        self.scale = self.params.get("scale", shape=(1,), init="ones")

    def forward(self, x):
        return np.dot(x, self.w) * self.scale.data(ctx=x.ctx)

    def values(self):
        return self.scale.data(), [p.data() for p in self.collect_params().values()]

def step(params, lr):
    for each in params:
        each[:] = each - lr * each.grad
"""


def test_arrays_that_a_model_learns_itself_are_arrays():
    result = result_of(SCRATCH, partial=True)
    module = loaded(result.code)
    net = module.Net()
    net.initialize()
    np.testing.assert_array_equal(net(jnp.ones((2, 3))), [[3], [3]])
    one, every = net.values()
    np.testing.assert_array_equal(one, every[0])


def test_reading_gradients_is_training():
    refusals = result_of(SCRATCH, partial=True).refusals
    assert [(d.code, d.function) for d in refusals] == [("HYB408", "step")]


@pytest.mark.parametrize(("made", "row"), [("np.zeros((2, 3))", [4, 4, 4]), ("[None, None]", 4)])
def test_an_attribute_that_is_an_array_is_written_anew(made, row):
    text = f"from mxnet import np\nfrom mxnet.gluon import nn\n\nclass Net(nn.Block):\n    def __init__(self):\n        super().__init__()\n        self.table = {made}\n        self.table[1] = 4\n"
    code = code_of(text + "    def forward(self, x):\n        return x\n")
    assert (".at[1].set(4)" in code) is made.startswith("np")
    np.testing.assert_array_equal(loaded(code).Net().table[1], row)
