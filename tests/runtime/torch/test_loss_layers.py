"""Losses as layers against PyTorch."""

from contextlib import nullcontext

import jax.numpy as jnp
import numpy as np
import pytest
import torch
from against_torch import draws, same, uniform
from layers_against_torch import layers_agree, twins

from closeness import assert_close
from hybridc.runtime.torch.nn.functional.reductions import reduction_name
from hybridc.runtime.torch.nn.layers import losses as layers
from hybridc.runtime.torch.nn.layers import ranking_losses as ranking_layers

X, Y = draws(4, 3), draws(4, 3, seed=1)
WEIGHT = uniform(4, 3, low=0.2)
P, Q = uniform(4, 3), uniform(4, 3, seed=1)
SIGNS = np.where(Y > 0, 1, -1).astype(np.float32)
CLASSES = np.array([2, 0, 1, 2])
CLASS_WEIGHT = np.array([0.5, 2.0, 1.2], np.float32)
LAYERS = [
    (layers.L1Loss, {}, (X, Y)),
    (layers.MSELoss, {"reduction": "sum"}, (X, Y)),
    (layers.SmoothL1Loss, {"beta": 0.5}, (X, Y)),
    (layers.HuberLoss, {"reduction": "none", "delta": 2.0}, (X, Y)),
    (layers.KLDivLoss, {"reduction": "batchmean", "log_target": True}, (np.log(P), np.log(Q))),
    (layers.PoissonNLLLoss, {"log_input": False, "full": True, "eps": 0.1}, (P, 3 * Q)),
    (layers.GaussianNLLLoss, {"full": True}, (X, Y, WEIGHT)),
    (layers.BCELoss, {}, (P, Q)),
    (layers.BCEWithLogitsLoss, {"reduction": "none"}, (X, Q)),
    (layers.NLLLoss, {"ignore_index": 2}, (X, CLASSES)),
    (layers.CrossEntropyLoss, {"label_smoothing": 0.1, "ignore_index": 0}, (X, CLASSES)),
    (layers.MultiMarginLoss, {"p": 2, "margin": 0.5}, (X, CLASSES)),
    (layers.MultiLabelMarginLoss, {}, (X, np.array([[2, -1, 1], [0, 1, 2], [-1, 0, 1], [1, 0, -1]]))),
    (layers.MultiLabelSoftMarginLoss, {"reduction": "sum"}, (X, Q)),
    (ranking_layers.HingeEmbeddingLoss, {"margin": 2.0}, (X, SIGNS)),
    (ranking_layers.MarginRankingLoss, {"margin": 0.5}, (X, Y, SIGNS)),
    (ranking_layers.CosineEmbeddingLoss, {"margin": 0.2}, (X, Y, np.array([1, -1, 1, -1]))),
    (ranking_layers.TripletMarginLoss, {"p": 1.0, "swap": True}, (X, Y, draws(4, 3, seed=2))),
    (ranking_layers.TripletMarginWithDistanceLoss, {"margin": 3.0}, (X, Y, draws(4, 3, seed=2))),
]


@pytest.mark.parametrize(("kind", "kwargs", "inputs"), LAYERS)
def test_layers(kind, kwargs, inputs):
    layer, reference = twins(kind, getattr(torch.nn, kind.__name__), **kwargs)
    assert repr(layer) == repr(reference)
    layers_agree(layer, reference, inputs, rtol=2e-5, atol=2e-6)


@pytest.mark.parametrize(
    ("kind", "names", "inputs"),
    [
        (layers.BCELoss, ["weight"], (P, Q)),
        (layers.BCEWithLogitsLoss, ["weight", "pos_weight"], (X, Q)),
        (layers.NLLLoss, ["weight"], (X, CLASSES)),
        (layers.CrossEntropyLoss, ["weight"], (X, CLASSES)),
        (layers.MultiMarginLoss, ["weight"], (X, CLASSES)),
        (layers.MultiLabelSoftMarginLoss, ["weight"], (X, Q)),
    ],
)
def test_weights_of_layers_are_buffers(kind, names, inputs):
    layer = kind(**{name: jnp.asarray(CLASS_WEIGHT) for name in names})
    reference = getattr(torch.nn, kind.__name__)(**{name: torch.from_numpy(CLASS_WEIGHT) for name in names})
    assert list(layer.state_dict()) == list(reference.state_dict()) == names
    same(layer(*inputs), reference(*map(torch.from_numpy, inputs)))


def test_soft_margin_layer():
    same(layers.SoftMarginLoss()(X, SIGNS), torch.nn.SoftMarginLoss()(torch.from_numpy(X), torch.from_numpy(SIGNS)))


def test_a_given_distance_function_is_used():
    def largest(x, y):
        return abs(x - y).max(-1)

    layer = ranking_layers.TripletMarginWithDistanceLoss(distance_function=largest)
    expected = np.maximum(1 + largest(X, Y) - largest(X, WEIGHT), 0).mean()
    assert_close(layer(X, Y, WEIGHT), expected, rtol=1e-5)


@pytest.mark.parametrize("size_average", [None, False, True])
@pytest.mark.parametrize("reduce", [None, False, True])
def test_older_words_for_the_reduction(size_average, reduce):
    with pytest.warns(UserWarning, match="size_average") if (size_average, reduce) != (None, None) else nullcontext():
        reference = torch.nn.L1Loss(size_average, reduce, "sum")
    assert reduction_name(size_average, reduce, "sum") == reference.reduction
    assert layers.L1Loss(size_average, reduce, "sum").reduction == reference.reduction


@pytest.mark.parametrize(
    ("make", "error"),
    [
        (lambda: layers.HuberLoss(delta="1"), TypeError),
        (lambda: layers.MultiMarginLoss(p=3), ValueError),
        (lambda: layers.MultiMarginLoss(weight=jnp.ones((3, 1))), ValueError),
        (lambda: ranking_layers.TripletMarginLoss(margin=0.0), ValueError),
        (lambda: ranking_layers.TripletMarginWithDistanceLoss(margin=-1.0), ValueError),
    ],
)
def test_layers_check_their_arguments(make, error):
    with pytest.raises(error):
        make()
