"""Programs as people write them: learning, searching and arithmetic."""

import numpy as np
import pytest

from differential import assert_agree, function_file

V = np.array([3.0, -1.0, 4.0, 0.5])
M = np.arange(12.0).reshape(3, 4)
S = np.array([0.5, 1.0, 2.0, 7.0])

PROGRAMS = {
    "conv2d": (
        """
def f(x, k):
    oh, ow = x.shape[0] - k.shape[0] + 1, x.shape[1] - k.shape[1] + 1
    out = np.zeros((oh, ow))
    for i in range(oh):
        for j in range(ow):
            out[i, j] = np.sum(x[i:i + 2, j:j + 2] * k)
    return out
""",
        [(M, np.array([[1.0, 2], [3, 4]]))],
    ),
    "pool_max": (
        """
def f(x):
    out = np.full((1, 2), -np.inf)
    for i in range(2):
        for j in range(4):
            if x[i, j] > out[i // 2, j // 2]:
                out[i // 2, j // 2] = x[i, j]
    return out
""",
        [M, -M],
    ),
    "softmax_rows": (
        """
def f(m):
    out = np.empty_like(m)
    for i, row in enumerate(m):
        mx = row[0]
        for v in row:
            mx = max(mx, v)
        e = np.exp(row - mx)
        out[i] = e / e.sum()
    return out
""",
        [M],
    ),
    "knn": (
        """
def f(X, y, q):
    best = np.array([np.inf, np.inf])
    lab = np.array([-1, -1])
    for x, l in zip(X, y):
        d = np.sqrt(((x - q) ** 2).sum())
        if d < best[0]:
            best[1], lab[1] = best[0], lab[0]
            best[0], lab[0] = d, l
        elif d < best[1]:
            best[1], lab[1] = d, l
    return best, lab
""",
        [(M, np.array([0, 1, 2]), M[1] + 0.1), (M, np.array([0, 1, 2]), M[2])],
    ),
    "em_1d": (
        """
def f(x):
    mu = np.array([x.min(), x.max()])
    for it in range(5):
        r = np.exp(-(x[:, None] - mu) ** 2)
        r /= r.sum(axis=1, keepdims=True)
        new = (r * x[:, None]).sum(0) / r.sum(0)
        if np.abs(new - mu).max() < 1e-3:
            break
        mu = new
    return mu, it
""",
        [V, S],
    ),
    "pagerank": (
        """
def f(a, d):
    n = a.shape[0]
    r = np.full(n, 1 / n)
    for it in range(50):
        prev = r.copy()
        for i in range(n):
            s = 0.0
            for j in range(n):
                if a[j, i] > 0:
                    s += prev[j] / a[j].sum()
            r[i] = (1 - d) / n + d * s
        if np.abs(r - prev).sum() < 1e-6:
            break
    return r, it
""",
        [(np.array([[0.0, 1, 1], [0, 0, 1], [1, 0, 0]]), 0.85)],
    ),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_values_agree(name):
    source, cases = PROGRAMS[name]
    assert_agree(function_file(source), "f", [case if isinstance(case, tuple) else (case,) for case in cases])
