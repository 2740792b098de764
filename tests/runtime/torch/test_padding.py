"""Padding, the function and the layers, against PyTorch's."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest
import torch
import torch.nn.functional as F
from spatial_agreement import agree, both_refuse, draws, layers_agree, same, whole

from hybridc.runtime.torch.nn.functional.padding import pad
from hybridc.runtime.torch.nn.layers import padding as layers

X1, X2, X3 = draws(2, 3, 5, seed=1), draws(2, 2, 4, 5, seed=2), draws(1, 2, 3, 4, 5, seed=3)

CONSTANT = [
    (X1, (1, 2), "constant", 1.5),
    (X1, [0, 3, -1, 2]),
    (X1, (-1, -2, 1, 0, 0, 1)),
    (X2, (-4, 3)),
    (X2, (1, 1, 2, 2), "constant", -np.inf),
    (X1[0, 0], (2, 1)),
    (X1, ()),
    (X1, (-2, -3)),
]
OTHERS = [
    (X1, (2, 1)),
    (X1, (0, 4)),
    (X1[0], (3, 2)),
    (X1, (0, 0)),
    (X1, (-1, 2)),
    (X1, (3, -2)),
    (X1, (-2, -1)),
    (X2, (1, 2, 3, 0)),
    (X2[0], (2, -1, 1, 1)),
    (X3, (1, 2, 3, 1, 0, 2)),
    (X3[0], (1, 0, 0, -1, 2, 1)),
]


@pytest.mark.parametrize("args", CONSTANT)
def test_padding_with_a_value_agrees_with_torch(args):
    agree(pad, F.pad, args)


@pytest.mark.parametrize("mode", ["reflect", "replicate", "circular"])
@pytest.mark.parametrize("args", OTHERS)
def test_padding_with_the_inputs_own_elements_agrees_with_torch(args, mode):
    agree(pad, F.pad, args, {"mode": mode})


@pytest.mark.parametrize("mode", ["reflect", "replicate", "circular"])
def test_every_pair_of_widths_of_an_axis_agrees(mode):
    """Negative and positive widths meet: which elements are taken is known from their order."""
    x = np.arange(1.0, 5.0, dtype=np.float32)[None]
    pairs = [(low, high) for low in range(-3, 5) for high in range(-3, 5)]
    wanted = {}
    for pair in pairs:
        try:
            wanted[pair] = F.pad(torch.tensor(x), pair, mode=mode)
        except RuntimeError:
            with pytest.raises(RuntimeError):
                pad(jnp.asarray(x), pair, mode)
    results = jax.jit(lambda x: [pad(x, pair, mode) for pair in wanted])(x)
    for result, expected in zip(results, wanted.values(), strict=True):
        same(result, expected)


@pytest.mark.parametrize("value", [0.7, -1.7, 3, None])
def test_values_are_cut_to_the_dtype(value):
    agree(pad, F.pad, (whole(2, 3), (1, 1), "constant", value))
    agree(pad, F.pad, (whole(2, 3) > 0, (1, 1), "constant", value))


@pytest.mark.parametrize("mode", ["reflect", "replicate", "circular"])
def test_integers_stay_integers(mode):
    agree(pad, F.pad, (whole(2, 3), (1, 2)), {"mode": mode})


def test_an_empty_batch_stays_empty():
    agree(pad, F.pad, (X1[:0], (1, 2)), {"mode": "reflect"}, gradients=False)
    agree(pad, F.pad, (X1[:0], (1, 2)), gradients=False)


REFUSED = [
    ((X1, (1,)), {}),
    ((X1[0, 0], (1, 1, 1, 1)), {}),
    ((X1, (-4, -2)), {}),
    ((X1, (-7, 9)), {}),
    ((X1, (5, 0), "reflect"), {}),
    ((X1, (-3, -2), "replicate"), {}),
    ((X1, (6, 0), "circular"), {}),
    ((X1[0, :1], (4, -2), "circular"), {}),
    ((X1[0, 0], (1, 1), "reflect"), {}),
    ((X2, (1, 1), "reflect"), {}),
    ((X1, (1, 1, 1, 1, 1, 1), "replicate"), {}),
    ((X1, (1, 1), "mirror"), {}),
    ((X1, (1, 1)), {"mode": "reflect", "value": 2.0}),
]


@pytest.mark.parametrize(("args", "kwargs"), REFUSED)
def test_what_torch_refuses_is_refused(args, kwargs):
    both_refuse(pad, F.pad, args, kwargs)


LAYERS = [
    ("ConstantPad{}d", (1.5,)),
    ("ZeroPad{}d", ()),
    ("ReflectionPad{}d", ()),
    ("ReplicationPad{}d", ()),
    ("CircularPad{}d", ()),
]


@pytest.mark.parametrize("axes", [1, 2, 3])
@pytest.mark.parametrize(("name", "value"), LAYERS)
def test_a_layer_is_as_torchs(name, value, axes):
    x, name = (X1, X2, X3)[axes - 1], name.format(axes)
    for padding in (1, tuple([2, 1, 1, 0, 1, 2][: 2 * axes])):
        layers_agree(getattr(layers, name), getattr(torch.nn, name), (padding, *value), {}, (x,))


def test_a_circular_layer_refuses_another_rank():
    with pytest.raises(ValueError, match="expected 3D or 4D input"):
        layers.CircularPad2d(1)(jnp.asarray(X3))


def test_padding_vectorizes():
    x = jnp.asarray(X2)
    for mode in ("constant", "reflect", "replicate", "circular"):
        found = jax.vmap(lambda a, mode=mode: pad(a, (1, 2), mode))(x)
        np.testing.assert_array_equal(found[0], pad(x[0], (1, 2), mode))
