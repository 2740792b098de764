from functools import partial

import jax
import jax.numpy as jnp
from jax import lax

jax.config.update("jax_enable_x64", True)

BEND = 0.5
NOISE_SD = 1.0
BETA_PEAK = 2.4576


def log_density(x):
    return -0.5 * x[0] ** 2 - 0.5 * (x[1] + BEND * x[0] ** 2 - 1.0) ** 2


@jax.jit
def metropolis(start, jumps, uniforms):
    def step(carry, draw):
        x, logp = carry
        jump, log_u = draw
        proposal = x + jump
        new = log_density(proposal)
        accept = log_u < new - logp
        x, logp = jnp.where(accept, proposal, x), jnp.where(accept, new, logp)
        return (x, logp), (x, accept)

    first = (start, log_density(start))
    _, (chain, accepted) = lax.scan(step, first, (jumps, jnp.log(uniforms)))
    return chain, accepted.mean(dtype=float)


@jax.jit
def random_walk_barriers(start, steps, floor, ceiling):
    """All walkers together, one time step after the other."""
    def step(carry, jump):
        x, t = carry
        alive = x > floor
        moved = x + jump
        moved = jnp.where(moved > ceiling, 2 * ceiling - moved, moved)
        return (jnp.where(alive, moved, x), t + alive), None

    walkers = steps.shape[0]
    first = (jnp.full(walkers, start, steps.dtype), jnp.zeros(walkers, int))
    (x, t), _ = lax.scan(step, first, steps.T)
    hit = jnp.where(x <= floor, t, -1)
    return jnp.maximum(x, floor), hit, (hit >= 0).mean(dtype=float)


@jax.jit
def barrier_call(z, spot, strike, barrier, rate, vol, maturity):
    n_paths, n_steps = z.shape
    dt = maturity / n_steps
    drift = (rate - 0.5 * vol ** 2) * dt
    signed = jnp.stack([z, -z])
    s = spot * jnp.exp(jnp.cumsum(drift + vol * jnp.sqrt(dt) * signed, axis=2))
    alive = s.max(axis=2) < barrier
    payoff = jnp.where(alive, jnp.maximum(s[:, :, -1] - strike, 0.0), 0.0).mean(axis=0)
    discount = jnp.exp(-rate * maturity)
    return discount * payoff.mean(), discount * payoff.std() / jnp.sqrt(n_paths)


@jax.jit
def ising_sweeps(spins, beta, uniforms, magnet):
    """Sites on one anti-diagonal do not touch, and taking the anti-diagonals in turn
    keeps every neighbour pair in reading order: same result, n + m - 1 vector steps."""
    n, m = spins.shape
    i = jnp.arange(n)

    def diagonal(d, state):
        spins, u = state
        j = d - i
        inside = (j >= 0) & (j < m)
        jc = jnp.clip(j, 0, m - 1)
        around = (spins[(i + 1) % n, jc] + spins[i - 1, jc]
                  + spins[i, (jc + 1) % m] + spins[i, jc - 1])
        here = spins[i, jc]
        dE = 2 * here * around
        flip = (dE <= 0) | (u[i, jc] < jnp.exp(-beta * dE))
        new = jnp.where(flip, -here, here)
        return spins.at[i, jnp.where(inside, j, m)].set(new, mode="drop"), u

    def sweep(spins, u):
        spins, _ = lax.fori_loop(0, n + m - 1, diagonal, (spins, u))
        return spins, spins.sum() / spins.size

    spins, record = lax.scan(sweep, spins, uniforms)
    return spins, magnet.at[:record.shape[0]].set(record)


@partial(jax.jit, static_argnames="wanted")
def rejection_sampling(proposals, uniforms, wanted):
    x = proposals
    accept = uniforms * BETA_PEAK < 30.0 * x * (1.0 - x) ** 4
    before = jnp.cumsum(accept) - accept
    looked_at = before < wanted
    keep = accept & looked_at
    samples = jnp.zeros(wanted).at[jnp.where(keep, before, wanted)].set(x, mode="drop")
    return samples, keep.sum(), looked_at.sum()


@jax.jit
def particle_filter(obs, particles, noise, offsets):
    n = particles.size
    places = jnp.arange(n)
    flat = jnp.full(n, 1.0 / n)

    def resample(particles, weights, u):
        edges = jnp.cumsum(weights).at[-1].set(1.0)
        return particles[jnp.searchsorted(edges, (places + u) / n)], flat

    def step(carry, now):
        particles, weights = carry
        t, y, shock, u = now
        particles = 0.5 * particles + 2.0 * jnp.cos(1.2 * t) + shock
        weights = weights * jnp.exp(-0.5 * ((y - particles ** 2 / 4) / NOISE_SD) ** 2)
        total = weights.sum()
        lost = total < 1e-300
        weights = jnp.where(lost, flat, weights / total)
        mean = jnp.where(lost, 0.0, weights @ particles)
        gain = jnp.where(lost, 0.0, jnp.log(total))
        poor = ~lost & (1.0 / jnp.sum(weights ** 2) < n / 2)
        carry = lax.cond(poor, resample, lambda p, w, _: (p, w), particles, weights, u)
        return carry, (mean, gain, poor)

    steps = (jnp.arange(obs.shape[0]), obs, noise, offsets)
    _, (means, gains, poor) = lax.scan(step, (particles, flat), steps)
    return means, gains.sum(), poor.sum()


@jax.jit
def lindley_queue(gaps, services, waits):
    """Reflection: the wait is the free walk minus its running minimum."""
    walk = jnp.concatenate([jnp.zeros(1), jnp.cumsum(services[:-1] - gaps[1:])])
    low = lax.cummin(walk)
    new = walk - low
    return new, new.mean(), -low[-1]
