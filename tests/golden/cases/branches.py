"""Branches on traced values."""

import numpy as np


def sign_and_size(x):
    # positive, negative or neither
    if x > 0:  # up
        sign = 1.0
        size = x
    elif x < 0:  # down
        sign = -1.0
        size = -x
    else:
        # neither
        sign = 0.0
        size = 0.0
        # nothing else
    return sign, size


def one_sided(x, cap=1.0):
    n = np.sqrt(np.sum(x * x))
    if n > cap:
        x = x * (cap / n)
    return x


def returning(x):
    """Every branch returns."""
    if x > 1:
        return np.log(x)
    elif x > 0:
        y = x * x
        return y - 1
    else:
        return -np.sqrt(-x)


def expressions(x, y):
    low = x if x < y else y
    root = np.sqrt(x) if x > 0 and y > 0 else 0.0
    inside = 1.0 if 0 < x <= y or not y > 1 else -1.0
    return low, root, inside


def static(x, normalise=True, weights=None):
    if weights is None:
        weights = np.ones_like(x)
    if normalise and x.ndim == 1:
        x = x / np.sum(x)
    return x * weights
