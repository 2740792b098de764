"""Moving averages of a series."""

import numpy as np


def trailing_mean(series, window):
    """The mean of the last `window` values; of fewer at the start."""
    out = np.zeros(len(series))
    running = 0.0
    for i, value in enumerate(series):
        running += value
        if i >= window:
            running -= series[i - window]
        out[i] = running / np.minimum(i + 1, window)
    return out


def crossings(fast, slow):
    """How often the fast average rises above the slow one."""
    count = 0
    above = fast[0] > slow[0]
    for i in range(1, len(fast)):
        now = fast[i] > slow[i]
        if now and not above:
            count += 1
        above = now
    return count


def main():
    rng = np.random.default_rng(3)
    series = np.cumsum(rng.normal(size=200))
    print(crossings(trailing_mean(series, 5), trailing_mean(series, 20)))


if __name__ == "__main__":
    main()
