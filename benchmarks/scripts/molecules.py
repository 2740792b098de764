"""Lennard-Jones molecules in a periodic box: velocity Verlet, with the temperature kept by rescaling."""

import numpy as np

n_side = 7
n = n_side**3
density = 0.8
box = (n / density) ** (1 / 3)
dt = 0.004
steps = 600
target = 1.0
cutoff = 2.5

grid = (np.arange(n_side) + 0.5) * box / n_side
pos = np.array(np.meshgrid(grid, grid, grid)).reshape(3, -1).T.copy()
np.random.seed(2)
vel = np.random.normal(size=(n, 3))
vel -= vel.mean(axis=0)


def forces(pos, box, cutoff):
    delta = pos[:, None, :] - pos[None, :, :]
    delta -= box * np.round(delta / box)
    r2 = (delta**2).sum(axis=-1)
    np.fill_diagonal(r2, 1e9)
    inside = r2 < cutoff**2
    inv2 = np.where(inside, 1.0 / r2, 0.0)
    inv6 = inv2**3
    factor = 24.0 * inv2 * inv6 * (2.0 * inv6 - 1.0)
    energy = 2.0 * np.sum(inv6 * (inv6 - 1.0))
    return (factor[:, :, None] * delta).sum(axis=1), energy


force, potential = forces(pos, box, cutoff)
trace = np.zeros((steps, 2))
for step in range(steps):
    vel += 0.5 * dt * force
    pos += dt * vel
    pos %= box
    force, potential = forces(pos, box, cutoff)
    vel += 0.5 * dt * force
    kinetic = 0.5 * np.sum(vel**2)
    temperature = 2.0 * kinetic / (3 * n)
    if step < steps // 2 and step % 10 == 0:
        vel *= np.sqrt(target / temperature)
    trace[step, 0] = potential
    trace[step, 1] = temperature
    if step % 100 == 0:
        print("%5d %.5f %.5f" % (step, potential / n, temperature))

print("mean temperature %.4f" % trace[steps // 2 :, 1].mean())
np.savetxt("trace.txt", trace)
