"""Poolings to a given size, functions and layers, against PyTorch's."""

import jax
import numpy as np
import pytest
import torch
import torch.nn.functional as F
from spatial_agreement import agree, agree_in_halves, both_refuse, draws, few, layers_agree, same, whole

from hybridc.runtime.torch.nn.functional import adaptive_pooling
from hybridc.runtime.torch.nn.layers import adaptive_pooling as layers

X1, X2, X3 = draws(2, 3, 11, seed=1), draws(2, 2, 8, 7, seed=2), draws(1, 2, 5, 6, 7, seed=3)
TIES = few(1, 2, 7, 8)
INF, NAN = float("inf"), float("nan")
HOLED = np.where(draws(2, 2, 8, 7) > 1, NAN, np.where(draws(2, 2, 8, 7, seed=1) < 0, -INF, X2)).astype(np.float32)

ADAPTIVE = [
    ("adaptive_{}_pool1d", (X1, 4)),
    ("adaptive_{}_pool1d", (X1, (11,))),
    ("adaptive_{}_pool1d", (X1[0], 1)),
    ("adaptive_{}_pool1d", (X1, 17)),
    ("adaptive_{}_pool2d", (X2, 1)),
    ("adaptive_{}_pool2d", (X2, (4, 7))),
    ("adaptive_{}_pool2d", (X2, (3, 5))),
    ("adaptive_{}_pool2d", (X2, (None, 2))),
    ("adaptive_{}_pool2d", (X2[0], [10, 9])),
    ("adaptive_{}_pool2d", (TIES, 5)),
    ("adaptive_{}_pool3d", (X3, (2, 4, 3))),
    ("adaptive_{}_pool3d", (X3, 1)),
    ("adaptive_{}_pool3d", (X3[0], (None, 4, None))),
]


@pytest.mark.parametrize(("name", "args"), ADAPTIVE, ids=[f"{c[0]}-{i}" for i, c in enumerate(ADAPTIVE)])
def test_pooling_to_a_size_agrees_with_torch(name, args):
    mean, largest = name.format("avg"), name.format("max")
    agree(getattr(adaptive_pooling, mean), getattr(F, mean), args)
    agree(getattr(adaptive_pooling, largest), getattr(F, largest), args)
    agree(getattr(adaptive_pooling, largest), getattr(F, largest), args, {"return_indices": True})


@pytest.mark.parametrize("size", range(1, 13))
def test_windows_of_every_size_lie_where_torch_has_them(size):
    x = np.arange(size, dtype=np.float32)[None] ** 2
    pooled = jax.jit(lambda x: [adaptive_pooling.adaptive_avg_pool1d(x, count) for count in range(1, 16)])(x)
    for result in pooled:
        same(result, F.adaptive_avg_pool1d(torch.tensor(x), result.shape[-1]))


def test_the_last_nan_of_an_adaptive_window_is_the_one():
    kwargs = {"return_indices": True}
    agree(adaptive_pooling.adaptive_max_pool2d, F.adaptive_max_pool2d, (HOLED, 3), kwargs, gradients=False)


def test_a_size_of_zero_is_empty():
    agree(adaptive_pooling.adaptive_avg_pool2d, F.adaptive_avg_pool2d, (X2, 0), gradients=False)
    agree(
        adaptive_pooling.adaptive_max_pool2d,
        F.adaptive_max_pool2d,
        (X2, (2, 0)),
        {"return_indices": True},
        gradients=False,
    )


def test_an_infinite_element_stays_in_its_windows():
    x = X2.copy()
    x[0, 0, 3, 3] = INF
    agree(adaptive_pooling.adaptive_avg_pool2d, F.adaptive_avg_pool2d, (x, 5), gradients=False)


@pytest.mark.parametrize("name", ["adaptive_avg_pool2d", "adaptive_max_pool2d"])
def test_half_precision_stays(name):
    agree_in_halves(getattr(adaptive_pooling, name), getattr(F, name), (X2, 3))


@pytest.mark.parametrize("args", [(X2, -1), (whole(1, 2, 4, 4), 2), (X2, (1, 2, 3)), (X2[0, 0], 2), (X2[..., :0], 2)])
def test_what_torch_refuses_is_refused(args):
    both_refuse(adaptive_pooling.adaptive_avg_pool2d, F.adaptive_avg_pool2d, args)


def test_pooling_to_a_size_vectorizes():
    x = draws(3, 2, 2, 6, 6)
    vectorized = jax.jit(jax.vmap(lambda a: adaptive_pooling.adaptive_max_pool2d(a, 4)))
    same(vectorized(x)[1], F.adaptive_max_pool2d(torch.tensor(x[1]), 4))


LAYERS = [
    ("AdaptiveAvgPool1d", (4,), {}, X1),
    ("AdaptiveAvgPool2d", ((None, 3),), {}, X2),
    ("AdaptiveAvgPool3d", (2,), {}, X3),
    ("AdaptiveMaxPool1d", (4,), {"return_indices": True}, X1),
    ("AdaptiveMaxPool2d", ((3, None), True), {}, X2),
    ("AdaptiveMaxPool3d", (1,), {}, X3),
]


@pytest.mark.parametrize(("name", "args", "kwargs", "x"), LAYERS, ids=[f"{c[0]}-{i}" for i, c in enumerate(LAYERS)])
def test_a_layer_is_as_torchs(name, args, kwargs, x):
    layers_agree(getattr(layers, name), getattr(torch.nn, name), args, kwargs, (x,))
