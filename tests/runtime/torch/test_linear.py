"""Linear maps and layers against PyTorch."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest
import torch
from against_torch import agree, agree_in_half, draws, integers, same
from layers_against_torch import layers_agree, twins
from torch.nn import functional as theirs

from hybridc.runtime.core import randomness
from hybridc.runtime.torch.nn.functional.linear import bilinear, linear
from hybridc.runtime.torch.nn.layers.linear import Bilinear, Flatten, Identity, LazyLinear, Linear, Unflatten

X, CUBE = draws(3, 4), draws(2, 3, 4, seed=1)
WEIGHT, BIAS = draws(5, 4, seed=2), draws(5, seed=3)


@pytest.mark.parametrize(
    ("args", "kwargs"),
    [
        ((X, WEIGHT), {}),
        ((X, WEIGHT, BIAS), {}),
        ((CUBE, WEIGHT), {"bias": BIAS}),
        ((X[0], WEIGHT, BIAS), {}),
        ((X, WEIGHT[0]), {}),
        ((X[0], WEIGHT[0]), {}),
        ((draws(0, 4), WEIGHT, BIAS), {}),
        ((integers(3, 4, below=9), integers(2, 4, below=9)), {}),
    ],
)
def test_linear(args, kwargs):
    agree(linear, theirs.linear, args, kwargs)


def test_linear_compiles_to_no_transpose():
    text = jax.jit(linear).lower(jnp.ones((1, 4)), jnp.ones((5, 4))).as_text()
    assert "transpose" not in text


@pytest.mark.parametrize(
    ("args", "kwargs"),
    [
        ((X, draws(3, 2), draws(5, 4, 2)), {}),
        ((X, draws(3, 2), draws(5, 4, 2)), {"bias": BIAS}),
        ((CUBE, draws(2, 3, 2), draws(5, 4, 2), BIAS), {}),
        ((X[0], draws(2), draws(5, 4, 2), BIAS), {}),
    ],
)
def test_bilinear(args, kwargs):
    agree(bilinear, theirs.bilinear, args, kwargs, atol=1e-5)


def test_bilinear_inputs_have_the_same_axes_but_the_last():
    with pytest.raises(ValueError, match="batch dimensions"):
        bilinear(jnp.ones((3, 4)), jnp.ones((1, 2)), jnp.ones((5, 4, 2)))


def test_half_types_are_kept():
    agree_in_half(linear, theirs.linear, (X, WEIGHT, BIAS), tolerance=5e-2)


@pytest.mark.parametrize(
    ("kind", "args", "kwargs", "inputs"),
    [
        (Linear, (4, 5), {}, (X,)),
        (Linear, (4, 5, False), {}, (CUBE,)),
        (Linear, (4, 5), {"bias": False, "device": None, "dtype": None}, (X[0],)),
        (Bilinear, (4, 2, 5), {}, (X, draws(3, 2))),
        (Bilinear, (4, 2, 5), {"bias": False}, (X[0], draws(2))),
        (Identity, (3,), {"any": 1}, (X,)),
        (Flatten, (), {}, (CUBE,)),
        (Flatten, (0, 1), {}, (CUBE,)),
        (Flatten, (), {"start_dim": -2, "end_dim": -1}, (CUBE,)),
        (Flatten, (0,), {}, (np.asarray(X[0, 0]),)),
        (Unflatten, (2, (2, 2)), {}, (CUBE,)),
        (Unflatten, (-1, [2, -1, 1]), {}, (CUBE,)),
        (Unflatten, (1, (2, -1)), {}, (draws(2, 0, 3),)),
    ],
)
def test_layers(kind, args, kwargs, inputs):
    layer, reference = twins(kind, getattr(torch.nn, kind.__name__), *args, **kwargs)
    assert repr(layer) == repr(reference)
    layers_agree(layer, reference, inputs, atol=1e-5)


@pytest.mark.parametrize(
    ("kind", "sizes", "fan"), [(Linear, (300, 200), 300), (Bilinear, (30, 70, 40), 30)], ids=["Linear", "Bilinear"]
)
def test_initial_parameters_are_spread_evenly(kind, sizes, fan):
    randomness.seed(0)
    layer = kind(*sizes)
    for values in (layer.weight.data, layer.bias.data):
        scaled = np.sort(np.asarray(values).ravel()) * np.sqrt(fan)
        assert abs(scaled).max() <= 1 + 1e-6
        evenly = np.linspace(-1, 1, scaled.size)
        assert abs(scaled - evenly).max() < 4 / np.sqrt(scaled.size)


@pytest.mark.parametrize("bias", [False, True])
def test_lazy_layer_learns_its_size_from_its_first_input(bias):
    layer = LazyLinear(5, bias=bias)
    result = layer(CUBE)
    assert layer.in_features == 4
    assert {name: value.shape for name, value in layer.state_dict().items()} == {
        name: tuple(value.shape) for name, value in torch.nn.Linear(4, 5, bias).state_dict().items()
    }
    assert np.ptp(layer.weight.data) > 0.5
    expected = theirs.linear(*(torch.from_numpy(np.array(v)) for v in [CUBE, *layer.state_dict().values()]))
    same(result, expected)


def test_parameters_have_the_dtype_that_is_asked_for():
    assert Linear(4, 5, dtype=jnp.bfloat16).weight.dtype == jnp.bfloat16


@pytest.mark.parametrize(
    ("make", "error"),
    [
        (lambda: Bilinear(0, 2, 3), ValueError),
        (lambda: Unflatten(1, (2, 2.0)), TypeError),
        (lambda: Unflatten(1, 4), TypeError),
        (lambda: Unflatten(1, (3, 3))(X), ValueError),
        (lambda: Unflatten(2, (3, 3))(X), IndexError),
        (lambda: Flatten(1, 0)(X), ValueError),
        (lambda: Flatten(0, 2)(X), IndexError),
    ],
)
def test_what_does_not_fit_is_an_error(make, error):
    with pytest.raises(error):
        make()
