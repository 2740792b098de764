"""Weights that only products read are given to compiled programs transposed; nothing shows of it."""

import copy

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from closeness import assert_close
from hybridc.runtime.torch import nn
from hybridc.runtime.torch.nn import functional as F


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.embedding = nn.Embedding(5, 3)
        self.first, self.second, self.third = nn.Linear(3, 4), nn.Linear(4, 3), nn.Linear(3, 3)
        self.last = nn.Linear(3, 5)
        self.embedding.weight = self.last.weight

    def forward(self, x):
        x = self.second(self.first(self.embedding(x)))
        x = F.linear(x, self.second.weight.T)
        x = self.second(x)
        return self.last(self.third(x) + x @ self.third.weight)


X = jnp.array([[0, 4, 2], [1, 1, 3]])


def transposed(net):
    return {name for name, cell in net.named_parameters() if cell in net._hybridc_calls.entry.transposed}


@pytest.fixture
def net():
    nn.seed(0)
    return Net().eval()


def test_what_is_read_otherwise_stays_as_it_is(net):
    expected = net.apply(net.parameters(), X)
    for _ in range(2):
        assert_close(net(X), expected, rtol=1e-5)
    assert transposed(net) == {"first.weight"}
    assert_close(jax.jit(net)(X), expected, rtol=1e-5)


def test_cells_are_what_they_were(net):
    before = {name: np.asarray(value) for name, value in net.state_dict().items()}
    net(X)
    weight = net.first.weight
    assert (weight.shape, weight.ndim, weight.size, weight.dtype) == ((4, 3), 2, 12, jnp.float32)
    assert weight._array is None
    np.testing.assert_array_equal(copy.deepcopy(weight), before["first.weight"])
    for name, value in net.state_dict().items():
        np.testing.assert_array_equal(value, before[name])


def test_running_with_other_parameters_leaves_cells_with_one_array(net):
    parameters = net.parameters()
    net(X)
    net.apply(parameters, X)
    assert net.first.weight._array is None


def test_weights_that_change_are_seen(net):
    net(X)
    for change in (lambda w: w * 2, lambda w: w.T.reshape(4, 3), lambda w: np.asarray(w) + 1):
        net.first.weight.held = change(net.first.weight.held)
        assert_close(net(X), net.apply(net.parameters(), X), rtol=1e-5)
    net.first.weight[0] = 7
    assert_close(net(X), net.apply(net.parameters(), X), rtol=1e-5)


def test_a_first_call_while_another_function_is_traced_leaves_arrays(net):
    expected = net.apply(net.parameters(), X)
    assert_close(jax.jit(net)(X), expected, rtol=1e-5)
    assert isinstance(net.first.weight.held, jax.Array) and not isinstance(net.first.weight.held, jax.core.Tracer)
    assert_close(net(X), expected, rtol=1e-5)


@pytest.mark.parametrize("layer", [nn.TransformerEncoderLayer(8, 2), nn.MultiheadAttention(8, 2, kdim=6, vdim=4)])
def test_attention(layer):
    layer.eval()
    q, k, v = (jnp.linspace(-1, 1, 10 * size).reshape(5, 2, size) for size in (8, 6, 4))
    given = (q, k, v) if isinstance(layer, nn.MultiheadAttention) else (q,)
    expected = layer.apply(layer.parameters(), *given)
    for one, other in zip(jax.tree.leaves(layer(*given)), jax.tree.leaves(expected), strict=True):
        assert_close(one, other, rtol=1e-5, atol=1e-6)
    assert len(transposed(layer)) == 4


def test_a_lazy_layer():
    layer = nn.LazyLinear(3)
    x = jnp.ones((2, 5))
    assert_close(layer(x), layer.apply(layer.parameters(), x), rtol=1e-6)
    assert transposed(layer) == {"weight"}


def test_frozen_models_multiply_by_them_as_well(net):
    frozen = net.freeze()
    assert_close(frozen(X), net.apply(net.parameters(), X), rtol=1e-5)
    products = [e for e in frozen.trace(X).jaxpr.eqns if e.primitive.name == "dot_general"]
    contracted = [e.params["dimension_numbers"][0][1] for e in products]  # axes of the weights
    assert contracted == [(0,), (0,), (1,), (0,), (0,), (0,), (1,)]  # `F.linear` of a transposed one, and the tied one
