import numpy as np


def nbody_leapfrog(n, rng):
    return (rng.standard_normal((n, 3)), 0.3 * rng.standard_normal((n, 3)),
            rng.uniform(0.5, 1.5, n) / n, 0.01, 8)


def lennard_jones(n, rng):
    side = int(np.ceil(np.sqrt(n)))
    grid = np.array([(i, j) for i in range(side) for j in range(side)][:n], dtype=float)
    pos = 1.2 * (grid + 0.5) + rng.uniform(-0.08, 0.08, (n, 2))
    return pos, 0.5 * rng.standard_normal((n, 2)), 1.2 * (side + 1), 0.005, 8


def nearest_neighbours(n, rng):
    return rng.random((n, 3)), min(4, n - 1)


def cell_list(n, rng):
    return 5.0 * rng.random((3 * n, 2)), 5.0, max(2, int(np.sqrt(n)))


def angular_momentum(n, rng):
    return rng.standard_normal((n, 3)), rng.standard_normal((n, 3)), rng.uniform(0.5, 1.5, n)


def flip_times(n, rng):
    return rng.uniform(-3, 3, n), rng.uniform(-3, 3, n), 0.04, 60
