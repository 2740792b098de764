from functools import partial

import jax
import jax.numpy as jnp
from jax import lax

jax.config.update("jax_enable_x64", True)

DAMPING = 0.85
MAX_SWEEPS = 500
SLACK = 1e-12


@jax.jit
def floyd_warshall(dist, nxt):
    def through(k, tables):
        dist, nxt = tables
        via = dist[:, k, None] + dist[None, k, :]
        better = via < dist
        return jnp.where(better, via, dist), jnp.where(better, nxt[:, k, None], nxt)

    return lax.fori_loop(0, dist.shape[0], through, (dist, nxt))


@partial(jax.jit, static_argnames="n")
def bellman_ford(src, dst, weight, n, source):
    """All edges at once. Predecessors are read off the final distances, so the
    answer is that of the sequential sweep whenever there is no negative cycle."""
    def reach(dist):
        return dist[src] + weight

    def go_on(state):
        _, rounds, changed = state
        return changed & (rounds < n - 1)

    def body(state):
        dist, rounds, _ = state
        best = jax.ops.segment_min(reach(dist), dst, n)
        better = best < dist - SLACK
        return jnp.where(better, best, dist), rounds + 1, better.any()

    start = jnp.full(n, jnp.inf).at[source].set(0.0)
    dist, _, _ = lax.while_loop(go_on, body, (start, 0, True))
    cost = reach(dist)
    tight = jnp.isfinite(cost) & (jnp.abs(cost - dist[dst]) <= SLACK) & (dst != source)
    pred = jnp.full(n, -1).at[jnp.where(tight, dst, n)].set(src, mode="drop")
    return dist, pred, (cost < dist[dst] - SLACK).any()


@jax.jit
def pagerank(links, tol=1e-10):
    n = links.shape[0]
    out = links.sum(axis=1, keepdims=True)
    P = DAMPING * jnp.where(out == 0, 1.0 / n, links / jnp.where(out == 0, 1.0, out))

    def go_on(state):
        _, delta, sweeps = state
        return (delta > tol) & (sweeps < MAX_SWEEPS)

    def body(state):
        rank, _, sweeps = state
        new = (1 - DAMPING) / n + rank @ P
        return new, jnp.abs(new - rank).sum(), sweeps + 1

    rank, _, sweeps = lax.while_loop(go_on, body, (jnp.full(n, 1.0 / n), 1.0, 0))
    return rank, sweeps


@jax.jit
def connected_components(adj):
    n = adj.shape[0]
    nodes = jnp.arange(n)

    def body(state):
        labels, _ = state
        near = jnp.where(adj, labels[None, :], n).min(axis=1)
        new = jnp.minimum(labels, near)
        new = new[new]
        return new, (new != labels).any()

    labels, _ = lax.while_loop(lambda state: state[1], body, (nodes, True))
    return labels, (labels == nodes).sum()


@jax.jit
def dijkstra(W, source, target):
    n = W.shape[0]

    def nearest(dist, done):
        waiting = jnp.where(done, jnp.inf, dist)
        u = waiting.argmin()
        return u, jnp.isfinite(waiting[u])

    def go_on(state):
        *_, u, reachable = state
        return (u != target) & reachable

    def body(state):
        dist, prev, done, u, _ = state
        done = done.at[u].set(True)
        via = dist[u] + W[u]
        better = ~done & (via < dist)
        dist, prev = jnp.where(better, via, dist), jnp.where(better, u, prev)
        return (dist, prev, done, *nearest(dist, done))

    dist = jnp.full(n, jnp.inf).at[source].set(0.0)
    done = jnp.zeros(n, bool)
    state = (dist, jnp.full(n, -1), done, *nearest(dist, done))
    dist, prev, *_ = lax.while_loop(go_on, body, state)

    def walk(state):
        v, count, path = state
        return prev[v], count + 1, path.at[count].set(v)

    start = (jnp.asarray(target), 0, jnp.full(n, -1))
    _, count, path = lax.while_loop(lambda state: state[0] != -1, walk, start)
    return dist[target], path, count


@jax.jit
def kmeans(X, centers, max_iter):
    k = centers.shape[0]

    def assign(centers):
        return ((X[:, None, :] - centers[None]) ** 2).sum(axis=2).argmin(axis=1)

    def go_on(state):
        _, _, it, moved = state
        return moved & (it < max_iter)

    def body(state):
        centers, old, it, _ = state
        labels = assign(centers)
        member = jax.nn.one_hot(labels, k, dtype=X.dtype)
        count = member.sum(axis=0)[:, None]
        mean = member.T @ X / jnp.maximum(count, 1)
        moved = (labels != old).any()
        return jnp.where(moved & (count > 0), mean, centers), labels, it + 1, moved

    start = (centers, jnp.full(X.shape[0], -1), 0, True)
    centers, labels, _, _ = lax.while_loop(go_on, body, start)
    return centers, labels, ((X - centers[labels]) ** 2).sum()
