"""Programs as people write them: lists as indices and functions as values."""

import numpy as np
import pytest

from differential import assert_agree, function_file, graph_function

V = np.array([3.0, -1.0, 4.0, 0.5])
M = np.arange(12.0).reshape(3, 4)

PROGRAMS = {
    "gather_list": (
        """
def f(m):
    return m[[2, 0]], m[:, [1, 1]], m[[0, 1], [2, 3]], m[[1], 2:]
""",
        [M],
    ),
    "gather_name": (
        """
def f(m):
    idx = [2, 0]
    m = m.copy()
    m[idx] = m[[0, 2]]
    return m[idx]
""",
        [M],
    ),
    "gather_range": (
        """
def f(m):
    m, n, places = m.copy(), m.shape[0], range(0, 3, 2)
    m[range(n), range(n)] = 1
    m[places] += 2
    return m, m[range(1, n)], np.sum(m[:, places])
""",
        [M],
    ),
    "gather_comp": (
        """
def f(m):
    idx = [2 - k for k in range(3)]
    return m[idx]
""",
        [M],
    ),
    "gather_traced_list": (
        """
def f(m, i, j):
    m = m.copy()
    m[[i, j]] = m[[j, i]]
    m[:, [i, j]] = m[:, [j, i]]
    return m
""",
        [(M, 0, 2), (M, 1, 1)],
    ),
    "list_index_static_table": (
        """
def f(x):
    t = [10, 20, 30]
    return x * t[1] + t[-1]
""",
        [V],
    ),
    "key_static_lambda": (
        """
def f(x):
    k = max([1, 3, 2], key=lambda v: -v)
    return x * k
""",
        [V],
    ),
    "or_none_expr": (
        """
def f(x, w=None):
    return x * (w or 2.0)
""",
        [(V,), (V, 3.0), (V, 0.0)],
    ),
    "or_none_arg": (
        """
def f(x, w=None):
    return np.maximum(x, w or 0.5)
""",
        [(V,), (V, 3.0), (V, 0.0)],
    ),
    "apply_np": (
        """
def f(x):
    fs = [np.sin, np.cos, np.tanh]
    s = 0.0
    for g in fs:
        s = s + g(x)
    return s
""",
        [V],
    ),
    "reduce_np": (
        """
from functools import reduce
import numpy as np


def f(x):
    return reduce(np.maximum, [x, x[::-1], x * 0.5]), reduce(np.add, x)
""",
        [V],
    ),
    "sort_static": (
        """
def f(x):
    o = sorted([2, 0, 1], key=lambda k: -k)
    return x[o[0]]
""",
        [V],
    ),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_values_agree(name):
    source, cases = PROGRAMS[name]
    assert_agree(function_file(source), "f", [case if isinstance(case, tuple) else (case,) for case in cases])


PLACES = {
    "an array": ("grid, p", "return grid[tuple(p)] * np.sin(1.0)"),
    "a name": ("grid, p", "q = tuple(p)\nreturn np.exp(grid[q]), grid[tuple(q)]"),
    "what is computed": ("grid, p", "return np.sin(grid[tuple(v % 2 for v in p)]), grid[tuple(p * 1)]"),
    "rows": ("grid, p", "return grid[tuple(np.stack([p, p]).T)].sum(), grid[tuple(np.mgrid[0:2, 0:2])]"),
    "found": ("grid, p", "return grid[tuple(np.unravel_index(np.argmax(grid), grid.shape))], p + 1"),
    "written": ("grid, p", "out = np.zeros_like(grid)\nout[tuple(p)] = 1.0\nout[tuple(p)] += 2\nreturn out"),
}


@pytest.mark.parametrize("name", PLACES)
def test_tuples_of_what_is_run_over_are_an_index_for_each_dimension(name):
    parameters, body = PLACES[name]
    cases = [(np.arange(12.0).reshape(3, 4), np.array([1, 2])), (np.arange(24.0).reshape(3, 4, 2), np.array([2, 0]))]
    assert_agree(graph_function(parameters, body), "f", cases[: 1 if name == "rows" else 2])
