"""State of loops: None at first, containers, numbers that may be arrays, arrays that the loop writes into."""

import numpy as np


def largest(xs):
    best, at = None, 0
    for i, x in enumerate(xs):
        if best is None or x > best:
            best, at = x, i
    return best, at


def smoothed(x):
    y = x * 1.0
    for i, v in enumerate(y):
        y[(i + 1) % len(y)] += 0.5 * v
    return y


def halved(x, n):
    k = n
    k -= n // 2
    return np.sin(x) * k / n


def layers(xs):
    hs = [np.zeros(4), np.ones(4)]
    for x in xs:
        for level in range(2):
            hs[level] = np.tanh(hs[level] + x)
    return hs[0] * hs[1]


def clipped(xs, limit):
    out = []
    for x in xs:
        if x > limit:
            out.append(limit)
        else:
            out.append(x)
    return np.array(out)


def roots(xs):
    out = []
    for x in xs:
        if x < 0:
            return xs
        out.append(np.sqrt(x))
    return np.array(out)
