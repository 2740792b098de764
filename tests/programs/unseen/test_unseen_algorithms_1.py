"""Programs as people write them: numerical recipes and textbook algorithms."""

import numpy as np
import pytest

from differential import assert_agree, function_file

V = np.array([3.0, -1.0, 4.0, 0.5])
N = -V
Z = np.zeros(4)
M = np.arange(12.0).reshape(3, 4)
O = np.array([7.0])
S = np.array([0.5, 1.0, 2.0, 7.0])

PROGRAMS = {
    "first_negative_pair": (
        """
def f(x):
    for i in range(len(x)):
        for j in range(i + 1, len(x)):
            if x[i] + x[j] < 0:
                return i, j
    return -1, -1
""",
        [V, N, Z, O],
    ),
    "break_outer_flag": (
        """
def f(m, t):
    found = False
    for i in range(m.shape[0]):
        for j in range(m.shape[1]):
            if m[i, j] > t:
                found = True
                break
        if found:
            break
    return i, j, found
""",
        [(M, 5.0), (M, 100.0), (M, -1.0), (M, 10.5)],
    ),
    "while_else_nested": (
        """
def f(n):
    count = 0
    k = 2
    while k < n:
        d = 2
        while d * d <= k:
            if k % d == 0:
                break
            d += 1
        else:
            count += 1
        k += 1
    return count
""",
        [(2,), (3,), (30,), (0,)],
    ),
    "while_true_two_exits": (
        """
def f(x, tol):
    it = 0
    while True:
        y = 0.5 * (x + 2.0 / x)
        it += 1
        if abs(y - x) < tol:
            return y, it
        if it >= 6:
            break
        x = y
    return x, -it
""",
        [(1.0, 1e-9), (100.0, 1e-9), (1.5, 10.0)],
    ),
    "return_in_with": (
        """
def f(x):
    with np.errstate(all="ignore"):
        for i, v in enumerate(x):
            if v <= 0:
                return i
            x = x / v
    return len(x)
""",
        [S, V, N],
    ),
    "collatz_longest": (
        """
def f(limit):
    best, best_n = 0, 1
    for n in range(1, limit):
        steps = 0
        m = n
        while m != 1:
            if m % 2 == 0:
                m //= 2
            else:
                m = 3 * m + 1
            steps += 1
        if steps > best:
            best, best_n = steps, n
    return best_n, best
""",
        [(10,), (1,), (2,)],
    ),
    "loop_var_after": (
        """
def f(x):
    last = None
    for i, v in enumerate(x):
        last = v
        if v < 0:
            break
    return i, v
""",
        [V, N, S],
    ),
    "name_first_set_in_loop": (
        """
def f(x):
    i = 0
    while i < len(x):
        sq = x[i] * x[i]
        i += 1
        if sq > 10:
            break
    return sq, i
""",
        [V, N, Z],
    ),
    "euler_max": (
        """
def f(y, h, n):
    t = 0.0
    peak = y
    for _ in range(n):
        y = y + h * (np.sin(t) - y)
        t += h
        if y > peak:
            peak = y
    return y, t, peak
""",
        [(1.0, 0.1, 20), (0.0, 0.1, 0), (0.0, 0.5, 1)],
    ),
    "rk4": (
        """
def deriv(t, y):
    return -2.0 * t * y

def f(y, h, n):
    t = 0.0
    out = [y]
    for _ in range(n):
        k1 = deriv(t, y)
        k2 = deriv(t + h / 2, y + h / 2 * k1)
        k3 = deriv(t + h / 2, y + h / 2 * k2)
        k4 = deriv(t + h, y + h * k3)
        y = y + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
        t += h
        out.append(y)
    return np.array(out)
""",
        [(1.0, 0.1, 5), (1.0, 0.1, 1)],
    ),
    "bisection": (
        """
def f(a, b):
    g = lambda x: x * x * x - x - 2
    fa = g(a)
    if fa * g(b) > 0:
        return np.nan
    while b - a > 1e-10:
        c = (a + b) / 2
        fc = g(c)
        if fc == 0:
            return c
        if fa * fc < 0:
            b = c
        else:
            a, fa = c, fc
    return (a + b) / 2
""",
        [(1.0, 2.0), (5.0, 6.0), (1.5, 1.6)],
    ),
    "secant": (
        """
def f(x0, x1):
    for k in range(30):
        f0, f1 = np.cos(x0) - x0, np.cos(x1) - x1
        if abs(f1 - f0) < 1e-14:
            break
        x0, x1 = x1, x1 - f1 * (x1 - x0) / (f1 - f0)
        if abs(x1 - x0) < 1e-12:
            break
    else:
        k = -1
    return x1, k
""",
        [(0.0, 1.0), (0.7, 0.74), (0.5, 0.5)],
    ),
    "simpson": (
        """
def f(a, b, n):
    h = (b - a) / n
    s = np.exp(a) + np.exp(b)
    for i in range(1, n, 2):
        s += 4 * np.exp(a + i * h)
    for i in range(2, n - 1, 2):
        s += 2 * np.exp(a + i * h)
    return s * h / 3
""",
        [(0.0, 1.0, 4), (0.0, 2.0, 2)],
    ),
    "lu": (
        """
def f(a):
    n = a.shape[0]
    l = np.eye(n)
    u = np.zeros_like(a)
    for i in range(n):
        for k in range(i, n):
            s = 0
            for j in range(i):
                s += l[i, j] * u[j, k]
            u[i, k] = a[i, k] - s
        for k in range(i + 1, n):
            s = 0
            for j in range(i):
                s += l[k, j] * u[j, i]
            l[k, i] = (a[k, i] - s) / u[i, i]
    return l, u
""",
        [np.array([[4.0, 3.0, 1.0], [2.0, 5.0, 1.0], [1.0, 1.0, 3.0]])],
    ),
    "cholesky": (
        """
def f(a):
    n = len(a)
    l = np.zeros((n, n))
    for i in range(n):
        for j in range(i + 1):
            s = sum(l[i, k] * l[j, k] for k in range(j))
            if i == j:
                l[i, j] = np.sqrt(a[i, i] - s)
            else:
                l[i, j] = (a[i, j] - s) / l[j, j]
    return l
""",
        [np.array([[4.0, 2.0, 1.0], [2.0, 5.0, 1.0], [1.0, 1.0, 3.0]])],
    ),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_values_agree(name):
    source, cases = PROGRAMS[name]
    assert_agree(function_file(source), "f", [case if isinstance(case, tuple) else (case,) for case in cases])
