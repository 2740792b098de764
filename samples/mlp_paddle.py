"""The MLP of the chapters on hybridizing, in Paddle: `hybridc bench samples/mlp_paddle.py:get_net()` measures it."""

from paddle import nn


def get_net():
    return nn.Sequential(
        nn.Linear(512, 256), nn.ReLU(), nn.Linear(256, 128), nn.ReLU(), nn.Linear(128, 2)
    )
