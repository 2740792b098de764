import numpy as np


def median_3x3(n, rng):
    return (rng.random((n, n + 2)),)


def biquad(n, rng):
    return rng.standard_normal(4 * n), np.array([0.2, 0.4, 0.2]), np.array([1.1, -0.5, 0.3])


def kalman_track(n, rng):
    z = np.cumsum(rng.standard_normal(2 * n))
    z[3::4] = np.nan
    return z, 0.5, 0.3, 0.8


def sobel_edges(n, rng):
    return rng.random((n + 1, n)), 0.5


def box_filter(n, rng):
    return rng.random((n, n + 1)), 2


def bilateral(n, rng):
    return rng.random((n, n + 1)), 2, 1.5, 0.3


def hysteresis(n, rng):
    return rng.random((n, n)), 0.5, 0.9
