"""Distances in units in the last place, against NumPy's own idea of the next number."""

import numpy as np
import pytest

from hybridc.verification.child.ulps import distances

FLOATS = [np.float16, np.float32, np.float64]


@pytest.mark.parametrize("dtype", FLOATS)
def test_one_spacing_is_one_step(dtype):
    x = np.array([1.0, -1.0, 3.7, 1e-3, 1000.0, 0.0], dtype=dtype)
    assert distances(x, x + np.spacing(x)).tolist() == [1] * 6
    assert distances(x, np.nextafter(np.nextafter(x, dtype(np.inf)), dtype(np.inf))).tolist() == [2] * 6


@pytest.mark.parametrize("dtype", FLOATS)
def test_steps_across_zero_are_counted(dtype):
    tiny = np.finfo(dtype).smallest_subnormal
    assert distances(np.array([-tiny, -tiny, -3 * tiny]), np.array([tiny, dtype(0), 2 * tiny])).tolist() == [2, 1, 5]


@pytest.mark.parametrize("dtype", FLOATS)
def test_both_zeros_are_one_number(dtype):
    assert distances(np.array([0.0, -0.0], dtype), np.array([-0.0, -0.0], dtype)).tolist() == [0, 0]


@pytest.mark.parametrize("dtype", FLOATS)
def test_it_is_a_distance(dtype):
    values = np.array([-2.5, -0.1, 0.0, 0.3, 7.0], dtype)
    steps = distances(values[:, None] + 0 * values, values[None, :] + 0 * values[:, None])
    assert np.array_equal(steps, steps.T)
    assert steps[0, 4] == steps[0, 2] + steps[2, 4]


def test_from_end_to_end_does_not_wrap():
    most = np.finfo(np.float64).max
    below_one_half = int(np.float64(most).view(np.uint64))
    assert int(distances(np.array([-most]), np.array([most]))[0]) == 2 * below_one_half


def test_no_dimensions_and_strides():
    assert distances(np.array(1.0), np.array(1.0 + np.spacing(1.0))).shape == ()
    x = np.arange(12.0).reshape(3, 4).T[::2]
    assert distances(x, x + np.spacing(x)).tolist() == [[1, 1, 1], [1, 1, 1]]
