"""Loops that run compiled, and loops that stay Python."""

import math

import numpy as np


def count_down(n):
    steps = 0
    while n > 1 and steps < 100:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        steps += 1
    return steps


def single_carry(x):
    while np.sum(x) > 1.0:
        # halve it
        x = x / 2
    return x


def over_ranges(x, n):
    total = 0.0
    for i in range(n):
        total = total + math.sin(i) * x
    for j in range(1, 100, 2):
        total = total - j
    return total


def over_arrays(rows, weights):
    best = np.zeros(rows.shape[1])
    for row in rows:
        best = np.maximum(best, row)
    score = 0.0
    for i, (row, weight) in enumerate(zip(rows, weights)):
        score = score + i * weight * row.sum()
    return best, score


def nested(m):
    total = 0.0
    for i in range(m.shape[0]):
        for j in range(m.shape[1]):
            if m[i, j] > 0:
                total += m[i, j]
    return total


def unrolled(x, widths=(1, 2, 4)):
    for width in widths:
        x = x + np.ones(width).sum()
    for k in range(3):
        x = x * k
    return x
