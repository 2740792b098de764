"""Spins on a checkerboard at rising temperatures, by Metropolis' rule; the draws are NumPy's."""

import matplotlib.pyplot as plt
import numpy as np

np.random.seed(5)
L = 200
sweeps = 150
temperatures = np.linspace(1.5, 3.5, 9)
spins = np.ones((L, L))
ii, jj = np.meshgrid(np.arange(L), np.arange(L), indexing="ij")
black = (ii + jj) % 2 == 0
magnetization = []

for T in temperatures:
    total = 0.0
    for sweep in range(sweeps):
        draws = np.random.rand(2, L, L)
        for colour in range(2):
            neighbours = (
                np.roll(spins, 1, axis=0)
                + np.roll(spins, -1, axis=0)
                + np.roll(spins, 1, axis=1)
                + np.roll(spins, -1, axis=1)
            )
            dE = 2.0 * spins * neighbours
            accept = (draws[colour] < np.exp(-np.maximum(dE, 0.0) / T)) & (black == (colour == 0))
            spins = np.where(accept, -spins, spins)
        if sweep >= sweeps // 2:
            total += abs(np.mean(spins))
    magnetization.append(total / (sweeps - sweeps // 2))
    print("%.3f %.6f" % (T, magnetization[-1]))

plt.plot(temperatures, magnetization, "o-")
plt.xlabel("T")
plt.show()
