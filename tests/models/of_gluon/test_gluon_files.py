"""Models of several files, which are converted one by one: what one hands to the other fits, or says that it does not."""

import ast
import sys
import types

import jax.numpy as jnp
import numpy as np
import pytest

from closeness import assert_close
from hybridc.core.options import Options
from hybridc.core.source import Source
from hybridc.pipeline import convert

FUNCTIONS = """import mxnet as mx


def halved(F, x, by=2):
    return F.broadcast_div(x, F.ones_like(x) * by) + (x > 0)


class Output:
    def mapped(self, F, x):
        return self.other(F, F.relu(x)) / 2

    def other(self, F, x):
        return F.sum(x, axis=1)
"""
BASE = """from mxnet.gluon import nn


class Base(nn.HybridBlock):
    def __init__(self, units, **kwargs):
        super(Base, self).__init__(**kwargs)
        self.weight = self.params.get('weight', shape=(units, 0), init='ones', allow_deferred_init=True)

    def hybrid_forward(self, F, x, weight):
        return self.activated(F, F.FullyConnected(x, weight, no_bias=True, num_hidden=2))

    def activated(self, F, x):
        return F.relu(x)
"""
NET = """import mxnet as mx
from files.base import Base
from files.functions import halved, Output
from mxnet.gluon import nn


class Functions(nn.HybridBlock):
    def hybrid_forward(self, F, x):
        return halved(F, x), Output().mapped(F, x)


class Derived(Base):
    def activated(self, F, x):
        return F.negative(x)

    def hybrid_forward(self, F, x, weight, bias=None):
        y = F.FullyConnected(x, weight, no_bias=True, num_hidden=2)
        return self.activated(F, y if bias is None else y + bias)


class Biased(Derived):
    def __init__(self, units, **kwargs):
        super(Biased, self).__init__(units, **kwargs)
        self.bias = self.params.get('bias', shape=(2,), init='ones')


class Through(Base):
    def hybrid_forward(self, F, x, weight):
        return super(Through, self).hybrid_forward(F, x, weight)
"""


@pytest.fixture(scope="module")
def net():
    names = ["files", "files.functions", "files.base", "files.net"]
    for name, text in zip(names, ["", FUNCTIONS, BASE, NET], strict=True):
        module = sys.modules[name] = types.ModuleType(name)
        code = convert(Source("net.py", text, ast.parse(text)), Options(format=False)).code
        exec(compile(str(code), name, "exec"), module.__dict__)
    yield module
    for name in names:
        del sys.modules[name]


X = jnp.array([[1.0, -2, 3], [4, 5, -6]], jnp.float32)


def started(model):
    model.initialize()
    return model


def test_functions_that_other_files_hand_the_namespace_to_compute_with_it(net):
    halved, mapped = net.Functions()(X)
    assert_close(halved, np.asarray(X) / 2 + (np.asarray(X) > 0))
    assert_close(mapped, [2, 4.5])
    assert net.Functions()(jnp.array([[3, -3]]))[0].tolist() == [[2, -1]]


def test_a_class_gets_the_parameters_that_its_base_of_another_file_made(net):
    assert_close(started(net.Derived(2))(X), [[-2, -2], [-3, -3]])
    assert_close(started(net.Biased(2))(X), [[-3, -3], [-4, -4]])
    assert_close(started(net.Base(2))(X), [[2, 2], [3, 3]])


def test_parameters_that_are_handed_to_a_base_of_another_file_are_an_error(net):
    with pytest.raises(TypeError, match="takes 2 positional arguments but 3 were given"):
        started(net.Through(2))(X)
