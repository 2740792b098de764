"""The MLP of the chapters on hybridizing, in Gluon: `hybridc bench samples/mlp_gluon.py:get_net()` measures it."""

from mxnet import npx
from mxnet.gluon import nn

npx.set_np()


def get_net():
    net = nn.HybridSequential()
    net.add(
        nn.Dense(256, activation="relu"), nn.Dense(128, activation="relu"), nn.Dense(2)
    )
    net.initialize()
    return net
