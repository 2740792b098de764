"""Losses against PyTorch."""

import jax.numpy as jnp
import numpy as np
import pytest
import torch
from against_torch import agree, agree_in_half, draws, every_reduction, integers, uniform
from torch.nn import functional as theirs

from hybridc.runtime.torch.nn.functional import classification_losses, losses, ranking_losses

OURS = {**vars(losses), **vars(classification_losses), **vars(ranking_losses)}
X, Y = draws(4, 3), draws(4, 3, seed=1)
WHOLE = np.array([[1, -2, 0], [3, 0, 1]], np.float32)
WEIGHT = uniform(4, 3, low=0.2)
P, Q = uniform(4, 3), uniform(4, 3, seed=1)
SURE = np.array([0, 0, 1, 1, 0.5, 1e-30], np.float32)
HITS = np.array([0, 1, 0, 1, 0.3, 1], np.float32)
SIGNS = np.where(Y > 0, 1, -1).astype(np.float32)
CLASSES = np.array([2, 0, 1, 2])
CLASS_WEIGHT = np.array([0.5, 2.0, 1.2], np.float32)
IMAGE, LABELS = draws(2, 3, 2, 2, seed=3), integers(2, 2, 2, below=3)
SOFT = np.exp(Y) / np.exp(Y).sum(1, keepdims=True)

CALLS = [
    ("l1_loss", (X, Y), {}),
    ("l1_loss", (WHOLE, np.abs(WHOLE)), {}),
    ("l1_loss", (X, Y), {"weight": WEIGHT}),
    ("mse_loss", (X, Y), {}),
    ("mse_loss", (X, CLASSES[:, None]), {}),
    ("mse_loss", (X, Y), {"weight": WEIGHT}),
    ("smooth_l1_loss", (X, Y), {}),
    ("smooth_l1_loss", (WHOLE, np.abs(WHOLE)), {"beta": 2.0}),
    ("smooth_l1_loss", (WHOLE, np.abs(WHOLE)), {"beta": 0.0}),
    ("huber_loss", (X, Y), {}),
    ("huber_loss", (WHOLE, np.zeros_like(WHOLE)), {"delta": 2.0}),
    ("huber_loss", (X, Y), {"weight": WEIGHT, "delta": 0.5}),
    ("kl_div", (np.log(P), Q), {}),
    ("kl_div", (np.log(P), np.log(Q)), {"log_target": True}),
    ("poisson_nll_loss", (X, 5 * Q), {}),
    ("poisson_nll_loss", (P, 5 * Q, False), {"full": True}),
    ("poisson_nll_loss", (X, integers(4, 3, below=5)), {"full": True}),
    ("poisson_nll_loss", (P, Q), {"log_input": False, "eps": 0.1}),
    ("gaussian_nll_loss", (X, Y, WEIGHT), {}),
    ("gaussian_nll_loss", (X, Y, WEIGHT[:, 0]), {"full": True}),
    ("gaussian_nll_loss", (X, Y, WEIGHT[:, :1]), {"eps": 0.5}),
    ("gaussian_nll_loss", (X, Y, 0.7), {}),
    ("binary_cross_entropy", (P, Q), {}),
    ("binary_cross_entropy", (P, Q), {"weight": WEIGHT}),
    ("binary_cross_entropy", (P, Q, CLASS_WEIGHT), {}),
    ("binary_cross_entropy_with_logits", (10 * X, Q), {}),
    ("binary_cross_entropy_with_logits", (X, Q, WEIGHT), {"pos_weight": CLASS_WEIGHT}),
    ("nll_loss", (X, CLASSES), {}),
    ("nll_loss", (X, CLASSES, CLASS_WEIGHT), {"ignore_index": 2}),
    ("nll_loss", (X[0], np.array(1)), {"weight": CLASS_WEIGHT}),
    ("nll_loss", (IMAGE, LABELS), {"weight": CLASS_WEIGHT, "ignore_index": 0}),
    ("nll_loss", (X, np.full(4, -100)), {}),
    ("cross_entropy", (X, CLASSES), {}),
    ("cross_entropy", (X, CLASSES, CLASS_WEIGHT), {}),
    ("cross_entropy", (X, np.array([0, -100, 2, -100])), {}),
    ("cross_entropy", (X, CLASSES), {"ignore_index": 2, "label_smoothing": 0.3}),
    ("cross_entropy", (X, CLASSES, CLASS_WEIGHT), {"ignore_index": 0, "label_smoothing": 0.1}),
    ("cross_entropy", (X[0], np.array(2)), {"label_smoothing": 0.2}),
    ("cross_entropy", (IMAGE, LABELS), {"weight": CLASS_WEIGHT, "label_smoothing": 0.2}),
    ("cross_entropy", (IMAGE[..., 0], LABELS[..., 0]), {}),
    ("cross_entropy", (X, SOFT), {}),
    ("cross_entropy", (X, SOFT), {"weight": CLASS_WEIGHT, "label_smoothing": 0.4}),
    ("cross_entropy", (X[0], SOFT[0]), {}),
    ("cross_entropy", (IMAGE, np.abs(IMAGE)), {"weight": CLASS_WEIGHT}),
    ("multi_margin_loss", (X, CLASSES), {}),
    ("multi_margin_loss", (X, CLASSES, 2, 0.5), {"weight": CLASS_WEIGHT}),
    ("multi_margin_loss", (X[0], np.array(1)), {"p": 2}),
    ("multi_margin_loss", (WHOLE, np.array([0, 2])), {}),
    ("multilabel_margin_loss", (X, np.array([[2, -1, 1], [0, 1, 2], [-1, 0, 1], [1, 0, -1]])), {}),
    ("multilabel_margin_loss", (X[0], np.array([1, 2, -1])), {}),
    ("multilabel_margin_loss", (WHOLE, np.array([[2, -1, -1], [0, 2, -1]])), {}),
    ("multilabel_soft_margin_loss", (X, Q), {}),
    ("multilabel_soft_margin_loss", (X, Q, CLASS_WEIGHT), {}),
    ("soft_margin_loss", (X, SIGNS), {}),
    ("hinge_embedding_loss", (P * 2, SIGNS), {}),
    ("hinge_embedding_loss", (WHOLE, -np.ones_like(WHOLE), 3.0), {}),
    ("hinge_embedding_loss", (WHOLE, np.zeros_like(WHOLE)), {}),
    ("margin_ranking_loss", (X, Y, SIGNS), {}),
    ("margin_ranking_loss", (WHOLE, np.ones_like(WHOLE), np.ones_like(WHOLE), 1.0), {}),
    ("cosine_embedding_loss", (X, Y, np.array([1, -1, -1, 1])), {}),
    ("cosine_embedding_loss", (X, Y, np.array([1, -1, 0, -1])), {"margin": 0.3}),
    ("cosine_embedding_loss", (X[0], Y[0], np.array(-1)), {"margin": -0.5}),
    ("cosine_embedding_loss", (X * 0, Y, np.array([1, -1, -1, 1])), {}),
    ("triplet_margin_loss", (X, Y, draws(4, 3, seed=2)), {}),
    ("triplet_margin_loss", (X, Y, draws(4, 3, seed=2), 2.0, 1.0), {"eps": 0.1, "swap": True}),
    ("triplet_margin_with_distance_loss", (X, Y, draws(4, 3, seed=2)), {"margin": 3.0, "swap": True}),
]


# What PyTorch does not differentiate, by place or keyword.
CONSTANTS = {
    "binary_cross_entropy": ("2", "weight"),
    "binary_cross_entropy_with_logits": ("2", "pos_weight"),
    "nll_loss": ("2", "weight"),
    "cross_entropy": ("2", "weight"),
    "multi_margin_loss": ("weight",),
    "soft_margin_loss": ("1",),
}


@pytest.mark.filterwarnings("ignore:reduction", "ignore:Using a target size")
@pytest.mark.parametrize(("name", "args", "kwargs"), CALLS)
def test_values_and_derivatives(name, args, kwargs):
    ours = every_reduction(OURS[name], jnp.concatenate)
    reference = every_reduction(getattr(theirs, name), torch.cat)
    agree(ours, reference, args, kwargs, rtol=2e-5, atol=2e-6, constants=CONSTANTS.get(name, ()))


def test_binary_cross_entropy_of_what_is_sure_is_cut():
    agree(losses.binary_cross_entropy, theirs.binary_cross_entropy, (SURE, HITS), constants=("1",))


def test_soft_margin_loss_overflows_as_in_torch():
    far = np.array([100.0, -100.0, 1.0], np.float32)
    agree(OURS["soft_margin_loss"], theirs.soft_margin_loss, (far, np.ones(3, np.float32)), constants=("1",))


def test_kl_divergence_of_batches():
    for args, kwargs in [((np.log(P), Q), {}), ((np.log(P), np.log(Q)), {"log_target": True})]:
        agree(losses.kl_div, theirs.kl_div, args, {**kwargs, "reduction": "batchmean"})


def test_kl_divergence_takes_targets_of_zero():
    agree(losses.kl_div, theirs.kl_div, (np.log(P), np.where(Q > 0.5, Q, 0)), {"reduction": "sum"}, constants=("1",))


@pytest.mark.filterwarnings("ignore:size_average")
@pytest.mark.parametrize("name", ["l1_loss", "nll_loss", "hinge_embedding_loss", "kl_div"])
def test_functions_take_the_older_words(name):
    target = CLASSES if name == "nll_loss" else SIGNS if name == "hinge_embedding_loss" else Q
    agree(OURS[name], getattr(theirs, name), (X, target), {"size_average": False}, derivatives=False)
    agree(OURS[name], getattr(theirs, name), (X, target), {"reduce": False}, derivatives=False)


@pytest.mark.parametrize(
    ("name", "args"),
    [
        ("l1_loss", (X, Y)),
        ("smooth_l1_loss", (X, Y)),
        ("cross_entropy", (X, CLASSES)),
        ("cross_entropy", (X, SOFT)),
        ("binary_cross_entropy_with_logits", (X, Q)),
    ],
)
def test_half_types_are_kept(name, args):
    agree_in_half(OURS[name], getattr(theirs, name), args, tolerance=5e-2)


def test_classes_that_do_not_exist_are_no_number():
    assert np.isnan(OURS["cross_entropy"](jnp.asarray(X), jnp.array([0, 1, 2, 3])))


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (lambda x, c: OURS["l1_loss"](x, x, reduction="median"), ValueError),
        (lambda x, c: OURS["l1_loss"](x, x, weight=x[0]), ValueError),
        (lambda x, c: OURS["huber_loss"](x, x, weight=x[0]), ValueError),
        (lambda x, c: OURS["huber_loss"](x, x, delta=0.0), ValueError),
        (lambda x, c: OURS["smooth_l1_loss"](x, x, beta=-1.0), ValueError),
        (lambda x, c: OURS["gaussian_nll_loss"](x, x, x[:2]), ValueError),
        (lambda x, c: OURS["gaussian_nll_loss"](x, x, -1.0), ValueError),
        (lambda x, c: OURS["binary_cross_entropy"](x, x[0]), ValueError),
        (lambda x, c: OURS["binary_cross_entropy_with_logits"](x, x[0]), ValueError),
        (lambda x, c: OURS["cross_entropy"](x, c, label_smoothing=1.5), ValueError),
        (lambda x, c: OURS["cross_entropy"](x, x.astype(int)), TypeError),
        (lambda x, c: OURS["cross_entropy"](x, c[:2]), ValueError),
        (lambda x, c: OURS["nll_loss"](x, x), ValueError),
        (lambda x, c: OURS["multi_margin_loss"](x, c, p=3), ValueError),
        (lambda x, c: OURS["multi_margin_loss"](x, c, weight=x), ValueError),
        (lambda x, c: OURS["multilabel_margin_loss"](x, c), ValueError),
        (lambda x, c: OURS["margin_ranking_loss"](x, x, c), ValueError),
        (lambda x, c: OURS["cosine_embedding_loss"](x, x, x), ValueError),
        (lambda x, c: OURS["triplet_margin_loss"](x, x, x, margin=0.0), ValueError),
        (lambda x, c: OURS["triplet_margin_loss"](x, x, x[0]), ValueError),
    ],
)
def test_what_does_not_fit_is_an_error(call, error):
    with pytest.raises(error):
        call(jnp.asarray(X), jnp.asarray(CLASSES))
