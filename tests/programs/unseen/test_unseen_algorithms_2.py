"""Programs as people write them: numerical recipes and textbook algorithms."""

import numpy as np
import pytest

from differential import assert_agree, function_file

V = np.array([3.0, -1.0, 4.0, 0.5])
N = -V
I = np.array([3, 1, 4, 1, 5])
O = np.array([7.0])
S = np.array([0.5, 1.0, 2.0, 7.0])

PROGRAMS = {
    "power_iteration": (
        """
def f(a, iters, tol):
    v = np.ones(a.shape[0]) / np.sqrt(a.shape[0])
    lam = 0.0
    for i in range(iters):
        w = a @ v
        new = v @ w
        v = w / np.linalg.norm(w)
        if abs(new - lam) < tol:
            return new, v, i
        lam = new
    return lam, v, iters
""",
        [
            (np.array([[2.0, 1.0], [1.0, 3.0]]), 50, 1e-9),
            (np.array([[2.0, 1.0], [1.0, 3.0]]), 2, 1e-9),
            (np.eye(2), 0, 1.0),
        ],
    ),
    "jacobi": (
        """
def f(a, b, tol):
    x = np.zeros_like(b)
    d = np.diag(a)
    r = a - np.diag(d)
    n = 0
    while True:
        x_new = (b - r @ x) / d
        n += 1
        if np.max(np.abs(x_new - x)) < tol or n == 100:
            break
        x = x_new
    return x_new, n
""",
        [
            (np.array([[4.0, 1.0], [1.0, 3.0]]), np.array([1.0, 2.0]), 1e-8),
            (np.array([[1.0, 4.0], [3.0, 1.0]]), np.array([1.0, 2.0]), 1e-8),
        ],
    ),
    "sieve": (
        """
def f(n):
    is_prime = np.ones(30, dtype=bool)
    is_prime[:2] = False
    i = 2
    while i * i < n:
        if is_prime[i]:
            j = i * i
            while j < n:
                is_prime[j] = False
                j += i
        i += 1
    return is_prime
""",
        [(30,), (4,), (5,)],
    ),
    "selection_sort": (
        """
def f(a):
    a = np.array(a)
    n = len(a)
    for i in range(n - 1):
        m = i
        for j in range(i + 1, n):
            if a[j] < a[m]:
                m = j
        a[i], a[m] = a[m], a[i]
    return a
""",
        [V, N, O],
    ),
    "shell_sort": (
        """
def f(a):
    a = a.copy()
    gap = len(a) // 2
    while gap > 0:
        for i in range(gap, len(a)):
            temp = a[i]
            j = i
            while j >= gap and a[j - gap] > temp:
                a[j] = a[j - gap]
                j -= gap
            a[j] = temp
        gap //= 2
    return a
""",
        [V, N, I],
    ),
    "cocktail": (
        """
def f(a):
    a = a.copy()
    swapped = True
    start, end = 0, len(a) - 1
    while swapped:
        swapped = False
        for i in range(start, end):
            if a[i] > a[i + 1]:
                a[i], a[i + 1] = a[i + 1], a[i]
                swapped = True
        if not swapped:
            break
        swapped = False
        end -= 1
        for i in range(end - 1, start - 1, -1):
            if a[i] > a[i + 1]:
                a[i], a[i + 1] = a[i + 1], a[i]
                swapped = True
        start += 1
    return a
""",
        [V, N, S, I],
    ),
    "gnome": (
        """
def f(a):
    a = a.copy()
    i = 0
    while i < len(a):
        if i == 0 or a[i] >= a[i - 1]:
            i += 1
        else:
            a[i], a[i - 1] = a[i - 1], a[i]
            i -= 1
    return a
""",
        [V, N, S],
    ),
    "merge_two": (
        """
def f(a, b):
    out = np.zeros(len(a) + len(b))
    i = j = k = 0
    while i < len(a) and j < len(b):
        if a[i] <= b[j]:
            out[k] = a[i]
            i += 1
        else:
            out[k] = b[j]
            j += 1
        k += 1
    while i < len(a):
        out[k] = a[i]
        i += 1
        k += 1
    while j < len(b):
        out[k] = b[j]
        j += 1
        k += 1
    return out
""",
        [(S, np.array([0.1, 1.5])), (np.array([1.0]), np.array([2.0])), (np.array([3.0, 4.0]), np.array([1.0, 2.0]))],
    ),
    "lcs": (
        """
def f(a, b):
    dp = np.zeros((len(a) + 1, len(b) + 1), dtype=np.int64)
    for i, u in enumerate(a, start=1):
        for j, v in enumerate(b, start=1):
            if u == v:
                dp[i, j] = dp[i - 1, j - 1] + 1
            else:
                dp[i, j] = max(dp[i, j - 1], dp[i - 1, j])
    return dp[-1, -1]
""",
        [(I, np.array([1, 4, 5])), (I, I), (I[:1], I[1:2])],
    ),
    "knapsack": (
        """
def f(weights, values, cap):
    best = np.zeros(11, dtype=int)
    for w, v in zip(weights, values):
        for c in range(cap, w - 1, -1):
            best[c] = max(best[c], best[c - w] + v)
    return best[cap]
""",
        [
            (np.array([1, 3, 4, 5]), np.array([1, 4, 5, 7]), 7),
            (np.array([1, 3, 4, 5]), np.array([1, 4, 5, 7]), 0),
            (np.array([8]), np.array([3]), 7),
        ],
    ),
    "coin_change": (
        """
def f(coins, amount):
    INF = 10 ** 9
    dp = np.full(20, INF)
    dp[0] = 0
    for a in range(1, amount + 1):
        for c in coins:
            if c <= a and dp[a - c] + 1 < dp[a]:
                dp[a] = dp[a - c] + 1
    return dp[amount] if dp[amount] < INF else -1
""",
        [(np.array([1, 2, 5]), 11), (np.array([2]), 3), (np.array([2]), 0)],
    ),
    "floyd": (
        """
def f(d):
    d = d.copy()
    n = len(d)
    for k in range(n):
        for i in range(n):
            for j in range(n):
                if d[i, k] + d[k, j] < d[i, j]:
                    d[i, j] = d[i, k] + d[k, j]
    return d
""",
        [np.array([[0, 3.0, np.inf], [np.inf, 0, 1.0], [2.0, np.inf, 0]])],
    ),
    "dijkstra": (
        """
def f(w, src):
    n = w.shape[0]
    dist = np.full(n, np.inf)
    done = np.zeros(n, dtype=bool)
    dist[src] = 0.0
    for _ in range(n):
        u = -1
        for v in range(n):
            if not done[v] and (u == -1 or dist[v] < dist[u]):
                u = v
        if dist[u] == np.inf:
            break
        done[u] = True
        for v in range(n):
            if w[u, v] > 0 and dist[u] + w[u, v] < dist[v]:
                dist[v] = dist[u] + w[u, v]
    return dist
""",
        [(np.array([[0, 3.0, 0], [0, 0, 1.0], [2.0, 0, 0]]), 0), (np.array([[0, 3.0, 0], [0, 0, 0], [2.0, 0, 0]]), 1)],
    ),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_values_agree(name):
    source, cases = PROGRAMS[name]
    assert_agree(function_file(source), "f", [case if isinstance(case, tuple) else (case,) for case in cases])
