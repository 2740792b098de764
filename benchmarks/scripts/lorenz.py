"""An ensemble of Lorenz' systems, by Runge and Kutta's method, spreads apart."""

import matplotlib.pyplot as plt
import numpy as np

sigma, rho, beta = 10.0, 28.0, 8.0 / 3.0
members = 2000
dt = 0.01
steps = 1500
every = 500


def tendency(s):
    x, y, z = s[:, 0], s[:, 1], s[:, 2]
    return np.stack([sigma * (y - x), x * (rho - z) - y, x * y - beta * z], axis=1)


np.random.seed(0)
state = np.array([1.0, 1.0, 20.0]) + 1e-3 * np.random.randn(members, 3)
spread = []
first = np.zeros((steps, 3))
for n in range(steps):
    k1 = tendency(state)
    k2 = tendency(state + 0.5 * dt * k1)
    k3 = tendency(state + 0.5 * dt * k2)
    k4 = tendency(state + dt * k3)
    state = state + dt / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4)
    first[n] = state[0]
    if (n + 1) % every == 0:
        spread.append(state.std(axis=0).mean())
        print(n + 1, np.round(spread[-1], 5))

plt.plot(first[:, 0], first[:, 2], lw=0.5)
plt.savefig("lorenz.png")
