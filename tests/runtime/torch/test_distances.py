"""Norms and distances against PyTorch."""

import math

import jax.numpy as jnp
import numpy as np
import pytest
import torch
from against_torch import agree, agree_in_half, draws, integers
from layers_against_torch import layers_agree, twins
from torch.nn import functional as theirs

from hybridc.runtime.torch.nn.functional import distances
from hybridc.runtime.torch.nn.layers.distances import CosineSimilarity, PairwiseDistance

X, Y = draws(4, 3), draws(4, 3, seed=1)
CUBE = draws(2, 4, 3, seed=2)
# A row of zeros, equal values, and zeros among others.
EDGES = np.array([[1, -2, 0], [0, 0, 0], [2, 2, -2], [1, -2, 0]], np.float32)
OTHERS = np.array([[1, -2, 0], [1, 0, 0], [0, 3, 1], [0, 0, 0]], np.float32)
POWERS = [0, 0.5, 1, 1.5, 2, 3, math.inf]


@pytest.mark.parametrize("p", [*POWERS, -1.0, -math.inf])
@pytest.mark.parametrize("x", [X, EDGES], ids=["plain", "edges"])
def test_normalize_by_any_norm(p, x):
    derivatives = p >= 0 or x is X
    agree(distances.normalize, theirs.normalize, (x,), {"p": p}, rtol=1e-4, derivatives=derivatives)


@pytest.mark.parametrize(
    ("args", "kwargs"),
    [
        ((CUBE,), {}),
        ((CUBE, 2.0, -1), {}),
        ((CUBE,), {"dim": 0, "eps": 5.0}),
        ((X[0],), {"dim": 0}),
        ((CUBE,), {"dim": (1, 2)}),
    ],
)
def test_normalize_along_any_axis(args, kwargs):
    agree(distances.normalize, theirs.normalize, args, kwargs)


@pytest.mark.parametrize(
    ("args", "kwargs"),
    [
        ((X, Y), {}),
        ((CUBE, draws(2, 4, 3, seed=3)), {"dim": -1}),
        ((CUBE, X), {"dim": 2}),
        ((X[:, None], Y), {"dim": -1}),
        ((X, Y, 0, 1.5), {}),
        ((X[0], Y[0]), {"dim": 0}),
        ((EDGES, OTHERS), {"eps": 0.5}),
        ((X, integers(4, 3, below=5)), {}),
    ],
)
def test_cosine_similarity(args, kwargs):
    agree(distances.cosine_similarity, theirs.cosine_similarity, args, kwargs)


@pytest.mark.parametrize("p", [p for p in POWERS if p != 0])
def test_pairwise_distance_in_any_norm(p):
    agree(distances.pairwise_distance, theirs.pairwise_distance, (X, Y), {"p": p}, rtol=1e-4)
    agree(distances.pairwise_distance, theirs.pairwise_distance, (EDGES, OTHERS), {"p": p, "eps": 0.0}, rtol=1e-4)


@pytest.mark.parametrize(
    ("args", "kwargs"),
    [
        ((X, Y, 2.0, 0.1, True), {}),
        ((X[0], Y), {"keepdim": True}),
        ((X[0], Y[0]), {}),
        ((CUBE, X), {}),
        ((X, Y), {"p": 0.0}),
    ],
)
def test_pairwise_distance(args, kwargs):
    agree(distances.pairwise_distance, theirs.pairwise_distance, args, kwargs, derivatives=kwargs != {"p": 0.0})


@pytest.mark.parametrize("p", POWERS)
@pytest.mark.parametrize("x", [X, EDGES, X[:1]], ids=["plain", "edges", "one"])
def test_pdist(x, p):
    agree(distances.pdist, theirs.pdist, (x,), {"p": p}, rtol=1e-4)


@pytest.mark.parametrize("name", ["normalize", "cosine_similarity", "pairwise_distance"])
def test_half_types_are_kept(name):
    args = (X * 60,) if name == "normalize" else (X * 60, Y * 60)
    agree_in_half(getattr(distances, name), getattr(theirs, name), args, tolerance=1e-1)


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (lambda: distances.pdist(jnp.ones(3)), ValueError),
        (lambda: distances.pdist(jnp.ones((3, 2)), -1.0), ValueError),
        (lambda: distances.cosine_similarity(jnp.ones((2, 2), int), jnp.ones((2, 2), int)), TypeError),
    ],
)
def test_what_does_not_fit_is_an_error(call, error):
    with pytest.raises(error):
        call()


@pytest.mark.parametrize(
    ("kind", "args", "kwargs"),
    [
        (PairwiseDistance, (), {}),
        (PairwiseDistance, (1.0, 0.1), {"keepdim": True}),
        (CosineSimilarity, (), {}),
        (CosineSimilarity, (0,), {"eps": 1.0}),
    ],
)
def test_layers(kind, args, kwargs):
    layer, reference = twins(kind, getattr(torch.nn, kind.__name__), *args, **kwargs)
    assert repr(layer) == repr(reference)
    layers_agree(layer, reference, (X, Y))
