from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

NEWTON_TOL = 1e-12
ESCAPE = 2.0


@jax.jit
def fft_radix2(x):
    """The same algorithm, one vector operation per stage (no call of jnp.fft)."""
    n = x.shape[0]
    stages = n.bit_length() - 1
    order = np.zeros(n, dtype=int)
    for s in range(stages):
        order |= ((np.arange(n) >> s) & 1) << (stages - 1 - s)
    a = jnp.asarray(x).astype(complex)[order]
    for s in range(stages):
        half = 1 << s
        w = np.exp(-1j * np.pi * np.arange(half) / half)
        pairs = a.reshape(-1, 2, half)
        t = w * pairs[:, 1]
        a = jnp.stack([pairs[:, 0] + t, pairs[:, 0] - t], axis=1).reshape(n)
    return a


@jax.jit
def chebyshev_derivative(f, order):
    n = f.shape[0] - 1
    i = np.arange(n + 1)
    x = np.cos(np.pi * i / n)
    c = np.where((i == 0) | (i == n), 2.0, 1.0) * (-1.0)**i
    D = np.outer(c, 1 / c) / (x[:, None] - x[None, :] + np.eye(n + 1))
    np.fill_diagonal(D, 0.0)
    D = jnp.asarray(D - np.diag(D.sum(axis=1)))
    return jnp.asarray(x), lax.fori_loop(0, order, lambda _, df: D @ df, jnp.asarray(f))


@jax.jit
def chebyshev_interpolate(f, xs):
    n = f.shape[0]
    k, j = np.arange(n)[:, None], np.arange(n)[None, :]
    c = 2.0 / n * (np.cos(np.pi * k * (j + 0.5) / n) @ f)

    def step(b, ck):
        b1, b2 = b
        return (ck + 2 * xs * b1 - b2, b1), None

    zero = jnp.zeros_like(xs)
    (b1, b2), _ = lax.scan(step, (zero, zero), c[1:], reverse=True)
    return c, 0.5 * c[0] + xs * b1 - b2


def legendre(n, z):
    def step(k, pair):
        p, before = pair
        return ((2 * k + 1) * z * p - k * before) / (k + 1), p

    p, before = lax.fori_loop(0, n, step, (jnp.ones_like(z), jnp.zeros_like(z)))
    return p, n * (z * p - before) / (z * z - 1)


@partial(jax.jit, static_argnames="n")
def gauss_legendre(n, a, b):
    m = (n + 1) // 2
    mid, half = 0.5 * (a + b), 0.5 * (b - a)

    def newton(state):
        z, _, _ = state
        p, dp = legendre(n, z)
        dz = p / dp
        return z - dz, dp, dz

    def going(state):
        return jnp.any(jnp.abs(state[2]) >= NEWTON_TOL)

    guess = jnp.cos(jnp.pi * (jnp.arange(m) + 0.75) / (n + 0.5))
    z, dp, _ = lax.while_loop(going, newton, (guess, guess, jnp.ones(m)))
    w = 2 * half / ((1 - z * z) * dp * dp)
    nodes = jnp.concatenate([mid - half * z, (mid + half * z)[:n - m][::-1]])
    return nodes, jnp.concatenate([w, w[:n - m][::-1]])


@partial(jax.jit, static_argnames="width")
def welch(x, width, rate):
    hann = 0.5 - 0.5 * np.cos(2 * np.pi * np.arange(width) / width)
    starts = np.arange(0, x.shape[0] - width + 1, width // 2)
    pieces = jnp.asarray(x)[starts[:, None] + np.arange(width)[None, :]]
    pieces = pieces - pieces.mean(axis=1, keepdims=True)
    power = jnp.abs(jnp.fft.rfft(hann * pieces, axis=1))**2
    k = np.arange(width // 2 + 1)
    sides = np.where((k > 0) & (2 * k != width), 2.0, 1.0)
    return rate * k / width, sides * power.mean(axis=0) / (rate * np.sum(hann**2))


@jax.jit
def julia(xs, ys, c, limit):
    z = xs[None, :] + 1j * ys[:, None]
    live = jnp.abs(z) <= ESCAPE

    def going(state):
        return (state[3] < limit) & jnp.any(state[2])

    def step(state):
        z, times, live, k = state
        z = jnp.where(live, z * z + c, z)
        gone = live & (z.real**2 + z.imag**2 > ESCAPE**2)
        return z, jnp.where(gone, k + 1, times), live & ~gone, k + 1

    start = (z, jnp.zeros(z.shape, int), live, 0)
    _, times, live, _ = lax.while_loop(going, step, start)
    return jnp.where(live, limit, times), live.sum()
