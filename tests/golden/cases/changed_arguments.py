"""Functions that change the arrays that they are given, and those who call them."""

import numpy as np


def apply_boundary(u):
    """Walls are cold."""
    u[0, :] = u[-1, :] = 0.0
    u[:, 0] = u[:, -1] = 0.0


def diffuse(u, w, rate):
    w[1:-1, 1:-1] = u[1:-1, 1:-1] + rate * (
        u[2:, 1:-1] + u[:-2, 1:-1] + u[1:-1, 2:] + u[1:-1, :-2] - 4 * u[1:-1, 1:-1]
    )
    apply_boundary(w)
    return np.abs(w - u).max()


def simulate(start, rate, turns: int):
    u, w = start.copy(), start.copy()
    change = 0.0
    for _ in range(turns):
        change = diffuse(u, w, rate)
        u, w = w, u
    return u, change


def scale_to_unit(row):
    length = np.sqrt(np.sum(row * row))
    if length > 0:
        row /= length
    return length


def gram_schmidt(vectors):
    basis = vectors.copy()
    lengths = np.zeros(len(basis))
    for i in range(len(basis)):
        for j in range(i):
            basis[i] -= np.dot(basis[i], basis[j]) * basis[j]
        lengths[i] = scale_to_unit(basis[i])
    return basis, lengths


def swap_rows(a, i, j):
    a[[i, j]] = a[[j, i]]


def eliminate(a, b):
    a, b = a.copy(), b.copy()
    for k in range(len(a)):
        pivot = k + np.argmax(np.abs(a[k:, k]))
        swap_rows(a, k, pivot)
        swap_rows(b, k, pivot)
        for i in range(len(a)):
            if i != k:
                factor = a[i, k] / a[k, k]
                a[i] -= factor * a[k]
                b[i] -= factor * b[k]
    return b / np.diag(a)


def smooth_into(source, target):
    target[1:-1] = 0.5 * (source[2:] + source[:-2])


def smooth_in_place(x):
    y = np.sin(x)
    smooth_into(y, y)
    smooth_into(y[1:], y[:-1])
    return y


def report(turns):  # hybridc: host
    u, w = np.ones((5, 6)), np.zeros((5, 6))
    apply_boundary(u)
    changes = []
    for _ in range(turns):
        change = diffuse(u, w, 0.1)
        changes.append(float(change))
        u, w = w, u
    apply_boundary(u[1:-1])
    return u, changes
