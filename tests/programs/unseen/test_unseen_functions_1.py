"""Programs as people write them: lists, helpers and `match`."""

import numpy as np
import pytest

from differential import assert_agree, function_file

V = np.array([3.0, -1.0, 4.0, 0.5])
N = -V
Z = np.zeros(4)
E = np.zeros(0)
M = np.arange(12.0).reshape(3, 4)
O = np.array([7.0])

PROGRAMS = {
    "append_two_lists": (
        """
def f(x):
    pos, sums = [], []
    s = 0.0
    for v in x:
        s = s + v
        sums.append(s)
        pos.append(1 if v > 0 else 0)
    return np.array(pos), np.stack(sums)
""",
        [V, N, O],
    ),
    "append_if": (
        """
def f(x):
    out = []
    for v in x:
        if v > 0:
            out.append(v)
        else:
            out.append(-v * 2)
    return np.array(out)
""",
        [V, N],
    ),
    "append_initial": (
        """
def f(x0, n):
    xs = [x0]
    for i in range(5):
        xs.append(xs[-1] * 0.5 + i)
    return np.array(xs)
""",
        [(1.0, 3)],
    ),
    "append_fib": (
        """
def f(a, b):
    seq = [a, b]
    for i in range(6):
        seq.append(seq[-1] + seq[-2])
    return seq
""",
        [(0, 1), (2, 1)],
    ),
    "append_index_i": (
        """
def f(x):
    c = [0.0]
    for i in range(len(x)):
        c.append(c[i] + x[i])
    return np.array(c[1:]), c[0]
""",
        [V, O],
    ),
    "pop_stack": (
        """
def f(x):
    stack = [x[0], x[1]]
    stack.append(x[2])
    a = stack.pop()
    b = stack.pop(0)
    stack.insert(0, a - b)
    stack.extend([a, b])
    return np.array(stack), len(stack)
""",
        [V],
    ),
    "list_static_assign": (
        """
def f(x):
    acc = [0.0, 0.0, 0.0]
    for i in range(len(x)):
        acc[i % 3] += x[i]
    return acc
""",
        [V, np.arange(7.0)],
    ),
    "list_of_arrays_state": (
        """
def f(x, n):
    hs = [np.zeros(2), np.ones(2)]
    for t in range(n):
        for k in range(len(hs)):
            hs[k] = np.tanh(hs[k] + x[k])
    return np.stack(hs), hs
""",
        [(V, 3), (V, 0)],
    ),
    "lstm": (
        """
def sigmoid(z):
    return 1 / (1 + np.exp(-z))

def cell(x, h, c, w):
    z = w @ np.concatenate([h, x])
    i, fg, o, g = np.split(z, 4)
    c = sigmoid(fg) * c + sigmoid(i) * np.tanh(g)
    h = sigmoid(o) * np.tanh(c)
    return h, c

def f(xs, w):
    h = np.zeros(2)
    c = np.zeros(2)
    outs = []
    for x in xs:
        h, c = cell(x, h, c, w)
        outs.append(h)
    return np.stack(outs), (h, c)
""",
        [(M, np.linspace(-1, 1, 48).reshape(8, 6))],
    ),
    "comp_cond_value": (
        """
def f(x):
    return np.array([v if v > 0 else 0.01 * v for v in x])
""",
        [V, N],
    ),
    "comp_nested_rows": (
        """
def f(m):
    return np.array([[v * 2 if v > 3 else v for v in row] for row in m])
""",
        [M],
    ),
    "comp_flatten": (
        """
def f(m):
    flat = [v for row in m for v in row]
    return np.array(flat), sum(v for row in m for v in row if v > 4)
""",
        [M],
    ),
    "pascal": (
        """
def f(x):
    row = [1]
    for _ in range(4):
        row = [1] + [row[i] + row[i + 1] for i in range(len(row) - 1)] + [1]
    return x * row[2], row
""",
        [V],
    ),
    "match_static": (
        """
def activate(z, kind):
    match kind:
        case "relu":
            return np.maximum(z, 0)
        case "tanh" | "th":
            return np.tanh(z)
        case None:
            return z
        case _:
            raise ValueError(kind)

def f(x):
    return activate(x, "relu") + activate(x, "th") + activate(x, None)
""",
        [V],
    ),
    "match_traced_int": (
        """
def f(x, op):
    match op:
        case 0:
            r = x
        case 1 | 2:
            r = x * op
        case n if n < 0:
            r = x + n
        case _:
            r = -x
    return r
""",
        [(2.0, 0), (2.0, 2), (2.0, -3), (2.0, 7)],
    ),
    "match_in_loop": (
        """
def f(prog):
    acc = 0
    for op in prog:
        match op:
            case 1:
                acc += 5
            case 2:
                acc *= 2
            case 3:
                break
            case _:
                continue
        acc += 1
    return acc
""",
        [np.array([1, 2, 0, 2]), np.array([1, 3, 1]), np.array([9])],
    ),
    "static_recursion": (
        """
def power(x, n):
    if n == 0:
        return 1
    half = power(x, n // 2)
    if n % 2 == 0:
        return half * half
    return half * half * x

def f(x):
    return power(x, 5), power(x, 0)
""",
        [V],
    ),
    "helper_early_return": (
        """
def sign(v):
    if v > 0:
        return 1
    if v < 0:
        return -1
    return 0

def f(x):
    s = 0
    for v in x:
        s += sign(v)
    return s
""",
        [V, N, Z, E],
    ),
    "helper_default_kwonly": (
        """
def clip(v, lo=0.0, *, hi=3.5):
    if v < lo:
        return lo
    elif v > hi:
        return hi
    return v

def f(x):
    return clip(x[0]), clip(x[1], -0.5), clip(x[2], hi=2.0)
""",
        [V, N],
    ),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_values_agree(name):
    source, cases = PROGRAMS[name]
    assert_agree(function_file(source), "f", [case if isinstance(case, tuple) else (case,) for case in cases])
