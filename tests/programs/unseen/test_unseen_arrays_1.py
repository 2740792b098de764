"""Programs as people write them: arrays, views and indices."""

import numpy as np
import pytest

from differential import assert_agree, function_file

V = np.array([3.0, -1.0, 4.0, 0.5])
Z = np.zeros(4)
E = np.zeros(0)
M = np.arange(12.0).reshape(3, 4)
I = np.array([3, 1, 4, 1, 5])
O = np.array([7.0])
F = V.astype(np.float32)

PROGRAMS = {
    "iterate_while_writing": (
        """
def f(x):
    x = x.copy()
    for i, v in enumerate(x):
        if i + 1 < len(x):
            x[i + 1] += v
    return x
""",
        [V],
    ),
    "iterate_view_write2": (
        """
def f(x):
    x = x.copy()
    for v in x:
        x[-1] += v
    return x
""",
        [V],
    ),
    "rows_write_first": (
        """
def f(m):
    m = m.copy()
    for row in m:
        m[0] += row
    return m
""",
        [M],
    ),
    "iterate_slice_write": (
        """
def f(x):
    x = x.copy()
    k = 1
    for v in x[:-1]:
        x[k] += v
        k += 1
    return x
""",
        [V],
    ),
    "zip_self_write": (
        """
def f(x):
    x = x.copy()
    for i, (a, b) in enumerate(zip(x, x[1:])):
        x[i + 1] = a + b
    return x
""",
        [V],
    ),
    "reversed_write": (
        """
def f(x):
    x = x.copy()
    i = len(x) - 1
    for v in reversed(x):
        x[0] = v
        i -= 1
    return x
""",
        [V],
    ),
    "target_order1": (
        """
def f(x):
    x = x.copy()
    i = 0
    i, x[i] = 1, 9.0
    return x, i
""",
        [V],
    ),
    "target_order2": (
        """
def f(x):
    x = x.copy()
    i = 0
    x[i], i = 9.0, 2
    return x, i
""",
        [V],
    ),
    "linked_swap": (
        """
def f(a, i):
    a = a.copy()
    i, a[i] = a[i], i
    return a, i
""",
        [(np.array([2, 0, 1, 3]), 1)],
    ),
    "cycle_swap": (
        """
def f(a):
    a = a.copy()
    for i in range(len(a)):
        while a[i] != i:
            a[a[i]], a[i] = a[i], a[a[i]]
    return a
""",
        [np.array([1, 0, 2])],
    ),
    "cycle_swap3": (
        """
def f(a):
    a = a.copy()
    for i in range(len(a)):
        n = 0
        while a[i] != i and n < 9:
            j = a[i]
            a[i], a[j] = a[j], a[i]
            n += 1
    return a
""",
        [np.array([2, 0, 3, 1])],
    ),
    "fancy_dup_list": (
        """
def f(h):
    h = h.copy()
    h[[0, 0, 1]] += 1
    return h
""",
        [np.zeros(6)],
    ),
    "fancy_dup_set": (
        """
def f(h, i):
    h = h.copy()
    h[i] = np.arange(5)
    return h
""",
        [(np.zeros(6), I)],
    ),
    "float_div_zero": (
        """
def f(x):
    return x / 0.0, x // 0.0, x % 0.0
""",
        [V, Z],
    ),
    "dtype_test": (
        """
def f(x):
    if x.dtype == np.float64:
        return x.sum()
    return x * 2
""",
        [V, F, I],
    ),
    "issubdtype": (
        """
def f(x):
    if np.issubdtype(x.dtype, np.integer):
        return x // 2
    return x / 2
""",
        [V, I],
    ),
    "ndim_dispatch": (
        """
def f(x):
    if x.ndim == 1:
        x = x[None, :]
    n, d = x.shape
    s = 0.0
    for i in range(n):
        if x[i].sum() > 5:
            s += d
    return s, x
""",
        [V, M],
    ),
    "size_zero": (
        """
def f(x):
    if x.size == 0:
        return 0.0
    return x.mean()
""",
        [V, E],
    ),
    "len_zero": (
        """
def f(x):
    if len(x) < 2:
        return 0.0
    s = 0.0
    for a in x:
        s += a
    return s / len(x)
""",
        [V, O, E],
    ),
    "not_len": (
        """
def f(x):
    if not len(x):
        return -1.0
    best = x[0]
    for v in x:
        if v > best:
            best = v
    return best
""",
        [V, E],
    ),
    "loop_alias_prev_ok": (
        """
def f(x):
    prev = np.zeros(4)
    cur = x * 1.0
    for k in range(3):
        prev = cur
        cur = cur + 1
    return prev, cur
""",
        [V],
    ),
    "append_alias_copy": (
        """
def f(x):
    cur = x * 1.0
    out = []
    for k in range(3):
        cur += 1
        out.append(cur.copy())
    return np.array(out)
""",
        [V],
    ),
    "astype_nocopy": (
        """
def f(x):
    y = x + 0
    z = y.astype(float)
    z[0] = 5
    w = np.array(y)
    w[1] = 7
    return y, z, w
""",
        [V],
    ),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_values_agree(name):
    source, cases = PROGRAMS[name]
    assert_agree(function_file(source), "f", [case if isinstance(case, tuple) else (case,) for case in cases])
