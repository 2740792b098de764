"""Globals that change: settings, and the state of a training run."""

import numpy as np

RATE = 0.1
STEPS = 3
MODE = "mean"
weights = np.zeros(4)
seen = 0
loss = 0.0


def predict(x):
    """Of one example."""
    return np.tanh(weights * x)


def update(x, y):
    global weights, seen  # and what is said of them
    error = predict(x) - y
    # the step
    if np.sum(error * error) > 1e-6:
        weights = weights - RATE * error * x
    seen += 1


def train(xs, ys):
    global loss
    loss = 0.0
    for x, y in zip(xs, ys):
        for _ in range(STEPS):
            update(x, y)
        loss += np.sum((predict(x) - y) ** 2)
    return loss / len(xs) if MODE == "mean" else loss


def configure(rate, steps=3, mode="mean"):
    """Before a run."""
    global RATE, STEPS, MODE
    if mode not in ("mean", "sum"):
        raise ValueError(mode)
    RATE, STEPS, MODE = rate, steps, mode


def report():
    """After it."""
    print(f"{seen} examples in steps of {RATE}")
    print(f"loss: {loss:.3f} ({MODE})")
    for index, weight in enumerate(weights.tolist()):
        print(f"weight {index}: {weight:.3f}")


def save(path):
    """With what was seen."""
    np.savez(path, weights=weights, seen=seen, loss=loss)
    print(f"saved {path}:")
    report()


def restore(path):
    """As it was saved."""
    global weights, seen, loss
    with np.load(path) as saved:
        weights = saved["weights"]
        seen = int(saved["seen"])
        loss = float(saved["loss"])
    print(f"restored {path}:")
    report()


class Ensemble:
    """Shares the weights."""

    def __init__(self, gains):
        self.gains = gains
        self.last = np.zeros(4)

    def forward(self, x):
        self.last = predict(self.gains * x)
        return np.sum(self.last) * RATE


if __name__ == "__main__":
    for RATE in (0.1, 0.2):
        train(np.ones((2, 4)), np.ones((2, 4)))
        report()
    # once more, in one step
    configure(0.1, steps=1, mode="sum")
    weights = np.zeros(4)
    seen = 0
    loss = 0.0
    print(train(np.ones((1, 4)), np.zeros((1, 4))))
