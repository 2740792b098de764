"""Integrals by Simpson's rule, and by the trapezoid rule on given points."""

import numpy as np


def bump(x):
    return np.exp(-x * x) * (1.0 if abs(x) < 2.0 else 0.5)


def simpson(a, b, n=100):
    """The integral of `bump` from a to b over n intervals (even)."""
    h = (b - a) / n
    total = bump(a) + bump(b)
    for i in range(1, n):
        weight = 4.0 if i % 2 == 1 else 2.0
        total = total + weight * bump(a + i * h)
    return total * h / 3.0


def trapezoid(xs, ys):
    area = 0.0
    for i in range(len(xs) - 1):
        area += 0.5 * (xs[i + 1] - xs[i]) * (ys[i] + ys[i + 1])
    return area


if __name__ == "__main__":
    grid = np.linspace(-1.0, 3.0, 101)
    print(simpson(-1.0, 3.0), trapezoid(grid, np.cos(grid)))
