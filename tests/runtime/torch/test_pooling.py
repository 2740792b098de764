"""Poolings, functions and layers, against PyTorch's."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest
import torch
import torch.nn.functional as F
from spatial_agreement import agree, agree_in_halves, both_refuse, draws, few, layers_agree, whole

from closeness import assert_close
from hybridc.runtime.torch.nn.functional import pooling, unpooling
from hybridc.runtime.torch.nn.layers import pooling as layers

X1, X2, X3 = draws(2, 3, 11, seed=1), draws(2, 2, 8, 7, seed=2), draws(1, 2, 5, 6, 7, seed=3)
TIES = few(1, 2, 7, 8)
INF, NAN = float("inf"), float("nan")
HOLED = np.where(draws(2, 2, 8, 7) > 1, NAN, np.where(draws(2, 2, 8, 7, seed=1) < 0, -INF, X2)).astype(np.float32)

MAX = [
    ("max_pool1d", (X1, 3), {}),
    ("max_pool1d", (X1, 3, 2, 1, 2, True), {}),
    ("max_pool1d", (X1[0], (4,), (3,)), {"padding": 2}),
    ("max_pool2d", (X2, 2), {}),
    ("max_pool2d", (X2, (3, 2), (2, 1), (1, 0)), {"ceil_mode": True}),
    ("max_pool2d", (X2, 3), {"stride": 2, "padding": 1, "ceil_mode": True}),
    ("max_pool2d", (X2[0], 2, ()), {}),
    ("max_pool2d", (X2, 2, 3), {"ceil_mode": True}),
    ("max_pool2d", (X2, 3), {"dilation": (2, 1), "padding": 1}),
    ("max_pool2d", (TIES, 3, 1), {"padding": 1}),
    ("max_pool2d", (-np.abs(X2), 3, 1, 1), {}),
    ("max_pool3d", (X3, 2), {}),
    ("max_pool3d", (X3, (2, 3, 2), (1, 2, 3), (1, 1, 0), 1, True), {}),
    ("max_pool3d", (X3[0], 2), {"dilation": (1, 2, 3), "stride": 1}),
]


def called(names, module):
    return pytest.mark.parametrize(
        ("ours", "theirs", "args", "kwargs"),
        [pytest.param(getattr(module, n), getattr(F, n), a, k, id=f"{n}-{i}") for i, (n, a, k) in enumerate(names)],
    )


@called(MAX, pooling)
def test_maxima_and_gradients_agree_with_torch(ours, theirs, args, kwargs):
    agree(ours, theirs, args, kwargs)


@called(MAX, pooling)
def test_maxima_with_their_indices_agree_with_torch(ours, theirs, args, kwargs):
    agree(ours, theirs, args, {**kwargs, "return_indices": True})


@pytest.mark.parametrize("return_indices", [False, True])
def test_nan_wins_and_padding_never_does(return_indices):
    kwargs = {"padding": 1, "stride": 1, "return_indices": return_indices}
    agree(pooling.max_pool2d, F.max_pool2d, (HOLED, 3), kwargs, gradients=False)
    agree(pooling.max_pool2d, F.max_pool2d, (np.full((1, 1, 3, 3), -INF, np.float32), 3), kwargs, gradients=False)


@pytest.mark.parametrize("dtype", [np.int64, np.int32, np.uint8, np.int8])
def test_maxima_of_integers_agree(dtype):
    x = whole(1, 2, 5, 5, low=0 if dtype is np.uint8 else -9).astype(dtype)
    agree(pooling.max_pool2d, F.max_pool2d, (x, 3, 2, 1))
    agree(pooling.max_pool2d, F.max_pool2d, (x, 3, 2, 1), {"return_indices": True, "dilation": 2})


def test_a_window_of_padding_only_is_refused():
    with pytest.raises(NotImplementedError, match="wholly in the padding"):
        pooling.max_pool1d(jnp.ones((1, 1, 1)), 2, padding=1, dilation=2)


AVG = [
    ("avg_pool1d", (X1, 3), {}),
    ("avg_pool1d", (X1, (4,), (3,), (2,), True), {}),
    ("avg_pool1d", (X1[0], 3, 2, 1, True, False), {}),
    ("avg_pool2d", (X2, 2), {}),
    ("avg_pool2d", (X2, (3, 2), (2, 1), (1, 1)), {}),
    ("avg_pool2d", (X2, 3, 2, 1), {"count_include_pad": False}),
    ("avg_pool2d", (X2, 3, 2, 1, True), {}),
    ("avg_pool2d", (X2, 3, 2, 1), {"ceil_mode": True, "count_include_pad": False}),
    ("avg_pool2d", (X2[0], 2, 3), {"ceil_mode": True, "divisor_override": 3}),
    ("avg_pool2d", (X2, 2), {"divisor_override": -7}),
    ("avg_pool3d", (X3, 2), {}),
    ("avg_pool3d", (X3, (2, 3, 2), (1, 2, 3), (1, 1, 0), True), {}),
    ("avg_pool3d", (X3[0], 3, 2, 1, True, False), {}),
    ("avg_pool3d", (X3, 3, 2, 1), {"divisor_override": 5}),
]


@called(AVG, pooling)
def test_means_and_gradients_agree_with_torch(ours, theirs, args, kwargs):
    agree(ours, theirs, args, kwargs)


def test_means_of_integers_are_cut_towards_zero():
    agree(pooling.avg_pool2d, F.avg_pool2d, (whole(1, 2, 6, 6), 2))
    agree(pooling.avg_pool1d, F.avg_pool1d, (whole(2, 6), 3, 2, 1), {"count_include_pad": False})


def test_an_infinite_element_stays_in_its_windows():
    x = X2.copy()
    x[0, 0, 3, 3] = INF
    agree(pooling.avg_pool2d, F.avg_pool2d, (x, 2), gradients=False)


LP = [
    ("lp_pool1d", (np.abs(X1), 2, 3), {}),
    ("lp_pool1d", (X1, 2.0, 3, 2, True), {}),
    ("lp_pool1d", (X1, 3, 2), {}),
    ("lp_pool1d", (X1, INF, 3), {"stride": 2}),
    ("lp_pool2d", (X2, 2, 3), {}),
    ("lp_pool2d", (np.abs(X2), 1.5, (2, 3), 2), {"ceil_mode": True}),
    ("lp_pool2d", (X2, -INF, 2), {}),
    ("lp_pool3d", (X3, 4, 2), {}),
    ("lp_pool2d", (np.zeros((1, 1, 4, 4), np.float32), 2, 2), {}),
]


@called(LP, pooling)
def test_power_means_and_gradients_agree_with_torch(ours, theirs, args, kwargs):
    agree(ours, theirs, args, kwargs)


def test_a_power_mean_of_integers_agrees():
    agree(pooling.lp_pool1d, F.lp_pool1d, (whole(2, 6), 2, 2))
    agree(pooling.lp_pool1d, F.lp_pool1d, (whole(2, 6), 2.0, 2))


UNPOOLED = [
    ("max_unpool1d", "max_pool1d", X1, (2,), {}),
    ("max_unpool1d", "max_pool1d", X1, (3, 2, 1), {"output_size": (11,)}),
    ("max_unpool2d", "max_pool2d", X2, (2,), {"output_size": (2, 2, 8, 7)}),
    ("max_unpool2d", "max_pool2d", X2, ((3, 2), (2, 2), (1, 0)), {"output_size": (8, 7)}),
    ("max_unpool2d", "max_pool2d", X2[0], (2,), {"output_size": [8, 7]}),
    ("max_unpool3d", "max_pool3d", X3, (2,), {"output_size": (5, 6, 7)}),
]


@pytest.mark.parametrize(("name", "pool", "x", "window", "options"), UNPOOLED)
def test_unpooling_agrees_with_torch(name, pool, x, window, options):
    values, indices = getattr(F, pool)(torch.tensor(x), *window, return_indices=True)
    args = (values.numpy(), indices.numpy(), *window)
    overlap = len(np.unique(indices.numpy()[0, 0])) != indices[0, 0].numel()  # the gradients of twins are not defined
    agree(getattr(unpooling, name), getattr(F, name), args, options, gradients=not overlap)


@pytest.mark.parametrize(
    ("function", "theirs", "args"),
    [
        (pooling.max_pool2d, F.max_pool2d, (X2, 3, 2, 1)),
        (pooling.avg_pool2d, F.avg_pool2d, (X2, 3, 2, 1)),
        (pooling.lp_pool2d, F.lp_pool2d, (np.abs(X2), 2, 2)),
    ],
)
def test_half_precision_stays(function, theirs, args):
    agree_in_halves(function, theirs, args)


REFUSED = [
    (pooling.max_pool2d, F.max_pool2d, (X2, 9), {}),
    (pooling.max_pool2d, F.max_pool2d, (X2, 2, 0), {}),
    (pooling.max_pool2d, F.max_pool2d, (X2, 2), {"padding": 2}),
    (pooling.max_pool2d, F.max_pool2d, (X2, 3), {"padding": 2, "dilation": 2}),
    (pooling.max_pool2d, F.max_pool2d, (X2[0, 0], 2), {}),
    (pooling.max_pool2d, F.max_pool2d, (X2, (2, 2, 2)), {}),
    (pooling.avg_pool2d, F.avg_pool2d, (X2, 2), {"divisor_override": 0}),
    (pooling.avg_pool2d, F.avg_pool2d, (X2, 2), {"padding": 2}),
    (pooling.avg_pool1d, F.avg_pool1d, (X1[0, 0], 2), {}),
    (unpooling.max_unpool2d, F.max_unpool2d, (X2, whole(2, 2, 8, 6, low=0), 2), {}),
    (unpooling.max_unpool2d, F.max_unpool2d, (X2, whole(2, 2, 8, 7, low=0), 2), {"output_size": (99, 99)}),
    (unpooling.max_unpool2d, F.max_unpool2d, (X2, whole(2, 2, 8, 7, low=0), 2), {"output_size": (9, 9, 9)}),
]


@pytest.mark.parametrize(("function", "theirs", "args", "kwargs"), REFUSED)
def test_what_torch_refuses_is_refused(function, theirs, args, kwargs):
    both_refuse(function, theirs, args, kwargs)


def test_poolings_vectorize():
    x = jnp.asarray(draws(3, 2, 2, 6, 6))
    for function in (pooling.max_pool2d, pooling.avg_pool2d):
        vectorized = jax.jit(jax.vmap(lambda a, f=function: f(a, 2)))
        assert_close(vectorized(x)[1], function(x[1], 2), rtol=1e-6)


LAYERS = [
    ("MaxPool1d", (3,), {}, (X1,)),
    ("MaxPool1d", (3, 2, 1, 2), {"ceil_mode": True}, (X1[0],)),
    ("MaxPool2d", (2,), {"return_indices": True}, (X2,)),
    ("MaxPool2d", ((3, 2), (2, 1)), {"padding": (1, 0)}, (X2,)),
    ("MaxPool3d", (2, None, 1), {}, (X3,)),
    ("AvgPool1d", (3, 2, 1, True, False), {}, (X1,)),
    ("AvgPool2d", (3,), {"divisor_override": 4, "padding": 1}, (X2,)),
    ("AvgPool2d", ((2, 3), 2), {"ceil_mode": True}, (X2[0],)),
    ("AvgPool3d", (2,), {"padding": 1, "count_include_pad": False}, (X3,)),
    ("LPPool1d", (2, 3), {}, (np.abs(X1),)),
    ("LPPool2d", (1.5, 2, 1), {"ceil_mode": True}, (np.abs(X2),)),
    ("LPPool3d", (2, (2, 1, 2)), {}, (X3,)),
    ("MaxUnpool1d", (2,), {}, (X1, np.argsort(X1))),
    ("MaxUnpool2d", (2, (2, 2)), {}, (X2[0], np.argsort(X2[0].reshape(2, -1)).reshape(2, 8, 7), (15, 14))),
    ("MaxUnpool3d", (2, None, 0), {}, (X3, np.argsort(X3.reshape(2, -1)).reshape(X3.shape))),
]


@pytest.mark.parametrize(
    ("name", "args", "kwargs", "inputs"), LAYERS, ids=[f"{c[0]}-{i}" for i, c in enumerate(LAYERS)]
)
def test_a_layer_is_as_torchs(name, args, kwargs, inputs):
    layers_agree(getattr(layers, name), getattr(torch.nn, name), args, kwargs, inputs)
