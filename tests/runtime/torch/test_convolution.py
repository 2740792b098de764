"""Convolutions and transposed convolutions, functions and layers, against PyTorch's."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest
import torch
import torch.nn.functional as F
from spatial_agreement import agree, agree_in_halves, both_refuse, draws, layers_agree, whole

from closeness import assert_close
from hybridc.runtime.core import randomness
from hybridc.runtime.torch.nn.functional import convolution
from hybridc.runtime.torch.nn.layers import convolution as layers
from hybridc.runtime.torch.nn.layers import lazy_convolution

X1, X2, X3 = draws(2, 4, 9, seed=1), draws(2, 4, 7, 6, seed=2), draws(1, 4, 5, 4, 6, seed=3)
W1, W2, W3 = draws(6, 4, 3, seed=4), draws(6, 4, 3, 2, seed=5), draws(6, 4, 2, 3, 1, seed=6)
G2, D2, M2 = draws(6, 2, 3, 3, seed=7), draws(4, 1, 3, 2, seed=8), draws(8, 1, 2, 3, seed=9)
B = draws(6, seed=10)

FORWARD = [
    ("conv1d", (X1, W1), {}),
    ("conv1d", (X1, W1, B, 2, 1, 1, 1), {}),
    ("conv1d", (X1, W1, B), {"padding": "same"}),
    ("conv1d", (X1, draws(6, 4, 4)), {"padding": "same", "dilation": 2}),
    ("conv1d", (X1, W1, None, (2,), (3,), (2,)), {}),
    ("conv1d", (X1, draws(4, 1, 5)), {"groups": 4, "padding": 2}),
    ("conv1d", (X1[0], W1, B), {"padding": "valid"}),
    ("conv2d", (X2, W2), {}),
    ("conv2d", (X2, W2, B, (2, 1), (1, 0), (1, 2)), {}),
    ("conv2d", (X2, W2, B), {"padding": "same", "dilation": (2, 3)}),
    ("conv2d", (X2, W2, B, [2], [1]), {}),
    ("conv2d", (X2, G2, B), {"groups": 2, "padding": 1, "stride": 2}),
    ("conv2d", (X2, D2), {"groups": 4, "padding": (2, 1), "stride": (2, 1), "dilation": (1, 2)}),
    ("conv2d", (X2, M2), {"groups": 4, "padding": "same"}),
    ("conv2d", (X2[1], W2, B, 3), {}),
    ("conv2d", (X2, draws(2, 4, 1, 1)), {"stride": 2}),
    ("conv3d", (X3, W3), {}),
    ("conv3d", (X3, W3, B, (1, 2, 1), (0, 1, 2), (2, 1, 1)), {}),
    ("conv3d", (X3[0], W3, B), {"padding": "same"}),
    ("conv3d", (X3, draws(4, 2, 2, 2, 2)), {"groups": 2, "stride": 2}),
    ("conv3d", (X3, draws(4, 1, 2, 2, 2)), {"groups": 4, "padding": 1}),
]

T1, T2, T3 = draws(4, 6, 3, seed=11), draws(4, 6, 3, 2, seed=12), draws(4, 6, 2, 3, 1, seed=13)
TRANSPOSED = [
    ("conv_transpose1d", (X1, T1), {}),
    ("conv_transpose1d", (X1, T1, B, 2, 1, 1), {}),
    ("conv_transpose1d", (X1[0], T1, B), {"stride": 3, "dilation": 2, "output_padding": 2}),
    ("conv_transpose1d", (X1, draws(4, 3, 3), B), {"groups": 2, "stride": 2}),
    ("conv_transpose1d", (X1, T1), {"padding": 4}),
    ("conv_transpose2d", (X2, T2), {}),
    ("conv_transpose2d", (X2, T2, B, (2, 3), (1, 0), (1, 2), 1, (2, 1)), {}),
    ("conv_transpose2d", (X2, draws(4, 3, 3, 3), B), {"groups": 2, "stride": 2, "padding": 1, "output_padding": 1}),
    ("conv_transpose2d", (X2, draws(4, 1, 3, 3)), {"groups": 4, "stride": 2, "padding": 2}),
    ("conv_transpose2d", (X2, draws(4, 2, 2, 3)), {"groups": 4, "dilation": 2}),
    ("conv_transpose2d", (X2, draws(4, 6, 2, 2)), {"padding": 2}),
    ("conv_transpose2d", (X2[0], T2, B, 2), {}),
    ("conv_transpose3d", (X3, T3, B), {"stride": (1, 2, 2), "padding": (0, 1, 0), "output_padding": (0, 1, 1)}),
    ("conv_transpose3d", (X3[0], draws(4, 1, 2, 2, 2)), {"groups": 4, "stride": 2}),
]
CALLS = FORWARD + TRANSPOSED


@pytest.mark.parametrize(("name", "args", "kwargs"), CALLS, ids=[f"{c[0]}-{i}" for i, c in enumerate(CALLS)])
def test_a_convolution_and_its_gradients_agree_with_torch(name, args, kwargs):
    agree(getattr(convolution, name), getattr(F, name), args, kwargs, atol=1e-5)


@pytest.mark.parametrize(("channels", "groups"), [(66, 33), (8, 4)])
def test_groups_agree_however_many_they_are(channels, groups):
    x, weight = draws(1, channels, 4, 4), draws(channels, channels // groups, 2, 2, seed=1)
    agree(convolution.conv2d, F.conv2d, (x, weight), {"groups": groups}, atol=1e-5)


# More than are written out one by one: sums of few terms, and products.
MANY = [
    ("conv1d", (draws(2, 36, 11), draws(18, 4, 3, seed=1), draws(18)), {"groups": 9, "stride": 2, "padding": 2}),
    ("conv1d", (draws(2, 27, 20), draws(9, 3, 25, seed=1)), {"groups": 9, "padding": 12}),
    ("conv2d", (draws(2, 36, 7, 6), draws(18, 4, 3, 2, seed=1)), {"groups": 9, "dilation": (2, 1), "padding": 1}),
    ("conv2d", (draws(2, 90, 7, 6), draws(9, 10, 3, 3, seed=1)), {"groups": 9, "stride": (2, 1), "padding": (1, 0)}),
    ("conv2d", (draws(2, 90, 4, 3), draws(36, 10, 1, 1, seed=1)), {"groups": 9}),
    ("conv3d", (draws(1, 27, 4, 3, 5), draws(9, 3, 2, 3, 2, seed=1)), {"groups": 9, "padding": 1, "stride": 2}),
    ("conv_transpose1d", (draws(2, 36, 5), draws(36, 2, 4, seed=1)), {"groups": 9, "stride": 3, "padding": 1}),
    ("conv_transpose2d", (draws(2, 90, 3, 4), draws(90, 2, 3, 3, seed=1)), {"groups": 9, "stride": 2, "padding": 3, "output_padding": 1}),
    ("conv_transpose3d", (draws(1, 18, 2, 3, 2), draws(18, 1, 2, 2, 2, seed=1)), {"groups": 9, "dilation": 2}),
]  # fmt: skip


@pytest.mark.parametrize(("name", "args", "kwargs"), MANY, ids=[f"{c[0]}-{i}" for i, c in enumerate(MANY)])
def test_many_groups_and_their_gradients_agree_with_torch(name, args, kwargs):
    agree(getattr(convolution, name), getattr(F, name), args, kwargs, atol=1e-4)


@pytest.mark.parametrize("inputs", [1, 3, 8])
@pytest.mark.parametrize("groups", [4, 16])
def test_no_group_sees_what_another_one_holds(inputs, groups):
    x, weight = draws(1, groups * inputs, 5, 5), draws(groups * 2, inputs, 3, 3, seed=1)
    x[:, :inputs], x[:, inputs : 2 * inputs] = np.inf, np.nan
    others = jax.jit(jax.value_and_grad(lambda x: convolution.conv2d(x, weight, groups=groups)[:, 4:].sum()))
    found, gradient = others(x)
    assert np.isfinite(found) and np.all(np.isfinite(gradient[:, 2 * inputs :])) and not np.any(gradient[:, :inputs])


@pytest.mark.parametrize("inputs", [3, 8])
def test_what_is_compiled_does_not_grow_with_the_groups(inputs):
    def size(groups):
        x, weight = jnp.ones((1, groups * inputs, 6, 6)), jnp.ones((groups * inputs, inputs, 3, 3))
        step = jax.grad(lambda x, w: convolution.conv2d(x, w, groups=groups, padding=1).sum(), (0, 1))
        return len(jax.jit(step).lower(x, weight).as_text().splitlines())

    assert size(64) == size(16)


def test_many_groups_are_differentiated_forward_and_twice():
    x, weight = jnp.asarray(draws(1, 36, 4)), jnp.asarray(draws(18, 4, 3, seed=1))

    def total(x, weight):
        return (convolution.conv1d(x, weight, groups=9) ** 3).sum()

    def as_one(x, weight):
        return (jax.lax.conv_general_dilated(x, weight, (1,), [(0, 0)], feature_group_count=9) ** 3).sum()

    for one, other in zip(*(jax.jit(jax.hessian(f, (0, 1)))(x, weight) for f in (total, as_one)), strict=True):
        for first, second in zip(one, other, strict=True):
            assert_close(np.asarray(first), np.asarray(second), rtol=1e-4, atol=1e-4)


def test_a_large_depthwise_kernel_agrees():
    agree(convolution.conv1d, F.conv1d, (draws(1, 3, 80), draws(3, 1, 65)), {"groups": 3}, atol=1e-4)


@pytest.mark.parametrize("name", ["conv2d", "conv_transpose2d"])
@pytest.mark.parametrize("groups", [1, 2, 4])
def test_groups_are_the_same_on_devices_where_xla_runs_them_as_one(name, groups, monkeypatch):
    x, weight = jnp.asarray(X2), jnp.asarray(draws(4, 4 // groups, 3, 3))
    written_out = getattr(convolution, name)(x, weight, groups=groups, stride=2, padding=1)
    monkeypatch.setattr(jax, "default_backend", lambda: "gpu")
    as_one = getattr(convolution, name)(x, weight, groups=groups, stride=2, padding=1)
    assert_close(written_out, as_one, rtol=1e-5, atol=1e-5)


def test_integers_convolve_as_integers():
    agree(convolution.conv2d, F.conv2d, (whole(1, 2, 4, 4), whole(3, 2, 2, 2)))
    agree(convolution.conv2d, F.conv2d, (whole(1, 2, 4, 4), whole(2, 1, 2, 2)), {"groups": 2})


def test_complex_numbers_convolve():
    x, weight = draws(1, 2, 6) + 1j * draws(1, 2, 6, seed=1), draws(3, 2, 3) + 1j * draws(3, 2, 3, seed=2)
    agree(convolution.conv1d, F.conv1d, (x.astype(np.complex64), weight.astype(np.complex64)), gradients=False)


@pytest.mark.parametrize("groups", [1, 4])
@pytest.mark.parametrize("name", ["conv2d", "conv_transpose2d"])
def test_half_precision_stays(name, groups):
    weight = draws(4, 4 // groups, 3, 3) / 6
    agree_in_halves(getattr(convolution, name), getattr(F, name), (X2, weight, B[:4]), {"groups": groups})


def test_an_empty_batch_stays_empty():
    assert convolution.conv2d(jnp.asarray(X2[:0]), jnp.asarray(W2)).shape == (0, 6, 5, 5)
    assert convolution.conv2d(jnp.asarray(X2[:0]), jnp.asarray(D2), groups=4).shape == (0, 4, 5, 5)


def test_time_major_convolution_agrees():
    args = (draws(7, 2, 3), draws(3, 3, 5, seed=1), draws(5, seed=2))
    agree(convolution.conv_tbc, F.conv_tbc, args, atol=1e-5)
    agree(convolution.conv_tbc, F.conv_tbc, (*args, 2), atol=1e-5)


def test_convolutions_vectorize():
    x, weight = jnp.asarray(draws(3, 2, 4, 5, 5)), jnp.asarray(draws(3, 4, 1, 2, 2, seed=1))
    found = jax.vmap(lambda x, w: convolution.conv2d(x, w, groups=4, stride=2))(x, weight)
    for i in range(3):
        wanted = convolution.conv2d(x[i], weight[i], groups=4, stride=2)
        assert_close(found[i], wanted, rtol=1e-5, atol=1e-6)


REFUSED = [
    ("conv2d", (X2, draws(6, 4, 8, 2)), {}),
    ("conv2d", (X2, W2), {"padding": -1}),
    ("conv2d", (X2, W2), {"stride": 0}),
    ("conv2d", (X2, W2), {"stride": (1, 1, 1)}),
    ("conv2d", (X2, W2, B[:1]), {}),
    ("conv2d", (X2, W2), {"padding": "same", "stride": 2}),
    ("conv2d", (X2, W2), {"padding": "VALID"}),
    ("conv2d", (X2[:, :3], W2), {}),
    ("conv2d", (X2[0, 0], W2), {}),
    ("conv2d", (X2, W1), {}),
    ("conv2d", (X2, G2), {"groups": 4}),
    ("conv_transpose2d", (X2, T2), {"stride": 2, "output_padding": 2}),
    ("conv_transpose2d", (X2, draws(4, 6, 2, 2)), {"padding": 9}),
    ("conv_transpose2d", (X2[:, :3], T2), {}),
    ("conv_transpose2d", (X2, T2), {"padding": -1}),
]


@pytest.mark.parametrize(("name", "args", "kwargs"), REFUSED, ids=[f"{c[0]}-{i}" for i, c in enumerate(REFUSED)])
def test_what_torch_refuses_is_refused(name, args, kwargs):
    both_refuse(getattr(convolution, name), getattr(F, name), args, kwargs)


LAYERS = [
    ("Conv1d", (4, 6, 3), {}, (X1,)),
    ("Conv1d", (4, 6, 3, 2), {"padding": 4, "padding_mode": "reflect", "bias": False}, (X1,)),
    ("Conv1d", (4, 6, 4), {"padding": "same", "padding_mode": "circular", "dilation": 2}, (X1,)),
    ("Conv2d", (4, 6, 3), {"padding": (2, 1), "padding_mode": "reflect", "groups": 2}, (X2,)),
    ("Conv2d", (4, 6, (3, 2), (2, 1), 1, (1, 2), 2), {}, (X2,)),
    ("Conv2d", (4, 6, (3, 2)), {"padding": (1, 2), "padding_mode": "replicate"}, (X2[0],)),
    ("Conv2d", (4, 4, 3), {"padding": "same", "groups": 4}, (X2,)),
    ("Conv2d", (4, 4, 2), {"padding": "valid", "padding_mode": "circular"}, (X2,)),
    ("Conv3d", (4, 6, 2), {"padding": (1, 0, 2), "padding_mode": "circular"}, (X3,)),
    ("Conv3d", (4, 6, (2, 1, 2)), {"padding": 1, "padding_mode": "replicate"}, (X3,)),
    ("ConvTranspose1d", (4, 6, 3), {"stride": 2, "output_padding": 1}, (X1,)),
    ("ConvTranspose1d", (4, 6, 3, 3), {}, (X1, [29])),
    ("ConvTranspose2d", (4, 6, (3, 2), 2, 1), {"groups": 2, "dilation": 2, "bias": False}, (X2,)),
    ("ConvTranspose2d", (4, 6, 3, 2, 1), {}, (X2, (14, 11))),
    ("ConvTranspose2d", (4, 6, 3, 2, 1), {}, (X2, [2, 6, 13, 12])),
    ("ConvTranspose2d", (4, 6, 3, 2, 1), {}, (X2[0], (14, 12))),
    ("ConvTranspose3d", (4, 6, 2), {"stride": 2}, (X3, (10, 9, 12))),
]


@pytest.mark.parametrize(("name", "args", "kwargs", "inputs"), LAYERS)
def test_a_layer_is_as_torchs(name, args, kwargs, inputs):
    layers_agree(getattr(layers, name), getattr(torch.nn, name), args, kwargs, inputs, atol=1e-5)


LAZY = [
    ("LazyConv1d", (6, 3, 2), {"padding": 1, "padding_mode": "reflect"}, (X1,)),
    ("LazyConv2d", (6, (3, 2)), {"groups": 2}, (X2,)),
    ("LazyConv2d", (6, 3), {"bias": False}, (X2[0],)),
    ("LazyConv3d", (6, 2), {}, (X3,)),
    ("LazyConvTranspose1d", (6, 3, 2), {}, (X1, (20,))),
    ("LazyConvTranspose2d", (6, 3), {"groups": 2, "dilation": 2}, (X2,)),
    ("LazyConvTranspose3d", (6, 2), {}, (X3[0],)),
]


@pytest.mark.parametrize(("name", "args", "kwargs", "inputs"), LAZY)
@pytest.mark.filterwarnings("ignore:Lazy modules")
def test_a_lazy_layer_becomes_the_layer_for_its_first_input(name, args, kwargs, inputs):
    randomness.seed(0)
    layer, original = getattr(lazy_convolution, name)(*args, **kwargs), getattr(torch.nn, name)(*args, **kwargs)
    assert layer.has_uninitialized_params()
    first = layer(*(jnp.asarray(x) if isinstance(x, np.ndarray) else x for x in inputs))
    expected = original(*(torch.tensor(x) if isinstance(x, np.ndarray) else x for x in inputs))
    assert first.shape == expected.shape
    assert layer.in_channels == original.in_channels
    assert layer.extra_repr() == original.extra_repr()
    wanted = {n: tuple(v.shape) for n, v in original.state_dict().items()}
    assert {n: v.shape for n, v in layer.state_dict().items()} == wanted
    assert float(jnp.abs(layer.weight.data).max()) > 0


def test_a_lazy_transposed_layer_takes_an_output_size_by_name():
    layer = lazy_convolution.LazyConvTranspose1d(6, 3, 2)
    assert layer(jnp.asarray(X1), output_size=(20,)).shape == (2, 6, 20)


def test_a_lazy_layer_refuses_what_its_groups_do_not_divide():
    with pytest.raises(ValueError, match="divisible by groups"):
        lazy_convolution.LazyConv2d(6, 2, groups=3)(jnp.asarray(X2))
    with pytest.raises(RuntimeError, match="Expected 3D"):
        lazy_convolution.LazyConv2d(6, 2)(jnp.asarray(X1[0]))


@pytest.mark.parametrize("name", ["Conv2d", "ConvTranspose2d"])
def test_initial_parameters_are_drawn_from_torchs_range(name):
    randomness.seed(3)
    layer, original = getattr(layers, name)(32, 48, 3, groups=2), getattr(torch.nn, name)(32, 48, 3, groups=2)
    for parameter in ("weight", "bias"):
        ours, theirs = np.asarray(getattr(layer, parameter).data), getattr(original, parameter).detach().numpy()
        bound = 1 / np.sqrt(np.prod(original.weight.shape[1:]))
        assert np.abs(ours).max() <= bound + 1e-7
        assert np.abs(theirs).max() <= bound + 1e-7
        assert abs(ours.std() - bound / np.sqrt(3)) < 0.15 * bound


def test_parameters_have_the_dtype_asked_for():
    assert layers.Conv1d(2, 3, 1, dtype=jnp.bfloat16, device="cpu").weight.dtype == jnp.bfloat16
    assert (
        lazy_convolution.LazyConv1d(3, 1, dtype=jnp.bfloat16)(jnp.ones((1, 2, 3), jnp.bfloat16)).dtype == jnp.bfloat16
    )


REFUSED_LAYERS = [
    ("Conv2d", (4, 6, 3), {"groups": 3}, ()),
    ("Conv2d", (4, 6, 3), {"groups": 0}, ()),
    ("Conv2d", (4, 6, 3), {"padding": "some"}, ()),
    ("Conv2d", (4, 6, 3, 2), {"padding": "same"}, ()),
    ("Conv2d", (4, 6, 3), {"padding_mode": "mirror"}, ()),
    ("ConvTranspose2d", (4, 6, 3), {"padding_mode": "reflect"}, ()),
    ("ConvTranspose2d", (4, 6, 3, 2), {}, (X2, (99, 99))),
    ("ConvTranspose2d", (4, 6, 3, 2), {}, (X2, (16,))),
]


@pytest.mark.parametrize(("name", "args", "kwargs", "inputs"), REFUSED_LAYERS)
def test_a_layer_refuses_what_torchs_refuses(name, args, kwargs, inputs):
    def used(module):
        return lambda *arrays: getattr(module, name)(*args, **kwargs)(*arrays)

    both_refuse(used(layers), used(torch.nn), inputs)
