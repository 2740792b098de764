"""Programs as people write them: iterators and lists of lists."""

import numpy as np
import pytest

from differential import assert_agree, function_file

V = np.array([3.0, -1.0, 4.0, 0.5])
N = -V
M = np.arange(12.0).reshape(3, 4)

PROGRAMS = {
    "iter_in_loop": (
        """
def f(x):
    z = zip(x, x)
    s = 0.0
    for k in range(3):
        for a, b in z:
            s += a * b
    return s
""",
        [V],
    ),
    "iter_sum_in_loop": (
        """
def f(x):
    z = (v * 2 for v in x)
    s = 0.0
    for k in range(3):
        s += sum(z)
    return s
""",
        [V, N],
    ),
    "nested_rows_loop": (
        """
def f(m):
    rows = []
    for r in m:
        row = []
        for v in r:
            row.append(v + 1)
        rows.append(row)
    t = 0.0
    for row in rows:
        t += sum(row) * len(row)
    return t, rows[1]
""",
        [M],
    ),
    "iter_own": (
        """
def f(x, t):
    s = 0.0
    while t > 0:
        t -= 1
        z = zip(x, x)
        for a, b in z:
            s += a * b
    return s
""",
        [(V, 2), (V, 0)],
    ),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_values_agree(name):
    source, cases = PROGRAMS[name]
    assert_agree(function_file(source), "f", [case if isinstance(case, tuple) else (case,) for case in cases])
