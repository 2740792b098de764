import numpy as np


def _spd(n, rng):
    M = rng.normal(size=(n, n))
    return M @ M.T / n + np.eye(n)


def lu(n, rng):
    return (rng.normal(size=(n, n)),)


def solve_spd(n, rng):
    return _spd(n, rng), rng.normal(size=n)


def householder_qr(n, rng):
    return (rng.normal(size=(n + 2, n)),)


def gauss_seidel(n, rng):
    A = rng.uniform(-1, 1, size=(n, n))
    A[np.arange(n), np.arange(n)] = np.abs(A).sum(axis=1) + 1.0
    return A, rng.normal(size=n), np.zeros(n), 1e-9, 200


def conjugate_gradient(n, rng):
    return _spd(n, rng), rng.normal(size=n), 1e-8


def thomas(n, rng):
    return (rng.uniform(-1, 1, n - 1), rng.uniform(2.5, 4, n),
            rng.uniform(-1, 1, n - 1), rng.normal(size=n))


def expm(n, rng):
    return (rng.normal(size=(n, n)) / np.sqrt(n),)
