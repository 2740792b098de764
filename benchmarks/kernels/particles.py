"""Particle dynamics and neighbour searches."""
import numpy as np
from math import sin, cos, pi

G = 1.0
SOFTENING = 0.05
CUTOFF = 2.5
g = 9.81


def gravity(pos, mass):
    """Accelerations from every pair, using Newton's third law."""
    n = len(mass)
    acc = np.zeros((n, 3))
    for i in range(n):
        for j in range(i + 1, n):
            d = pos[j] - pos[i]
            r2 = d[0]**2 + d[1]**2 + d[2]**2 + SOFTENING**2
            f = G * d / r2**1.5
            acc[i] += mass[j] * f
            acc[j] -= mass[i] * f
    return acc


def total_energy(pos, vel, mass):
    kinetic = 0.5 * np.sum(mass[:, None] * vel**2)
    potential = 0.0
    for i in range(len(mass)):
        for j in range(i):
            r = np.sqrt(np.sum((pos[i] - pos[j])**2) + SOFTENING**2)
            potential -= G * mass[i] * mass[j] / r
    return kinetic + potential


def nbody_leapfrog(pos, vel, mass, dt, steps):
    """Kick-drift-kick; moves pos and vel and keeps the energy of every step."""
    energy = np.zeros(steps + 1)
    energy[0] = total_energy(pos, vel, mass)
    acc = gravity(pos, mass)
    for s in range(steps):
        vel += 0.5 * dt * acc
        pos += dt * vel
        acc = gravity(pos, mass)
        vel += 0.5 * dt * acc
        energy[s + 1] = total_energy(pos, vel, mass)
    return pos, vel, energy


def lj_forces(pos, box):
    """Lennard-Jones forces (epsilon = sigma = 1) with the nearest image."""
    n = pos.shape[0]
    force = np.zeros_like(pos)
    potential = 0.0
    for i in range(n - 1):
        for j in range(i + 1, n):
            d = pos[i] - pos[j]
            d -= box * np.round(d / box)
            r2 = np.dot(d, d)
            if r2 > CUTOFF**2:
                continue
            s6 = 1.0 / r2**3
            potential += 4.0 * s6 * (s6 - 1.0)
            f = 24.0 * s6 * (2.0 * s6 - 1.0) / r2
            force[i, :] += f * d
            force[j, :] -= f * d
    return force, potential


def lennard_jones(pos, vel, box, dt, steps):
    """Velocity Verlet in a periodic box, unit masses."""
    history = []
    force, potential = lj_forces(pos, box)
    for _ in range(steps):
        pos = (pos + dt * vel + 0.5 * dt**2 * force) % box
        new_force, potential = lj_forces(pos, box)
        vel = vel + 0.5 * dt * (force + new_force)
        force = new_force
        history.append((potential, 0.5 * np.sum(vel**2)))
    return pos, vel, np.array(history)


def nearest_neighbours(points, k):
    """The k closest points of each point, nearest first (insertion into a short list)."""
    n, dim = points.shape
    index = np.zeros((n, k), dtype=int)
    dist = np.full((n, k), np.inf)
    for i in range(n):
        for j in range(n):
            if i == j:
                continue
            d = 0.0
            for c in range(dim):
                d += (points[i, c] - points[j, c])**2
            if d >= dist[i, k-1]:
                continue
            slot = k - 1
            while slot > 0 and dist[i, slot-1] > d:
                dist[i, slot] = dist[i, slot-1]
                index[i, slot] = index[i, slot-1]
                slot -= 1
            dist[i, slot] = d
            index[i, slot] = j
    return index, np.sqrt(dist)


def cell_list(pos, box, cells):
    """Linked cells: head of every cell, next particle of every particle, occupancy."""
    n = len(pos)
    head = -np.ones((cells, cells), dtype=int)
    follow = np.empty(n, dtype=int)
    count = np.zeros((cells, cells), dtype=int)
    for p in range(n):
        cx = int(pos[p, 0] / box * cells) % cells
        cy = int(pos[p, 1] / box * cells) % cells
        follow[p] = head[cx, cy]
        head[cx, cy] = p
        count[cx, cy] += 1
    return head, follow, count


def angular_momentum(pos, vel, mass):
    """Centre of mass and angular momentum about it."""
    total = 0.0
    cx = cy = cz = 0.0
    ux = uy = uz = 0.0
    for m, (x, y, z), (vx, vy, vz) in zip(mass, pos, vel):
        total += m
        cx += m * x
        cy += m * y
        cz += m * z
        ux += m * vx
        uy += m * vy
        uz += m * vz
    cx, cy, cz = cx / total, cy / total, cz / total
    ux, uy, uz = ux / total, uy / total, uz / total
    lx = ly = lz = 0.0
    for i in range(len(mass)):
        x, y, z = pos[i, 0] - cx, pos[i, 1] - cy, pos[i, 2] - cz
        vx, vy, vz = vel[i, 0] - ux, vel[i, 1] - uy, vel[i, 2] - uz
        lx += mass[i] * (y * vz - z * vy)
        ly += mass[i] * (z * vx - x * vz)
        lz += mass[i] * (x * vy - y * vx)
    return (cx, cy, cz), (lx, ly, lz)


def pendulum_rates(y):
    """Double pendulum with equal masses and unit rods: d/dt of (a1, a2, w1, w2)."""
    a1, a2, w1, w2 = y
    d = a1 - a2
    den = 3 - cos(2 * d)
    dw1 = (-3 * g * sin(a1) - g * sin(a1 - 2 * a2)
           - 2 * sin(d) * (w2**2 + w1**2 * cos(d))) / den
    dw2 = 2 * sin(d) * (2 * w1**2 + 2 * g * cos(a1) + w2**2 * cos(d)) / den
    return np.array([w1, w2, dw1, dw2])


def first_flip(a1, a2, dt, max_steps):
    """RK4 step at which the lower rod first goes over the top, -1 if never."""
    y = np.array([a1, a2, 0.0, 0.0])
    for step in range(max_steps):
        k1 = pendulum_rates(y)
        k2 = pendulum_rates(y + 0.5 * dt * k1)
        k3 = pendulum_rates(y + 0.5 * dt * k2)
        k4 = pendulum_rates(y + dt * k3)
        y = y + dt / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
        if abs(y[1]) > pi:
            return step + 1
    return -1


def flip_times(angles1, angles2, dt, max_steps):
    """Map of flip times over all pairs of starting angles."""
    out = np.zeros((len(angles1), len(angles2)), dtype=int)
    for i, a1 in enumerate(angles1):
        for j, a2 in enumerate(angles2):
            out[i, j] = first_flip(a1, a2, dt, max_steps)
    return out
