from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

ACROSS = np.array([[0, 1], [1, 1], [1, 0], [1, -1]])


def sort3(a, b, c):
    low, high = jnp.minimum(a, b), jnp.maximum(a, b)
    return (jnp.minimum(low, c), jnp.maximum(low, jnp.minimum(high, c)), jnp.maximum(high, c))


@jax.jit
def median_3x3(image):
    image = jnp.asarray(image)
    low, mid, high = sort3(image[:-2], image[1:-1], image[2:])

    def three(a):
        return sort3(a[:, :-2], a[:, 1:-1], a[:, 2:])

    median = sort3(three(low)[2], three(mid)[1], three(high)[0])[1]
    return image.at[1:-1, 1:-1].set(median)


@jax.jit
def biquad(x, b, a):
    b0, b1, b2 = b
    a0, a1, a2 = a

    def step(state, xi):
        s1, s2 = state
        y = (b0 * xi + s1) / a0
        return (b1 * xi - a1 * y + s2, b2 * xi - a2 * y), y

    return (lax.scan(step, (0.0, 0.0), x)[1],)


@jax.jit
def kalman_track(z, dt, q, r):
    q00, q01, q11 = q * dt**3 / 3, q * dt**2 / 2, q * dt

    def step(state, zk):
        x, v, p00, p01, p11, loglik = state
        x = x + dt * v
        p00 = p00 + dt * (2 * p01 + dt * p11) + q00
        p01 = p01 + dt * p11 + q01
        p11 = p11 + q11
        seen = ~jnp.isnan(zk)
        y = jnp.where(seen, zk - x, 0.0)
        S = p00 + r
        k0 = jnp.where(seen, p00 / S, 0.0)
        k1 = jnp.where(seen, p01 / S, 0.0)
        gain = jnp.where(seen, -0.5 * (y**2 / S + jnp.log(2 * jnp.pi * S)), 0.0)
        x, v = x + k0 * y, v + k1 * y
        new = (x, v, p00 - k0 * p00, p01 - k0 * p01, p11 - k1 * p01, loglik + gain)
        return new, jnp.stack([x, v])

    z = jnp.asarray(z)
    r = jnp.asarray(r, z.dtype)
    zero = jnp.zeros_like(r)
    state, later = lax.scan(step, (z[0], zero, r, zero, r, zero), z[1:])
    _, _, p00, p01, p11, loglik = state
    track = jnp.concatenate([jnp.stack([z[0], zero])[None], later])
    return track, jnp.array([[p00, p01], [p01, p11]]), loglik


@jax.jit
def sobel_edges(image, threshold):
    rows, cols = image.shape
    p = jnp.pad(image, 1, mode="edge")
    smooth_rows = p[:-2] + 2 * p[1:-1] + p[2:]
    smooth_cols = p[:, :-2] + 2 * p[:, 1:-1] + p[:, 2:]
    gx = smooth_rows[:, 2:] - smooth_rows[:, :-2]
    gy = smooth_cols[2:] - smooth_cols[:-2]
    mag = jnp.hypot(gx, gy)
    angle = jnp.degrees(jnp.arctan2(gy, gx)) % 180
    sector = ((angle + 22.5) // 45).astype(int)[1:-1, 1:-1] % 4

    def shifted(di, dj):
        return mag[1 + di:rows - 1 + di, 1 + dj:cols - 1 + dj]

    m = shifted(0, 0)
    ahead, behind = m, m
    for s, (di, dj) in enumerate(ACROSS):
        ahead = jnp.where(sector == s, shifted(di, dj), ahead)
        behind = jnp.where(sector == s, shifted(-di, -dj), behind)
    keep = (m >= threshold) & (m >= ahead) & (m > behind)
    return mag, jnp.zeros_like(mag).at[1:-1, 1:-1].set(jnp.where(keep, m, 0.0))


@jax.jit
def box_filter(image, radius):
    rows, cols = image.shape
    S = jnp.pad(jnp.cumsum(jnp.cumsum(image, axis=0), axis=1), ((1, 0), (1, 0)))
    i, j = jnp.arange(rows), jnp.arange(cols)
    top, bottom = jnp.maximum(i - radius, 0), jnp.minimum(i + radius + 1, rows)
    left, right = jnp.maximum(j - radius, 0), jnp.minimum(j + radius + 1, cols)
    band = S[bottom] - S[top]
    total = band[:, right] - band[:, left]
    return total / ((bottom - top)[:, None] * (right - left)[None, :])


@partial(jax.jit, static_argnames="radius")
def bilateral(image, radius, sigma_space, sigma_range):
    rows, cols = image.shape
    padded = jnp.pad(image, radius, constant_values=jnp.nan)
    total, weight = jnp.zeros_like(image), jnp.zeros_like(image)
    for di in range(-radius, radius + 1):
        for dj in range(-radius, radius + 1):
            i, j = radius + di, radius + dj
            p = padded[i:i + rows, j:j + cols]
            inside = ~jnp.isnan(p)
            p = jnp.where(inside, p, 0.0)
            w = jnp.exp(-(di * di + dj * dj) / (2 * sigma_space**2)
                        - (p - image)**2 / (2 * sigma_range**2))
            w = jnp.where(inside, w, 0.0)
            total, weight = total + w * p, weight + w
    return total / weight


@jax.jit
def hysteresis(strength, low, high):
    weak = strength >= low

    def grow(state):
        on, _ = state
        p = jnp.pad(on, 1)
        p = p[:-2] | p[1:-1] | p[2:]
        new = on | (weak & (p[:, :-2] | p[:, 1:-1] | p[:, 2:]))
        return new, jnp.any(new != on)

    return lax.while_loop(lambda s: s[1], grow, (strength >= high, True))[0]
