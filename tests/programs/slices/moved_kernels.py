"""Functions whose loops move slices, as textbooks have them. Every argument has a name that says what it is."""

import numpy as np


def solved_below(A, b):
    n = len(b)
    y = np.zeros(n)
    for i in range(n):
        y[i] = (b[i] - A[i, :i] @ y[:i]) / A[i, i]
    return y


def eliminated(A, b):
    n = A.shape[0]
    for k in range(n - 1):
        for i in range(k + 1, n):
            f = A[i, k] / A[k, k]
            A[i, k:] -= f * A[k, k:]
            b[i] -= f * b[k]


def filtered(A, square):
    kh, kw = square.shape
    h, w = A.shape
    out = np.zeros((h - kh + 1, w - kw + 1))
    for i in range(out.shape[0]):
        for j in range(out.shape[1]):
            out[i, j] = np.sum(A[i : i + kh, j : j + kw] * square)
    return out


def levinson(r):
    n = len(r)
    y = np.zeros(n)
    y[0] = -r[0]
    alpha, beta = -r[0], 1.0
    for k in range(1, n):
        beta *= 1.0 - alpha * alpha
        alpha = -(r[k] + np.dot(np.flip(r[:k]), y[:k])) / beta
        y[:k] += alpha * np.flip(y[:k])
        y[k] = alpha
    return y


def sums(x):
    n = len(x)
    out = np.zeros(n)
    for i in range(n):
        out[i] = x[:i].sum() + np.prod(x[i:]) - x[: i + 1].mean()
    return out


def extremes(x):
    n = len(x)
    out = np.zeros(n)
    for i in range(n):
        out[i] = x[i:].max() - np.min(x[: i + 1])
    return out


def from_the_end(x):
    n = len(x)
    out = np.zeros(n)
    for i in range(n):
        out[i] = x[: i - 1].sum() + x[i - 2 :].sum() + x[1:i].sum() + x[i:-1].sum()
    return out


def places_of_the_least(x):
    n = len(x)
    order = np.zeros(n, dtype=int)
    for i in range(n):
        j = i + np.argmin(x[i:])
        order[i] = j
    return order


def sorted_in_place(x):
    n = len(x)
    for i in range(n - 1):
        j = i + np.argmin(x[i:])
        t = x[i]
        x[i] = x[j]
        x[j] = t
    return x


def cholesky(A):
    n = A.shape[0]
    L = np.zeros_like(A)
    for i in range(n):
        for j in range(i + 1):
            s = A[i, j] - np.dot(L[i, :j], L[j, :j])
            if i == j:
                L[i, j] = np.sqrt(s)
            else:
                L[i, j] = s / L[j, j]
    return L


def lu(A):
    n = A.shape[0]
    for k in range(n):
        A[k + 1 :, k] /= A[k, k]
        A[k + 1 :, k + 1 :] -= np.outer(A[k + 1 :, k], A[k, k + 1 :])
    return A


def written_before_and_behind(x):
    y = np.zeros_like(x)
    for i in range(len(x)):
        y[:i] += x[i]
        y[i:] *= 0.5
    return y


def filled(n):
    A = np.zeros((n, n))
    for i in range(n):
        A[i, i:] = i + 1
        A[:i, i] = -1.0
    return A


def of_truth_values(x):
    n = len(x)
    seen = np.zeros(n, dtype=bool)
    out = np.zeros(n, dtype=int)
    for i in range(n):
        seen[i] = x[i] > 0
        out[i] = np.sum(seen[:i]) + seen[i:].any() + np.all(seen[: i + 1])
    return out


def counted(x):
    n = len(x)
    c = 0
    for i in range(n):
        if np.any(x[:i] > x[i]):
            c += 1
    return c


def held_by_names(x, w):
    n = len(x)
    s = 0.0
    for i in range(1, n):
        a = x[:i]
        b = w[:i] * 2
        s += a @ b + (a * b).max()
    return s


def columns(A, x):
    n = A.shape[0]
    y = np.zeros(n)
    for k in range(n):
        y[k:] += A[k:, k] * x[k]
        y[:k] -= A[:k, :k] @ x[:k]
    return y


def windows(x):
    n = len(x)
    out = np.zeros(n)
    for i in range(2, n - 2):
        out[i] = x[i - 2 : i + 3].mean() + np.median(x[i - 1 : i + 2])
    return out


def pooled(A):
    h, w = A.shape
    out = np.zeros((h // 2, w // 2))
    for i in range(h // 2):
        for j in range(w // 2):
            out[i, j] = A[2 * i : 2 * i + 2, 2 * j : 2 * j + 2].max()
    return out


def cut_short_at_the_ends(x):
    n = len(x)
    out = np.zeros(n)
    for i in range(n):
        out[i] = x[max(0, i - 2) : min(n, i + 3)].mean()
    return out


def spread(x, kernel):
    n, m = len(x), len(kernel)
    out = np.zeros(n + m - 1)
    for i in range(n):
        out[i : i + m] += x[i] * kernel
    return out


def durbin(r):
    n = len(r)
    y = np.empty(n)
    y[0] = -r[0]
    alpha = -r[0]
    beta = 1.0
    for k in range(1, n):
        beta *= 1.0 - alpha * alpha
        alpha = -(r[k] + r[k - 1 :: -1] @ y[:k]) / beta
        y[:k] += alpha * y[k - 1 :: -1]
        y[k] = alpha
    return y


def blocks(A):
    n = A.shape[0]
    out = np.zeros(n)
    for i in range(n):
        out[i] = A[:i, i:].sum() + A[i:, :i].sum() + A[i, i:].sum() + A[:, :i].sum()
    return out


def longest_rising(a):
    n = len(a)
    best = np.zeros(n, dtype=np.int64)
    for i in range(n):
        best[i] = 1 + np.max(np.where(a[:i] < a[i], best[:i], 0), initial=0)
    return best


def variogram(x, lags):
    n = len(x)
    r = np.zeros(lags)
    for k in range(1, lags):
        r[k] = np.mean((x[k:] - x[: n - k]) ** 2) + np.max(x[: n - k] * x[k:])
    return r


def autocorrelation(x, lags):
    r = np.zeros(lags)
    for k in range(lags):
        r[k] = np.sum(x[: len(x) - k] * x[k:]) / len(x)
    return r


def lags(x, lags):
    r = np.zeros(lags)
    for k in range(1, lags):
        r[k] = np.sum(x[:-k] * x[k:])
    return r


def differences(x):
    n = len(x)
    y = np.zeros(n)
    for k in range(1, n):
        y[: n - k] += np.abs(x[k:] - x[: n - k])
    return y


def pascal(n):
    t = np.zeros((n, n), dtype=np.int64)
    t[:, 0] = 1
    for i in range(1, n):
        t[i, 1 : i + 1] = t[i - 1, :i] + t[i - 1, 1 : i + 1]
    return t


def beside_no_numbers(x):
    n = len(x)
    y = x.copy()
    y[0] = np.nan
    out = np.zeros(n)
    for i in range(1, n):
        out[i] = y[1 : i + 1] @ x[1 : i + 1] + y[i:].sum()
    return out


def triangles(A):
    n = A.shape[0]
    s = 0.0
    for i in range(n):
        s += np.abs(A[i, :i]).sum() + (A[i, i + 1 :] ** 2).sum() + np.linalg.norm(A[:i, i])
    return s


def gram_schmidt(A):
    _, m = A.shape
    Q = A.copy()
    for j in range(m):
        v = A[:, j].copy()
        v -= Q[:, :j] @ (Q[:, :j].T @ A[:, j])
        Q[:, j] = v / np.linalg.norm(v)
    return Q


def rows_and_columns(A):
    n = A.shape[0]
    for i in range(1, n):
        A[i:, :] += A[i - 1, :]
        A[:, :i] *= 0.5
        A[:i, :i] = A[:i, :i] + 1.0
    return A[0, 0]


def deviations(x):
    n = len(x)
    out = np.zeros(n)
    for i in range(n):
        out[i] = np.std(x[: i + 1]) + np.var(x[i:])
    return out


def in_two_loops(A):
    n = A.shape[0]
    out = np.zeros((n, n))
    for i in range(n):
        for j in range(i, n):
            out[i, j] = A[i, i : j + 1].sum() + A[i : j + 1, j].prod()
    return out


def of_complex_numbers(x):
    n = len(x)
    z = x + 1j * x[::-1]
    out = np.zeros(n, dtype=complex)
    for k in range(n):
        out[k] = np.vdot(z[:k], z[:k]) + z[:k] @ z[:k]
    return out


def of_integers(a):
    n = len(a)
    c = np.zeros(n, dtype=int)
    for i in range(n):
        c[i] = np.sum(a[:i] < a[i]) + np.count_nonzero(a[i:] == 3)
    return c


def weighted(x, w):
    n = len(x)
    out = np.zeros(n)
    for i in range(n - 2):
        out[i : i + 3] += x[i : i + 3] * w[0:3]
    return out
