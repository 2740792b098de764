"""Sliding blocks, pixel shuffles and channel shuffles, functions and layers, against PyTorch's."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest
import torch
import torch.nn.functional as F
from spatial_agreement import agree, agree_in_halves, both_refuse, draws, layers_agree, whole

from closeness import assert_close
from hybridc.runtime.torch.nn.functional import folding
from hybridc.runtime.torch.nn.layers import folding as layers

X = draws(2, 3, 6, 7, seed=1)
CALLS = [
    ("unfold", (X, 2), {}),
    ("unfold", (X, (3, 2), (1, 2), (1, 0), (2, 1)), {}),
    ("unfold", (X, (2, 3)), {"dilation": 2, "padding": 3, "stride": (3, 2)}),
    ("unfold", (X[0], 3), {"stride": 3}),
    ("unfold", (X, 1), {}),
    ("fold", (draws(2, 12, 30), (6, 7), 2), {}),
    ("fold", (draws(2, 12, 9), 6, 2), {"stride": 2}),
    ("fold", (draws(2, 18, 15), (6, 7), (3, 2), (1, 2), (1, 0), (2, 1)), {}),
    ("fold", (draws(4, 36), 7, 2), {}),
    ("fold", (draws(2, 12, 1), (1, 1), 2), {"padding": 1, "stride": 2}),
    ("pixel_shuffle", (draws(2, 12, 2, 3), 2), {}),
    ("pixel_shuffle", (draws(9, 2, 3), 3), {}),
    ("pixel_shuffle", (draws(1, 2, 3, 4, 2, 3), 1), {}),
    ("pixel_unshuffle", (draws(2, 3, 4, 6), 2), {}),
    ("pixel_unshuffle", (draws(3, 6, 9), 3), {}),
    ("pixel_unshuffle", (draws(1, 2, 1, 4, 2), 2), {}),
    ("channel_shuffle", (draws(2, 6, 4), 3), {}),
    ("channel_shuffle", (draws(2, 6, 3, 2), 2), {}),
    ("channel_shuffle", (draws(2, 4, 3, 2, 1), 4), {}),
]


@pytest.mark.parametrize(("name", "args", "kwargs"), CALLS, ids=[f"{c[0]}-{i}" for i, c in enumerate(CALLS)])
def test_functions_and_gradients_agree_with_torch(name, args, kwargs):
    agree(getattr(folding, name), getattr(F, name), args, kwargs)


def test_truth_values_and_integers_are_moved_as_they_are():
    agree(folding.unfold, F.unfold, (whole(1, 2, 4, 4) > 0, 2))
    agree(folding.pixel_shuffle, F.pixel_shuffle, (whole(1, 8, 2, 2), 2))
    agree(folding.channel_shuffle, F.channel_shuffle, (whole(1, 4, 2), 2))
    agree(folding.native_channel_shuffle, F.native_channel_shuffle, (whole(2, 6, 3, 2), 3))


def test_half_precision_stays():
    agree_in_halves(folding.unfold, F.unfold, (X, 3))
    agree_in_halves(folding.fold, F.fold, (draws(2, 27, 12) / 3, (5, 6), 3))


def test_an_infinite_element_stays_in_its_blocks():
    x = X.copy()
    x[0, 0, 2, 2] = np.inf
    agree(folding.unfold, F.unfold, (x, 2), gradients=False)
    columns = draws(1, 4, 9)
    columns[0, 1, 4] = np.inf
    agree(folding.fold, F.fold, (columns, 4, 2), gradients=False)


def test_empty_batches_stay_empty():
    assert folding.unfold(jnp.asarray(X[:0]), 2).shape == (0, 12, 30)
    assert folding.fold(jnp.zeros((0, 12, 30)), (6, 7), 2).shape == (0, 3, 6, 7)
    assert folding.pixel_shuffle(jnp.zeros((0, 4, 2, 2)), 2).shape == (0, 1, 4, 4)


REFUSED = [
    ("unfold", (X, 8)),
    ("unfold", (X, 2, 1, -1)),
    ("unfold", (X, 2, 1, 0, 0)),
    ("unfold", (X, (2, 2, 2))),
    ("fold", (draws(1, 4, 8), 4, 2)),
    ("fold", (draws(1, 5, 9), 4, 2)),
    ("fold", (draws(9), 4, 2)),
    ("pixel_shuffle", (draws(3, 2, 2), 2)),
    ("pixel_shuffle", (draws(4, 2), 2)),
    ("pixel_shuffle", (draws(4, 2, 2), 0)),
    ("pixel_unshuffle", (draws(3, 3, 2), 2)),
    ("pixel_unshuffle", (draws(3, 2, 3), 2)),
    ("channel_shuffle", (draws(4, 4), 2)),
    ("channel_shuffle", (draws(4, 4, 2), 3)),
]


@pytest.mark.parametrize(("name", "args"), REFUSED, ids=[f"{c[0]}-{i}" for i, c in enumerate(REFUSED)])
def test_what_torch_refuses_is_refused(name, args):
    both_refuse(getattr(folding, name), getattr(F, name), args)


LAYERS = [
    ("Unfold", (2,), {}, X),
    ("Unfold", ((3, 2), 1), {"padding": (1, 0), "stride": 2}, X),
    ("Fold", ((6, 7), 2), {}, draws(2, 12, 30)),
    ("Fold", (6, (2, 3)), {"stride": (2, 3), "padding": 0, "dilation": 1}, draws(2, 12, 6)),
    ("PixelShuffle", (2,), {}, draws(2, 12, 2, 3)),
    ("PixelUnshuffle", (3,), {}, draws(2, 6, 9)),
    ("ChannelShuffle", (2,), {}, draws(2, 6, 4)),
]


@pytest.mark.parametrize(("name", "args", "kwargs", "x"), LAYERS, ids=[f"{c[0]}-{i}" for i, c in enumerate(LAYERS)])
def test_a_layer_is_as_torchs(name, args, kwargs, x):
    layers_agree(getattr(layers, name), getattr(torch.nn, name), args, kwargs, (x,))


def test_folding_vectorizes():
    x = jnp.asarray(X)
    blocks = jax.vmap(lambda a: folding.unfold(a, 3, padding=1))(x)
    np.testing.assert_array_equal(blocks, folding.unfold(x, 3, padding=1))
    back = jax.vmap(lambda a: folding.fold(a, (6, 7), 3, padding=1))(blocks)
    assert_close(back, folding.fold(blocks, (6, 7), 3, padding=1), rtol=1e-6)
