"""Indices out of range in checked code: an error where NumPy raises, at the same line, and nowhere else."""

import numpy as np
import pytest

from checked import assert_checked, checked
from differential import function_file

pytestmark = pytest.mark.sampled(2)

X = np.array([1.0, 2.0, 3.0, 4.0])
M = np.arange(6.0).reshape(2, 3)
I3 = np.array([0, 2, 3])

PROGRAMS = {
    "read": ("def f(x, i):\n    return np.sin(x)[i]", [(X, 0), (X, 3), (X, -4), (X, 4), (X, -5), (X, 7)]),
    "read_of_integers": ("def f(x, i):\n    return np.sum(x) + x[i]", [(I3, 2), (I3, 3)]),
    "write": ("def f(x, i, v):\n    y = np.zeros(4) + x\n    y[i] = v\n    return y", [(X, 3, 2.0), (X, -4, 2.0), (X, 4, 2.0)]),
    "update": ("def f(x, i, v):\n    y = x * 2\n    y[i] += v\n    return y", [(X, 3, 2.0), (X, -5, 2.0), (X, 4, 2.0)]),
    "division_in_place": ("def f(x, i, v):\n    y = x * 2\n    y[i] /= v\n    return y", [(X, 3, 2.0), (X, 4, 2.0), (X, 1, 0.0)]),
    "two_axes": ("def f(m, i, j):\n    return np.sum(m) + m[i, j]", [(M, 1, 2), (M, -2, -3), (M, 2, 0), (M, 0, 3), (M, 0, -4)]),
    "row": ("def f(m, i):\n    return m[i].sum() + np.sum(m[:, i])", [(M, 1), (M, 2), (M, -3)]),
    "column_after_ellipsis": ("def f(m, i):\n    return np.sum(m[..., i])", [(M, 2), (M, 3)]),
    "with_new_axis": ("def f(m, i, j):\n    return np.sum(m[i, None, j])", [(M, 1, 2), (M, 1, 3), (M, 2, 2)]),
    "row_then_column": ("def f(m, i, j):\n    return np.abs(m)[i][j]", [(M, 1, 2), (M, 2, 0), (M, 1, 3)]),
    "write_row_then_column": (
        "def f(m, idx):\n    y = np.zeros((2, 3))\n    for i in range(2):\n        for j in range(len(idx)):\n            y[i][j] = m[i, idx[j]]\n    return y",
        [(M, I3[:2]), (M, I3), (M, np.array([0, 1, 2, 0]))],
    ),
    "write_through_rows_and_slices": (
        "def f(m, i):\n    y = m * 2\n    y += 1.0\n    y[i][1:][0] = 7.0\n    y[i][2] *= -1\n    return y",
        [(M, 1), (M, 2), (M[:1], 0)],
    ),
    "write_row": ("def f(m, i):\n    y = m * 2\n    y[i, :] = 5.0\n    return y", [(M, 1), (M, 2), (M, -3)]),
    "array_of_indices": (
        "def f(x, idx):\n    return np.exp(x)[idx]",
        [(X, I3), (X, np.array([[0, -4], [3, 1]])), (X, np.array([0, 4])), (X, np.array([[1, -5], [9, 0]]))],
    ),
    "arrays_of_indices": ("def f(m, a, b):\n    return np.abs(m)[a, b]", [(M, np.array([0, 1]), np.array([2, 0])), (M, np.array([0, 2]), np.array([2, 0])), (M, np.array([0, 1]), np.array([3, 0]))]),
    "write_at_indices": ("def f(x, idx):\n    y = x + 0.0\n    y[idx] = 9.0\n    return y", [(X, I3), (X, np.array([1, 4]))]),
    "write_at_a_list": ("def f(x):\n    y = x + 0.0\n    y[[0, 3]] = 9.0\n    y[[1, -3]] += y[[0, 2]]\n    return y", [(X,), (X[:3],)]),
    "write_at_lists": ("def f(m):\n    y = m * 2\n    y[[0, 1], [2, 0]] = 9.0\n    y[[1], 1:] += 1\n    return y", [(M,), (M[:1],)]),
    "constant": ("def f(x):\n    return np.sum(x) + x[3]", [(X,), (X[:3],)]),
    "constant_from_the_end": ("def f(x):\n    return np.sum(x) + x[-3]", [(X,), (X[:2],)]),
    "take": ("def f(x, idx):\n    return np.take(x, idx)", [(X, I3), (M, np.array([5, -6])), (X, np.array([4])), (M, np.array([6]))]),
    "take_along": ("def f(m, idx):\n    return np.take(m, idx, axis=1)", [(M, np.array([2, 0])), (M, np.array([3])), (M, np.array([-4, 1]))]),
    "take_by_a_mode": ("def f(x, idx):\n    return np.take(x, idx, mode='raise') + np.sin(x).take(idx, mode='wrap') + np.take(x, idx, mode='clip')", [(X, I3), (X, np.array([4])), (X, np.array([-5]))]),
    "take_method": ("def f(m, idx):\n    y = np.abs(m)\n    return y.take(idx, axis=0)", [(M, np.array([1])), (M, np.array([2]))]),
    "take_along_axis": ("def f(m, idx):\n    return np.take_along_axis(m, idx, axis=1)", [(M, np.array([[2], [0]])), (M, np.array([[3], [0]]))]),
    "guarded_by_and": (
        "def f(x, i):\n    s = np.sum(x)\n    if i < len(x) and x[i] > 2:\n        s = s + 1\n    return s",
        [(X, 3), (X, 0), (X, 4), (X, 9), (X, -5)],
    ),
    "guarded_by_or": (
        "def f(x, i):\n    s = np.sum(x)\n    if i >= len(x) or x[i] > 2:\n        s = s + 1\n    return s",
        [(X, 3), (X, 0), (X, 4), (X, -5)],
    ),
    "guarded_by_three": (
        "def f(x, i):\n    s = np.sum(x)\n    if 0 <= i and i < len(x) and x[i] > 2 and x[i + 1] < 9:\n        s = s + 1\n    return s",
        [(X, 2), (X, 3), (X, 0), (X, 4), (X, -5)],
    ),
    "guarded_value": ("def f(x, i):\n    ok = i < len(x) and x[i] > 2\n    return np.where(ok, x, 0.0)", [(X, 3), (X, 4), (X, -9)]),
    "guarded_not": ("def f(x, i):\n    s = np.sum(x)\n    if not (i < 4 and x[i] > 2):\n        s = -s\n    return s", [(X, 3), (X, 5), (X, -5)]),
    "value_of_and": ("def f(x, i):\n    y = i and x[i]\n    return np.sum(x) + y", [(X, 3), (X, 0), (X, 4)]),
    "value_of_or": ("def f(x, i, a):\n    y = a or x[i]\n    return np.sum(x) + y", [(X, 3, 0.0), (X, 9, 1.0), (X, 4, 0.0)]),
    "chained_comparison": (
        "def f(x, i):\n    s = np.sum(x)\n    if 0 <= i < x[0] * 4 < x[i] * 4:\n        s = -s\n    return s",
        [(X, 3), (X, -7), (X, 9), (np.array([9.0, 1.0]), 2)],
    ),
    "chained_from_the_left": ("def f(x, i):\n    s = np.sum(x)\n    if 0 < x[i] < 3:\n        s = -s\n    return s", [(X, 1), (X, 3), (X, 4)]),
    "conditional_expression": ("def f(x, i):\n    return (x[i] if i < len(x) else -1.0) * np.sum(x)", [(X, 1), (X, 4), (X, -5)]),
    "nested_conditional": (
        "def f(x, i):\n    y = x[i] if i < 4 else (x[i - 4] if i < 8 else 0.0)\n    return y + np.sum(x)",
        [(X, 1), (X, 7), (X, 8), (X, 99), (X, -5)],
    ),
    "branch": ("def f(x, i):\n    s = np.sum(x)\n    if s > 5:\n        s = x[i]\n    return s", [(X, 3), (X, 4), (X * 0, 4)]),
    "branches": (
        "def f(x, i):\n    s = np.sum(x)\n    if i < 0:\n        s = x[i]\n    elif i < 4:\n        y = x * 2\n        y[i] = s\n        s = y[i + 1]\n    return s",
        [(X, -4), (X, -5), (X, 2), (X, 3), (X, 44)],
    ),
    "branch_that_returns": (
        "def f(x, i):\n    if i >= len(x):\n        return np.sum(x)\n    s = x[i]\n    return s * 2",
        [(X, 3), (X, 4), (X, -5)],
    ),
    "loop_over_places": (
        "def f(x, idx):\n    s = 0.0\n    for k in idx:\n        s += x[k]\n    return s + np.sum(x)",
        [(X, I3), (X, np.array([0, 4, 1])), (X, np.array([-5]))],
    ),
    "loop_over_a_range": (
        "def f(x, n):\n    s = 0.0\n    for k in range(n):\n        s += x[k]\n    return s + np.sum(x)",
        [(X, 4), (X, 0), (X, 5), (X, 9)],
    ),
    "loop_one_too_far": (
        "def f(x):\n    y = np.zeros_like(x)\n    for k in range(len(x)):\n        y[k] = x[k + 1]\n        if y[k] > 8:\n            break\n    return y",
        [(np.array([1.0, 9.0, 2.0]),), (X,)],
    ),
    "loop_that_writes": (
        "def f(x, idx):\n    y = np.zeros(4)\n    for k in range(len(idx)):\n        y[idx[k]] = x[k]\n    return y",
        [(X, I3), (X, np.array([0, 4])), (X[:2], I3)],
    ),
    "break_before": (
        "def f(x, idx):\n    s = 0.0\n    for k in range(len(idx)):\n        if idx[k] > 3:\n            break\n        s += x[idx[k]]\n    return s + np.sum(x)",
        [(X, I3), (X, np.array([0, 4, 9])), (X, np.array([0, -9, 9]))],
    ),
    "continue_before": (
        "def f(x, idx):\n    s = 0.0\n    for k in range(len(idx)):\n        if idx[k] > 3:\n            continue\n        s += x[idx[k]]\n    return s + np.sum(x)",
        [(X, I3), (X, np.array([0, 4, 9])), (X, np.array([0, 9, -9]))],
    ),
    "return_inside": (
        "def f(x, idx):\n    for k in range(len(idx)):\n        if idx[k] > 3:\n            return x[0] * 2\n        if x[idx[k]] > 3.5:\n            return x[1] * 3\n    return np.sum(x)",
        [(X, I3), (X, np.array([0, 4, 9])), (X, np.array([0, 1])), (X, np.array([0, -9, 9]))],
    ),
    "while_condition": (
        "def f(x, i):\n    while x[i] > 0:\n        i += 1\n    return i + np.sum(x)",
        [(np.array([1.0, 0.0]), 0), (X, 0), (X, 9), (-X, -4), (-X, -5)],
    ),
    "while_guarded": (
        "def f(x, i):\n    while i < len(x) and x[i] > 0:\n        i += 1\n    return i + np.sum(x)",
        [(X, 0), (X, 9), (-X, 0), (X, -9)],
    ),
    "while_body": (
        "def f(x, n):\n    i = 0\n    s = 0.0\n    while s < n:\n        s += x[i]\n        i += 1\n    return s + np.sum(x)",
        [(X, 5.0), (X, 10.0), (X, 11.0)],
    ),
    "while_true": (
        "def f(x):\n    i = 0\n    while True:\n        if x[i] == 0:\n            break\n        i += 1\n    return i * np.ones(2)",
        [(np.array([1.0, 0.0]),), (X,)],
    ),
    "nested_loops": (
        "def f(m, n):\n    s = 0.0\n    for i in range(n):\n        for j in range(i + 2):\n            s += m[i, j]\n    return s + np.sum(m)",
        [(M, 2), (M, 1), (M, 3), (M[:, :2], 2)],
    ),
    "while_in_a_loop": (
        "def f(x, idx):\n    s = 0\n    for k in range(len(idx)):\n        i = idx[k]\n        while x[i] > 0:\n            i += 1\n        s += i\n    return s + np.sum(x)",
        [(np.array([1.0, 0.0, 1.0, 0.0]), np.array([0, 2])), (np.array([1.0, 0.0, 1.0, 2.0]), np.array([0, 2])), (X, np.array([9, 1]))],
    ),
    "order_in_a_loop": (
        "def f(x, idx):\n    s = 0.0\n    for k in range(len(idx)):\n        a = x[idx[k]]\n        b = x[idx[k] - 2]\n        s += a * b\n    return s + np.sum(x)",
        [(X, I3), (X, np.array([-3, 9])), (X, np.array([9, -3]))],
    ),
    "list_of_numbers": (
        "def f(x, i):\n    counts = [0, 0, 0]\n    for k in range(len(x)):\n        counts[i] += 1\n    return np.sum(x) + counts[i - 1]",
        [(X, 1), (X, 3), (X, -3)],
    ),
    "filled_list": ("def f(x, i):\n    rows = []\n    for v in x:\n        rows.append(v * 2)\n    y = np.stack(rows)\n    return y[i]", [(X, 3), (X, 4)]),
    "comprehension": ("def f(x, idx):\n    return np.array([x[k] for k in idx])", [(X, I3), (X, np.array([1, 4]))]),
    "swap": ("def f(x, i, j):\n    y = x * 1\n    y[i], y[j] = y[j], y[i]\n    return y", [(X, 0, 3), (X, 4, 0), (X, 0, 4)]),
    "shadowed_length": (
        "def f(x):\n    n = len(x)\n    x = x[1:]\n    s = 0.0\n    for i in range(n):\n        s += x[i]\n        if s > 4:\n            break\n    return s * np.ones(2)",
        [(np.array([1.0, 9.0, 9.0]),), (np.array([1.0, 1.0, 1.0]),)],
    ),
    "enumerated_from_one": (
        "def f(x):\n    s = 0.0\n    for i, v in enumerate(x, 1):\n        if v > 8:\n            break\n        s += x[i]\n    return s * np.ones(2)",
        [(np.array([1.0, 2.0, 9.0]),), (X,)],
    ),
    "pairs": (
        "def f(x, p):\n    s = np.sum(x)\n    for i, j in p:\n        s += x[i] * x[j]\n    return s",
        [(X, np.array([[0, 1], [3, 2]])), (X, np.array([[0, 1], [4, 2]])), (X, np.array([[0, 9], [3, 2]]))],
    ),
    "negative_start": (
        "def f(x, y):\n    s = np.sum(y)\n    for i in range(-3, len(x)):\n        s += x[i]\n    return s",
        [(X, X), (X[:2], X)],
    ),
    "made_shorter": (
        "def f(x, w, n=3):\n    y = np.zeros(n)\n    for i in range(n):\n        y[i] = 1.0\n    for i in range(n + 1):\n        if w > 5:\n            break\n        y[i] = x[i]\n    return y",
        [(X, 9.0), (X, 1.0)],
    ),
    "stencil_too_wide": (
        "def f(x, w):\n    y = np.zeros_like(x)\n    for i in range(1, len(x) - 1):\n        y[i] = x[i - 1] + x[i + 2] * w\n        if w > 5:\n            break\n    return y",
        [(X, 9.0), (X, 1.0)],
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", PROGRAMS)
def test_an_index_out_of_range_is_reported_where_numpy_raises(name):
    source, cases = PROGRAMS[name]
    assert_checked(source, cases)


IN_RANGE = {
    "whole": "for i in range(len(x)):\n        s += x[i]",
    "shape": "for i in range(x.shape[0]):\n        s += x[i]",
    "named": "n = len(x)\n    for i in range(n):\n        s += x[i]",
    "neighbours": "for i in range(1, len(x) - 1):\n        s += x[i - 1] * x[i + 1]",
    "alike": "y = np.zeros_like(x)\n    for i in range(len(x)):\n        y[i] = x[i]",
    "left_early": "for i in range(len(x)):\n        if x[i] > 3:\n            break\n        s += x[i]",
    "made": "n = len(x)\n    y = np.empty(n)\n    for i in range(n):\n        y[i] = x[i]",
    "made_of_two_axes": "y = np.zeros((2, len(x)))\n    for i in range(1, len(x) - 1):\n        y[0, i + 1] = x[i]",
    "enumerated": "y = np.zeros_like(x)\n    for i, v in enumerate(x):\n        y[i] = v * x[i]",
    "ends": "s = x[0] + x[-1]",
    "slices": "s = np.sum(x[1:3] + x[:2])",
}


@pytest.mark.parametrize("name", IN_RANGE)
def test_an_index_known_to_be_in_range_is_not_checked(name):
    source = function_file(f"def f(x):\n    s = 0.0\n    {IN_RANGE[name]}\n    return s + np.sum(x)")
    assert "checks" not in checked(source)
