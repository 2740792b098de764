"""Normalization functions and layers against PyTorch, running statistics included."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest
import torch
from against_torch import agree, agree_in_half, draws, same, uniform
from layers_against_torch import layers_agree, twins
from torch.nn import functional as theirs

from closeness import assert_close
from hybridc.runtime.core.modules import Module
from hybridc.runtime.torch.nn.functional import normalization as functions
from hybridc.runtime.torch.nn.layers import batch_normalization as batch
from hybridc.runtime.torch.nn.layers import normalization as layers
from hybridc.runtime.torch.nn.layers.linear import Linear

FLAT, LINE, IMAGE, VOLUME = draws(5, 4), draws(3, 4, 6), draws(2, 4, 3, 5), draws(2, 4, 2, 3, 2)
WEIGHT, BIAS, MEAN, VAR = draws(4), draws(4, seed=1), draws(4, seed=2), uniform(4, low=0.5)

CALLS = [
    ("batch_norm", (LINE, MEAN, VAR), {}),
    ("batch_norm", (FLAT, MEAN, VAR, WEIGHT, BIAS, False, 0.1, 0.1), {}),
    ("batch_norm", (IMAGE, MEAN, VAR), {"weight": WEIGHT, "eps": 0.0}),
    ("batch_norm", (FLAT, None, None), {"training": True}),
    ("batch_norm", (IMAGE, None, None, WEIGHT, BIAS, True), {}),
    ("batch_norm", (VOLUME, None, None), {"bias": BIAS, "training": True, "momentum": 0.5, "eps": 1e-3}),
    ("batch_norm", (100 + LINE, None, None, WEIGHT, BIAS, True), {}),
    ("instance_norm", (LINE,), {}),
    ("instance_norm", (IMAGE, None, None, WEIGHT, BIAS), {}),
    ("instance_norm", (IMAGE, None, None, WEIGHT, BIAS, True, 0.5, 1e-2), {}),
    ("instance_norm", (VOLUME, MEAN, VAR), {"use_input_stats": False, "weight": WEIGHT}),
    ("instance_norm", (FLAT, MEAN, VAR), {"use_input_stats": False}),
    ("layer_norm", (LINE, (6,)), {}),
    ("layer_norm", (LINE, [4, 6], draws(4, 6), draws(4, 6, seed=1)), {}),
    ("layer_norm", (IMAGE, (5,)), {"weight": draws(5), "eps": 0.1}),
    ("layer_norm", (FLAT[0], (4,)), {"bias": BIAS}),
    ("layer_norm", (draws(0, 4), (4,), WEIGHT, BIAS), {}),
    ("rms_norm", (LINE, (6,)), {}),
    ("rms_norm", (LINE, [4, 6], draws(4, 6)), {}),
    ("rms_norm", (IMAGE, (5,)), {"weight": draws(5), "eps": 0.1}),
    ("rms_norm", (np.full((2, 3), 1e-4, np.float32), (3,)), {}),
    ("group_norm", (IMAGE, 2), {}),
    ("group_norm", (LINE, 4, WEIGHT, BIAS), {}),
    ("group_norm", (FLAT, 1), {"weight": WEIGHT, "bias": BIAS}),
    ("group_norm", (VOLUME, 2), {"weight": WEIGHT, "eps": 0.5}),
    ("local_response_norm", (LINE, 2), {}),
    ("local_response_norm", (IMAGE, 3, 0.5), {"beta": 0.5, "k": 2.0}),
    ("local_response_norm", (VOLUME, 4), {"alpha": 1.0}),
    ("local_response_norm", (IMAGE, 9), {"alpha": 1.0}),
    ("local_response_norm", (draws(0, 4, 3), 3), {}),
]


@pytest.mark.parametrize(("name", "args", "kwargs"), CALLS)
def test_values_and_derivatives(name, args, kwargs):
    running = ("1", "2") if name in ("batch_norm", "instance_norm") else ()
    agree(getattr(functions, name), getattr(theirs, name), args, kwargs, rtol=2e-5, atol=1e-5, constants=running)


@pytest.mark.filterwarnings("ignore:Mismatch dtype")
@pytest.mark.parametrize(
    ("name", "args"),
    [
        ("batch_norm", (IMAGE, MEAN, VAR, WEIGHT, BIAS)),
        ("batch_norm", (IMAGE, None, None, WEIGHT, BIAS, True)),
        ("instance_norm", (IMAGE,)),
        ("layer_norm", (LINE, (6,), draws(6), draws(6, seed=1))),
        ("rms_norm", (LINE, (6,), draws(6))),
        ("group_norm", (IMAGE, 2, WEIGHT, BIAS)),
    ],
)
def test_half_types_are_kept(name, args):
    agree_in_half(getattr(functions, name), getattr(theirs, name), args, tolerance=4e-2)


def test_float16_does_not_overflow_in_statistics():
    wide = jnp.full((2, 4, 64), 600.0, jnp.float16).at[0].set(-600.0)
    for result in (
        functions.batch_norm(wide, None, None, training=True),
        functions.rms_norm(wide, (64,)),
    ):
        assert_close(np.abs(np.asarray(result, np.float32)), 1, rtol=1e-2)


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (lambda x: functions.batch_norm(x, None, None), ValueError),
        (lambda x: functions.batch_norm(x, x[0, :, 0], None), ValueError),
        (lambda x: functions.batch_norm(x, x[0, :, 0], x[0, :, 0], training=True), NotImplementedError),
        (lambda x: functions.batch_norm(x[:1, :, :1], None, None, training=True), ValueError),
        (lambda x: functions.batch_norm(x, None, None, training=True, eps=0.0), ValueError),
        (lambda x: functions.instance_norm(x, x[0, :, 0], x[0, :, 0]), NotImplementedError),
        (lambda x: functions.instance_norm(x, use_input_stats=False), ValueError),
        (lambda x: functions.instance_norm(x[..., :1]), ValueError),
        (lambda x: functions.layer_norm(x, (4,)), ValueError),
        (lambda x: functions.layer_norm(x, ()), ValueError),
        (lambda x: functions.rms_norm(x, (4, 5)), ValueError),
        (lambda x: functions.group_norm(x, 3), ValueError),
        (lambda x: functions.group_norm(x[0, 0], 1), ValueError),
        (lambda x: functions.group_norm(x[:1, :, :1], 4), ValueError),
        (lambda x: functions.local_response_norm(x[0], 2), ValueError),
    ],
)
def test_what_does_not_fit_is_an_error(call, error):
    with pytest.raises(error):
        call(jnp.asarray(LINE))


PLAIN_LAYERS = [
    (layers.LayerNorm, (6,), {}, LINE),
    (layers.LayerNorm, ([4, 6], 0.1), {"bias": False}, LINE),
    (layers.LayerNorm, ((6,),), {"elementwise_affine": False}, LINE),
    (layers.GroupNorm, (2, 4), {}, IMAGE),
    (layers.GroupNorm, (4, 4, 0.1), {"affine": False}, IMAGE),
    (layers.GroupNorm, (1, 4), {"bias": False}, FLAT),
    (layers.RMSNorm, (6,), {}, LINE),
    (layers.RMSNorm, ((4, 6), 0.1, False), {}, LINE),
    (layers.LocalResponseNorm, (3,), {"alpha": 0.5}, IMAGE),
    (batch.BatchNorm1d, (4,), {"track_running_stats": False}, FLAT),
    (batch.InstanceNorm1d, (4,), {}, LINE),
    (batch.InstanceNorm2d, (4, 0.1), {"affine": True}, IMAGE),
    (batch.InstanceNorm2d, (7,), {}, IMAGE[0]),
    (batch.InstanceNorm3d, (4,), {"affine": True, "bias": False}, VOLUME[1]),
]


@pytest.mark.filterwarnings("ignore:input's size")
@pytest.mark.parametrize(("kind", "args", "kwargs", "x"), PLAIN_LAYERS)
def test_layers_without_running_statistics(kind, args, kwargs, x):
    layer, reference = twins(kind, getattr(torch.nn, kind.__name__), *args, **kwargs)
    assert repr(layer) == repr(reference)
    for name, parameter in reference.named_parameters():
        np.testing.assert_array_equal(layer.state_dict()[name], parameter.detach().numpy())
    layers_agree(layer, reference, (x,), rtol=2e-5, atol=1e-5)


TRACKING = [
    (batch.BatchNorm1d, (4,), {}, FLAT),
    (batch.BatchNorm1d, (4, 1e-3, 0.3), {}, LINE),
    (batch.BatchNorm2d, (4,), {"momentum": None}, IMAGE),
    (batch.BatchNorm2d, (4,), {"affine": False}, IMAGE),
    (batch.BatchNorm3d, (4,), {"bias": False}, VOLUME),
    (batch.BatchNorm2d, (4,), {"track_running_stats": False}, IMAGE),
    (batch.SyncBatchNorm, (4,), {}, LINE),
    (batch.InstanceNorm1d, (4,), {"track_running_stats": True}, LINE),
    (batch.InstanceNorm2d, (4, 1e-5, 0.4, True, True), {}, IMAGE),
    (batch.InstanceNorm2d, (4,), {"track_running_stats": True, "momentum": None}, IMAGE[0]),
    (batch.InstanceNorm3d, (4,), {"track_running_stats": True}, VOLUME[0]),
]


@pytest.mark.parametrize(("kind", "args", "kwargs", "x"), TRACKING)
def test_layers_with_running_statistics(kind, args, kwargs, x):
    layer, reference = twins(kind, getattr(torch.nn, kind.__name__), *args, **kwargs)
    assert repr(layer) == repr(reference)
    layer.load_state_dict({name: value.numpy().copy() for name, value in reference.state_dict().items()})
    for training in (True, True, False, True, False):
        layer.train(training)
        reference.train(training)
        x = x * 1.5 + 1
        same(layer(x), reference(torch.from_numpy(x)), rtol=2e-5, atol=2e-5)
        for name, value in reference.state_dict().items():
            same(layer.state_dict()[name], value, 1e-5, 1e-6, name)


@pytest.mark.parametrize(("kind", "x"), [(batch.BatchNorm2d, IMAGE), (batch.InstanceNorm1d, LINE)])
@pytest.mark.parametrize("training", [False, True])
def test_derivatives_of_layers_with_running_statistics(kind, x, training):
    layer, reference = twins(kind, getattr(torch.nn, kind.__name__), 4, affine=True, track_running_stats=True)
    layers_agree(layer, reference, (x,), training=training, rtol=2e-5, atol=1e-5)


def test_running_statistics_have_no_derivative():
    layer = batch.BatchNorm1d(4)
    parameters = layer.parameters()

    def mean(x):
        return layer.apply(parameters, x, train=True)[1]["running_mean"].sum()

    assert (np.asarray(jax.grad(mean)(jnp.asarray(FLAT))) == 0).all()


LAZY = [
    (batch.LazyBatchNorm1d, {}, LINE),
    (batch.LazyBatchNorm2d, {"momentum": None, "bias": False}, IMAGE),
    (batch.LazyBatchNorm3d, {"affine": False}, VOLUME),
    (batch.LazyInstanceNorm1d, {}, LINE),
    (batch.LazyInstanceNorm2d, {"track_running_stats": False}, IMAGE),
    (batch.LazyInstanceNorm3d, {"momentum": 0.5}, VOLUME),
]


@pytest.mark.filterwarnings("ignore:Lazy modules")
@pytest.mark.parametrize(("kind", "kwargs", "x"), LAZY)
def test_lazy_layers_learn_their_size_from_their_first_input(kind, kwargs, x):
    layer, reference = kind(**kwargs), getattr(torch.nn, kind.__name__)(**kwargs)
    same(layer(x), reference(torch.from_numpy(x)), rtol=2e-5, atol=1e-5)
    assert layer.num_features == reference.num_features == 4
    for name, value in reference.state_dict().items():
        same(layer.state_dict()[name], value, 1e-5, 1e-6, name)


def test_converted_layers_hold_the_same_parameters():
    class Net(Module):
        def __init__(self):
            super().__init__()
            self.linear = Linear(4, 4)
            self.norm = batch.BatchNorm1d(4, momentum=0.3)

        def forward(self, x):
            return self.norm(self.linear(x))

    net = Net()
    names = list(net.state_dict())
    weight = net.norm.weight
    converted = batch.SyncBatchNorm.convert_sync_batchnorm(net)
    assert converted is net
    assert isinstance(net.norm, batch.SyncBatchNorm)
    assert net.norm.weight is weight
    assert net.norm.momentum == 0.3
    assert list(net.state_dict()) == names


@pytest.mark.parametrize(
    ("make", "error"),
    [
        (lambda: batch.BatchNorm1d(4)(IMAGE), ValueError),
        (lambda: batch.BatchNorm2d(4)(LINE), ValueError),
        (lambda: batch.BatchNorm3d(4)(IMAGE), ValueError),
        (lambda: batch.SyncBatchNorm(4)(FLAT[0]), ValueError),
        (lambda: batch.InstanceNorm1d(4)(IMAGE), ValueError),
        (lambda: batch.InstanceNorm2d(5, affine=True)(IMAGE), ValueError),
        (lambda: layers.GroupNorm(3, 4), ValueError),
        (lambda: batch.BatchNorm1d(4)(FLAT[:1]), ValueError),
    ],
)
def test_layers_check_their_arguments(make, error):
    with pytest.raises(error):
        make()
