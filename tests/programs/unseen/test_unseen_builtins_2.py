"""Programs as people write them: built-in functions, ranges and conditions."""

import numpy as np
import pytest

from differential import assert_agree, function_file

V = np.array([3.0, -1.0, 4.0, 0.5])
N = -V
E = np.zeros(0)
M = np.arange(12.0).reshape(3, 4)
O = np.array([7.0])

PROGRAMS = {
    "starred_call": (
        """
def area(a, b, c=1.0, *rest, scale=1.0):
    total = a * b * c * scale
    for r in rest:
        total += r
    return total

def f(x):
    args = [x[0], x[1]]
    return area(*args), area(*args, 2.0, x[2], x[3], scale=0.5), area(**{"a": x[0], "b": x[1]})
""",
        [V],
    ),
    "starred_target": (
        """
def f(x):
    first, *middle, last = x
    s = first - last
    for m in middle:
        s += m * 2
    return s
""",
        [V, N],
    ),
    "starred_in_for": (
        """
def f(m):
    s = 0.0
    for head, *tail in m:
        s += head - sum(tail)
    return s
""",
        [M],
    ),
    "nested_targets": (
        """
def f(x):
    s = 0.0
    for i, (a, b) in enumerate(zip(x, x[1:])):
        s += i * (b - a)
    return s
""",
        [V, O],
    ),
    "int_float_mix": (
        """
def f(x, n):
    total = 0
    count = 0
    for i in range(n):
        if i % 2:
            total += x
            count += 1
        else:
            total += 1
    return total / max(count, 1)
""",
        [(1.5, 5), (1.5, 0), (1.5, 1)],
    ),
    "int_or_float_branch": (
        """
def f(x):
    if x > 0:
        y = 1
    elif x < -5:
        y = 2.5
    else:
        y = x
    return y * 2
""",
        [3.0, -9.0, -1.0],
    ),
    "bool_carry": (
        """
def f(x):
    ok = True
    sign = 1
    for v in x:
        ok = ok and v > -2
        sign = -sign if v < 0 else sign
    return ok, sign
""",
        [V, N, E],
    ),
    "grow_shape": (
        """
def f(x, n):
    acc = 0
    for i in range(n):
        acc = acc + x * i
    return acc
""",
        [(V, 3)],
    ),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_values_agree(name):
    source, cases = PROGRAMS[name]
    assert_agree(function_file(source), "f", [case if isinstance(case, tuple) else (case,) for case in cases])
