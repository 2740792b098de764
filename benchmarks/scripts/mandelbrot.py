"""How soon points of a plane escape; the picture is drawn once at the end."""

import matplotlib.pyplot as plt
import numpy as np

width, height = 600, 400
max_iter = 200
x = np.linspace(-2.0, 0.8, width)
y = np.linspace(-1.1, 1.1, height)
c = x[None, :] + 1j * y[:, None]
z = np.zeros((height, width), dtype=complex)
counts = np.zeros((height, width), dtype=int)

for i in range(max_iter):
    alive = np.abs(z) <= 2.0
    z = np.where(alive, z * z + c, z)
    counts = counts + alive

plt.imshow(counts, extent=(-2.0, 0.8, -1.1, 1.1))
plt.savefig("mandelbrot.png")
print(counts.min(), counts.max(), counts.sum())
