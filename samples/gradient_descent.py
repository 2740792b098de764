"""Logistic regression by gradient descent, the gradient derived by hand."""

import numpy as np


def sigmoid(z):
    return 1.0 / (1.0 + np.exp(-z))


def loss(w, x, y):
    p = sigmoid(x @ w)
    return -np.mean(y * np.log(p + 1e-12) + (1 - y) * np.log(1 - p + 1e-12))


def fit(x, y, rate=0.5, steps=200):
    """Weights after `steps` steps; the rate is halved whenever the loss went up."""
    w = np.zeros(x.shape[1])
    best = loss(w, x, y)
    for _ in range(steps):
        gradient = x.T @ (sigmoid(x @ w) - y) / len(y)
        w -= rate * gradient
        now = loss(w, x, y)
        if now > best:
            rate = rate * 0.5
        else:
            best = now
    return w, best


def main():
    rng = np.random.default_rng(0)
    x = rng.normal(size=(200, 3))
    y = (x @ np.array([1.0, -2.0, 0.5]) > 0).astype(float)
    print(fit(x, y))


if __name__ == "__main__":
    main()
