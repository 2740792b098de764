"""What a small Gluon program is for the recordings: its text, and what its model is given."""

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Program:
    text: str
    inputs: tuple  # of tuples of arrays: one for each call
    make: str = "Net()"
    trains: bool = False
    loops: bool = False
    flat: tuple = ()  # inputs of which MXNet gives no gradients


def drawn(*shape):
    return np.random.RandomState(sum(shape) + len(shape)).uniform(-1.5, 1.5, shape).astype(np.float32)


def floats(*values):
    return np.array(values, np.float32)


ND = """import mxnet as mx
from mxnet import nd, sym
from mxnet.gluon import nn, rnn


"""
NP = """from mxnet import np, npx
from mxnet.gluon import nn

npx.set_np()


"""
BOTH_SIGNS = ((drawn(2, 3),), (-drawn(2, 3),))
GET_NET = """def get_net():
    net = nn.HybridSequential()
    net.add(nn.Dense(8, activation='relu'),
            nn.Dense(4, activation='relu'),
            nn.Dense(2))
    net.initialize()
    return net


def get_compiled():
    net = get_net()
    net.hybridize(static_alloc=True, static_shape=True)
    return net
"""


def block(body, arguments="F, x", base="nn.HybridBlock"):
    """A block without parts, whose `hybrid_forward` has this body."""
    lines = "".join(f"        {line}\n" if line else "\n" for line in body.strip().splitlines())
    return f"class Net({base}):\n    def hybrid_forward(self, {arguments}):\n{lines}"
