from functools import partial

import jax
import jax.numpy as jnp
from jax import lax

jax.config.update("jax_enable_x64", True)

NO_MATCH = -1
HUGE = jnp.iinfo(jnp.int64).max // 4


@jax.jit
def edit_distance(a, b):
    """Row by row; the left-neighbour recursion becomes a running minimum."""
    cols = jnp.arange(b.shape[0] + 1)

    def row(prev, step):
        i, symbol = step
        inner = jnp.minimum(prev[1:] + 1, prev[:-1] + (b != symbol))
        full = jnp.concatenate([i[None], inner])
        return lax.cummin(full - cols) + cols, None

    last, _ = lax.scan(row, cols, (jnp.arange(1, a.shape[0] + 1), a))
    return last[-1]


@jax.jit
def longest_common_subsequence(a, b):
    n, m = a.shape[0], b.shape[0]

    def row(prev, symbol):
        inner = jnp.where(b == symbol, prev[:-1] + 1, prev[1:])
        new = lax.cummax(jnp.concatenate([jnp.zeros(1, int), inner]))
        return new, new

    top = jnp.zeros(m + 1, int)
    _, rows = lax.scan(row, top, a)
    L = jnp.concatenate([top[None], rows])

    def go_on(state):
        i, j, _ = state
        return (i > 0) & (j > 0)

    def step(state):
        i, j, partner = state
        same = a[i - 1] == b[j - 1]
        up = ~same & (L[i - 1, j] >= L[i, j - 1])
        partner = partner.at[i - 1].set(jnp.where(same, j - 1, partner[i - 1]))
        return i - (same | up), j - ~up, partner

    _, _, partner = lax.while_loop(go_on, step, (n, m, jnp.full(n, NO_MATCH)))
    return L[n, m], partner


@partial(jax.jit, static_argnames="capacity")
def knapsack(weights, values, capacity):
    room = jnp.arange(capacity + 1)

    def item(best, wv):
        w, v = wv
        with_item = jnp.where(room >= w, best[jnp.maximum(room - w, 0)] + v, -jnp.inf)
        return jnp.maximum(best, with_item), with_item > best

    best, taken = lax.scan(item, jnp.zeros(capacity + 1), (weights, values))

    def unpick(left, step):
        row, w = step
        picked = row[left]
        return left - jnp.where(picked, w, 0), picked

    _, chosen = lax.scan(unpick, jnp.array(capacity), (taken, weights), reverse=True)
    return best[capacity], chosen


@jax.jit
def viterbi(log_start, log_trans, log_emit, obs):
    def forward(score, o):
        options = score[:, None] + log_trans
        return options.max(axis=0) + log_emit[:, o], options.argmax(axis=0)

    score, back = lax.scan(forward, log_start + log_emit[:, obs[0]], obs[1:])
    last = score.argmax()

    def backward(state, pointers):
        return pointers[state], pointers[state]

    _, path = lax.scan(backward, last, back, reverse=True)
    return jnp.append(path, last), score.max()


@jax.jit
def dtw(x, y, window):
    """Anti-diagonal by anti-diagonal; cell (i, d - i) lives at place i."""
    n, m = x.shape[0], y.shape[0]
    w = jnp.maximum(window, abs(n - m))
    i = jnp.arange(n)
    inf = jnp.full(n, jnp.inf)

    def shift(v, first=jnp.inf):
        return jnp.roll(v, 1).at[0].set(first)

    def diagonal(carry, d):
        before, last = carry
        j = d - i
        inside = (j >= 0) & (j < m) & (jnp.abs(i - j) <= w)
        corner = shift(before, jnp.where(d == 0, 0.0, jnp.inf))
        cost = jnp.abs(x - y[jnp.clip(j, 0, m - 1)])
        cell = cost + jnp.minimum(jnp.minimum(last, shift(last)), corner)
        return (last, jnp.where(inside, cell, jnp.inf)), None

    (_, last), _ = lax.scan(diagonal, (inf, inf), jnp.arange(n + m - 1))
    return last[n - 1], last[n - 1] / (n + m)


@jax.jit
def matrix_chain(dims):
    n = dims.shape[0] - 1
    k = jnp.arange(n)

    def one(cost, i, j):
        right = cost[jnp.minimum(k + 1, n - 1), j]
        c = cost[i, k] + right + dims[i] * dims[k + 1] * dims[j + 1]
        c = jnp.where((k >= i) & (k < j), c, HUGE)
        return c.min(), c.argmin()

    def diagonal(length, tables):
        cost, split = tables
        j = k + length - 1
        c, s = jax.vmap(one, (None, 0, 0))(cost, k, jnp.minimum(j, n - 1))
        return (cost.at[k, j].set(c, mode="drop"), split.at[k, j].set(s, mode="drop"))

    zeros = jnp.zeros((n, n), int)
    cost, split = lax.fori_loop(2, n + 1, diagonal, (zeros, zeros))
    return cost[0, n - 1], split
