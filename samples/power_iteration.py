"""The dominant eigenvalue of a matrix."""

import numpy as np


def dominant(a, tolerance=1e-10, limit=1000):
    v = np.ones(a.shape[0]) / np.sqrt(a.shape[0])
    value = v @ a @ v
    change = 1.0
    turns = 0
    while change > tolerance and turns < limit:
        w = a @ v
        v = w / np.linalg.norm(w)
        new = v @ a @ v
        change = abs(new - value)
        value = new
        turns += 1
    return value, v


if __name__ == "__main__":
    print(dominant(np.array([[2.0, 1.0], [1.0, 3.0]]))[0])
