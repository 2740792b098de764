import numpy as np


def fft_radix2(n, rng):
    size = 1
    while size < n:
        size *= 2
    return (rng.standard_normal(size) + 1j * rng.standard_normal(size),)


def chebyshev_derivative(n, rng):
    return rng.standard_normal(n), 2


def chebyshev_interpolate(n, rng):
    return rng.standard_normal(n), rng.uniform(-1, 1, n + 3)


def gauss_legendre(n, rng):
    return n, -rng.random(), 1.0 + rng.random()


def welch(n, rng):
    return rng.standard_normal(4 * n), max(4, n), 100.0


def julia(n, rng):
    c = -0.8 + 0.156j + 0.02 * rng.standard_normal()
    return np.linspace(-1.6, 1.6, n), np.linspace(-1.2, 1.2, n + 1), c, 40
