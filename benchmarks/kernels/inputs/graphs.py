import numpy as np


def _weights(n, rng, density=0.5):
    W = np.where(rng.random((n, n)) < density, rng.uniform(1, 10, (n, n)), np.inf)
    np.fill_diagonal(W, 0.0)
    return W


def floyd_warshall(n, rng):
    dist = _weights(n, rng)
    nxt = np.where(np.isfinite(dist), np.arange(n)[None, :], -1)
    return dist, nxt


def bellman_ford(n, rng):
    """Potentials make some weights negative without any negative cycle."""
    edges = 3 * n
    src, dst = rng.integers(0, n, edges), rng.integers(0, n, edges)
    height = rng.uniform(-3, 3, n)
    weight = rng.uniform(0.5, 5, edges) + height[src] - height[dst]
    return src, dst, weight, n, 0


def pagerank(n, rng):
    links = (rng.random((n, n)) < 0.3).astype(float)
    links[n // 2] = 0.0
    return links, 1e-10


def connected_components(n, rng):
    adj = rng.random((n, n)) < 0.8 / n
    return (adj | adj.T,)


def dijkstra(n, rng):
    return _weights(n, rng, 0.6), 0, n - 1


def kmeans(n, rng):
    X = rng.normal(size=(4 * n, 2))
    return X, X[:3].copy(), 30
