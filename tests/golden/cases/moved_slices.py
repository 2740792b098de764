"""Slices whose bounds a loop moves."""

import numpy as np


def forward(L, b):
    """Solves a triangular system."""
    n = len(b)
    y = np.zeros(n)
    for i in range(n):
        y[i] = (b[i] - L[i, :i] @ y[:i]) / L[i, i]
    return y


def eliminate(A, b):
    n = A.shape[0]
    for k in range(n - 1):
        for i in range(k + 1, n):
            f = A[i, k] / A[k, k]
            A[i, k:] -= f * A[k, k:]  # the row from the pivot on
            b[i] -= f * b[k]


def smooth(x, w):
    out = np.zeros(len(x) - w + 1)
    for i in range(len(out)):
        out[i] = x[i : i + w].mean()
    return out


def convolve(image, kernel):
    h, w = image.shape
    kh, kw = kernel.shape
    out = np.zeros((h - kh + 1, w - kw + 1))
    for i in range(h - kh + 1):
        for j in range(w - kw + 1):
            out[i, j] = np.sum(image[i : i + kh, j : j + kw] * kernel)
    return out


def autocovariance(x, lags):
    n = len(x)
    r = np.zeros(lags)
    for k in range(lags):
        r[k] = x[: n - k] @ x[k:] / n
    return r


def levinson(r):
    n = len(r)
    y = np.zeros(n)
    alpha, beta = -r[0], 1.0
    y[0] = alpha
    for k in range(1, n):
        beta *= 1.0 - alpha * alpha
        alpha = -(r[k] + np.dot(np.flip(r[:k]), y[:k])) / beta
        y[:k] += alpha * np.flip(y[:k])
        y[k] = alpha
    return y


def smallest_first(x):
    x = x.copy()
    for i in range(len(x)):
        j = i + np.argmin(x[i:])
        least = x[j]
        x[j] = x[i]
        x[i] = least
    return x
