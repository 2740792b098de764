"""Numeric code as it is written in practice: comments, several steps, one loop."""

import numpy as np


def conjugate_gradient(
    a: np.ndarray, b: np.ndarray, tolerance: float = 1e-10, limit: int = 100
):
    """Solves a symmetric positive definite system."""
    x = np.zeros_like(b)
    r = b - a @ x
    p = r.copy()
    rs = r @ r
    for _ in range(limit):
        ap = a @ p
        # the step along the search direction
        alpha = rs / (p @ ap)
        x = x + alpha * p
        r = r - alpha * ap
        new = r @ r
        if np.sqrt(new) < tolerance:
            break
        # keep the directions conjugate
        p = r + (new / rs) * p
        rs = new
    return x


def polygon_area(xs: np.ndarray, ys: np.ndarray):
    """The shoelace formula; the sign tells the orientation."""
    n = len(xs)
    total = 0.0
    for i in range(n):
        j = (i + 1) % n
        total += xs[i] * ys[j] - xs[j] * ys[i]
    area = total / 2
    if area < 0:
        orientation = -1
    else:
        orientation = 1
    return abs(area), orientation


def run_length(bits: np.ndarray):
    """The longest run of ones, and where it starts."""
    best = 0
    start = 0
    current = 0
    for i in range(len(bits)):
        if bits[i] == 1:
            current += 1
            if current > best:
                best = current
                start = i - current + 1
        else:
            current = 0
    return best, start
