"""Programs as people write them: arrays, views and indices."""

import numpy as np
import pytest

from differential import assert_agree, function_file

V = np.array([3.0, -1.0, 4.0, 0.5])
N = -V
Z = np.zeros(4)
M = np.arange(12.0).reshape(3, 4)
F = V.astype(np.float32)
B = np.array([True, False, True, True])

PROGRAMS = {
    "broadcast_to": (
        """
def f(x):
    y = np.broadcast_to(x, (2, 4))
    z = y + 1
    z[0] = 0
    return z, y
""",
        [V],
    ),
    "where_branch_nan": (
        """
def f(x):
    y = np.where(x > 0, np.sqrt(np.abs(x)), 0.0)
    return y
""",
        [V],
    ),
    "np_bool_arith": (
        """
def f(b):
    return b + b, b * 3, b.sum(), ~b, b & (b ^ True), b.mean()
""",
        [B],
    ),
    "bool_neg_idx": (
        """
def f(x):
    return x[(x > 0).argmax()], (x > 1).cumsum()
""",
        [V, N],
    ),
    "float32_keep": (
        """
def f(x):
    s = 0.0
    for v in x:
        s += v * 2
    y = x * 1.5
    y /= 3
    return y, s
""",
        [F],
    ),
    "float32_accum_scalar": (
        """
def f(x):
    s = np.float32(0)
    for v in x:
        s = s + v * 0.1
    return s
""",
        [F],
    ),
    "int32_wrap": (
        """
def f(x):
    y = x.astype(np.int32)
    y = y * 100000
    return y
""",
        [np.array([100000, 3])],
    ),
    "int_pow_neg": (
        """
def f(x, n):
    return x ** n
""",
        [(2, 3), (2.0, -2)],
    ),
    "py_int_pow_neg": (
        """
def f(n):
    s = 0
    for k in range(3):
        s += 2 ** -k
    return s * n
""",
        [3],
    ),
    "shift_big": (
        """
def f(n):
    return 1 << n, n >> 1, (1 << n) - 1
""",
        [5, 40],
    ),
    "mod_signs": (
        """
def f(a, b):
    return a % b, np.fmod(a, b), np.remainder(a, b), a // b
""",
        [(7.5, -2.0), (-7.5, 2.0), (-7, 3)],
    ),
    "round_neg": (
        """
def f(x):
    return np.round(x), np.rint(x), np.floor(x), np.ceil(x), np.trunc(x), np.round(x, 1), x.round()
""",
        [np.array([-0.5, 0.5, 1.5, 2.25, -2.35])],
    ),
    "sum_rows": (
        """
def f(m):
    return sum(m), sum(sum(m)), max(m[0]), min(m[:, 1]), len(m), abs(m - 5)
""",
        [M],
    ),
    "zip_star": (
        """
def f(m):
    a = [sum(c) for c in zip(*m)]
    return np.array(a)
""",
        [M],
    ),
    "enumerate_T": (
        """
def f(m):
    out = np.zeros(4)
    for j, col in enumerate(m.T):
        out[j] = col.max() if col[0] > 1 else col.min()
    return out
""",
        [M],
    ),
    "for_arange": (
        """
def f(n, x):
    s = 0.0
    for i in np.arange(4):
        s += x[i] * i
    for t in np.linspace(0, 1, 5):
        s += t
    return s
""",
        [(3, V)],
    ),
    "list_add_list": (
        """
def f(x):
    a = [1, 2] + [x[0]]
    b = (1,) * 2 + (x[1],)
    return a, b, [0] * 3
""",
        [V],
    ),
    "list_sort_key": (
        """
def f(x):
    a = [3, 1, 2]
    a.sort(key=lambda v: -v)
    return x * a[0]
""",
        [V],
    ),
    "any_array": (
        """
def f(x):
    if any(x > 3):
        return 1
    if all(x < 0):
        return 2
    return 3
""",
        [V, N, Z - 1],
    ),
    "overlap_assign": (
        """
def f(x):
    y = x.copy()
    y[1:] = y[:-1]
    y[:2] += y[1:3]
    return y
""",
        [V],
    ),
    "ellipsis_newaxis": (
        """
def f(m):
    y = m.copy()
    y[..., 0] = 1
    y[:, -1] = y[:, 0]
    return y[None, ..., 1:3], y[:, np.newaxis].shape
""",
        [M],
    ),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_values_agree(name):
    source, cases = PROGRAMS[name]
    assert_agree(function_file(source), "f", [case if isinstance(case, tuple) else (case,) for case in cases])
