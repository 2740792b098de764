import numpy as np


def _logs(shape, rng):
    p = rng.uniform(0.1, 1.0, size=shape)
    return np.log(p / p.sum(axis=-1, keepdims=True))


def edit_distance(n, rng):
    return rng.integers(0, 4, n), rng.integers(0, 4, n + 2)


def longest_common_subsequence(n, rng):
    return rng.integers(0, 4, n), rng.integers(0, 4, n + 2)


def knapsack(n, rng):
    return rng.integers(1, 8, n), rng.uniform(1, 10, n), 3 * n


def viterbi(n, rng):
    states, symbols = 3, 4
    return (_logs(states, rng), _logs((states, states), rng),
            _logs((states, symbols), rng), rng.integers(0, symbols, n))


def dtw(n, rng):
    return np.cumsum(rng.normal(size=n)), np.cumsum(rng.normal(size=n + 1)), 3


def matrix_chain(n, rng):
    return (rng.integers(2, 40, n + 1),)
