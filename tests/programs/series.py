"""Running over one-dimensional data: filters, statistics, signals."""

import numpy as np


def running_mean(xs):
    mean = 0.0
    for i, x in enumerate(xs):
        mean += (x - mean) / (i + 1)
    return np.where(xs.size > 0, mean, np.nan)


def welford(xs):
    """Mean and variance in one pass."""
    mean = 0.0
    m2 = 0.0
    for i in range(xs.shape[0]):
        delta = xs[i] - mean
        mean = mean + delta / (i + 1)
        m2 = m2 + delta * (xs[i] - mean)
    variance = m2 / (xs.shape[0] - 1) if xs.shape[0] > 1 else 0.0
    return mean, np.sqrt(variance)


def exponential_smoothing(xs, alpha=0.3):
    smoothed = np.zeros(len(xs))
    level = xs[0]
    for t in range(len(xs)):
        level = alpha * xs[t] + (1.0 - alpha) * level
        smoothed[t] = level
    return smoothed


def moving_average(xs, width):
    out = np.zeros(len(xs) - width + 1)
    for i in range(len(xs) - width + 1):
        total = 0.0
        for k in range(width):
            total += xs[i + k]
        out[i] = total / width
    return out


def cumulative_sum(xs):
    out = np.zeros_like(xs)
    total = 0.0
    for i, x in enumerate(xs):
        total += x
        out[i] = total
    return out


def largest_drawdown(prices):
    """The largest fall from an earlier peak, as a share of the peak."""
    peak = prices[0]
    worst = 0.0
    for p in prices:
        if p > peak:
            peak = p
        drop = (peak - p) / peak
        if drop > worst:
            worst = drop
    return np.round(100.0 * worst, 2)


def count_sign_changes(xs):
    changes = 0
    for i in range(1, len(xs)):
        if (xs[i - 1] < 0 and xs[i] >= 0) or (xs[i - 1] >= 0 and xs[i] < 0):
            changes += 1
    return changes / np.maximum(len(xs) - 1, 1)


def longest_rising_run(xs):
    best = 1
    run = 1
    for i in range(1, xs.shape[0]):
        if xs[i] > xs[i - 1]:
            run = run + 1
        else:
            run = 1
        if run > best:
            best = run
    return np.minimum(best, xs.shape[0])


def maximum_subarray(xs):
    """Kadane: the largest sum of a contiguous part."""
    best = xs[0]
    here = xs[0]
    for x in xs[1:]:
        here = np.maximum(x, here + x)
        best = np.maximum(best, here)
    return best


def argmax_by_hand(xs):
    where = 0
    top = xs[0]
    for i in range(1, len(xs)):
        if xs[i] > top:
            top, where = xs[i], i
    return where, np.exp(top)


def schmitt_trigger(signal, low, high):
    """Switches on above high and off below low."""
    on = False
    out = np.zeros(len(signal))
    for i in range(len(signal)):
        if not on and signal[i] > high:
            on = True
        elif on and signal[i] < low:
            on = False
        out[i] = 1.0 if on else 0.0
    return out


def biquad(xs, b0, b1, a1):
    y = np.zeros(len(xs))
    x_before = 0.0
    y_before = 0.0
    for n in range(len(xs)):
        y_now = b0 * xs[n] + b1 * x_before - a1 * y_before
        y[n] = y_now
        x_before, y_before = xs[n], y_now
    return y


def dot_of_clipped(xs, ys, limit):
    s = 0.0
    for x, y in zip(xs, ys):  # noqa: B905
        product = x * y
        s += limit if product > limit else product
    return s / np.sqrt(limit)


def weighted_median_index(weights):
    """The first index at which half of the weight is reached."""
    half = 0.5 * np.sum(weights)
    total = 0.0
    i = 0
    while i < len(weights) and total + weights[i] < half:
        total = total + weights[i]
        i += 1
    return i


def downsampled_energy(xs):
    energy = 0.0
    for i in range(0, len(xs), 2):
        energy = energy + xs[i] ** 2
    for i in range(len(xs) - 1, -1, -3):
        energy = energy - 0.1 * xs[i] * np.cos(i)
    return energy


def horner(coefficients, x):
    value = 0.0
    for c in coefficients:
        value = value * x + c
    return np.asarray(value)


RISING = np.array([1.0, 2.0, 2.5, 4.0])
MIXED = np.array([0.5, -1.0, 2.0, 3.0, -0.25, -4.0, 1.0])
ONE = np.array([2.0])
NONE = np.zeros(0)

CASES = {
    "running_mean": [(MIXED,), (ONE,), (NONE,)],
    "welford": [(NONE,), (MIXED,), (ONE,), (RISING,)],
    "exponential_smoothing": [(MIXED,), (ONE,), (RISING, 0.9)],
    "moving_average": [(MIXED, 3), (MIXED, 1), (MIXED, 7), (RISING, 5), (ONE, 1)],
    "cumulative_sum": [(MIXED,), (ONE,), (NONE,)],
    "largest_drawdown": [(RISING,), (RISING[::-1].copy(),), (np.array([3.0, 5.0, 2.0, 6.0, 5.0]),), (ONE,)],
    "count_sign_changes": [(RISING[:2],), (MIXED,), (RISING,), (ONE,), (-RISING,)],
    "longest_rising_run": [(RISING[:2],), (MIXED,), (RISING,), (-RISING,), (ONE,)],
    "maximum_subarray": [(MIXED[:2],), (MIXED,), (-RISING,), (ONE,)],
    "argmax_by_hand": [(MIXED[:2],), (MIXED,), (RISING,), (-RISING,), (ONE,)],
    "schmitt_trigger": [(ONE, 0.5, 1.5), (MIXED, -0.5, 1.5), (RISING, 0.0, 0.5), (-RISING, 0.0, 0.5), (NONE, 0.0, 1.0)],
    "biquad": [(MIXED, 0.5, 0.25, -0.3), (ONE, 1.0, 0.0, 0.0), (NONE, 1.0, 0.0, 0.0)],
    "dot_of_clipped": [(ONE, ONE, 5.0), (RISING, RISING, 5.0), (MIXED, RISING, 1.0), (NONE, NONE, 1.0)],
    "weighted_median_index": [
        (RISING,),
        (ONE,),
        (np.array([5.0, 1.0, 1.0]),),
        (np.array([1.0, 1.0, 9.0]),),
        (np.array([-3.0, 1.0]),),
    ],
    "downsampled_energy": [(MIXED,), (ONE,), (NONE,), (RISING,)],
    "horner": [(RISING, 2.0), (ONE, 0.5), (NONE, 1.0)],
}

REFUSED = {}
