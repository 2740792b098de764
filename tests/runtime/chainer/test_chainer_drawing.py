"""What Chainer draws: the distributions are the same, the random numbers are not."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from closeness import assert_close
from hybridc.runtime import chainer
from hybridc.runtime.chainer import distributions, initializers
from hybridc.runtime.chainer import functions as F


class Drawn(chainer.Link):
    def __init__(self, function):
        super().__init__()
        self.function = function

    def forward(self, *args):
        return self.function(*args)


def drawn(function, *args, rng=0):
    return np.asarray(Drawn(function).apply({}, *args, rng=rng))


LOGITS = jnp.asarray([[0.0, 1.0, -1.0]] * 4000)
DRAWS = {
    "normal": (lambda: distributions.Normal(jnp.ones(3), scale=2 * jnp.ones(3)).sample(4000), 1.0, 2.0),
    "bernoulli": (lambda: distributions.Bernoulli(p=jnp.full(3, 0.3)).sample((4000,)), 0.3, 0.21**0.5),
    "uniform": (lambda: distributions.Uniform(low=jnp.zeros(3), high=jnp.full(3, 2.0)).sample(4000), 1.0, 3**-0.5),
    "gaussian": (lambda: F.gaussian(jnp.ones((4000, 3)), jnp.full((4000, 3), np.log(4.0))), 1.0, 2.0),
}


@pytest.mark.parametrize("name", DRAWS)
def test_means_and_deviations(name):
    function, mean, deviation = DRAWS[name]
    found = drawn(function)
    assert found.shape == (4000, 3)
    assert_close(found.mean(), mean, atol=0.06)
    assert_close(found.std(), deviation, atol=0.06)
    assert not np.array_equal(found, drawn(function, rng=1))


def test_categories():
    probabilities = np.asarray(jax.nn.softmax(LOGITS[0]))
    found = drawn(lambda: distributions.Categorical(logit=LOGITS[0]).sample(4000))
    assert_close(np.bincount(found, minlength=3) / 4000, probabilities, atol=0.03)
    relaxed = drawn(lambda x: F.gumbel_softmax(x, tau=0.1), LOGITS)
    assert_close(np.bincount(relaxed.argmax(axis=1), minlength=3) / 4000, probabilities, atol=0.03)
    assert_close(relaxed.sum(axis=1), 1, rtol=1e-5)


SPREADS = {
    "LeCunNormal": (30 * 4) ** -0.5, "GlorotNormal": (2 / (70 * 4)) ** 0.5, "HeNormal": (2 / (30 * 4)) ** 0.5,
    "LeCunUniform": (30 * 4) ** -0.5, "GlorotUniform": (2 / (70 * 4)) ** 0.5, "HeUniform": (2 / (30 * 4)) ** 0.5,
    "Normal": 0.05, "Uniform": 0.05 / 3**0.5,
}  # fmt: skip


@pytest.mark.parametrize("name", SPREADS)
def test_first_values_have_the_spread_of_chainers(name):
    array = initializers.generate_array(getattr(initializers, name)(), (40, 30, 2, 2))
    assert_close(array.std(), SPREADS[name], rtol=0.05)
    assert_close(array.mean(), 0, atol=0.05 * SPREADS[name] * 3)


def test_first_values_that_are_not_drawn():
    def made(initializer, shape):
        return initializers.generate_array(initializer, shape)

    np.testing.assert_array_equal(made(initializers.One(), (2,)), [1, 1])
    np.testing.assert_array_equal(made(initializers.Identity(2.0), (2, 2)), 2 * np.eye(2))
    np.testing.assert_array_equal(made(initializers.Constant(np.arange(3)), (3,)), [0, 1, 2])
    q = made(initializers.Orthogonal(), (5, 3)).astype(float)
    assert_close(q.T @ q, 1.21 * np.eye(3), atol=1e-5)
    line = np.array([0.25, 0.75, 0.75, 0.25])
    assert_close(made(initializers.UpsamplingDeconvFilter(), (2, 1, 4, 4))[1, 0], np.outer(line, line))
    with pytest.raises(ValueError, match="shape"):
        made(initializers.Constant(np.arange(3)), (4,))
    with pytest.raises(ValueError, match="fan_option"):
        initializers.HeNormal(fan_option="both")
