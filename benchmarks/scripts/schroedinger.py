"""A wave packet in a trap: the split-step Fourier method."""

import matplotlib.pyplot as plt
import numpy as np


def main():
    N = 4096
    t = 0
    dt = 0.001
    steps = 8000
    L = 40.0
    dx = L / N
    x = np.arange(N) * dx - L / 2
    k = 2 * np.pi * np.fft.fftfreq(N, d=dx)
    V = 0.5 * x**2 + 3.0 * np.exp(-(x**2))
    psi = np.exp(-((x - 4.0) ** 2)) * np.exp(1j * 0.5 * x)
    psi = psi / np.sqrt(np.sum(np.abs(psi) ** 2) * dx)
    means = []

    for i in range(steps):
        psi = np.exp(-1j * dt / 2.0 * V) * psi
        psihat = np.fft.fft(psi)
        psihat = np.exp(dt * (-1j * k**2 / 2.0)) * psihat
        psi = np.fft.ifft(psihat)
        psi = np.exp(-1j * dt / 2.0 * V) * psi
        t += dt
        if i % 1000 == 0:
            density = np.abs(psi) ** 2
            means.append(np.sum(x * density) * dx)
            plt.plot(x, density)
            plt.pause(0.001)
            print("t = %.3f <x> = %.6f norm = %.6f" % (t, means[-1], np.sum(density) * dx))
    plt.savefig("schroedinger.png")
    return means


main()
