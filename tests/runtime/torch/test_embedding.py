"""Rows of tables against PyTorch."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest
import torch
from against_torch import agree, draws, same, uniform
from layers_against_torch import layers_agree, twins
from torch.nn import functional as theirs

from closeness import assert_close
from hybridc.runtime.core import randomness
from hybridc.runtime.torch.nn.functional.embedding import embedding, embedding_bag, one_hot
from hybridc.runtime.torch.nn.layers.embedding import Embedding, EmbeddingBag

TABLE = draws(6, 3)
WHOLE = np.round(draws(6, 3))  # with equal values
ROWS = np.array([[1, 2, 2], [5, 0, 2]])
MANY = np.array([1, 2, 2, 5, 0, 2, 1])
OFFSETS = np.array([0, 2, 2, 5])


@pytest.mark.parametrize(
    ("args", "kwargs"),
    [
        ((ROWS, TABLE), {}),
        ((MANY.astype(np.int32), TABLE), {}),
        ((np.asarray(ROWS[0, 0]), TABLE), {}),
        ((ROWS, TABLE, 2), {}),
        ((ROWS, TABLE), {"padding_idx": -1}),
        ((ROWS, TABLE), {"padding_idx": 0, "sparse": False}),
        ((ROWS, TABLE), {"scale_grad_by_freq": True}),
        ((ROWS, TABLE), {"scale_grad_by_freq": True, "padding_idx": 5}),
        ((np.zeros((2, 0), int), TABLE), {}),
    ],
)
def test_embedding(args, kwargs):
    agree(embedding, theirs.embedding, args, kwargs)


@pytest.mark.parametrize("mode", ["sum", "mean", "max"])
@pytest.mark.parametrize(
    ("args", "kwargs"),
    [
        ((ROWS, TABLE), {}),
        ((ROWS, WHOLE), {}),
        ((ROWS, TABLE), {"padding_idx": 2}),
        ((np.array([[2, 2], [2, 1]]), TABLE), {"padding_idx": -4}),
        ((MANY, TABLE, OFFSETS), {}),
        ((MANY, WHOLE), {"offsets": OFFSETS}),
        ((MANY, TABLE, np.array([0, 3, 3, 7])), {"include_last_offset": True}),
        ((MANY, TABLE, OFFSETS), {"padding_idx": 1}),
    ],
)
def test_embedding_bag(mode, args, kwargs):
    agree(embedding_bag, theirs.embedding_bag, args, {**kwargs, "mode": mode})


def test_bags_that_do_not_end_with_the_items_are_no_number():
    offsets = jnp.array([0, 2, 5])
    result = embedding_bag(jnp.asarray(MANY), jnp.asarray(TABLE), offsets, include_last_offset=True)
    assert np.isnan(result).all()


@pytest.mark.parametrize(
    ("args", "kwargs"),
    [
        ((ROWS, TABLE), {"per_sample_weights": uniform(2, 3)}),
        ((MANY, TABLE, OFFSETS), {"per_sample_weights": uniform(7), "padding_idx": 1}),
    ],
)
def test_weighted_sums(args, kwargs):
    agree(embedding_bag, theirs.embedding_bag, args, {**kwargs, "mode": "sum"})


@pytest.mark.parametrize("mode", ["sum", "mean", "max"])
def test_bags_of_nothing_are_zero(mode):
    agree(embedding_bag, theirs.embedding_bag, (np.zeros(0, int), TABLE, np.array([0, 0])), {"mode": mode})


@pytest.mark.parametrize(
    ("args", "kwargs"), [((ROWS, 6), {}), ((ROWS,), {"num_classes": 9}), ((np.asarray(ROWS[0, 0]), 3), {})]
)
def test_one_hot(args, kwargs):
    agree(one_hot, theirs.one_hot, args, kwargs)


def test_one_hot_counts_the_classes_of_integers_that_are_known():
    same(one_hot(jnp.asarray(ROWS)), theirs.one_hot(torch.from_numpy(ROWS)))
    with pytest.raises(ValueError, match="num_classes"):
        jax.jit(one_hot)(jnp.asarray(ROWS))


def test_rows_that_do_not_exist_are_no_number_or_zero():
    assert np.isnan(embedding(jnp.array([6]), jnp.asarray(TABLE))).all()
    assert (one_hot(jnp.array([6, -1]), 6) == 0).all()


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (lambda i, t: embedding(i, t, max_norm=1.0), NotImplementedError),
        (lambda i, t: embedding(i, t, padding_idx=6), ValueError),
        (lambda i, t: embedding_bag(i, t, max_norm=1.0), NotImplementedError),
        (lambda i, t: embedding_bag(i, t, scale_grad_by_freq=True), NotImplementedError),
        (lambda i, t: embedding_bag(i, t, padding_idx=-7), ValueError),
        (lambda i, t: embedding_bag(i, t, jnp.array([0])), ValueError),
        (lambda i, t: embedding_bag(i[0], t), ValueError),
        (lambda i, t: embedding_bag(i[0, 0], t), ValueError),
        (lambda i, t: embedding_bag(i, t[0]), ValueError),
        (lambda i, t: embedding_bag(i, t, mode="min"), ValueError),
        (lambda i, t: embedding_bag(i, t, per_sample_weights=t), ValueError),
        (lambda i, t: embedding_bag(i, t, per_sample_weights=i * 1.0), NotImplementedError),
    ],
)
def test_what_does_not_fit_is_an_error(call, error):
    with pytest.raises(error):
        call(jnp.asarray(ROWS), jnp.asarray(TABLE))


@pytest.mark.parametrize(
    ("kind", "args", "kwargs", "inputs"),
    [
        (Embedding, (6, 3), {}, (ROWS,)),
        (Embedding, (6, 3, 2), {"dtype": None}, (ROWS,)),
        (Embedding, (6, 3), {"padding_idx": -1, "scale_grad_by_freq": True}, (MANY,)),
        (EmbeddingBag, (6, 3), {}, (ROWS,)),
        (EmbeddingBag, (6, 3), {"mode": "max", "padding_idx": 2}, (MANY, OFFSETS)),
        (EmbeddingBag, (6, 3), {"mode": "sum", "include_last_offset": True}, (MANY, np.array([0, 2, 7]), uniform(7))),
    ],
)
def test_layers(kind, args, kwargs, inputs):
    layer, reference = twins(kind, getattr(torch.nn, kind.__name__), *args, **kwargs)
    assert repr(layer) == repr(reference)
    layers_agree(layer, reference, inputs)


@pytest.mark.parametrize(
    ("args", "kwargs"), [((6, 3), {"max_norm": 1.0, "norm_type": 3.0}), ((6, 3), {"scale_grad_by_freq": True})]
)
@pytest.mark.parametrize("kind", [Embedding, EmbeddingBag])
def test_layers_say_what_they_are(kind, args, kwargs):
    assert repr(kind(*args, **kwargs)) == repr(getattr(torch.nn, kind.__name__)(*args, **kwargs))


@pytest.mark.parametrize("kind", [Embedding, EmbeddingBag])
def test_initial_rows_are_normal_and_that_of_padding_is_zero(kind):
    randomness.seed(0)
    table = np.asarray(kind(400, 50, padding_idx=-2).weight.data)
    assert (table[398] == 0).all()
    assert_close([table.mean(), table.std()], [0, 1], atol=0.02)


@pytest.mark.parametrize("kind", [Embedding, EmbeddingBag])
def test_layers_from_given_tables(kind):
    layer = kind.from_pretrained(jnp.asarray(TABLE), padding_idx=1)
    reference = getattr(torch.nn, kind.__name__).from_pretrained(torch.from_numpy(TABLE), padding_idx=1)
    assert repr(layer) == repr(reference)
    assert not layer.weight.requires_grad
    assert kind.from_pretrained(jnp.asarray(TABLE), freeze=False).weight.requires_grad
    same(layer(ROWS), reference(torch.from_numpy(ROWS)))


@pytest.mark.parametrize(
    "make",
    [
        lambda: Embedding(6, 3, padding_idx=6),
        lambda: EmbeddingBag(6, 3, padding_idx=-7),
        lambda: Embedding(6, 3, _weight=jnp.ones((3, 6))),
        lambda: Embedding.from_pretrained(jnp.ones(3)),
        lambda: EmbeddingBag.from_pretrained(jnp.ones(3)),
    ],
)
def test_layers_check_their_arguments(make):
    with pytest.raises(AssertionError):
        make()


def test_padding_costs_no_copy_of_the_table():
    text = jax.jit(lambda i, t: embedding(i, t, 1)).lower(jnp.asarray(ROWS), jnp.ones((1000, 3))).as_text()
    assert "1000x3" in text
    assert "scatter" not in text
