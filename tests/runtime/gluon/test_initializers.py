"""Gluon's initializers: MXNet's distributions, and which of them fills what."""

import jax.numpy as jnp
import numpy as np
import pytest

from closeness import assert_close
from hybridc.runtime.gluon import init, nn, ops

SHAPE = (40, 30, 3, 2)


def drawn(initializer, shape=SHAPE):
    block = nn.HybridBlock(prefix="b_")
    block.weight = block.params.get("weight", shape=shape, init=initializer)
    block.initialize()
    return np.asarray(block.weight.data)


@pytest.mark.parametrize(
    ("initializer", "largest", "deviation"),
    [
        (None, 0.07, 0.07 / 3**0.5),
        ("uniform", 0.07, 0.07 / 3**0.5),
        (init.Uniform(2.0), 2.0, 2 / 3**0.5),
        (init.Normal(), None, 0.01),
        ("normal", None, 0.01),
        (init.Normal(0.5), None, 0.5),
        (init.Xavier(), (3 / 210) ** 0.5, (1 / 210) ** 0.5),
        (init.Xavier("uniform", "in", 2), (2 / 180) ** 0.5, (2 / 540) ** 0.5),
        (init.Xavier("gaussian", "out", 2.34), None, (2.34 / 240) ** 0.5),
        ('["xavier", {"rnd_type": "gaussian", "magnitude": 1}]', None, (1 / 210) ** 0.5),
        (init.MSRAPrelu(), None, (2 / (1 + 0.25**2) / 210) ** 0.5),
        (init.MSRAPrelu("in", 0.0), None, (2 / 180) ** 0.5),
    ],
)
def test_draws_have_the_distribution(initializer, largest, deviation):
    values = drawn(initializer)
    assert values.dtype == np.float32
    assert_close(values.std(), deviation, rtol=0.05)
    assert abs(values.mean()) < deviation / 10
    if largest is not None:
        assert 0.98 * largest < np.abs(values).max() <= largest


@pytest.mark.parametrize(("shape", "kind"), [((4, 9), "uniform"), ((9, 2, 2), "normal"), ((5, 5), "uniform")])
def test_orthogonal_rows_or_columns(shape, kind):
    values = drawn(init.Orthogonal(rand_type=kind), shape).reshape(shape[0], -1) / 1.414
    product = values @ values.T if values.shape[0] <= values.shape[1] else values.T @ values
    assert_close(product, np.eye(len(product)), atol=1e-5)


def test_what_is_not_drawn():
    assert np.array_equal(drawn("zeros", (2,)), [0, 0])
    assert np.array_equal(drawn(init.One(), (2,)), [1, 1])
    assert np.array_equal(drawn(init.Constant([1, 2]), (2,)), [1, 2])
    assert np.array_equal(drawn(init.LSTMBias(2.0), (8,)), [0, 0, 2, 2, 0, 0, 0, 0])
    # mxnet.init.Bilinear on (1, 2, 4, 4)
    row = np.array([0.25, 0.75, 0.75, 0.25])
    assert_close(drawn(init.Bilinear(), (1, 2, 4, 4)), np.broadcast_to(np.outer(row, row), (1, 2, 4, 4)))


def test_layers_own_initializers_come_first():
    net = nn.HybridSequential()
    net.add(nn.Dense(2, in_units=2, weight_initializer="ones"), nn.BatchNorm(in_channels=2), nn.Dense(2, in_units=2))
    net.initialize(init.Constant(5))
    found = {name: float(array.ravel()[0]) for name, array in net.state_dict().items()}
    assert found == {
        **{"0.weight": 1, "0.bias": 0, "1.gamma": 1, "1.beta": 0, "1.running_mean": 0, "1.running_var": 1},
        **{"2.weight": 5, "2.bias": 0},
    }


def test_a_parameter_without_initializer_is_filled_as_weights_are():
    net = nn.Dense(2, in_units=2, bias_initializer=None)
    net.initialize(init.Constant(5))
    assert np.array_equal(net.bias.data, [5, 5])


def test_mixed_goes_by_names():
    net = nn.HybridSequential(prefix="m_")
    with net.name_scope():
        net.add(nn.Dense(2, in_units=2), nn.Dense(2, in_units=2))
    net.initialize(init.Mixed([".*dense0", ".*"], [init.One(), init.Zero()]))
    assert np.array_equal(net[0].weight.data, np.ones((2, 2)))
    assert np.array_equal(net[1].weight.data, np.zeros((2, 2)))
    with pytest.raises(ValueError, match="did not match any pattern"):
        net.initialize(init.Mixed(["other"], [init.One()]), force_reinit=True)


def test_load_takes_what_there_is():
    net = nn.Dense(2, in_units=2, prefix="d_")
    net.initialize(init.Load({"arg:d_weight": jnp.eye(2)}))
    assert np.array_equal(net.weight.data, np.eye(2))
    with pytest.raises(AssertionError, match="no default Initializer"):
        nn.Dense(2, in_units=2).initialize(init.Load({}))


def test_initializers_of_users_are_found_by_name():
    @init.register
    class Threes(init.Initializer):
        def _init_weight(self, name, data):
            data[:] = 1
            data += 2

    class Sparse(init.Initializer):
        def _init_weight(self, name, data):
            data[:] = 7.0
            data[0] = 0

    assert np.array_equal(drawn("threes", (2, 2)), np.full((2, 2), 3.0))
    assert np.array_equal(drawn(Sparse(), (2, 2)), [[0, 0], [7, 7]])
    with pytest.raises(AssertionError, match="foo is not registered"):
        init.create("foo")
    assert init.create("xavier", magnitude=2).magnitude == 2
    assert init.Xavier() == init.Xavier()
    assert init.Xavier() != init.Xavier(magnitude=2)


def test_errors_of_xavier():
    with pytest.raises(ValueError, match="at least 2D"):
        drawn(init.Xavier(), (3,))
    with pytest.raises(ValueError, match="Incorrect factor type"):
        drawn(init.Xavier(factor_type="all"))
    with pytest.raises(ValueError, match="Unknown random type"):
        drawn(init.Xavier("other"))


def test_an_own_initializer_computes_with_what_it_has_drawn():
    class Far(init.Initializer):
        def _init_weight(self, name, arr):
            arr[:] = ops.uniform(-10, 10, arr.shape)
            arr *= ops.greater_equal(ops.abs(arr), 5)

    values = drawn(Far())
    assert np.all((values == 0) | (abs(values) >= 5))
    assert 0.4 < np.mean(values == 0) < 0.6
