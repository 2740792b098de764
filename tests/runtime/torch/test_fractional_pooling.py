"""Max pooling over windows that lie at random, against PyTorch's, with the same samples."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest
import torch
import torch.nn.functional as F
from spatial_agreement import agree, both_refuse, draws, few

from hybridc.runtime.torch import nn
from hybridc.runtime.torch.nn import functional as ours


def samples(*shape, seed=5):
    return np.random.default_rng(seed).uniform(0, 1, shape).astype(np.float32)


X2, X3 = draws(2, 3, 9, 11), draws(2, 2, 7, 8, 9, seed=1)
HOLED = np.where(draws(2, 3, 9, 11, seed=2) > 1, np.nan, X2).astype(np.float32)
CASES = [
    ("fractional_max_pool2d", (X2, 2, (4, 5)), samples(2, 3, 2)),
    ("fractional_max_pool2d", (X2, (3, 2), (5, 10)), samples(2, 3, 2)),
    ("fractional_max_pool2d", (X2, 2, None, (0.7, 0.45)), samples(2, 3, 2)),
    ("fractional_max_pool2d", (X2[0], 3, 1), samples(1, 3, 2)),
    ("fractional_max_pool2d", (few(2, 3, 9, 11), 3, (4, 4)), samples(2, 3, 2)),
    ("fractional_max_pool2d", (X2, (9, 1), (1, 11)), samples(2, 3, 2)),
    ("fractional_max_pool3d", (X3, 2, (3, 4, 5)), samples(2, 2, 3)),
    ("fractional_max_pool3d", (X3, (1, 2, 3), None, 0.5), samples(2, 2, 3)),
    ("fractional_max_pool3d", (X3[0], 2, 3), samples(1, 2, 3)),
]


@pytest.mark.parametrize(("name", "args", "drawn"), CASES)
@pytest.mark.parametrize("return_indices", [False, True])
def test_with_samples_the_numbers_are_torchs(name, args, drawn, return_indices):
    def called(module, tensor):
        return lambda *args: getattr(module, name)(*args, return_indices=return_indices, _random_samples=tensor(drawn))

    agree(called(ours, jnp.asarray), called(F, torch.tensor), args)


def test_windows_lie_where_torchs_do_for_many_samples():
    """The places are rounded from 32 bits, in the order that PyTorch computes them in."""
    x, drawn = draws(400, 5, 24, 31), samples(400, 5, 2)
    expected = F.fractional_max_pool2d(torch.tensor(x), 2, (13, 17), None, True, torch.tensor(drawn))[1]
    found = jax.jit(lambda x, s: ours.fractional_max_pool2d(x, 2, (13, 17), None, True, s))(x, drawn)[1]
    np.testing.assert_array_equal(found, expected.numpy())


def test_nan_wins():
    drawn = samples(2, 3, 2)
    expected = F.fractional_max_pool2d(torch.tensor(HOLED), 3, 4, None, True, torch.tensor(drawn))
    found = ours.fractional_max_pool2d(jnp.asarray(HOLED), 3, 4, None, True, jnp.asarray(drawn))
    for one, other in zip(found, expected, strict=True):
        np.testing.assert_array_equal(one, other.numpy())


@pytest.mark.parametrize("args", [(X2, 2), (X2, 2, (9, 3)), (X2, 2, None, (0.5, 0.5, 0.5))])
def test_what_torch_refuses_is_refused(args):
    both_refuse(ours.fractional_max_pool2d, F.fractional_max_pool2d, args)


def test_windows_that_lie_densely_fit_two_axes_only():
    both_refuse(ours.fractional_max_pool3d, F.fractional_max_pool3d, (X3, 2, (6, 2, 2)))
    assert ours.fractional_max_pool2d(jnp.asarray(X2), 2, (8, 10), _random_samples=samples(2, 3, 2)).shape[2:] == (
        8,
        10,
    )


@pytest.mark.parametrize("axes", [2, 3])
def test_layers_draw_from_the_given_rng_in_both_modes(axes):
    x = jnp.asarray(X2 if axes == 2 else X3)
    layer = getattr(nn, f"FractionalMaxPool{axes}d")(2, output_ratio=0.5)
    one, same, other = (layer.apply({}, x, rng=seed) for seed in (1, 1, 2))
    np.testing.assert_array_equal(one, same)
    assert not np.array_equal(one, other)
    assert (
        one.shape == getattr(torch.nn, f"FractionalMaxPool{axes}d")(2, output_ratio=0.5)(torch.tensor(x.tolist())).shape
    )
    with pytest.raises(RuntimeError, match="give `apply` an `rng`"):
        layer.apply({}, x)
    assert np.isin(np.asarray(layer(x)), np.asarray(x)).all()


@pytest.mark.parametrize("axes", [2, 3])
def test_layers_with_samples_agree(axes):
    x, drawn = (X2, samples(2, 3, 2)) if axes == 2 else (X3, samples(2, 2, 3))
    name = f"FractionalMaxPool{axes}d"
    theirs = getattr(torch.nn, name)(2, (4, 5, 3)[:axes], return_indices=True, _random_samples=torch.tensor(drawn))
    layer = getattr(nn, name)(2, (4, 5, 3)[:axes], return_indices=True, _random_samples=jnp.asarray(drawn))
    assert list(layer.state_dict()) == list(theirs.state_dict()) == ["_random_samples"]
    for one, other in zip(layer(jnp.asarray(x)), theirs(torch.tensor(x)), strict=True):
        np.testing.assert_array_equal(one, other.numpy())


@pytest.mark.parametrize("kwargs", [{}, {"output_size": 3, "output_ratio": 0.5}, {"output_ratio": 1.5}])
def test_layers_want_sizes_or_ratios(kwargs):
    for axes in (2, 3):
        both_refuse(
            getattr(nn, f"FractionalMaxPool{axes}d"), getattr(torch.nn, f"FractionalMaxPool{axes}d"), (2,), kwargs
        )
