"""The MLP of the chapters on hybridizing, in PyTorch: `hybridc bench samples/mlp_torch.py:get_net()` measures it."""

from torch import nn


def get_net():
    return nn.Sequential(
        nn.Linear(512, 256),
        nn.ReLU(),
        nn.Linear(256, 128),
        nn.ReLU(),
        nn.Linear(128, 2),
    )
