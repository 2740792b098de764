"""Heat flow on a plate with cold borders, by finite differences."""

import numpy as np


def diffuse(u, steps, alpha=0.1):
    """`steps` explicit Euler steps of the heat equation on a 2-D array."""
    u = u.copy()
    for _ in range(steps):
        new = u.copy()
        new[1:-1, 1:-1] = u[1:-1, 1:-1] + alpha * (
            u[2:, 1:-1] + u[:-2, 1:-1] + u[1:-1, 2:] + u[1:-1, :-2] - 4 * u[1:-1, 1:-1]
        )
        u = new
    return u


def hottest(u):
    """The largest inner temperature, and whether the plate is still warm."""
    peak = 0.0
    for row in u[1:-1]:
        peak = np.maximum(peak, np.max(row))
    return peak, peak > 0.01


if __name__ == "__main__":
    plate = np.zeros((16, 16))
    plate[6:10, 6:10] = 100.0
    print(hottest(diffuse(plate, 50)))
