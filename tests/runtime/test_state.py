"""Parameters in and out of models."""

import jax.numpy as jnp
import numpy as np
import pytest
from small_models import Dense, LazyDense, Net

from hybridc.runtime.core import randomness
from hybridc.runtime.core.containers import Sequential
from hybridc.runtime.weights import WeightsError

X = jnp.arange(6.0).reshape(2, 3)


@pytest.mark.parametrize("name", ["net.safetensors", "net.npz"])
def test_saved_weights_give_the_same_numbers(tmp_path, name):
    one, other = Net().eval(), Net().eval()
    assert not np.allclose(one(X), other(X))
    one.save(tmp_path / name)
    other.load(tmp_path / name)
    np.testing.assert_array_equal(one(X), other(X))


def test_all_that_does_not_fit_is_listed_and_nothing_changes(tmp_path):
    net = Net()
    before = {n: np.asarray(v) for n, v in net.state_dict().items()}
    wrong = {n: v for n, v in before.items() if n != "last.bias"} | {
        "last.weight": np.zeros((5, 4), np.float32),
        "third.weight": np.zeros(1, np.float32),
    }
    with pytest.raises(WeightsError) as caught:
        net.load_state_dict(wrong)
    for word in ("last.bias", "last.weight", "third.weight", "(5, 4)", "(2, 4)"):
        assert word in str(caught.value)
    for name, value in net.state_dict().items():
        np.testing.assert_array_equal(value, before[name])


def test_names_may_be_missing_or_left_over_where_that_is_allowed():
    net = Net()
    net.load_state_dict({"last.bias": np.array([7, 8], np.float32), "else": np.zeros(1)}, strict=False)
    np.testing.assert_array_equal(net.last.bias.data, [7, 8])


def test_weights_keep_the_dtype_of_the_model():
    net = Net().half()
    net.load_state_dict({"last.bias": np.array([1, 2], np.float64)}, strict=False)
    assert net.last.bias.dtype == jnp.float16


def test_loaded_weights_reach_compiled_calls():
    net = Net().eval()
    net(X)
    net.load_state_dict({n: np.zeros_like(v) for n, v in net.state_dict().items()})
    np.testing.assert_array_equal(net(X), np.zeros((2, 2)))


def test_weights_settle_shapes():
    one, other = (Sequential(LazyDense(4), Dense(4, 2)).eval() for _ in range(2))
    one(X)
    other.load_state_dict(one.state_dict())
    np.testing.assert_array_equal(one(X), other(X))


def test_set_parameters_takes_what_parameters_gives():
    net = Net().eval()
    net.set_parameters({n: 0 * v for n, v in net.parameters().items()})
    np.testing.assert_array_equal(net(X), np.zeros((2, 2)))


def test_a_seed_gives_the_same_parameters():
    def drawn():
        randomness.seed(3)
        return Net().first.weight.data

    np.testing.assert_array_equal(drawn(), drawn())


def test_weights_that_a_lazy_layer_lacks_are_missing():
    net = Sequential(LazyDense(4))
    with pytest.raises(WeightsError, match=r"(?s)missing \(1\).*0\.weight"):
        net.load_state_dict({"0.bias": np.ones(4)})
    net.load_state_dict({"0.bias": np.ones(4)}, strict=False)
    np.testing.assert_array_equal(net[0].bias.data, np.ones(4))
    assert not net[0].weight.is_initialized
