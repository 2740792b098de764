"""Resizing, functions and layers, against PyTorch's."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest
import torch
import torch.nn.functional as F
from spatial_agreement import agree, agree_in_halves, both_refuse, draws, layers_agree, whole

from closeness import assert_close
from hybridc.runtime.torch.nn.functional import resampling
from hybridc.runtime.torch.nn.functional import resampling_weights as weights
from hybridc.runtime.torch.nn.layers import resampling as layers

X1, X2, X3 = draws(2, 2, 7, seed=1), draws(2, 2, 5, 6, seed=2), draws(1, 2, 3, 4, 5, seed=3)
SIZES = [*range(1, 18), 32, 33, 100]
SCALES = [0.3, 0.5, 0.7, 1.1, 1.3, 1.5, 2.0, 2.2, 3.0, 3.7]
AXES = [(size, {"size": after}) for size in SIZES for after in SIZES]
AXES += [(size, {"scale_factor": scale}) for size in SIZES for scale in SCALES if size * scale >= 1]


def taken(before, after, scale, mode, corners=False):
    """The positions and weights that an axis is made of."""
    step = weights.source_step(before, after, scale, corners)
    if mode.startswith("nearest"):
        positions = weights.nearest_positions(before, after, step, mode == "nearest-exact")
        return positions[:, None], np.ones((after, 1), np.float32)
    return (weights.cubic_taps if mode == "bicubic" else weights.linear_taps)(before, after, step, corners)


@pytest.mark.parametrize("mode", ["nearest", "nearest-exact"])
def test_every_axis_is_made_of_the_elements_that_torch_takes(mode):
    for before, options in AXES:
        x = torch.arange(before, dtype=torch.float32)[None, None]
        expected = F.interpolate(x, **options, mode=mode)[0, 0].numpy()
        positions, _ = taken(before, len(expected), options.get("scale_factor"), mode)
        np.testing.assert_array_equal(positions[:, 0], expected, err_msg=f"{before} {options}")


@pytest.mark.parametrize("corners", [False, True])
@pytest.mark.parametrize("mode", ["linear", "bicubic"])
def test_every_axis_is_weighted_as_torch_weights_it(mode, corners):
    for before, options in AXES:
        x = draws(before)
        shaped = torch.tensor(x)[None, None, None] if mode == "bicubic" else torch.tensor(x)[None, None]
        given = {k: (1, v) if mode == "bicubic" else v for k, v in options.items()}
        expected = F.interpolate(shaped, **given, mode=mode, align_corners=corners).numpy().ravel()
        positions, shares = taken(before, len(expected), options.get("scale_factor"), mode, corners)
        found = (x[positions] * shares).sum(1)
        assert_close(found, expected, 1e-5, 2e-5, err_msg=f"{before} {options}")


@pytest.mark.parametrize("mode", ["bilinear", "bicubic", "lanczos"])
def test_every_axis_is_filtered_as_torch_filters_it(mode):
    for before, options in AXES:
        x = draws(before)
        given = {k: (1, v) for k, v in options.items()}
        expected = F.interpolate(torch.tensor(x)[None, None, None], **given, mode=mode, antialias=True).numpy().ravel()
        if before == len(expected):
            continue  # the axis stays as it is
        step = weights.source_step(before, len(expected), options.get("scale_factor"), False)
        positions, shares, _ = weights.antialiasing_taps(before, len(expected), step, mode)
        found = (x[positions] * shares).sum(1)
        assert_close(found, expected, 1e-5, 2e-5, err_msg=f"{before} {options}")


CALLS = [
    (X1, {"size": 5}),
    (X1, {"size": (14,), "mode": "nearest"}),
    (X1, {"scale_factor": 2}),
    (X1, {"scale_factor": 1.3, "mode": "nearest-exact"}),
    (X1, {"scale_factor": 1.7, "mode": "linear"}),
    (X1, {"scale_factor": 1.7, "mode": "linear", "recompute_scale_factor": True}),
    (X1, {"size": 11, "mode": "linear", "align_corners": True}),
    (X1, {"size": 3, "mode": "area"}),
    (X2, {"scale_factor": 2}),
    (X2, {"scale_factor": (2, 1.5)}),
    (X2, {"size": (3, 12), "mode": "nearest"}),
    (X2, {"size": [7, 4], "mode": "nearest-exact"}),
    (X2, {"scale_factor": 2, "mode": "bilinear"}),
    (X2, {"scale_factor": (0.6, 1.9), "mode": "bilinear", "align_corners": True}),
    (X2, {"scale_factor": 1.9, "mode": "bilinear", "recompute_scale_factor": False}),
    (X2, {"size": (5, 9), "mode": "bilinear"}),
    (X2, {"size": (1, 9), "mode": "bilinear", "align_corners": True}),
    (X2, {"scale_factor": 2.3, "mode": "bicubic"}),
    (X2, {"size": (3, 8), "mode": "bicubic", "align_corners": True}),
    (X2, {"scale_factor": 0.7, "mode": "area"}),
    (X2, {"size": (3, 4), "mode": "bilinear", "antialias": True}),
    (X2, {"scale_factor": (0.5, 1.6), "mode": "bicubic", "antialias": True}),
    (X2, {"size": (2, 6), "mode": "bilinear", "antialias": True, "align_corners": True}),
    (X2, {"size": (3, 4), "mode": "lanczos", "antialias": True}),
    (X3, {"scale_factor": 2}),
    (X3, {"size": (2, 5, 7), "mode": "nearest-exact"}),
    (X3, {"scale_factor": (1.5, 2, 0.7), "mode": "trilinear"}),
    (X3, {"size": 4, "mode": "trilinear", "align_corners": True}),
    (X3, {"size": 2, "mode": "area"}),
]


@pytest.mark.parametrize(("x", "kwargs"), CALLS, ids=range(len(CALLS)))
def test_interpolation_and_its_gradients_agree_with_torch(x, kwargs):
    agree(resampling.interpolate, F.interpolate, (x,), kwargs, rtol=2e-5, atol=2e-6)


def test_arguments_may_be_given_by_place():
    agree(resampling.interpolate, F.interpolate, (X2, None, 1.5, "bilinear", True, True, False), rtol=2e-5, atol=2e-6)


@pytest.mark.filterwarnings("ignore:.*deprecated")
@pytest.mark.parametrize(
    ("name", "args"),
    [
        ("upsample", (X2, None, 2, "bilinear", True)),
        ("upsample_nearest", (X2, 7)),
        ("upsample_bilinear", (X2, None, 2)),
    ],
)
def test_old_names_agree(name, args):
    agree(getattr(resampling, name), getattr(F, name), args, rtol=2e-5, atol=2e-6)


@pytest.mark.parametrize("mode", ["nearest", "nearest-exact"])
def test_bytes_stay_bytes(mode):
    agree(resampling.interpolate, F.interpolate, (whole(1, 2, 4, 4, low=0).astype(np.uint8), (7, 3)), {"mode": mode})


@pytest.mark.parametrize("mode", ["bilinear", "bicubic", "nearest", "area"])
def test_half_precision_stays(mode):
    agree_in_halves(resampling.interpolate, F.interpolate, (X2, (7, 4)), {"mode": mode})


INFINITE = [
    {"size": (5, 6), "mode": "bilinear"},
    {"size": (5, 9), "mode": "bilinear"},
    {"size": (9, 9), "mode": "bicubic"},
    {"size": (3, 6), "mode": "bilinear", "antialias": True},
    {"size": (3, 9), "mode": "nearest"},
]


@pytest.mark.parametrize("kwargs", INFINITE)
def test_infinite_elements_go_where_torch_lets_them(kwargs):
    x = X2.copy()
    x[0, 0, 2, 3] = np.inf
    agree(resampling.interpolate, F.interpolate, (x,), kwargs, rtol=2e-5, atol=2e-6, gradients=False)


REFUSED = [
    (X2, {}),
    (X2, {"size": 3, "scale_factor": 2}),
    (X2, {"size": (3, 3, 3)}),
    (X2, {"scale_factor": (2, 2, 2)}),
    (X2, {"size": 2.0}),
    (X2, {"size": 0}),
    (X2, {"scale_factor": 0.1}),
    (X2, {"size": 3, "align_corners": True}),
    (X2, {"size": 3, "recompute_scale_factor": True}),
    (X2, {"size": 3, "mode": "linear"}),
    (X2, {"size": 3, "mode": "cubic"}),
    (X1, {"size": 3, "mode": "bilinear"}),
    (X3, {"size": 3, "mode": "bicubic"}),
    (X2, {"size": 3, "antialias": True}),
    (X2, {"size": 3, "mode": "lanczos"}),
    (X2, {"size": 3, "mode": "lanczos", "antialias": True, "align_corners": True}),
    (X2[0, 0], {"size": 3}),
    (whole(1, 1, 4, 4), {"size": 3, "mode": "bilinear"}),
]


@pytest.mark.parametrize(("x", "kwargs"), REFUSED, ids=range(len(REFUSED)))
def test_what_torch_refuses_is_refused(x, kwargs):
    both_refuse(resampling.interpolate, F.interpolate, (x,), kwargs)


def test_bytes_are_not_interpolated_since_torchs_rounding_is_its_own():
    with pytest.raises(NotImplementedError, match="takes floats, not uint8"):
        resampling.interpolate(jnp.ones((1, 1, 4, 4), jnp.uint8), 3, mode="bilinear")


LAYERS = [
    ("Upsample", (), {"scale_factor": 2}, X2),
    ("Upsample", ((7, 9),), {"mode": "bilinear", "align_corners": True}, X2),
    ("Upsample", (None, (1.5, 2), "bicubic"), {}, X2),
    ("Upsample", (), {"scale_factor": 1.7, "mode": "linear", "recompute_scale_factor": True}, X1),
    ("Upsample", (), {"size": 4, "mode": "trilinear"}, X3),
    ("UpsamplingNearest2d", (), {"scale_factor": 2}, X2),
    ("UpsamplingBilinear2d", ((8, 7),), {}, X2),
]


@pytest.mark.parametrize(("name", "args", "kwargs", "x"), LAYERS, ids=[f"{c[0]}-{i}" for i, c in enumerate(LAYERS)])
def test_a_layer_is_as_torchs(name, args, kwargs, x):
    layers_agree(getattr(layers, name), getattr(torch.nn, name), args, kwargs, (x,), rtol=2e-5, atol=2e-6)


def test_interpolation_vectorizes():
    x = jnp.asarray(draws(3, 1, 2, 4, 4))
    found = jax.vmap(lambda a: resampling.interpolate(a, 7, mode="bilinear"))(x)
    assert_close(found[1], resampling.interpolate(x[1], 7, mode="bilinear"), rtol=1e-6)
