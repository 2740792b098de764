"""Programs as people write them: lists that a loop filled."""

import numpy as np
import pytest

from differential import assert_agree, function_file

V = np.array([3.0, -1.0, 4.0, 0.5])
N = -V
M = np.arange(12.0).reshape(3, 4)

PROGRAMS = {
    "ret_slice": (
        """
def f(x):
    out = []
    for v in x:
        out.append(v * 2)
    return out[1:]
""",
        [V],
    ),
    "ret_dict": (
        """
def f(x):
    out = []
    for v in x:
        out.append(v * 2)
    return {'xs': out, 'n': len(out)}
""",
        [V],
    ),
    "ret_ifexp": (
        """
def f(x, flag=True):
    out = []
    for v in x:
        out.append(v * 2)
    return out if flag else out[:1]
""",
        [V, (V, False)],
    ),
    "ret_ifexp_len": (
        """
def f(x):
    out = []
    for v in x:
        out.append(v * 2)
    return out if len(out) > 2 else None
""",
        [V],
    ),
    "ret_alias": (
        """
def f(x):
    out = []
    for v in x:
        out.append(v * 2)
    y = out
    return y, out[0]
""",
        [V],
    ),
    "ret_helper": (
        """
def g(x):
    out = []
    for v in x:
        out.append(v * 2)
    return out


def f(x):
    return g(x), g(x)[0], len(g(x))
""",
        [V],
    ),
    "helper_list_arith": (
        """
def g(x):
    out = []
    for v in x:
        out.append(v * 2)
    return out


def f(x):
    return g(x) + g(x), g(x) * 2
""",
        [V],
    ),
    "helper_list_sum": (
        """
def g(x):
    out = []
    for v in x:
        out.append(v * 2)
    return out


def f(x):
    s = 0.0
    for v in g(x):
        s += v
    return s, sum(g(x)), max(g(x))
""",
        [V],
    ),
    "list_in_tuple_carry": (
        """
def f(x):
    out = []
    for v in x:
        out.append(v * 2)
    s = 0.0
    for k in range(3):
        s += out[k]
        if s > 3:
            break
    return s, k
""",
        [V, N],
    ),
    "list_reversed": (
        """
def f(x):
    out = []
    for v in x:
        out.append(v * 2)
    s = 0.0
    for v in reversed(out):
        s = s * 0.5 + v
    return s, out[::-1]
""",
        [V],
    ),
    "list_indexed_traced": (
        """
def f(x, i):
    out = []
    for v in x:
        out.append(v * 2)
    return out[i]
""",
        [(V, 2), (V, 0)],
    ),
    "list_nested_idx": (
        """
def f(m):
    rows = []
    for r in m:
        row = []
        for v in r:
            row.append(v + 1)
        rows.append(row)
    s = 0.0
    for i in range(len(rows)):
        for j in range(len(rows[0])):
            s += rows[i][j] * (i - j)
    return s
""",
        [M],
    ),
    "list_np_ops": (
        """
def f(x):
    out = []
    for v in x:
        out.append(v * 2)
    return np.add(out, 1), np.array(out) + 1, np.dot(out, out), np.max(out)
""",
        [V],
    ),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_values_agree(name):
    source, cases = PROGRAMS[name]
    assert_agree(function_file(source), "f", [case if isinstance(case, tuple) else (case,) for case in cases])
