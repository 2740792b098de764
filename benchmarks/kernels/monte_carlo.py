"""Simulation kernels; every random draw is handed in."""
import math

import numpy as np

BEND = 0.5
NOISE_SD = 1.0
BETA_PEAK = 2.4576  # largest value of 30 x (1-x)^4 on [0, 1]


def log_density(x):
    """Banana-shaped density in two dimensions."""
    return -0.5 * x[0] ** 2 - 0.5 * (x[1] + BEND * x[0] ** 2 - 1.0) ** 2


def metropolis(start, jumps, uniforms):
    """Random-walk Metropolis: the chain and the share of accepted jumps."""
    x = start.copy()
    logp = log_density(x)
    chain = np.empty((len(jumps), len(start)))
    accepted = 0
    for t in range(len(jumps)):
        proposal = x + jumps[t]
        new = log_density(proposal)
        if math.log(uniforms[t]) < new - logp:
            x, logp = proposal, new
            accepted += 1
        chain[t] = x
    return chain, accepted / len(jumps)


def random_walk_barriers(start, steps, floor, ceiling):
    """Walkers die at the floor and bounce off the ceiling: end, hit time, share dead."""
    walkers, T = steps.shape
    final = np.empty(walkers)
    hit = np.full(walkers, -1)
    for w in range(walkers):
        x = start
        t = 0
        while t < T and x > floor:
            x += steps[w, t]
            if x > ceiling:
                x = 2 * ceiling - x
            t += 1
        if x <= floor:
            hit[w] = t
        final[w] = max(x, floor)
    return final, hit, np.mean(hit >= 0)


def barrier_call(z, spot, strike, barrier, rate, vol, maturity):
    """Up-and-out call by antithetic pairs: price and standard error."""
    n_paths, n_steps = z.shape
    dt = maturity / n_steps
    drift = (rate - 0.5 * vol ** 2) * dt
    shake = vol * math.sqrt(dt)
    total = 0.0
    squares = 0.0
    for row in z:
        pair = 0.0
        for sign in (1.0, -1.0):
            s = spot
            alive = True
            for g in row:
                s *= math.exp(drift + sign * shake * g)
                if s >= barrier:
                    alive = False
                    break
            if alive:
                pair += 0.5 * max(s - strike, 0.0)
        total += pair
        squares += pair * pair
    mean = total / n_paths
    variance = max(squares / n_paths - mean ** 2, 0.0)
    discount = math.exp(-rate * maturity)
    return discount * mean, discount * math.sqrt(variance / n_paths)


def ising_sweeps(spins, beta, uniforms, magnet):
    """Metropolis sweeps in reading order; spins and the magnet record are filled in."""
    n, m = spins.shape
    for sweep in range(len(uniforms)):
        for i in range(n):
            for j in range(m):
                around = (spins[(i + 1) % n, j] + spins[i - 1, j]
                          + spins[i, (j + 1) % m] + spins[i, j - 1])
                dE = 2 * spins[i, j] * around
                if dE <= 0 or uniforms[sweep, i, j] < np.exp(-beta * dE):
                    spins[i, j] *= -1
        magnet[sweep] = spins.sum() / spins.size


def rejection_sampling(proposals, uniforms, wanted):
    """Draws from Beta(2, 5) until enough: samples (padded by 0), how many, tries."""
    samples = np.zeros(wanted)
    got = 0
    tried = 0
    while got < wanted and tried < len(proposals):
        x = proposals[tried]
        if uniforms[tried] * BETA_PEAK < 30.0 * x * (1.0 - x) ** 4:
            samples[got] = x
            got += 1
        tried += 1
    return samples, got, tried


def resample(weights, u):
    """Systematic resampling with one uniform."""
    n = len(weights)
    edges = np.cumsum(weights)
    edges[-1] = 1.0
    return np.searchsorted(edges, (np.arange(n) + u) / n)


def particle_filter(obs, particles, noise, offsets):
    """Bootstrap filter: filtered means, log-likelihood, number of resamplings."""
    n = particles.size
    weights = np.ones(n) / n
    means = np.zeros(len(obs))
    loglik = 0.0
    resampled = 0
    for t, y in enumerate(obs):
        particles = 0.5 * particles + 2.0 * np.cos(1.2 * t) + noise[t]
        weights *= np.exp(-0.5 * ((y - particles ** 2 / 4) / NOISE_SD) ** 2)
        total = weights.sum()
        if total < 1e-300:
            weights[:] = 1.0 / n
            continue
        loglik += np.log(total)
        weights /= total
        means[t] = weights @ particles
        if 1.0 / np.sum(weights ** 2) < n / 2:
            particles = particles[resample(weights, offsets[t])]
            weights[:] = 1.0 / n
            resampled += 1
    return means, loglik, resampled


def lindley_queue(gaps, services, waits):
    """Single-server queue: fills waits, returns them with their mean and the idle time."""
    wait = 0.0
    idle = 0.0
    waits[0] = wait
    for i in range(1, len(gaps)):
        slack = wait + services[i - 1] - gaps[i]
        if slack < 0:
            idle -= slack
            wait = 0.0
        else:
            wait = slack
        waits[i] = wait
    return waits, sum(waits) / len(waits), idle
