import numpy as np


def heat_2d(n, rng):
    return rng.random((n, n + 1)), 0.7, 0.1, 0.002, 10


def game_of_life(n, rng):
    return (rng.random((n, n)) < 0.25).astype(np.int64), 20


def advect_minmod(n, rng):
    return rng.random(n), 0.6, 12


def gray_scott(n, rng):
    U = 1.0 + 0.05 * rng.standard_normal((n, n))
    V = np.zeros((n, n))
    seed = slice(n // 3, n // 3 + max(2, n // 4))
    U[seed, seed] = 0.5
    V[seed, seed] = 0.25 + 0.1 * rng.random(V[seed, seed].shape)
    return U, V, 0.035, 0.06, 20


def shallow_water(n, rng):
    return 1.0 + rng.random(n), 0.2 * rng.standard_normal(n), 1.0 / n, 0.15


def poisson_red_black(n, rng):
    return rng.random((n, n)), rng.standard_normal((n, n)), 1.0 / (n - 1), 1.5, 1e-6, 30


def crank_nicolson(n, rng):
    return rng.random(n), 0.8, 10
