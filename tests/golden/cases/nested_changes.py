import numpy as np


def heat(x, rate, steps: int):
    """Heat that flows along a rod, and leaves at its ends."""
    u = np.sin(x)
    lost = 0.0

    # Lets heat flow for one step.
    def flow(v):
        v[1:-1] += rate * (v[2:] - 2 * v[1:-1] + v[:-2])  # inside alone
        return np.abs(v).max()

    def cool(v, ends=u[[0, -1]]):
        """Takes heat away where it is more than there was."""
        if v[0] > ends[0]:
            v[0] = ends[0]
        v[-1] = ends[1]

    for _ in range(steps):
        lost += flow(u)
        cool(u)
    cool(u[1:-1])  # and once inside
    return u, lost


def bumped(x):
    y = np.abs(x)

    def bump(u):
        u += 1

    bump(y)
    first = y[0]
    bump(first)
    return y, first
