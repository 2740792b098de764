"""Programs as people write them: defaults, exits and lists of lists."""

import numpy as np
import pytest

from differential import assert_agree, function_file

V = np.array([3.0, -1.0, 4.0, 0.5])
N = -V
M = np.arange(12.0).reshape(3, 4)
S = np.array([0.5, 1.0, 2.0, 7.0])

PROGRAMS = {
    "default_expr_names": (
        """
def f(x):
    k = 2.0
    def g(v, s=k * 2):
        return v * s
    return g(x) + g(x, 1.0)
""",
        [V],
    ),
    "default_evaluated_once": (
        """
def f(x):
    k = x[0]
    def g(v, s=k):
        return v * s
    return g(x)
""",
        [V],
    ),
    "default_in_loop": (
        """
def f(x):
    s = 0.0
    for i in range(3):
        def g(v, i=i):
            return v * i
        s += g(x[i])
    return s
""",
        [V],
    ),
    "lambda_in_loop": (
        """
def f(x):
    s = 0.0
    for i in range(3):
        g = lambda v: v * i
        s += g(x[i])
    return s
""",
        [V],
    ),
    "lambda_in_while": (
        """
def f(n):
    s = 0
    i = 0
    while i < n:
        g = lambda v: v * i
        s += g(2)
        i += 1
    return s
""",
        [3, 0],
    ),
    "func_redefined_branch": (
        """
def f(x):
    if x.ndim == 1:
        def g(v):
            return v + 1
    else:
        def g(v):
            return v - 1
    return g(x)
""",
        [V, M],
    ),
    "while_else_with_return": (
        """
def f(x, t):
    i = 0
    while i < 4:
        with np.errstate(all='ignore'):
            if x[i] > t:
                return i
        i += 1
    else:
        i = 100
    return i
""",
        [(V, 3.5), (V, 99.0)],
    ),
    "match_else_return": (
        """
def f(ops):
    for i, op in enumerate(ops):
        match op:
            case 7:
                break
            case 8:
                return -i
    else:
        return 1000
    return i
""",
        [np.array([1, 7, 8]), np.array([8, 7]), np.array([1, 2])],
    ),
    "match_nested_loop": (
        """
def f(ops):
    n = 0
    for op in ops:
        for k in range(3):
            match op:
                case 1:
                    if k == 1:
                        break
                case 2:
                    continue
            n += 1
        else:
            n += 100
    return n
""",
        [np.array([1, 2, 3]), np.array([2])],
    ),
    "if_with_exits": (
        """
def f(x):
    s = 0.0
    for v in x:
        if v > 0:
            with np.errstate(all='ignore'):
                if v > 3.5:
                    break
                s += v
        else:
            s -= 1
        s *= 2
    else:
        s = -s
    return s
""",
        [V, N, S],
    ),
    "with_two_exits": (
        """
def f(x):
    s = 0.0
    for v in x:
        with np.errstate(all='ignore'):
            if v < 0:
                continue
            if v > 3.5:
                break
        with np.errstate(all='ignore'):
            s += v
    else:
        s = -s
    return s
""",
        [V, N, S],
    ),
    "step_array_slices": (
        """
def f(x, n):
    for i in range(0, n, 2):
        for j in range(i, 0, -2):
            if j * i > 12:
                break
            n -= 0
        else:
            x = x + i
    return x, n
""",
        [(V, 9), (V, 1)],
    ),
    "step_two_breaks": (
        """
def f(n):
    c = 0
    for i in range(0, n, 3):
        if i == 6:
            break
        c += 1
        if c > 5:
            break
    else:
        c = -c
    return c, i
""",
        [20, 5, 1],
    ),
    "step_while_mix": (
        """
def f(n):
    for i in range(10, n, -4):
        k = i
        while k > 0:
            k -= 3
            if k == 1:
                break
        else:
            continue
        break
    return i, k
""",
        [0, 9, 5],
    ),
    "sgd_index": (
        """
def f(x):
    ps = [x * 1.0, x * 2.0]
    for k, g in enumerate([x, x]):
        ps[k] -= 0.1 * g
    return ps
""",
        [V],
    ),
    "nested_list_alias": (
        """
def f(x):
    g = [[x * 1.0], [x * 2.0]]
    r = g[0]
    r[0] = x * 0
    return g
""",
        [V],
    ),
    "nested_list_append": (
        """
def f(x):
    g = [[x[0]], [x[1]]]
    r = g[0]
    r.append(x[2])
    return g
""",
        [V],
    ),
    "nested_list_append2": (
        """
def f(x):
    g = [[x[0]], [x[1]]]
    g[0].append(x[2])
    return g
""",
        [V],
    ),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_values_agree(name):
    source, cases = PROGRAMS[name]
    assert_agree(function_file(source), "f", [case if isinstance(case, tuple) else (case,) for case in cases])
