"""Programs as people write them: state, aliases and operators."""

import numpy as np
import pytest

from differential import assert_agree, function_file

V = np.array([3.0, -1.0, 4.0, 0.5])
N = -V
Z = np.zeros(4)
E = np.zeros(0)
M = np.arange(12.0).reshape(3, 4)
I = np.array([3, 1, 4, 1, 5])
O = np.array([7.0])
S = np.array([0.5, 1.0, 2.0, 7.0])

PROGRAMS = {
    "swap_rows_copy": (
        """
def f(m, i, j):
    m = m.copy()
    tmp = m[i].copy()
    m[i] = m[j]
    m[j] = tmp
    return m
""",
        [(M, 0, 2), (M, 1, 1)],
    ),
    "list_alias": (
        """
def f(x):
    a = [x[0], x[1]]
    b = a
    b[0] = 5.0
    b.append(x[2])
    return a, b
""",
        [V],
    ),
    "shadow_builtin": (
        """
def f(x):
    sum = 0.0
    max = x[0]
    for v in x:
        sum += v
        if v > max:
            max = v
    return sum, max
""",
        [V, N],
    ),
    "while_cond_uses_changed_array": (
        """
def f(x):
    x = x.copy()
    n = 0
    while x.max() > 1 and n < 20:
        i = x.argmax()
        x[i] = x[i] / 2
        n += 1
    return x, n
""",
        [V, N, Z],
    ),
    "int_array_inplace_div": (
        """
def f(i):
    a = i * 2
    a //= 3
    a[0] = 7.9
    b = a / 2
    return a, b
""",
        [I],
    ),
    "float_into_int_array": (
        """
def f(x):
    out = np.zeros(4, dtype=int)
    for k, v in enumerate(x):
        out[k] = v
    return out
""",
        [V, N],
    ),
    "int_list_to_array": (
        """
def f(x):
    a = np.array([1, 2, 3])
    a = a * x[0]
    b = np.zeros(3, int)
    b[:] = 3.7
    b += 1
    return a, b
""",
        [V],
    ),
    "uint8_overflow": (
        """
def f(x):
    a = x.astype(np.uint8)
    b = a + 200
    return b, a.sum()
""",
        [np.array([100, 20, 3])],
    ),
    "return_mixed_depth": (
        """
def f(x, t):
    for i in range(3):
        for v in x:
            if v > t:
                if i > 1:
                    return v
                break
            elif v < -t:
                return -v * i
        else:
            return 0.0
        t = t - 1
    return t
""",
        [(V, 2.5), (N, 3.5), (S, 100.0), (S, 1.0), (V, 3.9)],
    ),
    "with_nested_break": (
        """
def f(x):
    s = 0.0
    with np.errstate(divide="ignore"):
        for v in x:
            with np.errstate(invalid="ignore"):
                if v < 0:
                    break
                s += 1 / v
        else:
            s = -s
    return s
""",
        [V, N, S],
    ),
    "tuple_state": (
        """
def f(x):
    state = (0.0, 1)
    for v in x:
        s, n = state
        if v > 0:
            state = (s + v, n + 1)
        else:
            state = (s, n)
    return state
""",
        [V, N, E],
    ),
    "nested_tuple_state": (
        """
def f(x):
    best = (x[0], (0, 0))
    for i in range(len(x)):
        for j in range(i):
            if x[i] - x[j] > best[0]:
                best = (x[i] - x[j], (j, i))
    return best
""",
        [V, N, O],
    ),
    "multi_assign_chain": (
        """
def f(x):
    a = b = x[0]
    a += 1
    (c, d), e = (a, b), x[1]
    c, d = d, c
    return a, b, c, d, e
""",
        [V],
    ),
    "aug_all_ops": (
        """
def f(n):
    a = n
    a += 3
    a *= 2
    a -= 1
    a //= 2
    a **= 2
    a %= 11
    a <<= 2
    a |= 1
    a ^= 3
    a &= 14
    a >>= 1
    return a
""",
        [5, 8],
    ),
    "bit_tricks": (
        """
def f(n):
    c = 0
    while n:
        n &= n - 1
        c += 1
    return c, c & 1 == 0, ~c
""",
        [0, 7, 1023],
    ),
    "is_power": (
        """
def f(n):
    if n <= 0:
        return False
    while n % 2 == 0:
        n >>= 1
    return n == 1
""",
        [0, 8, 12, 1],
    ),
    "ternary_chain": (
        """
def f(x):
    return sum((1 if v > 1 else 0 if v > 0 else -1) * v for v in x), (x[0] if x[0] > x[1] else x[1]) + 1
""",
        [V, N],
    ),
    "lambda_cond": (
        """
def f(x):
    clamp = lambda v, lo=0.0, hi=1.0: lo if v < lo else hi if v > hi else v
    return np.array([clamp(v) for v in x]), clamp(x[0], hi=2.0)
""",
        [V, N],
    ),
    "while_countdown_list": (
        """
def f(x):
    items = [x[0], x[1], x[2]]
    total = 0.0
    while items:
        v = items.pop()
        total = total * 2 + v
    return total
""",
        [V],
    ),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_values_agree(name):
    source, cases = PROGRAMS[name]
    assert_agree(function_file(source), "f", [case if isinstance(case, tuple) else (case,) for case in cases])
