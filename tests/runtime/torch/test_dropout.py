"""Dropout: what it does for sure against PyTorch, and its draws by their distribution."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest
import torch
from against_torch import agree, draws
from torch.nn import functional as theirs

from closeness import assert_close
from hybridc.runtime.core import randomness
from hybridc.runtime.core.modules import Module
from hybridc.runtime.torch.nn.functional.dropout import (
    alpha_dropout,
    dropout,
    dropout1d,
    dropout2d,
    dropout3d,
    feature_alpha_dropout,
)
from hybridc.runtime.torch.nn.layers.dropout import (
    AlphaDropout,
    Dropout,
    Dropout1d,
    Dropout2d,
    Dropout3d,
    FeatureAlphaDropout,
)

FUNCTIONS = [dropout, dropout1d, dropout2d, dropout3d, alpha_dropout, feature_alpha_dropout]
LAYERS = [Dropout, Dropout1d, Dropout2d, Dropout3d, AlphaDropout, FeatureAlphaDropout]
X = draws(6, 5, 4)
LOW = -1.7580993408473766


@pytest.fixture(autouse=True)
def _seeded():
    randomness.seed(0)


@pytest.mark.filterwarnings("ignore:dropout")
@pytest.mark.parametrize("function", FUNCTIONS)
@pytest.mark.parametrize("args", [(0.5, False), (0.0, True), (1.0, True), (1.0, False, True)])
def test_what_is_not_drawn_is_as_in_torch(function, args):
    agree(function, getattr(theirs, function.__name__), (X, *args))


@pytest.mark.parametrize("function", FUNCTIONS)
def test_defaults_are_those_of_torch(function):
    is_identity = function in (alpha_dropout, feature_alpha_dropout)
    assert bool((np.asarray(function(jnp.asarray(X))) == X).all()) == is_identity


@pytest.mark.parametrize("p", [0.1, 0.5, 0.8])
def test_dropout_keeps_the_rest_scaled(p):
    result = np.asarray(dropout(jnp.full((200, 100), 3.0), p))
    assert_close(np.unique(result), [0, 3 / (1 - p)], rtol=1e-6)
    assert_close((result == 0).mean(), p, atol=0.015)


@pytest.mark.parametrize("dtype", [jnp.float16, jnp.bfloat16])
def test_half_types_are_kept(dtype):
    assert dropout(jnp.ones(4, dtype)).dtype == dtype
    assert alpha_dropout(jnp.ones(4, dtype), training=True).dtype == dtype


@pytest.mark.parametrize(
    ("function", "shape", "drawn"),
    [
        (dropout1d, (400, 5, 4), (400, 5, 1)),
        (dropout1d, (400, 4), (400, 1)),
        (dropout2d, (400, 5, 2, 2), (400, 5, 1, 1)),
        (dropout2d, (400, 5, 4), (400, 5, 1)),
        (dropout2d, (400, 5), (400, 5)),
        (dropout3d, (100, 5, 2, 2, 2), (100, 5, 1, 1, 1)),
        (dropout3d, (400, 5, 2, 2), (400, 1, 1, 1)),
        (dropout3d, (400, 5, 2), (400, 1, 1)),
    ],
)
@pytest.mark.filterwarnings("ignore:dropout")
def test_channels_are_dropped_together(function, shape, drawn):
    result = np.asarray(function(jnp.ones(shape), 0.3))
    assert_close((result == 0).mean(), 0.3, atol=0.07)
    for values in (result, getattr(theirs, function.__name__)(torch.ones(shape), 0.3).numpy()):
        is_dropped = values == 0
        whole = tuple(axis for axis, size in enumerate(drawn) if size == 1)
        assert (is_dropped.all(whole) | ~is_dropped.any(whole)).all()
        for axis, size in enumerate(drawn):
            if size > 1:
                assert (np.ptp(is_dropped.astype(int), axis=axis) == 1).any()


@pytest.mark.parametrize(("function", "shape"), [(alpha_dropout, (300, 100)), (feature_alpha_dropout, (300, 100, 2))])
def test_alpha_dropout_keeps_mean_and_variance(function, shape):
    p = 0.3
    x = jnp.asarray(draws(*shape, scale=1.0))
    result = np.asarray(function(x, p, training=True))
    assert_close([result.mean(), result.std()], [0, 1], atol=0.03)
    scale = ((1 - p) * (1 + p * LOW**2)) ** -0.5
    shift = -scale * LOW * p
    floor = scale * LOW + shift
    is_dropped = np.isclose(result, floor, atol=1e-5)
    assert_close(is_dropped.mean(), p, atol=0.02)
    assert_close(result[~is_dropped], (scale * np.asarray(x) + shift)[~is_dropped], rtol=1e-4, atol=1e-5)
    assert shape == (300, 100) or (is_dropped[..., 0] == is_dropped[..., 1]).all()


def test_derivative_is_that_of_what_was_kept():
    def drawn(x):
        randomness.seed(5)
        return dropout(x, 0.4)

    x = jnp.asarray(X)
    slope = jax.grad(lambda x: drawn(x).sum())(x)
    assert_close(slope * x, drawn(x), rtol=1e-6)


def test_every_call_draws_anew():
    x = jnp.ones(1000)
    first, second = dropout(x), dropout(x)
    assert (np.asarray(first) != np.asarray(second)).mean() > 0.4


@pytest.mark.parametrize("function", FUNCTIONS)
@pytest.mark.parametrize("p", [-0.1, 1.1])
def test_probabilities_are_checked(function, p):
    with pytest.raises(ValueError, match="between 0 and 1"):
        function(jnp.asarray(X), p)


def test_numbers_of_axes_are_checked():
    with pytest.raises(ValueError, match="2D or 3D"):
        dropout1d(jnp.ones((1, 2, 3, 4)))
    with pytest.raises(ValueError, match="at least 2"):
        dropout2d(jnp.ones(3))


@pytest.mark.parametrize("kind", LAYERS)
def test_layers_are_the_identity_in_evaluation_mode(kind):
    layer, reference = kind(0.3, True).eval(), getattr(torch.nn, kind.__name__)(0.3, True)
    assert repr(layer) == repr(reference)
    np.testing.assert_array_equal(layer(X), X)
    with pytest.raises(ValueError, match="between 0 and 1"):
        kind(p=1.5)


@pytest.mark.parametrize("kind", LAYERS)
def test_layers_draw_in_training_mode_from_the_rng(kind):
    layer = kind()

    def drawn(seed):
        return np.asarray(layer.apply({}, X, train=True, rng=seed, state=False))

    np.testing.assert_array_equal(drawn(1), drawn(1))
    assert (drawn(1) != X).any()
    assert any((drawn(1) != drawn(seed)).any() for seed in (2, 3))


def test_two_layers_of_a_model_draw_differently():
    class Two(Module):
        def __init__(self):
            super().__init__()
            self.first, self.second = Dropout(), Dropout()

        def forward(self, x):
            return self.first(x), self.second(x)

    first, second = Two()(jnp.ones(500))
    assert (np.asarray(first) != np.asarray(second)).mean() > 0.4
