"""Sampling at the places of a grid, and grids of affine maps, against PyTorch's."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest
import torch
import torch.nn.functional as F
from spatial_agreement import agree, agree_in_halves, both_refuse, draws, whole

from closeness import assert_close
from hybridc.runtime.torch.nn.functional.grid_sampling import affine_grid, grid_sample

pytestmark = pytest.mark.filterwarnings("ignore:Default grid_sample", "ignore:Since version 1.3.0")
X2, X3 = draws(2, 3, 5, 4, seed=1), draws(1, 2, 3, 4, 5, seed=2)
GRID2, GRID3 = draws(2, 3, 4, 2, seed=3), draws(1, 2, 3, 2, 3, seed=4)  # many places are beyond the input
PADDING = ["zeros", "border", "reflection"]


@pytest.mark.parametrize("corners", [False, True])
@pytest.mark.parametrize("padding", PADDING)
@pytest.mark.parametrize("mode", ["bilinear", "nearest", "bicubic"])
def test_sampling_planes_agrees_with_torch(mode, padding, corners):
    agree(grid_sample, F.grid_sample, (X2, GRID2, mode, padding, corners), rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("corners", [False, True])
@pytest.mark.parametrize("padding", PADDING)
@pytest.mark.parametrize("mode", ["bilinear", "nearest"])
def test_sampling_volumes_agrees_with_torch(mode, padding, corners):
    kwargs = {"mode": mode, "padding_mode": padding, "align_corners": corners}
    agree(grid_sample, F.grid_sample, (X3, GRID3), kwargs, rtol=1e-4, atol=1e-5)


def test_defaults_agree():
    agree(grid_sample, F.grid_sample, (X2, GRID2), rtol=1e-4, atol=1e-5)
    agree(affine_grid, F.affine_grid, (draws(2, 2, 3), (2, 1, 3, 4)))


@pytest.mark.parametrize("corners", [False, True])
@pytest.mark.parametrize("padding", PADDING)
@pytest.mark.parametrize("mode", ["bilinear", "nearest", "bicubic"])
def test_places_on_elements_edges_and_far_beyond_agree(mode, padding, corners):
    """No gradients: there they are one-sided. Halves are exact in these sizes, so that `nearest` has its ties."""
    line = np.array([-9, -3, -1.5, -1.25, -1, -0.75, -0.5, 0, 0.5, 0.75, 1, 1.25, 1.5, 3, 9], np.float32)
    grid = np.stack(np.meshgrid(line, line), -1)[None]
    args = (draws(1, 2, 4, 4), grid, mode, padding, corners)
    agree(grid_sample, F.grid_sample, args, rtol=1e-4, atol=1e-5, gradients=False)


@pytest.mark.parametrize("corners", [False, True])
@pytest.mark.parametrize("padding", PADDING)
def test_an_input_of_one_element_agrees(padding, corners):
    args = (draws(2, 3, 1, 1), GRID2, "bilinear", padding, corners)
    agree(grid_sample, F.grid_sample, args, rtol=1e-4, atol=1e-5)


def test_no_place_beyond_the_input_reads_an_infinite_edge():
    x = X2.copy()
    x[0, 0, 0, 0] = np.inf
    for mode in ("nearest", "bilinear"):
        agree(grid_sample, F.grid_sample, (x, GRID2 * 3, mode), {"align_corners": False}, gradients=False, rtol=1e-4)


@pytest.mark.parametrize("mode", ["bilinear", "nearest"])
@pytest.mark.parametrize("padding", ["zeros", "border"])
def test_coordinates_that_are_no_numbers_agree_in_planes(mode, padding):
    grid = np.array([[np.nan, 0], [1e30, 0], [-1e30, 0.5], [0, np.nan]], np.float32).reshape(1, 2, 2, 2)
    agree(grid_sample, F.grid_sample, (X2[:1], grid, mode, padding, False), gradients=False)


def test_half_precision_stays():
    grid = np.round(GRID2.clip(-1, 1) * 4) / 4
    agree_in_halves(grid_sample, F.grid_sample, (X2, grid), {"align_corners": True})


AFFINE = [
    (draws(2, 2, 3), (2, 3, 4, 5), True),
    (draws(2, 2, 3), [2, 3, 4, 5], False),
    (draws(1, 2, 3), (1, 1, 1, 4), True),
    (draws(1, 2, 3), (1, 1, 1, 4), False),
    (draws(2, 3, 4), (2, 1, 2, 3, 4), True),
    (draws(2, 3, 4), (2, 1, 2, 3, 4), False),
]


@pytest.mark.parametrize("args", AFFINE)
def test_affine_grids_agree_with_torch(args):
    agree(affine_grid, F.affine_grid, args)


REFUSED = [
    (grid_sample, F.grid_sample, (X2, GRID2, "linear")),
    (grid_sample, F.grid_sample, (X2, GRID2, "bilinear", "reflect")),
    (grid_sample, F.grid_sample, (X3, GRID3, "bicubic")),
    (grid_sample, F.grid_sample, (X2, GRID2[:1])),
    (grid_sample, F.grid_sample, (X2, GRID3)),
    (grid_sample, F.grid_sample, (X2[:, :, :0], GRID2)),
    (affine_grid, F.affine_grid, (draws(2, 2, 3), (2, 1, 0, 3))),
    (affine_grid, F.affine_grid, (draws(2, 2, 2), (2, 1, 3, 3))),
    (affine_grid, F.affine_grid, (draws(2, 2, 3), (2, 1, 3))),
    (affine_grid, F.affine_grid, (whole(2, 2, 3), (2, 1, 3, 3))),
]


@pytest.mark.parametrize(("ours", "theirs", "args"), REFUSED, ids=range(len(REFUSED)))
def test_what_torch_refuses_is_refused(ours, theirs, args):
    both_refuse(ours, theirs, args)


def test_integers_are_refused():
    with pytest.raises(RuntimeError, match="expected floats of one dtype"):
        grid_sample(jnp.ones((2, 1, 3, 3), jnp.int32), jnp.asarray(GRID2))


def test_sampling_vectorizes():
    x, grid = jnp.asarray(draws(3, 1, 2, 4, 4)), jnp.asarray(draws(3, 1, 2, 2, 2))
    found = jax.jit(jax.vmap(grid_sample))(x, grid)
    wanted = F.grid_sample(torch.tensor(np.asarray(x[1])), torch.tensor(np.asarray(grid[1])))
    assert_close(found[1], wanted, rtol=1e-4, atol=1e-5)
