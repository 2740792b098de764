"""Small modules of JAX, as converted ones are, and artifacts of them."""

import sys
from contextlib import contextmanager
from itertools import count

from hybridc.artifacts.exporting import export

_NUMBERS = count()
SOURCE = """
from collections import OrderedDict
from typing import NamedTuple

import jax
import jax.numpy as jnp
from hybridc.runtime import checks, control
from hybridc.runtime.core import randomness
from hybridc.runtime.core.cells import Parameter
from hybridc.runtime.torch import nn


class Pair(NamedTuple):
    first: jax.Array
    rest: object


class Net(nn.Module):
    def __init__(self, hidden=5):
        super().__init__()
        self.up = nn.Linear(4, hidden)
        self.norm = nn.BatchNorm1d(hidden)
        self.drop = nn.Dropout(0.5)
        self.down = nn.Linear(hidden, 3)

    def forward(self, x):
        return self.down(self.drop(self.norm(jax.nn.relu(self.up(x)))))


class Tied(nn.Module):
    def __init__(self):
        super().__init__()
        self.one = nn.Linear(4, 4)
        self.two = nn.Linear(4, 4)
        self.two.weight = self.one.weight
        self.spare = nn.Linear(2, 2)
        self.register_buffer("scale", 2 * jnp.ones(4), persistent=False)

    def forward(self, x, mask=None, *, power=1):
        h = self.one(x) * self.scale
        h = h if mask is None else jnp.where(mask, h, 0)
        return {"z": self.two(h) ** power, "a": [h, None, "text", 3]}


class Draws(nn.Module):
    def forward(self, x):
        return x + jax.random.normal(randomness.next_key(), x.shape)


class CountsInBuffer(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("seen", jnp.zeros(()))

    def forward(self, x):
        self.seen = self.seen + 1
        return x


class CountsInAttribute(nn.Module):
    def __init__(self):
        super().__init__()
        self.seen = 0

    def forward(self, x):
        self.seen = self.seen + 1
        return x * self.seen


class BySize(nn.Module):
    def forward(self, x):
        return x + 1 if x.shape[0] > 3 else x


class Printing(nn.Module):
    def forward(self, x):
        jax.debug.print("{}", x)
        return x


class Lazy(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.LazyLinear(3)

    def forward(self, x):
        return self.layer(x)


class Needy(nn.Module):
    def __init__(self, size):
        super().__init__()


class Plain:
    pass


def get_net():
    return nn.Sequential(nn.Linear(4, 2), nn.ReLU())


@jax.jit
def smooth(x, rate=0.5):
    return x * rate


@jax.jit
def halved_in_place(x):
    y = control.mutable(x * 1.0)
    tail = y[1:]

    def body(_, carry):
        tail[...] = tail[...] * 0.5
        return carry

    control.fori_loop(0, 3, body, None)
    return control.value(y)


def several(a, /, b, *, c=1):
    return Pair(a + b, OrderedDict(z=a * c, b=(b,)))


@checks.jit
def positive(x):
    checks.check(jnp.all(x > 0), "AssertionError")
    return x


def nothing(x):
    return None


def strange(x):
    return {1: x}


def callback(x):
    return jax.pure_callback(lambda v: v, x, x)


net = Net(hidden=6)
number = 3
"""


@contextmanager
def python_as_it_was():
    """Loading a module of the user's adds to `sys.path`, and keeps bytecode from being written."""
    path, modules, flag = list(sys.path), set(sys.modules), sys.dont_write_bytecode
    yield
    sys.path[:], sys.dont_write_bytecode = path, flag
    for name in sys.modules.keys() - modules:
        if name.startswith("source_"):
            del sys.modules[name]


def artifact(folder, name, *inputs, params=None, platforms=(), force=False, output=None, source=SOURCE):
    """The path of an artifact of what has the name in the source."""
    path = folder / "source_of_it.py"
    path.write_text(source)
    output = output or folder / f"artifact_{next(_NUMBERS)}"
    with python_as_it_was():
        export(f"{path}:{name}", str(output), inputs, params and str(params), platforms, force)
    return output


def model(name):
    """A model of the source, as it is there."""
    module = {"__name__": "source"}
    exec(SOURCE, module)
    return module[name]
