"""`F = torch.nn.functional` is another way to write an import, at the top level and in functions."""

import ast

import jax.numpy as jnp
import pytest
from gluon_programs import converted

from closeness import assert_close
from hybridc.core.options import Options
from hybridc.core.source import Source
from hybridc.pipeline import convert

TORCH = """import torch
{nn}
{F}

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 4)

    def forward(self, x):
        {inner}
        return F.relu(self.fc(x)) + lib.tanh(x).sum()
"""
KERAS = """import tensorflow as tf
{nn}
{F}

class Net(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.fc = nn.Dense(4)

    def call(self, x):
        {inner}
        return F.relu(lib.relu(self.fc(x)))
"""
PADDLE = TORCH.replace("torch", "paddle").replace("nn.Module", "nn.Layer")
GLUON = """import mxnet as mx
{nn}
{F}

class Net(nn.Block):
    def __init__(self):
        super().__init__()
        self.fc = nn.Dense(4, in_units=3)

    def forward(self, x):
        {inner}
        return F.relu(self.fc(x)) + lib.tanh(x).sum()
"""
CHAINER = """import chainer
{nn}
{F}

class Net(chainer.Chain):
    def __init__(self):
        super().__init__()
        with self.init_scope():
            self.fc = nn.Linear(3, 4)

    def forward(self, x):
        {inner}
        return F.relu(self.fc(x)) + lib.sum(lib.tanh(x))
"""
WAYS = {
    "torch": (TORCH, "torch.nn", "torch.nn.functional", "torch"),
    "tensorflow": (KERAS, "tensorflow.keras.layers", "tensorflow.keras.backend", "tensorflow.nn"),
    "paddle": (PADDLE, "paddle.nn", "paddle.nn.functional", "paddle"),
    "mxnet": (GLUON, "mxnet.gluon.nn", "mxnet.nd", "mxnet.ndarray"),
    "chainer": (CHAINER, "chainer.links", "chainer.functions", "chainer.functions"),
}


def _code(text: str, partial: bool = False) -> str | None:
    return convert(Source("net.py", text, ast.parse(text)), Options(partial=partial)).code


@pytest.mark.parametrize("framework", WAYS)
def test_an_assigned_module_is_an_imported_one(framework):
    template, nn, functions, inner = WAYS[framework]
    short = {"tensorflow": "tf", "mxnet": "mx"}.get(framework, framework)

    def assigned(name: str, path: str) -> str:
        return f"{name} = {short}{path.removeprefix(framework)}"

    imports = {"nn": f"import {nn} as nn", "F": f"import {functions} as F", "inner": f"import {inner} as lib"}
    code = _code(template.format(**imports))
    assert code is not None
    through = f"nn.{functions.removeprefix(nn + '.')}" if functions.startswith(nn) else assigned("", functions)[3:]
    for aliases in (
        {"nn": assigned("nn", nn), "F": assigned("F", functions), "inner": assigned("lib", inner)},
        {"nn": assigned("nn", nn), "F": f"F = {through}", "inner": assigned("lib", inner)},
    ):
        assert _code(template.format(**aliases)) == code


def test_functions_beside_models_see_them():
    found, _ = converted("""import torch
mod = torch
act = mod.nn.functional.relu

def helper(x):
    return mod.relu(x) * 2

class Net(mod.nn.Module):
    def forward(self, x):
        return helper(x) + act(x)
""")
    x = jnp.asarray([-1.0, 2.0])
    assert_close(found.Net()(x), [0.0, 6.0])
    assert_close(found.helper(x), [0.0, 4.0])


OTHERS = {
    "a parameter of the name": ("F = torch.nn.functional", "def g(F):\n    return F.relu(1)"),
    "set again": ("F = torch.nn.functional", "F = None"),
    "one of two": ("F = torch.nn.functional", "if torch.cuda.is_available():\n    F = torch"),
    "a root that is a parameter": ("", "def g(torch, x):\n    F = torch.nn.functional\n    return F.relu(x)"),
    "a class": ("Base = torch.nn.Module", ""),
}


@pytest.mark.parametrize("case", OTHERS)
def test_what_may_mean_something_else_is_no_import(case):
    """The file is that in which nothing was taken for an import."""
    from hybridc.dialects.torch import TORCH as DIALECT
    from hybridc.normalize.module_aliases import with_imported_modules
    from hybridc.syntax.module import read_module

    text = "import torch\n" + "\n".join(OTHERS[case]) + "\n"
    assert with_imported_modules(text, read_module(ast.parse(text)), DIALECT) is None
