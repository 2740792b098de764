"""Masks that callers give, beside numbers and by calls that stand twice, and arrays that give the bounds of slices."""

from __future__ import annotations

import numpy as np
import pytest

import hybridc
from differential import assert_same, converted, load

BESIDE = ("y[p, 0] = 1", "y[p, 0] += 1", "y[0, p] = 2", "y[..., p] = v", "y[p, -1] = x[p, -1] * 2", "y[p, k] *= 2.5")
BY_CALLS = (
    "y[np.isnan(x)] = z[np.isnan(x)]",
    "y[~np.isnan(x)] = z[~np.isnan(x)] * 2",
    "y[np.isnan(y)] = z[np.isnan(y)]",
    "y[np.abs(z) > 10] += z[np.abs(z) > 10]",
    "y[np.isfinite(x)] /= x[np.isfinite(x)]",
    "y[np.logical_and(z > 3, z < 40)] = np.sqrt(z[np.logical_and(z > 3, z < 40)])",
    "y[np.isnan(x[:, 0]), 0] = 5.0",
    "z[z < 10] *= -1.0; y[y < 3] *= -1.0; y[z > 50] *= 3.0",
)


@pytest.mark.parametrize("write", BESIDE)
def test_what_may_be_a_mask_stands_beside_numbers(write: str) -> None:
    source = f"import numpy as np\n\n\ndef f(y, p, x, v=2.0, k=1):  # hybridc: graph\n    {write}\n    return y\n"
    original, generated = load(source).f, load(converted(source)).f
    for p in (np.array([True, False, True]), 1, np.array([0, 2])):
        y = np.arange(9.0).reshape(3, 3)
        assert_same(original(y.copy(), p, y * 10), generated(y, p, y * 10))


@pytest.mark.parametrize("writes", BY_CALLS)
def test_masks_by_calls_stand_twice(writes: str) -> None:
    source = f"import numpy as np\n\n\ndef f(y, x, z):  # hybridc: graph\n    {writes}\n    return y, z\n"
    y = np.arange(1.0, 10.0).reshape(3, 3)
    x = y.copy()
    x[0, 1] = x[2, 0] = np.nan
    expected = load(source).f(y.copy(), x, y * 10)
    assert_same(expected, load(converted(source)).f(y, x, y * 10))


@pytest.mark.parametrize(
    "body",
    [
        "for i in range(n):\n        y[i] = np.sum(x[rows[i]:rows[i + 1]])",
        "y[0] = np.sum(x[rows[n]:rows[n] + 3])",
        "for i in range(rows.size - 1):\n        y[i] = x[rows[i]:rows[i + 1]].sum()",
    ],
)
def test_arrays_that_bound_slices_are_refused_and_not_made_static(body: str) -> None:
    source = (
        f"import numpy as np\n\n\ndef f(x, rows, n):  # hybridc: graph\n    y = np.zeros(5)\n    {body}\n    return y\n"
    )
    refused = hybridc.check(source).refusals
    assert {d.code for d in refused} == {"HYB220"} and all("rows[" in d.message for d in refused)


def test_tuples_that_bound_slices_are_known_while_tracing() -> None:
    body = "return [np.sum(x[rows[i]:rows[i + 1]]) for i in range(len(rows) - 1)]"
    source = f"import numpy as np\n\n\ndef f(x, rows: tuple[int, ...]):  # hybridc: graph\n    {body}\n"
    x, rows = np.arange(5.0), (0, 2, 5)
    assert_same(load(source).f(x, rows), load(converted(source)).f(x, rows))
