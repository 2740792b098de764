"""Rosenblatt's perceptron."""

import numpy as np


def train(xs, labels, epochs=5):
    """Weights (the last is the bias) and the number of corrections; labels are +1 and -1."""
    w = np.zeros(xs.shape[1] + 1)
    corrections = 0
    for _ in range(epochs):
        for x, label in zip(xs, labels):
            activation = x @ w[:-1] + w[-1]
            if label * activation <= 0:
                w[:-1] += label * x
                w[-1] += label
                corrections += 1
    return w, corrections


def main():
    rng = np.random.default_rng(1)
    xs = rng.normal(size=(60, 2))
    labels = np.where(xs[:, 0] - xs[:, 1] > 0.2, 1.0, -1.0)
    print(train(xs, labels))


if __name__ == "__main__":
    main()
