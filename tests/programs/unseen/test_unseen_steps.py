"""Programs as people write them: steps and walrus."""

import numpy as np
import pytest

from differential import assert_agree, function_file

V = np.array([3.0, -1.0, 4.0, 0.5])
N = -V

PROGRAMS = {
    "step_else_break": (
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
    "step_break_after": (
        """
def f(n):
    s = 0
    for i in range(1, n, 3):
        if i * i > 30:
            break
        s += i
    return i, s
""",
        [20, 4, 2],
    ),
    "step_break_mid": (
        """
def f(n, x):
    s = 0.0
    for i in range(0, n, 2):
        s += x[i % 4]
        if s > 7:
            break
        s *= 1.5
    return i, s
""",
        [(8, V), (1, V), (8, N)],
    ),
    "step_break_neg": (
        """
def f(n, x):
    s = 0.0
    for i in range(n, 0, -2):
        s += x[i % 4]
        if s > 7:
            break
    else:
        s = -s
    return i, s
""",
        [(8, V), (1, V), (8, N)],
    ),
    "step_continue_break": (
        """
def f(n, x):
    s = 0.0
    for i in range(0, n, 2):
        if x[i % 4] < 0:
            continue
        s += x[i % 4]
        if s > 7:
            break
    else:
        s = -s
    return s
""",
        [(8, V), (1, V), (8, N)],
    ),
    "step_continue_break_i": (
        """
def f(n, x):
    s = 0.0
    for i in range(0, n, 2):
        if x[i % 4] < 0:
            continue
        s += x[i % 4]
        if s > 7:
            break
    else:
        s = -s
    return s, i
""",
        [(8, V), (1, V), (8, N)],
    ),
    "step_return": (
        """
def f(n, x):
    for i in range(0, n, 2):
        if x[i % 4] < 0:
            return i
    else:
        n = -n
    return n
""",
        [(8, V), (1, V), (8, N)],
    ),
    "step_return_i": (
        """
def f(n, x):
    for i in range(0, n, 2):
        if x[i % 4] < -3:
            return i
    return i * 10
""",
        [(8, V), (1, V), (8, N)],
    ),
    "step_break_inner": (
        """
def f(n, x):
    t = 0
    for i in range(0, n, 2):
        for j in range(i, n, 3):
            if (i + j) % 4 == 3:
                break
        else:
            t += 100
        t += j
    return t, i, j
""",
        [(8, V), (1, V), (15, N)],
    ),
    "step_else_static_break": (
        """
def f(x):
    for k in range(0, 4, 2):
        if x[k] > 3.5:
            break
    else:
        k = -1
    return k
""",
        [V, N],
    ),
    "pop_in_arg": (
        """
def f(x):
    a = [x[0], x[1]]
    b = a.pop() - a.pop()
    return b
""",
        [V],
    ),
    "walrus_arg": (
        """
def f(x):
    y = max(t := x[0], x[1]) + t
    return y
""",
        [V],
    ),
    "walrus_while_body_uses": (
        """
def f(x):
    t = 0.0
    i = 0
    while (v := x[i]) != 4.0:
        t += v
        i += 1
        v = 100.0
    return t, v
""",
        [V],
    ),
    "walrus_while_continue_else": (
        """
def f(x):
    t = 0
    i = -1
    while (v := x[i + 1]) < 4:
        i += 1
        if v < 0:
            continue
        if t > 5:
            break
        t += 1
    else:
        t = -t
    return t, v, i
""",
        [V],
    ),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_values_agree(name):
    source, cases = PROGRAMS[name]
    assert_agree(function_file(source), "f", [case if isinstance(case, tuple) else (case,) for case in cases])
