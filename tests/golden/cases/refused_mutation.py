"""Writes of which it is not certain what they change: each stays Python, and the findings say why."""

import numpy as np


def penalise_larger(a, b, turns):
    a, b = np.abs(a), np.abs(b)
    larger = a
    for _ in range(turns):
        larger[0] *= 0.5  # the array that an earlier turn chose
        larger = a if np.sum(a) > np.sum(b) else b
    return a, b


def penalise_larger_of_copies(a, b):
    a, b = np.abs(a), np.abs(b)
    larger = (a if np.sum(a) > np.sum(b) else b).copy()
    larger *= 0.5
    return a, b, larger


def reset_first(image):
    pixels = image.reshape(-1)  # a view or a copy, by the order of the caller's array
    pixels[0] = np.pi
    return image


def adopt(x):
    x = np.asarray(x)  # a list is copied, an array is not: its caller sees the change
    x[0] = 0.0
    return np.sum(x)


def reshaped_under_two_names(x):
    table = np.sin(x)
    flat = table
    table.shape = (2, -1)
    return table, flat


def smallest(x, k: int):
    x = np.abs(x)
    x.partition(k)
    return x[:k]


def frozen(x):
    x = np.exp(x)
    x.setflags(write=False)
    return x


def running_total(x):
    y = np.sin(x)
    return y[0] + np.add(x, 1.0, out=y).sum()


def sort_positive(x):
    x = np.sin(x)
    x[x > 0] = np.sort(x[x > 0])
    return x


def smooth_into(source, target):
    target[1:-1] = 0.5 * (source[2:] + source[:-2])


def smooth_flat(x):
    y = np.sin(x)
    smooth_into(y, y.reshape(-1))  # a view or a copy
    return y


def cool(u):
    u *= 0.9
    return np.max(u)


def cool_down(x):
    u = np.abs(x)
    while cool(u) > 1.0:
        u[0] = 0.0
    return u


def scale(u, factor):
    u *= np.sqrt(factor)
