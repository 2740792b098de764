"""Programs as people write them: built-in functions, ranges and conditions."""

import numpy as np
import pytest

from differential import assert_agree, function_file

V = np.array([3.0, -1.0, 4.0, 0.5])
N = -V
I = np.array([3, 1, 4, 1, 5])
S = np.array([0.5, 1.0, 2.0, 7.0])

PROGRAMS = {
    "static_powmod": (
        """
def f(x):
    k = pow(3, 4, 5)
    return x * k
""",
        [V],
    ),
    "round_in_loop": (
        """
def f(x):
    s = 0
    for v in x:
        s += round(v)
    return s
""",
        [V, N, np.array([0.5, 1.5, 2.5, -0.5])],
    ),
    "min_max_many": (
        """
def f(x, lo):
    out = []
    for v in x:
        out.append(min(max(v, lo, 0.0), 3.5, 10))
    return np.array(out), max(x[0], x[1], x[2])
""",
        [(V, 0.7), (N, -5.0)],
    ),
    "map_two": (
        """
def f(x, y):
    return np.array(list(map(lambda a, b: a * b if a > b else a + b, x, y)))
""",
        [(V, N), (N, V)],
    ),
    "any_all_not": (
        """
def f(x):
    if not any(v < 0 for v in x):
        return 1
    elif not all(abs(v) > 0.6 for v in x):
        return 2
    return 3
""",
        [V, S, np.array([-1.0, 2.0])],
    ),
    "walrus_while_halving": (
        """
def f(x, tol):
    k = 0
    while (d := x / 2) > tol:
        x = d
        k += 1
    return x, k, d
""",
        [(10.0, 0.1), (0.1, 1.0)],
    ),
    "walrus_if": (
        """
def f(x):
    if (m := np.max(x)) > 3.5:
        return m
    elif (m2 := np.min(x)) < -2:
        return m2
    return m + m2
""",
        [V, N, S, S / 10],
    ),
    "short_circuit_index": (
        """
def f(x, i):
    if i < len(x) and x[i] > 0:
        return x[i]
    if i >= len(x) or x[i] < -2:
        return -100.0
    return 0.0
""",
        [(V, 0), (V, 1), (V, 9), (N, 0)],
    ),
    "short_circuit_div": (
        """
def f(x, d):
    if d != 0 and x / d > 2:
        return 1
    return 0
""",
        [(5.0, 2.0), (5.0, 0.0), (1.0, 2.0)],
    ),
    "chain_index": (
        """
def f(x, lo, hi):
    c = 0
    for i in range(1, len(x) - 1):
        if x[i - 1] < x[i] > x[i + 1] and lo <= x[i] < hi:
            c += 1
    return c
""",
        [(np.array([0.0, 2, 1, 5, 3]), 0.0, 3.0), (np.array([0.0, 2, 1, 5, 3]), 0.0, 9.0)],
    ),
    "in_array": (
        """
def f(x, t):
    seen = 0
    for v in t:
        if v in x:
            seen += 1
    return seen
""",
        [(I, np.array([1, 5, 9])), (I, np.array([0]))],
    ),
    "divmod_digits": (
        """
def f(n):
    total = 0
    while n > 0:
        n, d = divmod(n, 10)
        total += d
    return total
""",
        [1234, 0, 7],
    ),
    "abs_neg_floor": (
        """
def f(a, b):
    return a // b, a % b, divmod(a, b), abs(a), -a // b
""",
        [(7, 2), (-7, 2), (7, -2), (-7.5, 2.0)],
    ),
    "digits_reverse_palindrome": (
        """
def f(n):
    orig = n
    rev = 0
    while n:
        rev = rev * 10 + n % 10
        n //= 10
    return rev == orig
""",
        [121, 123, 0],
    ),
    "range_var_after": (
        """
def f(n):
    for i in range(n):
        pass
    return i
""",
        [5, 1],
    ),
    "range_modified_inside": (
        """
def f(n):
    s = 0
    for i in range(n):
        i += 10
        s += i
        n = 0
    return s, n, i
""",
        [5, 1],
    ),
    "same_name_loops": (
        """
def f(x):
    s = 0.0
    for i in range(len(x)):
        s += x[i]
    for i in range(2):
        for i in range(i, 3):
            s += i
    for i in x:
        s -= i
    return s, i
""",
        [V, N],
    ),
    "reversed_range": (
        """
def f(x):
    acc = 0.0
    for i in reversed(range(len(x))):
        if x[i] < 0:
            break
        acc = acc * 2 + x[i]
    return acc, i
""",
        [V, N, S],
    ),
    "enumerate_reversed": (
        """
def f(x):
    s = 0.0
    for k, v in enumerate(reversed(x)):
        if k == 2:
            continue
        s += k * v
    return s
""",
        [V],
    ),
    "zip_three": (
        """
def f(a, b, c):
    s = 0.0
    for x, y, z in zip(a, b[1:], c):
        if x > y:
            s += z
        else:
            s -= x * z
    return s
""",
        [(V, S, N), (N, S, V)],
    ),
    "zip_uneven": (
        """
def f(a, b):
    n = 0
    for x, y in zip(a, b):
        n += x > y
    return n
""",
        [(V, S[:2]), (V[:1], S)],
    ),
    "dict_items_arrays": (
        """
def f(x):
    params = {"w": x, "b": x[:2]}
    total = 0.0
    for name, p in params.items():
        if name == "w":
            total += np.sum(p ** 2)
        else:
            total -= p.sum()
    return total
""",
        [V],
    ),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_values_agree(name):
    source, cases = PROGRAMS[name]
    assert_agree(function_file(source), "f", [case if isinstance(case, tuple) else (case,) for case in cases])
