"""Batch normalization that averages over all batches needs its counter to be pure."""

import jax.numpy as jnp
import numpy as np
import pytest

from closeness import assert_close
from hybridc.runtime.torch import nn

X = jnp.arange(6.0).reshape(3, 2)


def test_the_counter_is_asked_for():
    net = nn.BatchNorm1d(2, momentum=None)
    with pytest.raises(RuntimeError, match=r"parameters\(integers=True\)"):
        net.apply(net.parameters(), X, train=True)


def test_with_the_counter_it_averages():
    net = nn.BatchNorm1d(2, momentum=None)
    params = net.parameters(integers=True)
    for batch in (X, 3 * X):
        _, params = net.apply(params, batch, train=True)
    assert_close(params["running_mean"], 2 * np.asarray(X).mean(0), rtol=1e-6)
    assert int(params["num_batches_tracked"]) == 2


def test_with_a_momentum_it_is_not_asked_for():
    net = nn.BatchNorm1d(2)
    _, params = net.apply(net.parameters(), X, train=True)
    assert_close(params["running_mean"], 0.1 * np.asarray(X).mean(0), rtol=1e-6)
