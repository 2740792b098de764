"""Every form of item assignment and of the operators that write in place."""

import numpy as np


def heat_step(u, alpha=0.1):  # hybridc: graph
    """One explicit step with insulated ends."""
    new = u.copy()
    new[1:-1] += alpha * (u[2:] - 2 * u[1:-1] + u[:-2])
    new[0] = new[1]
    new[-1] = new[-2]
    return new


def fdtd(ez, hy, steps: int):
    """A pulse that travels between two fields."""
    ez, hy = ez.copy(), hy.copy()
    for t in range(steps):
        hy[:-1] += 0.5 * (ez[1:] - ez[:-1])
        ez[1:] += 0.5 * (hy[1:] - hy[:-1])
        ez[len(ez) // 2] += np.exp(-0.5 * ((t - 30.0) / 10.0) ** 2)
        ez[[0, -1]] = 0.0
    return ez, hy


def low_pass(signal, alpha):
    out = np.empty_like(signal)
    out[0] = signal[0]
    for t in range(1, len(signal)):
        out[t] = out[t - 1] + alpha * (signal[t] - out[t - 1])
    return out


def pad_edges(image):
    rows, columns = image.shape
    padded = np.zeros((rows + 2, columns + 2), dtype=image.dtype)
    padded[1:-1, 1:-1] = image
    padded[0, 1:-1] = image[0]  # edges, then corners
    padded[-1, 1:-1] = image[-1]
    padded[:, 0] = padded[:, 1]
    padded[:, -1] = padded[:, -2]
    return padded


def interleave(left, right):
    both = np.zeros(2 * left.shape[0])
    both[::2] = left
    both[1::2] = right[::-1]
    return both


def one_hot(labels: np.ndarray, classes: int):
    encoded = np.zeros((labels.shape[0], classes), dtype=np.float32)
    encoded[np.arange(labels.shape[0]), labels] = 1
    return encoded


def winsorise(x, low, high):
    """Outliers to the limits, missing values to the mean of the rest."""
    x = np.asarray(x, dtype=float).copy()
    missing = np.isnan(x)
    x[missing] = np.nanmean(x)
    x[x < low] = low
    x[x > high] = high
    x[~missing] *= 2.0
    return x


def standardise(x):
    x = x.astype(np.float32)
    x -= x.mean(axis=0)
    x /= x.std(axis=0) + 1e-8
    return x


def pixel_codes(image):
    codes = np.round(image * 255).astype(np.int64)
    codes //= 4
    codes %= 64
    codes[codes == 0] = 1
    codes <<= 2
    codes[0, 0] = 2.9  # stored as 2
    return codes


def lu(a):
    """Elimination with partial pivoting, in place of the matrix."""
    a = a.copy()
    n = a.shape[0]
    order = np.arange(n)
    for k in range(n - 1):
        pivot = k + np.argmax(np.abs(a[k:, k]))
        a[[k, pivot]] = a[[pivot, k]]
        order[[k, pivot]] = order[[pivot, k]]
        a[k + 1 :, k] /= a[k, k]
        a[k + 1 :, k + 1 :] -= np.outer(a[k + 1 :, k], a[k, k + 1 :])
    return a, order


def bubble(values):
    values = values.copy()
    for end in range(len(values) - 1, 0, -1):
        for i in range(end):
            if values[i] > values[i + 1]:
                values[i], values[i + 1] = values[i + 1], values[i]
    return values


def shift_register(history, sample):
    history = history.copy()
    history[1:] = history[:-1]
    history[0] = np.tanh(sample)
    return history
