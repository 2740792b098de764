"""Several names for one array, buffers that change places, and arrays in lists, dicts and closures."""

import numpy as np


def best_seen(scores):
    best = np.zeros(3)
    result = best
    for score in scores:
        best[0] += 1
        if score > best[1]:
            best[1] = score
    best[2] = np.sqrt(best[1])
    return result


def double_buffer(u, turns: int):
    u = u.copy()
    w = u.copy()
    for _ in range(turns):
        w[1:-1] = 0.5 * (u[2:] + u[:-2])
        u, w = w, u
    np.negative(w, out=w)
    return u, w


def adam(gradients, rate):
    state = {"m": np.zeros(3), "v": np.zeros(3)}
    x = np.zeros(3)
    for g in gradients:
        state["m"] *= 0.9
        state["m"] += 0.1 * g
        state["v"] *= 0.999
        state["v"] += 0.001 * g**2
        x -= rate * state["m"] / (np.sqrt(state["v"]) + 1e-8)
    return x, state


def levels(signal):
    pyramid = [np.zeros(8), np.zeros(4), np.zeros(2)]
    pyramid[0][:] = signal
    pyramid[1][:] = 0.5 * (pyramid[0][::2] + pyramid[0][1::2])
    pyramid[2][:] = 0.5 * (pyramid[1][::2] + pyramid[1][1::2])
    pyramid[2] -= np.mean(pyramid[2])
    return pyramid


def clamp_both(a, b):
    a, b = a.copy(), b.copy()
    for field in (a, b):
        np.clip(field, 0.0, 1.0, out=field)
        field[0] = 0.0
    return a, b


def splat(points, weights):
    image = np.zeros((4, 4))

    def add(i, j, weight):
        image[i, j] += weight

    for (i, j), weight in zip(points, weights):
        add(i, j, weight)
    add(0, 0, np.sum(weights))
    return image


def snapshot(u):
    u = np.sin(u)
    before, same = u.copy(), u
    same *= 2
    return before, u


def penalise_larger(a, b):
    a, b = np.abs(a), np.abs(b)
    larger = a if np.sum(a) > np.sum(b) else b
    larger[0] *= 0.5
    return a, b


def restart(x, limit):
    best = np.sin(x)
    tail = best[1:]
    if np.max(best) > limit:
        best = best * 0.5
    tail[0] = 0.0
    return best, tail


def ping_pong(x, turns):
    u, w = np.sin(x), np.zeros(4)
    for k in range(turns):
        if x[0] > k:
            source, target = u, w
        else:
            source, target = w, u
        target[1:] = 0.5 * source[:-1]
        target[0] = k
    return u, w


def accumulate(x):
    layers = []
    layers.append(np.zeros(4))
    layers.append(np.cos(x))
    for k, layer in enumerate(layers):
        layer += k
        layer[0] = 0.0
    layers[1][1:] += layers[0][:-1]
    return layers
