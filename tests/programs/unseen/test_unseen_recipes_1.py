"""Programs as people write them: learning, searching and arithmetic."""

import numpy as np
import pytest

from differential import assert_agree, function_file

V = np.array([3.0, -1.0, 4.0, 0.5])
N = -V
M = np.arange(12.0).reshape(3, 4)
O = np.array([7.0])
S = np.array([0.5, 1.0, 2.0, 7.0])

PROGRAMS = {
    "grad_rosen": (
        """
def f(x):
    s = 0.0
    for i in range(len(x) - 1):
        s += 100 * (x[i + 1] - x[i] ** 2) ** 2 + (1 - x[i]) ** 2
    return s
""",
        [V, O],
    ),
    "grad_mlp": (
        """
def float_sum(h):
    t = 0.0
    for v in h:
        t += v * v
    return t


def f(x, w):
    h = x
    for k in range(3):
        h = np.tanh(w @ h)
        if h.sum() < 0:
            h = -h
    return float_sum(h)
""",
        [(V, np.eye(4)), (N, np.eye(4) * 2)],
    ),
    "grad_clip": (
        """
def f(x):
    s = 0.0
    for v in x:
        if v > 1:
            s += v ** 2
        elif v > 0:
            s += np.sqrt(v)
    return s
""",
        [V, S],
    ),
    "grad_sqrt_guard": (
        """
def f(x):
    return np.sqrt(x) if x > 0 else 0.0
""",
        [4.0, -1.0, 0.0],
    ),
    "grad_div_guard": (
        """
def f(x):
    if x != 0:
        y = np.sin(x) / x
    else:
        y = 1.0
    return y
""",
        [2.0, 0.0],
    ),
    "grad_log_and": (
        """
def f(x):
    s = 0.0
    for v in x:
        if v > 0 and np.log(v) > 0.5:
            s += np.log(v)
    return s
""",
        [V, S],
    ),
    "grad_norm": (
        """
def f(x):
    n = np.sqrt(sum(v * v for v in x))
    if n > 1:
        x = x / n
    return x[0] * 2 + x[1]
""",
        [V, V / 10],
    ),
    "while_shadow": (
        """
def f(n):
    i = 0
    while i < n:
        j = i
        while j < n:
            if (i + j) % 3 == 0:
                break
            j += 1
        if j == n:
            break
        i = j + 1
    return i, n
""",
        [10, 0, 2],
    ),
    "break_value_order": (
        """
def f(x):
    a = 0.0
    b = 0.0
    for v in x:
        a = a + v
        if a > 5:
            break
        b = a
    return a, b
""",
        [V, N, S],
    ),
    "break_swap": (
        """
def f(x):
    a, b = 0.0, 1.0
    for v in x:
        a, b = b, a + v
        if b > 4:
            break
    else:
        a = -1.0
    return a, b
""",
        [V, N],
    ),
    "return_expr_changed": (
        """
def f(x, t):
    s = 0.0
    for i in range(len(x)):
        s += x[i]
        if s > t:
            return s * i, x[i]
        s = s * 2
    return s, x[0]
""",
        [(V, 4), (V, 99), (V, -9)],
    ),
    "two_returns_same_value": (
        """
def f(x, t):
    k = 0
    for v in x:
        if v > t:
            return k
        k += 1
        if v < -t:
            return k
    return k
""",
        [(V, 3.5), (V, 0.5), (V, 99.0), (N, 2.0)],
    ),
    "two_breaks_else": (
        """
def f(x, t):
    k = 0
    for v in x:
        if v > t:
            break
        k += 1
        if v < -t:
            k += 100
            break
    else:
        k = -k
    return k
""",
        [(V, 3.5), (V, 0.5), (V, 99.0), (N, 2.0)],
    ),
    "break_in_while_true_for": (
        """
def f(x):
    n = 0
    while True:
        for v in x:
            n += 1
            if n > 6:
                break
        else:
            continue
        break
    return n
""",
        [V, O],
    ),
    "continue_while_step": (
        """
def f(n):
    i = 0
    s = 0
    while i < n:
        i += 1
        if i % 2:
            continue
        if i > 6:
            break
        s += i
    else:
        s = -s
    return s, i
""",
        [4, 20, 0],
    ),
    "for_else_return": (
        """
def f(x, t):
    for v in x:
        if v > t:
            r = v
            break
    else:
        return -1.0
    r = r * 2
    return r
""",
        [(V, 3.5), (V, 99.0)],
    ),
    "nested_for_else_return": (
        """
def f(m, t):
    for i in range(3):
        for j in range(4):
            if m[i, j] == t:
                break
        else:
            continue
        return i * 10 + j
    return -1
""",
        [(M, 6.0), (M, 0.0), (M, 99.0)],
    ),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_values_agree(name):
    source, cases = PROGRAMS[name]
    assert_agree(function_file(source), "f", [case if isinstance(case, tuple) else (case,) for case in cases])
