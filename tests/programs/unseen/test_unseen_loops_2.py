"""Programs as people write them: loops, dicts and closures."""

import numpy as np
import pytest

from differential import assert_agree, function_file

V = np.array([3.0, -1.0, 4.0, 0.5])
N = -V
O = np.array([7.0])

PROGRAMS = {
    "float_truth": (
        """
def f(a):
    n = 0
    while a and n < 10:
        a = a - 0.5
        n += 1
    return n
""",
        [1.0, 0.3],
    ),
    "sorted_static": (
        """
def f(x):
    s = 0.0
    for k in sorted([2, 0, 1]):
        s = s * 2 + x[k]
    return s
""",
        [V],
    ),
    "dict_get": (
        """
def f(x):
    cfg = {'lr': 0.1}
    lr = cfg.get('lr', 1.0)
    m = cfg.get('mom', 0.5)
    for v in x:
        lr *= m
    return x * lr
""",
        [V],
    ),
    "dict_nested": (
        """
def f(x):
    p = {'l1': {'w': x, 'b': x[0]}, 'l2': {'w': x * 2, 'b': x[1]}}
    h = x
    for name in ('l1', 'l2'):
        h = np.tanh(h * p[name]['w'] + p[name]['b'])
    return h
""",
        [V],
    ),
    "dict_param": (
        """
def f(params, x):
    h = x
    for k in ['a', 'b']:
        if h.sum() > 0:
            h = h * params[k]
        else:
            h = h + params[k]
    return h
""",
        [({"a": V, "b": N}, V), ({"a": V, "b": N}, N)],
    ),
    "tuple_param": (
        """
def f(pts):
    x, y = pts
    s = 0.0
    for a, b in zip(x, y):
        s += a * b if a > b else a
    return s
""",
        [((V, N),)],
    ),
    "list_param": (
        """
def f(hs):
    t = 0.0
    for h in hs:
        if h.sum() > 0:
            t = t + h
    return t
""",
        [([V, N, V],)],
    ),
    "ragged_layers": (
        """
def f(x):
    sizes = [4, 3, 2]
    for a, b in zip(sizes[:-1], sizes[1:]):
        w = np.ones((b, a)) * 0.1
        x = w @ x
        if b > 2:
            x = np.maximum(x, 0)
    return x
""",
        [V],
    ),
    "shape_change_loop": (
        """
def f(x):
    while len(x) > 1:
        x = (x[::2] + x[1::2]) / 2
    return x[0]
""",
        [V],
    ),
    "haar": (
        """
def f(x):
    out = []
    while len(x) > 1:
        out.append(x[::2] - x[1::2])
        x = (x[::2] + x[1::2]) / 2
    return np.concatenate([x] + out[::-1])
""",
        [V],
    ),
    "merge_sort_rec": (
        """
def hanoi(n):
    if n == 0:
        return 0
    return 2 * hanoi(n - 1) + 1


def f(n):
    return hanoi(n)
""",
        [3],
    ),
    "local_shadows_function": (
        """
def f(x):
    def f2(v):
        return v + 1
    y = f2(x)
    def f2(v):
        return v * 10
    return y + f2(x)
""",
        [V],
    ),
    "math_mod": (
        """
import math
import numpy as np


def f(x):
    s = 0.0
    for v in x:
        s += math.sqrt(abs(v)) + math.floor(v) + math.exp(-v)
    return s * math.pi + math.hypot(3, 4)
""",
        [V],
    ),
    "cmp_none_loop": (
        """
def f(x):
    prev = None
    ups = 0
    for v in x:
        if prev is not None and v > prev:
            ups += 1
        prev = v
    return ups
""",
        [V, N, O],
    ),
    "best_none": (
        """
def f(x):
    best = None
    for v in x:
        if best is None or v > best:
            best = v
    return best
""",
        [V, N, O],
    ),
    "best_idx_none": (
        """
def f(x):
    best, arg = None, -1
    for i, v in enumerate(x):
        if best is None or v < best:
            best, arg = v, i
    return best, arg
""",
        [V, N],
    ),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_values_agree(name):
    source, cases = PROGRAMS[name]
    assert_agree(function_file(source), "f", [case if isinstance(case, tuple) else (case,) for case in cases])
