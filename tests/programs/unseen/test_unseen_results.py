"""Programs as people write them: lists that helpers return."""

import numpy as np
import pytest

from differential import assert_agree, function_file

V = np.array([3.0, -1.0, 4.0, 0.5])
N = -V

PROGRAMS = {
    "helper_np_of_list": (
        """
def g(x):
    out = []
    for v in x:
        out.append(v * 2)
    return out


def f(x):
    return np.array(g(x)) * 2, np.sum(g(x)), np.stack(g(x)), len(g(x))
""",
        [V],
    ),
    "helper_list_append": (
        """
def g(x):
    out = []
    for v in x:
        out.append(v * 2)
    return out


def f(x):
    a = g(x)
    a.append(1.0)
    b = a + [2.0]
    return a, b, a[-1]
""",
        [V],
    ),
    "helper_list_pass": (
        """
def g(x):
    out = []
    for v in x:
        out.append(v * 2)
    return out


def h(vals):
    t = 0.0
    for v in vals:
        if v > 0:
            t += v
    return t


def f(x):
    return h(g(x))
""",
        [V, N],
    ),
    "helper_tuple_of_lists": (
        """
def h(x):
    p = []
    q = []
    for v in x:
        p.append(v)
        q.append(-v)
    return p, q


def f(x):
    a, b = h(x)
    return a[0] + b[1], len(a)
""",
        [V],
    ),
    "comp_in_helper": (
        """
def h(x):
    return [v * 2 for v in x]


def f(x):
    s = 0.0
    for v in h(x):
        s += v
    return s, max(h(x)), sorted([2, 1])[0]
""",
        [V],
    ),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_values_agree(name):
    source, cases = PROGRAMS[name]
    assert_agree(function_file(source), "f", [case if isinstance(case, tuple) else (case,) for case in cases])
