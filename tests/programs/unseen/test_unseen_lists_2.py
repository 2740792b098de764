"""Programs as people write them: lists and dicts as state."""

import numpy as np
import pytest

from differential import assert_agree, function_file

V = np.array([3.0, -1.0, 4.0, 0.5])
N = -V

PROGRAMS = {
    "dict_setdefault": (
        """
def f(x):
    st = {'a': x[0]}
    v = st.setdefault('b', x[1])
    return v, st
""",
        [V],
    ),
    "comp_scope": (
        """
def f(x):
    v = 100.0
    a = [v * 2 for v in x]
    return a, v
""",
        [V],
    ),
    "comp_scope2": (
        """
def f(x):
    k = 5
    a = sum(k for k in range(3))
    return a + k
""",
        [V],
    ),
    "gen_twice": (
        """
def f(x):
    g = (v for v in x)
    a = sum(g)
    b = sum(g)
    return a, b
""",
        [V],
    ),
    "zip_twice": (
        """
def f(x):
    z = zip(x, x)
    a = sum(u for u, _ in z)
    b = sum(u for u, _ in z)
    return a, b
""",
        [V],
    ),
    "map_twice": (
        """
def f(x):
    z = map(lambda v: v + 1, x)
    a = list(z)
    b = list(z)
    return len(a), len(b)
""",
        [V],
    ),
    "reversed_twice": (
        """
def f(x):
    r = reversed([x[0], x[1]])
    a = list(r)
    b = list(r)
    return a, len(b)
""",
        [V],
    ),
    "enumerate_twice": (
        """
def f(x):
    e = enumerate(x)
    s = 0.0
    for i, v in e:
        s += i * v
    for i, v in e:
        s += 1000
    return s
""",
        [V],
    ),
    "helper_kwargs": (
        """
def g(x, *, scale=1.0, shift=0.0, **rest):
    if shift > 0:
        x = x - shift
    return x * scale + len(rest)


def f(x):
    return g(x, scale=2.0, **{'shift': x[0]})
""",
        [V, N],
    ),
    "print_order": (
        """
def f(x):
    s = 0.0
    for v in x:
        s += v
        if s > 2:
            print('big', s)
            s = 0.0
    return s
""",
        [V],
    ),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_values_agree(name):
    source, cases = PROGRAMS[name]
    assert_agree(function_file(source), "f", [case if isinstance(case, tuple) else (case,) for case in cases])
