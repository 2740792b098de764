"""Programs as people write them: loops, dicts and closures."""

import numpy as np
import pytest

from differential import assert_agree, function_file

V = np.array([3.0, -1.0, 4.0, 0.5])
N = -V
E = np.zeros(0)
M = np.arange(12.0).reshape(3, 4)
S = np.array([0.5, 1.0, 2.0, 7.0])

PROGRAMS = {
    "loop_else_var": (
        """
def f(x, t):
    for i, v in enumerate(x):
        if v > t:
            r = v * i
            break
    else:
        r = -1.0
    return r, i
""",
        [(V, 3.5), (V, 99.0), (V, 0.0)],
    ),
    "while_in_for_carry": (
        """
def f(x):
    s = 0.0
    k = 0
    for v in x:
        while k < 3 and v > k:
            s += v
            k += 1
        k -= 1
    return s, k
""",
        [V, N, S],
    ),
    "for_in_while": (
        """
def f(x):
    n = 0
    s = 10.0
    while s > 1:
        for v in x:
            if v < 0:
                continue
            s -= v
            if s < 0:
                break
        else:
            s -= 0.5
        n += 1
    return s, n
""",
        [V, S, np.array([0.1])],
    ),
    "loopvar_reassigned": (
        """
def f(x):
    out = 0.0
    for v in x:
        v = v * 2
        if v > 7:
            v = 7.0
            break
        out += v
    return out, v
""",
        [V, N, S],
    ),
    "index_after_break": (
        """
def f(x):
    for i in range(len(x)):
        if x[i] < 0:
            break
    for j in range(i, len(x)):
        x = x * 1.5
    return i, j, x
""",
        [V, S],
    ),
    "range_neg_break": (
        """
def f(x, t):
    for i in range(len(x) - 1, 0, -1):
        if x[i] > t:
            break
    return i
""",
        [(V, 3.5), (V, 99.0), (V, 0.0)],
    ),
    "range_step_else": (
        """
def f(n):
    for i in range(1, n, 3):
        if i * i > 30:
            break
    else:
        i = -i
    return i
""",
        [20, 4, 2],
    ),
    "zero_trip_keep": (
        """
def f(n, i):
    for i in range(n):
        pass
    return i
""",
        [(0, 7), (3, 7)],
    ),
    "zero_trip_set": (
        """
def f(n):
    r = -1
    for i in range(n):
        r = i
    else:
        r = r * 2
    return r
""",
        [0, 3],
    ),
    "continue_in_else": (
        """
def f(m):
    t = 0.0
    for row in m:
        for v in row:
            if v == 5:
                break
        else:
            t += row[0]
            continue
        t -= 100
    return t
""",
        [M, M[:1]],
    ),
    "try_in_loop": (
        """
def f(x):
    t = 0.0
    for v in x:
        try:
            t += v
        finally:
            t *= 2
    return t
""",
        [V],
    ),
    "nan_compare": (
        """
def f(x):
    c = 0
    for v in x:
        if not v > 0:
            c += 1
        elif v != v:
            c += 10
    return c
""",
        [V, np.array([np.nan, 1.0])],
    ),
    "nan_else": (
        """
def f(x):
    if x < 1:
        return 1
    elif x >= 1:
        return 2
    else:
        return 3
""",
        [0.0, 2.0, np.nan],
    ),
    "nan_loop_cond": (
        """
def f(x):
    n = 0
    while not x > 10 and n < 5:
        x = x * 3
        n += 1
    return n
""",
        [1.0, np.nan],
    ),
    "nan_break": (
        """
def f(x):
    for i, v in enumerate(x):
        if not (v <= 3):
            break
    else:
        i = 99
    return i
""",
        [V, np.array([1.0, np.nan]), np.array([1.0])],
    ),
    "max_nan": (
        """
def f(x):
    m = x[0]
    for v in x:
        m = v if v > m else m
    return m
""",
        [np.array([1.0, np.nan, 3.0]), np.array([np.nan, 1.0])],
    ),
    "neg_zero": (
        """
def f(x):
    return max(x, 0.0), min(-x, 0.0), abs(x)
""",
        [2.0, -2.0],
    ),
    "inf_loop": (
        """
def f(x):
    b = float('inf')
    for v in x:
        b = min(b, v)
    return b
""",
        [V, E],
    ),
    "chained_short": (
        """
def f(x, i):
    return 1 if 0 <= i < len(x) and x[i] > 0 else 2
""",
        [(V, 0), (V, 9), (V, -5), (V, 1)],
    ),
    "truthiness": (
        """
def f(a, b):
    r = 0
    if a:
        r += 1
    if not b:
        r += 2
    if a and not b:
        r += 4
    while a:
        a -= 1
        r += 10
    return r
""",
        [(2, 0), (0, 1)],
    ),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_values_agree(name):
    source, cases = PROGRAMS[name]
    assert_agree(function_file(source), "f", [case if isinstance(case, tuple) else (case,) for case in cases])
