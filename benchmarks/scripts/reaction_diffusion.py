"""Gray and Scott's reaction of two substances that diffuse, on a torus."""

import matplotlib.pyplot as plt
import numpy as np

N = 256
steps = 4000
Du, Dv, F, k = 0.16, 0.08, 0.060, 0.062

rng = np.random.RandomState(3)
U = np.ones((N, N))
V = np.zeros((N, N))
r = N // 10
U[N // 2 - r : N // 2 + r, N // 2 - r : N // 2 + r] = 0.50
V[N // 2 - r : N // 2 + r, N // 2 - r : N // 2 + r] = 0.25
U += 0.05 * rng.rand(N, N)
V += 0.05 * rng.rand(N, N)


def laplacian(Z):
    return np.roll(Z, 1, axis=0) + np.roll(Z, -1, axis=0) + np.roll(Z, 1, axis=1) + np.roll(Z, -1, axis=1) - 4 * Z


for i in range(steps):
    Lu = laplacian(U)
    Lv = laplacian(V)
    uvv = U * V * V
    U += Du * Lu - uvv + F * (1 - U)
    V += Dv * Lv + uvv - (F + k) * V
    if i % 1000 == 0:
        plt.clf()
        plt.imshow(V)
        plt.title("step %d" % i)
        print(i, "%.6f %.6f" % (U.min(), V.max()))

print("%.8f" % V.mean())
