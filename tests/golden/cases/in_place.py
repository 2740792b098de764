"""Writing in place."""

import numpy as np


def smooth(x, turns):
    x = x.copy()  # the caller keeps its array
    for _ in range(turns):
        x[1:-1] = 0.5 * (x[:-2] + x[2:])
        x[0] += 0.1
        x[-1] *= 2
    return x


def histogram(values, n):
    counts = np.zeros(n, dtype=int)
    for i in range(len(values)):
        counts[int_of(values[i], n)] += 1
    return counts


def int_of(value, n):
    return np.floor(value * n).astype(int)


def mixed(x, w):
    y = np.exp(x).astype(np.float32)
    y += w
    y -= w.mean()
    z = np.arange(3)
    z[0] = x[0]
    z[1] += 2
    return y, z
