"""Chainer's and Gluon's parameters are written through what they give: `parameter.array` is an array of NumPy's there,
and `parameter.data()` an NDArray, whose rows and `reshape` share its memory and whose other axes are a copy."""

import ast
import functools
import importlib.util
import sys

import numpy as np
import pytest
from written_forms import changes

from closeness import assert_close
from hybridc.core.options import Options
from hybridc.core.source import Source
from hybridc.pipeline import convert

CHAINER = """
import numpy as np
import chainer
from chainer import links as L


class Net(chainer.Chain):
    def __init__(self):
        super().__init__()
        with self.init_scope():
            self.a = L.Linear(3, 3, initialW=chainer.initializers.Constant(0.5))
            self.b = L.Linear(3, 3, initialW=chainer.initializers.Constant(0.25))

    def forward(self, x):
        return self.b(self.a(x))
"""
GLUON = """
import mxnet as mx
import numpy as np
from mxnet import nd, gluon, init
from mxnet.gluon import nn


class Net(gluon.Block):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.a = nn.Dense(3, in_units=3, weight_initializer=init.Constant(0.5))
            self.b = nn.Dense(3, in_units=3, weight_initializer=init.Constant(0.25))

    def forward(self, x):
        return self.b(self.a(x))
"""


def put(array, place, value):
    """The array, with other elements."""
    array = array.copy()
    array[place] = value
    return array


# What is written, and what becomes of the weight W, of 0.5, and of the bias b, of 0: by NumPy.
IN_CHAINER = {
    "array_item": ("net.a.W.array[0] = 2.0", lambda W, b: (put(W, 0, 2.0), b)),
    "array_all": ("net.a.W.array[...] = 2.0", lambda W, b: (W * 0 + 2, b)),
    "data_imul": ("net.a.W.data *= 2", lambda W, b: (W * 2, b)),
    "params_isub": ("for p in net.params():\n    p.data -= 1.0", lambda W, b: (W - 1, b - 1)),
    "params_array_set": ("for p in net.params():\n    p.array = p.array * 3", lambda W, b: (W * 3, b * 3)),
    "copydata": ("net.a.W.copydata(net.b.W)", lambda W, b: (W * 0 + 0.25, b)),
    "copyparams": ("net.a.copyparams(net.b)", lambda W, b: (W * 0 + 0.25, b)),
    "name_item": ("w = net.a.W.array\nw[1] = 7.0", lambda W, b: (put(W, 1, 7.0), b)),
    "name_aug": ("w = net.a.W.data\nw += 1.0", lambda W, b: (W + 1, b)),
    "var_aug": ("w = net.a.W\nw += 1.0", lambda W, b: (W, b)),
    "var_aug_loop": ("for p in net.params():\n    p += 1.0", lambda W, b: (W, b)),
    "view_T": ("net.a.W.array.T[0] = 1.0", lambda W, b: (put(W.T.copy(), 0, 1.0).T, b)),
    "view_reshape": (
        "v = net.a.W.array.reshape(-1)\nv[:2] = 9.0",
        lambda W, b: (np.array([9, 9] + [0.5] * 7).reshape(3, 3), b),
    ),
    "fill": ("net.a.W.array.fill(3.0)", lambda W, b: (W * 0 + 3, b)),
    "fill_data": ("net.a.b.data.fill(3.0)", lambda W, b: (W, b * 0 + 3)),
    "clip": ("for p in net.params():\n    p.array[...] = np.clip(p.array, -0.1, 0.1)", lambda W, b: (W * 0 + 0.1, b)),
    "clip_xp": (
        "for p in net.params():\n    xp = chainer.backend.get_array_module(p.data)\n    p.data = xp.clip(p.data, -0.1, 0.1)",
        lambda W, b: (W * 0 + 0.1, b),
    ),
    "ema": (
        "for p, q in zip(net.a.params(), net.b.params()):\n    p.data = 0.9 * p.data + 0.1 * q.data",
        lambda W, b: (W * 0.9 + 0.025, b),
    ),
    "ema2": (
        "for p, q in zip(net.a.params(), net.b.params()):\n    p.data *= 0.9\n    p.data += 0.1 * q.data",
        lambda W, b: (W * 0.9 + 0.025, b),
    ),
    "soft": (
        "s = dict(net.b.namedparams())\nfor n, p in net.a.namedparams():\n    p.data[:] = 0.5 * s[n].data + 0.5 * p.data",
        lambda W, b: (W * 0.5 + 0.125, b),
    ),
    "func": ("def scale(w, c):\n    w *= c\nscale(net.a.W.array, 3.0)", lambda W, b: (W * 3, b)),
    "func_p": ("def scale(p, c):\n    p.array[...] = p.array * c\nscale(net.a.W, 3.0)", lambda W, b: (W * 3, b)),
    "lambda": ("f = lambda p: p.array.fill(4.0)\nf(net.a.W)", lambda W, b: (W * 0 + 4, b)),
    "init_row": ("chainer.initializers.Normal(0.0)(net.a.W.array[0])", lambda W, b: (put(W, 0, 0.0), b)),
    "copy": ("w = net.a.W.array.copy()\nw[0] = 1.0", lambda W, b: (W, b)),
    "mask": ("net.a.W.array[net.a.W.array > 0.1] = 0.0", lambda W, b: (W * 0, b)),
    "tie": ("net.b.W = net.a.W\nnet.b.W.array[0] = 1.0", lambda W, b: (put(W, 0, 1.0), b)),
    "isinst": (
        "for p in net.params():\n    if isinstance(p, chainer.Parameter):\n        p.array *= 2",
        lambda W, b: (W * 2, b * 2),
    ),
    "isvar": (
        "for p in net.params():\n    if isinstance(p, chainer.Variable):\n        p.array *= 2",
        lambda W, b: (W * 2, b * 2),
    ),
    "sort": (
        "net.a.W.array[0] = [3, 1, 2]\nnet.a.W.array.sort()",
        lambda W, b: (np.array([[1, 2, 3], [0.5] * 3, [0.5] * 3]), b),
    ),
}
IN_GLUON = {
    "set_data": ("net.a.weight.set_data(nd.ones((3, 3)) * 2)", lambda W, b: (W * 0 + 2, b)),
    "set_data_of": ("net.a.weight.set_data(net.b.weight.data())", lambda W, b: (W * 0 + 0.25, b)),
    "data_all": ("net.a.weight.data()[:] = 2.0", lambda W, b: (W * 0 + 2, b)),
    "data_row": ("net.a.weight.data()[0] = 2.0", lambda W, b: (put(W, 0, 2.0), b)),
    "data_name": ("w = net.a.weight.data()\nw[1] = 7.0", lambda W, b: (put(W, 1, 7.0), b)),
    "data_aug": ("w = net.a.weight.data()\nw += 1.0", lambda W, b: (W + 1, b)),
    "data_imul_all": ("w = net.a.weight.data()\nw[:] *= 3", lambda W, b: (W * 3, b)),
    "params": ("for k, p in net.collect_params().items():\n    p.set_data(p.data() * 2)", lambda W, b: (W * 2, b * 2)),
    "ema": (
        "for p, q in zip(net.a.collect_params().values(), net.b.collect_params().values()):\n    p.set_data(0.9 * p.data() + 0.1 * q.data())",
        lambda W, b: (W * 0.9 + 0.025, b),
    ),
    "clip": (
        "for p in net.collect_params().values():\n    p.set_data(nd.clip(p.data(), -0.1, 0.1))",
        lambda W, b: (W * 0 + 0.1, b),
    ),
    "view_reshape": (
        "w = net.a.weight.data().reshape((-1,))\nw[0:2] = 9.0",
        lambda W, b: (np.array([9, 9] + [0.5] * 7).reshape(3, 3), b),
    ),
    "row_view": ("w = net.a.weight.data()[0]\nw[:] = 5.0", lambda W, b: (put(W, 0, 5.0), b)),
    "func": ("def scale(p, c):\n    p.set_data(p.data() * c)\nscale(net.a.weight, 3.0)", lambda W, b: (W * 3, b)),
    "func_data": ("def scale(w, c):\n    w[:] = w * c\nscale(net.a.weight.data(), 3.0)", lambda W, b: (W * 3, b)),
    "func_aug": ("def scale(w, c):\n    w *= c\nscale(net.a.weight.data(), 3.0)", lambda W, b: (W * 3, b)),
    "lambda": ("f = lambda p: p.set_data(p.data() + 1)\nf(net.a.weight)", lambda W, b: (W + 1, b)),
    "list_data": ("for d in net.a.weight.list_data():\n    d[:] = 4.0", lambda W, b: (W * 0 + 4, b)),
    "out": (
        "nd.elemwise_mul(net.a.weight.data(), net.a.weight.data(), out=net.a.weight.data())",
        lambda W, b: (W * W, b),
    ),
    "out2": (
        "w = net.a.weight.data()\nnd.broadcast_mul(w, nd.array([2.0]).reshape((1, 1)), out=w)",
        lambda W, b: (W * 2, b),
    ),
    "copy": ("w = net.a.weight.data().copy()\nw[:] = 1.0", lambda W, b: (W, b)),
    "detach": ("w = net.a.weight.data().detach()\nw[:] = 6.0", lambda W, b: (W * 0 + 6, b)),
    "isinst": (
        "for p in net.a.collect_params().values():\n    if isinstance(p.data(), nd.NDArray):\n        p.set_data(p.data() * 2)",
        lambda W, b: (W * 2, b * 2),
    ),
    "by_name": (
        "src = {k.split('_')[-1]: v for k, v in net.b.collect_params().items()}\nfor k, p in net.a.collect_params().items():\n    p.set_data(src[k.split('_')[-1]].data())",
        lambda W, b: (W * 0 + 0.25, b),
    ),
    "fn_no_data": (
        "net.a.weight.data()[0][1] = 8.0",
        lambda W, b: (np.array([[0.5, 8, 0.5], [0.5] * 3, [0.5] * 3]), b),
    ),
    "T": ("net.a.weight.data().T[0] = 8.0", lambda W, b: (W, b)),
}


@functools.cache
def of_idioms(head):
    """All idioms, as functions of one file that is converted once."""
    idioms = IN_CHAINER if head is CHAINER else IN_GLUON
    text = head + changes({name: body for name, (body, _) in idioms.items()}, "net")
    result = convert(Source("model.py", text, ast.parse(text)), Options(format=False))
    assert result.code is not None, [(d.code, d.location.line, d.message) for d in result.refusals]
    name = "written_in_chainer" if head is CHAINER else "written_in_gluon"
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(name, None))
    sys.modules[name] = module
    exec(compile(result.code, f"{name}.py", "exec"), module.__dict__)
    return module


def assert_written(module, net, weight, bias, name, expected):
    before = [np.array(weight.held), np.array(bias.held)]
    getattr(module, f"change_{name}")(net)
    for cell, value in zip((weight, bias), expected(*before), strict=True):
        assert_close(np.asarray(cell.held), np.asarray(value, np.float32))


@pytest.mark.parametrize("name", IN_CHAINER)
def test_what_is_written_into_chainers_parameters_they_hold(name):
    net = of_idioms(CHAINER).Net()
    assert_written(of_idioms(CHAINER), net, net.a.W, net.a.b, name, IN_CHAINER[name][1])


@pytest.mark.parametrize("name", IN_GLUON)
def test_what_is_written_into_gluons_parameters_they_hold(name):
    net = of_idioms(GLUON).Net()
    net.initialize()
    assert_written(of_idioms(GLUON), net, net.a.weight, net.a.bias, name, IN_GLUON[name][1])
