import numpy as np


def metropolis(n, rng):
    return np.zeros(2), rng.normal(size=(5 * n, 2)), rng.random(5 * n)


def random_walk_barriers(n, rng):
    return 2.0, rng.normal(size=(n, 2 * n)), 0.0, 4.0


def barrier_call(n, rng):
    return rng.normal(size=(2 * n, n)), 100.0, 95.0, 140.0, 0.03, 0.2, 1.0


def ising_sweeps(n, rng):
    spins = rng.choice(np.array([-1, 1]), size=(n, n))
    return spins, 0.4, rng.random((5, n, n)), np.zeros(5)


def rejection_sampling(n, rng):
    return rng.random(3 * n), rng.random(3 * n), n


def particle_filter(n, rng):
    return (rng.uniform(0, 3, n), rng.normal(size=4 * n),
            rng.normal(size=(n, 4 * n)), rng.random(n))


def lindley_queue(n, rng):
    return rng.exponential(1.0, n), rng.exponential(0.9, n), np.zeros(n)
