"""A plucked string with damping, by the leapfrog scheme; snapshots are kept and drawn at the end."""

import matplotlib.pyplot as plt
import numpy as np


def main():
    n = 20001
    length = 1.0
    c = 1.0
    damping = 0.05
    dx = length / (n - 1)
    dt = 0.5 * dx / c
    steps = 20000
    x = np.linspace(0, length, n)
    u_prev = np.where(x < 0.3, x / 0.3, (1 - x) / 0.7)
    u = u_prev.copy()
    frames = []
    energy = []
    r2 = (c * dt / dx) ** 2
    for step in range(steps):
        u_next = np.zeros(n)
        u_next[1:-1] = (2 * u[1:-1] - (1 - damping * dt / 2) * u_prev[1:-1] + r2 * (u[2:] - 2 * u[1:-1] + u[:-2])) / (
            1 + damping * dt / 2
        )
        u_prev, u = u, u_next
        if step % 2000 == 0:
            frames.append(u.copy())
            energy.append(float(np.sum((u - u_prev) ** 2) / dt**2))
            print(step, f"{np.abs(u).max():.6f}")
    for frame in frames:
        plt.plot(x, frame)
    plt.show()
    print(len(frames), ["%.6e" % e for e in energy])


main()
