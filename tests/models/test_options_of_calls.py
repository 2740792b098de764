"""`F.operator(x, **options)`, which Python binds where one array comes out; functions that blocks are made of."""

import ast

import jax.numpy as jnp
import numpy as np
import pytest
from gluon_programs import ND, block, converted

from closeness import assert_close
from hybridc.core.options import Options
from hybridc.core.source import Source
from hybridc.pipeline import convert


def conversion(call):
    text = ND + block(f"return {call}")
    return convert(Source("model.py", text, ast.parse(text)), Options())


@pytest.mark.parametrize(
    "call",
    [
        "F.Pooling(x, **self.o)",
        "F.contrib.BilinearResize2D(x, height=2, **self.o)",
        "F.BatchNorm(x, x, x, x, x, **self.o)",
    ],
)
def test_options_are_handed_on(call):
    result = conversion(call)
    assert not result.refusals
    assert call.replace("F.contrib", "F").replace("F.", "ops.") in result.code


def test_options_that_say_nothing_to_jax_go():
    result = conversion("F.Pooling(x, name='fwd', pool_type='avg', cudnn_off=True, **self.o, kernel=2)")
    assert 'return ops.Pooling(x, pool_type="avg", **self.o, kernel=2)' in result.code


@pytest.mark.parametrize(
    "call", ["F.split(x, **self.o)", "F.topk(x, **self.o)", "F.RNN(x, x, x, **self.o)", "F.Pooling(*self.a, **self.o)"]
)
def test_options_that_may_change_what_comes_out_are_refused(call):
    assert [d.code for d in conversion(call).refusals] == ["HYB405"]


GIVEN = """from mxnet import gluon
from mxnet.gluon import nn


def make():
    net = nn.HybridSequential()
    net.add(gluon.nn.HybridLambda(lambda F, x: F.max(x, axis=1, keepdims=True)))
    net.add(nn.HybridLambda(function=lambda F, x: F.exp(x)), nn.Lambda(lambda x: x * 2))
    return net
"""


def test_lambdas_are_not_given_the_namespace():
    found, _ = converted(GIVEN)
    x = jnp.asarray([[0.5, -1.0], [-2.0, -3.0]])
    assert_close(found.make()(x), 2 * np.exp([[0.5], [-2.0]]), rtol=1e-6)
