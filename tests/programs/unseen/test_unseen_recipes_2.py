"""Programs as people write them: learning, searching and arithmetic."""

import numpy as np
import pytest

from differential import assert_agree, function_file

V = np.array([3.0, -1.0, 4.0, 0.5])
N = -V
M = np.arange(12.0).reshape(3, 4)
I = np.array([3, 1, 4, 1, 5])
S = np.array([0.5, 1.0, 2.0, 7.0])

PROGRAMS = {
    "loop_writes_then_break": (
        """
def f(x):
    x = x.copy()
    for i in range(len(x)):
        x[i] *= 2
        if x[i] > 6:
            break
        x[i] += 1
    return x, i
""",
        [V, N],
    ),
    "early_exit_matrix": (
        """
def f(m):
    m = m.copy()
    for i in range(3):
        if m[i].sum() > 20:
            m[i] = 0
            continue
        m[i, ::2] = -1
        if i == 1:
            break
    return m
""",
        [M, M * 3],
    ),
    "flag_and_value": (
        """
def f(x):
    ok = False
    val = 0
    for i, v in enumerate(x):
        if v < 0 and not ok:
            ok = True
            val = i
    if not ok:
        val = -1
    return ok, val
""",
        [V, S],
    ),
    "unpack_swap3": (
        """
def f(a, b, c):
    for _ in range(4):
        a, b, c = c, a, b + 1
    return a, b, c
""",
        [(1, 2, 3), (1.5, 2, 3)],
    ),
    "int_becomes_float_mid": (
        """
def f(n, x):
    a = 0
    b = 0
    for i in range(n):
        b = a
        a = a + x
    return a, b
""",
        [(3, 0.5), (0, 0.5), (1, 0.5)],
    ),
    "bool_becomes_int": (
        """
def f(n):
    a = True
    for i in range(n):
        a = a + i
    return a
""",
        [3, 0],
    ),
    "dtype_from_branch": (
        """
def f(x):
    s = 0
    if x > 0:
        s = x
    s += 1
    return s / 2
""",
        [3.0, -1.0],
    ),
    "int_floor_after_float": (
        """
def f(n):
    x = 7
    for i in range(n):
        if i == 1:
            x = x / 2
        else:
            x = x // 2
    return x
""",
        [3, 1, 0],
    ),
    "weak_int_big": (
        """
def f(n):
    h = 5381
    for i in range(n):
        h = (h * 33 + i) % 1000003
    return h
""",
        [50, 0],
    ),
    "lcg": (
        """
def f(seed, n):
    xs = np.zeros(5, dtype=np.int64)
    for i in range(5):
        seed = (1103515245 * seed + 12345) % 2147483648
        xs[i] = seed
    return xs, seed
""",
        [(42, 1)],
    ),
    "xorshift": (
        """
def f(s):
    out = []
    for _ in range(4):
        s ^= (s << 13) & 0xFFFFFFFF
        s ^= s >> 17
        s ^= (s << 5) & 0xFFFFFFFF
        out.append(s)
    return out
""",
        [2463534242],
    ),
    "crc": (
        """
def f(data):
    crc = 0xFFFFFFFF
    for b in data:
        crc ^= b
        for _ in range(8):
            if crc & 1:
                crc = (crc >> 1) ^ 0xEDB88320
            else:
                crc >>= 1
    return crc ^ 0xFFFFFFFF
""",
        [I],
    ),
    "egcd": (
        """
def f(a, b):
    x0, x1, y0, y1 = 1, 0, 0, 1
    while b != 0:
        q, a, b = a // b, b, a % b
        x0, x1 = x1, x0 - q * x1
        y0, y1 = y1, y0 - q * y1
    return a, x0, y0
""",
        [(240, 46), (5, 0)],
    ),
    "isqrt": (
        """
def f(n):
    if n < 0:
        return -1
    x = n
    y = (x + 1) // 2
    while y < x:
        x = y
        y = (x + n // x) // 2
    return x
""",
        [17, 0, 1, -3],
    ),
    "josephus": (
        """
def f(n, k):
    r = 0
    for i in range(2, n + 1):
        r = (r + k) % i
    return r + 1
""",
        [(7, 3), (1, 3)],
    ),
    "perm_next": (
        """
def f(a):
    a = a.copy()
    i = len(a) - 2
    while i >= 0 and a[i] >= a[i + 1]:
        i -= 1
    if i >= 0:
        j = len(a) - 1
        while a[j] <= a[i]:
            j -= 1
        a[i], a[j] = a[j], a[i]
    l, r = i + 1, len(a) - 1
    while l < r:
        a[l], a[r] = a[r], a[l]
        l += 1
        r -= 1
    return a
""",
        [np.array([1, 3, 2]), np.array([3, 2, 1]), np.array([1])],
    ),
    "flood_fill_sweep": (
        """
def f(g, n):
    g = g.copy()
    changed = True
    while changed:
        changed = False
        for i in range(g.shape[0]):
            for j in range(g.shape[1]):
                if g[i, j] == 1:
                    for di, dj in [(0, 1), (1, 0), (0, -1), (-1, 0)]:
                        a, b = i + di, j + dj
                        if 0 <= a < g.shape[0] and 0 <= b < g.shape[1] and g[a, b] == 0:
                            g[a, b] = 1
                            changed = True
    return g
""",
        [(np.array([[1, 0, 2], [2, 0, 2], [0, 2, 0]]), 1)],
    ),
    "min_path_sum": (
        """
def f(g):
    g = g.copy()
    for i in range(g.shape[0]):
        for j in range(g.shape[1]):
            if i == 0 and j == 0:
                continue
            elif i == 0:
                g[i, j] += g[i, j - 1]
            elif j == 0:
                g[i, j] += g[i - 1, j]
            else:
                g[i, j] += min(g[i - 1, j], g[i, j - 1])
    return g[-1, -1]
""",
        [M, M[:1], M[:, :1]],
    ),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_values_agree(name):
    source, cases = PROGRAMS[name]
    assert_agree(function_file(source), "f", [case if isinstance(case, tuple) else (case,) for case in cases])
