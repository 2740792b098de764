import numpy as np


def lookup(table, i, default):
    """The element, if there is one."""
    if 0 <= i and i < len(table):
        return table[i]  # in range
    return default + 0 * table[0]


def histogram(values, edges, size):
    counts = np.zeros(size)
    for v in values:
        place = np.searchsorted(edges, v)
        counts[place] += 1
    return counts


def smoothed(x):
    y = np.zeros_like(x)
    for i in range(1, len(x) - 1):
        y[i] = 0.25 * x[i - 1] + 0.5 * x[i] + 0.25 * x[i + 1]
    return y


def first_above(x, limit, start):
    # walks until it finds one
    while x[start] <= limit:
        start += 1
    return start


def gathered(m, rows, column):
    picked = m[rows, column] + np.take(m[0], rows)
    return picked.sum() + m[:, column].sum()
