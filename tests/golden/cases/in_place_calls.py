"""Functions, methods and attributes that write in place."""

import numpy as np


def histogram(values, low, high, bins: int):
    counts = np.zeros(bins, dtype=int)
    places = np.floor((values - low) / (high - low) * bins).astype(int)
    np.add.at(counts, np.clip(places, 0, bins - 1), 1)
    return counts


def message_passing(features, sources: np.ndarray, targets: np.ndarray):
    """The mean of what the neighbours send, and the greatest."""
    received = np.zeros_like(features)
    degree = np.zeros(features.shape[0])
    np.add.at(received, targets, features[sources])
    np.add.at(degree, targets, 1.0)
    np.maximum(degree, 1.0, out=degree)
    received /= degree[:, None]
    greatest = np.full_like(features, -np.inf)
    np.maximum.at(greatest, targets, features[sources])
    return received, greatest


def softmax(logits):
    out = np.empty_like(logits)
    np.subtract(logits, logits.max(axis=-1, keepdims=True), out=out)
    np.exp(out, out=out)
    out /= out.sum(axis=-1, keepdims=True)
    return out


def safe_ratio(a, b):
    return np.divide(a, b, out=np.zeros_like(a), where=b != 0)


def log_positive(x):
    out = np.zeros_like(x)
    np.log(x, out=out, where=x > 0)
    return out


def correlation_kernel(points, length):
    kernel = points @ points.T
    np.fill_diagonal(kernel, 1.0)
    np.clip(kernel, -1.0, 1.0, out=kernel)
    kernel /= length
    np.exp(kernel, kernel)
    return kernel


def trimmed_mean(samples, cut: int):
    samples = np.abs(samples)
    samples.sort(axis=0)
    samples[:cut].fill(0.0)
    return samples[: len(samples) - cut].sum(axis=0)


def median_filter(signal):
    out = signal.copy()
    window = np.zeros(3)
    for i in range(1, len(signal) - 1):
        np.copyto(window, signal[i - 1 : i + 2])
        window.sort()
        out[i] = window[1]
    return out


def mark(board, chosen: np.ndarray):
    board = np.abs(board)
    np.put(board, chosen, -1.0)
    np.copyto(board, 0.0, where=board > 9)
    board.flat[::5] = 7.0
    return board


def as_table(readings):
    readings = np.sqrt(readings)
    readings.shape = (-1, 3)
    readings.T[0] *= 0.5
    return readings


def keep_phase(spectrum):
    spectrum = np.fft.fft(spectrum)
    spectrum.real = 0.0
    spectrum.imag[0] = 1.0
    return spectrum
