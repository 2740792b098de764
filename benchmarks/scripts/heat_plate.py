"""Heat spreads over a plate whose edges are kept cold or isolated."""

import matplotlib.pyplot as plt
import numpy as np

nx, ny = 400, 400
alpha = 0.1
dx = dy = 1.0
dt = 0.2
nt = 6000

u = np.zeros((nx, ny))
u[nx // 4 : 3 * nx // 4, ny // 4 : 3 * ny // 4] = 100.0

history = []
for n in range(nt):
    un = u.copy()
    u[1:-1, 1:-1] = un[1:-1, 1:-1] + alpha * dt * (
        (un[2:, 1:-1] - 2 * un[1:-1, 1:-1] + un[:-2, 1:-1]) / dx**2
        + (un[1:-1, 2:] - 2 * un[1:-1, 1:-1] + un[1:-1, :-2]) / dy**2
    )
    u[0, :] = 0
    u[-1, :] = 0
    u[:, 0] = u[:, 1]
    u[:, -1] = u[:, -2]
    if n % 1000 == 0:
        print(n, f"{u.max():.6f} {u.mean():.6f}")
        history.append(u.copy())
        plt.imshow(u, cmap="hot")
        plt.savefig("heat_%05d.png" % n)

print("done", round(float(np.sum(u)), 4), len(history))
