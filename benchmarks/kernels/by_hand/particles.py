from functools import partial

import jax
import jax.numpy as jnp
from jax import lax

G = 1.0
SOFTENING = 0.05
CUTOFF = 2.5
g = 9.81


def gravity_and_energy(pos, mass):
    d = pos[None, :, :] - pos[:, None, :]
    r2 = jnp.sum(d * d, axis=-1) + SOFTENING**2
    inv = lax.rsqrt(r2)
    acc = G * jnp.einsum("ijc,ij,j->ic", d, inv**3, mass)
    pairs = mass[:, None] * mass[None, :] * inv * (1.0 - jnp.eye(len(mass)))
    return acc, -0.5 * G * jnp.sum(pairs)


@partial(jax.jit, static_argnames="steps")
def nbody_leapfrog(pos, vel, mass, dt, steps):
    def kinetic(vel):
        return 0.5 * jnp.sum(mass[:, None] * vel**2)

    def step(state, _):
        pos, vel, acc = state
        vel = vel + 0.5 * dt * acc
        pos = pos + dt * vel
        acc, potential = gravity_and_energy(pos, mass)
        vel = vel + 0.5 * dt * acc
        return (pos, vel, acc), kinetic(vel) + potential

    acc, potential = gravity_and_energy(pos, mass)
    first = kinetic(vel) + potential
    (pos, vel, _), later = lax.scan(step, (pos, vel, acc), None, length=steps)
    return pos, vel, jnp.concatenate([first[None], later])


def lj_forces(pos, box):
    d = pos[:, None, :] - pos[None, :, :]
    d = d - box * jnp.round(d / box)
    r2 = jnp.sum(d * d, axis=-1)
    near = (r2 <= CUTOFF**2) & ~jnp.eye(len(pos), dtype=bool)
    r2 = jnp.where(near, r2, 1.0)
    s6 = jnp.where(near, 1.0 / r2**3, 0.0)
    f = 24.0 * s6 * (2.0 * s6 - 1.0) / r2
    return jnp.sum(f[:, :, None] * d, axis=1), 2.0 * jnp.sum(s6 * (s6 - 1.0))


@partial(jax.jit, static_argnames="steps")
def lennard_jones(pos, vel, box, dt, steps):
    def step(state, _):
        pos, vel, force = state
        pos = (pos + dt * vel + 0.5 * dt**2 * force) % box
        new_force, potential = lj_forces(pos, box)
        vel = vel + 0.5 * dt * (force + new_force)
        return (pos, vel, new_force), jnp.stack([potential, 0.5 * jnp.sum(vel**2)])

    start = (pos, vel, lj_forces(pos, box)[0])
    (pos, vel, _), history = lax.scan(step, start, None, length=steps)
    return pos, vel, history


@partial(jax.jit, static_argnames="k")
def nearest_neighbours(points, k):
    d = jnp.sum((points[:, None, :] - points[None, :, :])**2, axis=-1)
    d = jnp.where(jnp.eye(len(points), dtype=bool), jnp.inf, d)
    minus, index = lax.top_k(-d, k)
    return index, jnp.sqrt(-minus)


@partial(jax.jit, static_argnames="cells")
def cell_list(pos, box, cells):
    n = pos.shape[0]
    c = (pos / box * cells).astype(int) % cells
    cell = c[:, 0] * cells + c[:, 1]
    who = jnp.arange(n)
    count = jnp.zeros(cells * cells, int).at[cell].add(1)
    head = jnp.full(cells * cells, -1).at[cell].max(who)
    order = jnp.argsort(cell, stable=True)
    same = cell[order[1:]] == cell[order[:-1]]
    before = jnp.concatenate([jnp.array([-1]), jnp.where(same, order[:-1], -1)])
    follow = jnp.zeros(n, int).at[order].set(before)
    return head.reshape(cells, cells), follow, count.reshape(cells, cells)


@jax.jit
def angular_momentum(pos, vel, mass):
    w = mass / jnp.sum(mass)
    centre = w @ pos
    momentum = mass @ jnp.cross(pos - centre, vel - w @ vel)
    return tuple(centre), tuple(momentum)


def pendulum_rates(y):
    a1, a2, w1, w2 = y
    d = a1 - a2
    s, c = jnp.sin(d), jnp.cos(d)
    den = 3 - jnp.cos(2 * d)
    dw1 = (-3 * g * jnp.sin(a1) - g * jnp.sin(a1 - 2 * a2)
           - 2 * s * (w2**2 + w1**2 * c)) / den
    dw2 = 2 * s * (2 * w1**2 + 2 * g * jnp.cos(a1) + w2**2 * c) / den
    return jnp.stack([w1, w2, dw1, dw2])


@jax.jit
def flip_times(angles1, angles2, dt, max_steps):
    a1, a2 = jnp.meshgrid(angles1, angles2, indexing="ij")
    zero = jnp.zeros_like(a1)

    def going(state):
        y, flip, step = state
        return (step < max_steps) & jnp.any(flip < 0)

    def advance(state):
        y, flip, step = state
        k1 = pendulum_rates(y)
        k2 = pendulum_rates(y + 0.5 * dt * k1)
        k3 = pendulum_rates(y + 0.5 * dt * k2)
        k4 = pendulum_rates(y + dt * k3)
        y = y + dt / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
        flip = jnp.where((flip < 0) & (jnp.abs(y[1]) > jnp.pi), step + 1, flip)
        return y, flip, step + 1

    start = (jnp.stack([a1, a2, zero, zero]), jnp.full(a1.shape, -1), 0)
    return lax.while_loop(going, advance, start)[1]
