"""Programs as people write them: lists, helpers and `match`."""

import numpy as np
import pytest

from differential import assert_agree, function_file

V = np.array([3.0, -1.0, 4.0, 0.5])
N = -V
O = np.array([7.0])
S = np.array([0.5, 1.0, 2.0, 7.0])

PROGRAMS = {
    "varargs_sum": (
        """
def norm(*args, p=2):
    t = 0.0
    for a in args:
        t += abs(a) ** p
    return t ** (1 / p)

def f(x):
    return norm(x[0], x[1]), norm(*x[:3], p=1), norm()
""",
        [V],
    ),
    "assert_then_loop": (
        """
def f(x):
    assert len(x) > 0, "empty"
    assert np.all(x > -10), "bad"
    s = 1.0
    for v in x:
        assert v != 100
        s *= v
    return s
""",
        [V],
    ),
    "raise_in_loop_guard": (
        """
def f(x):
    s = 0.0
    for v in x:
        if v > 100:
            raise ValueError("too big")
        s += v
    return s
""",
        [V],
    ),
    "try_finally": (
        """
def f(x):
    try:
        y = x * 2
        if y[0] > 0:
            y = y + 1
    finally:
        z = 3.0
    return y + z
""",
        [V, N],
    ),
    "del_names": (
        """
def f(x):
    tmp = x * 2
    i = 3
    while i > 0:
        t2 = tmp * i
        tmp = t2 - 1
        del t2
        i -= 1
    del i
    return tmp
""",
        [V],
    ),
    "global_const_table": (
        """
TABLE = [1.0, 2.0, 4.0]
WEIGHTS = np.array([0.5, 0.25, 0.125, 2.0])

def f(x):
    s = 0.0
    for w in TABLE:
        s += w * x.sum()
    for w, v in zip(WEIGHTS, x):
        if v > 0:
            s -= w * v
    return s
""",
        [V, N],
    ),
    "fizz_like": (
        """
def f(n):
    out = np.zeros(16, dtype=int)
    for i in range(1, n + 1):
        if i % 15 == 0:
            out[i] = 3
        elif i % 3 == 0:
            out[i] = 1
        elif i % 5 == 0:
            out[i] = 2
    return out
""",
        [15, 0, 1],
    ),
    "max_subarray_indices": (
        """
def f(x):
    best = cur = x[0]
    start = end = s = 0
    for i in range(1, len(x)):
        if cur < 0:
            cur = x[i]
            s = i
        else:
            cur += x[i]
        if cur > best:
            best, start, end = cur, s, i
    return best, start, end
""",
        [V, N, O],
    ),
    "two_sum_sorted": (
        """
def f(x, target):
    l, r = 0, len(x) - 1
    while l < r:
        s = x[l] + x[r]
        if s == target:
            return (l, r)
        if s < target:
            l += 1
        else:
            r -= 1
    return (-1, -1)
""",
        [(S, 8.0), (S, 100.0), (S, 1.5)],
    ),
    "game_of_life": (
        """
def f(g, steps):
    for _ in range(steps):
        new = np.zeros_like(g)
        for i in range(g.shape[0]):
            for j in range(g.shape[1]):
                n = 0
                for di in (-1, 0, 1):
                    for dj in (-1, 0, 1):
                        if di == 0 and dj == 0:
                            continue
                        ii, jj = i + di, j + dj
                        if 0 <= ii < g.shape[0] and 0 <= jj < g.shape[1]:
                            n += g[ii, jj]
                if g[i, j] == 1 and n in (2, 3):
                    new[i, j] = 1
                elif g[i, j] == 0 and n == 3:
                    new[i, j] = 1
        g = new
    return g
""",
        [
            (np.array([[0, 1, 0], [0, 1, 0], [0, 1, 0]]), 1),
            (np.array([[0, 1, 0], [0, 1, 0], [0, 1, 0]]), 2),
            (np.array([[0, 1, 0], [0, 1, 0], [0, 1, 0]]), 0),
        ],
    ),
    "mandelbrot": (
        """
def f(c, limit):
    z = 0
    for n in range(limit):
        if abs(z) > 2:
            return n
        z = z * z + c
    return limit
""",
        [(0.1 + 0.2j, 20), (1 + 1j, 20), (0j, 0)],
    ),
    "matrix_chain": (
        """
def f(p):
    n = len(p) - 1
    cost = np.zeros((n, n))
    for length in range(2, n + 1):
        for i in range(n - length + 1):
            j = i + length - 1
            cost[i, j] = np.inf
            for k in range(i, j):
                q = cost[i, k] + cost[k + 1, j] + p[i] * p[k + 1] * p[j + 1]
                if q < cost[i, j]:
                    cost[i, j] = q
    return cost[0, n - 1]
""",
        [np.array([3.0, 2, 4, 2, 5]), np.array([2.0, 3.0])],
    ),
    "nqueens_count_mask": (
        """
def f(perm):
    n = len(perm)
    ok = True
    for i in range(n):
        for j in range(i):
            if abs(perm[i] - perm[j]) == i - j:
                ok = False
                break
        if not ok:
            break
    return ok, i
""",
        [np.array([1, 3, 0, 2]), np.array([0, 1, 2, 3]), np.array([0])],
    ),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_values_agree(name):
    source, cases = PROGRAMS[name]
    assert_agree(function_file(source), "f", [case if isinstance(case, tuple) else (case,) for case in cases])
