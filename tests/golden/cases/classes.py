"""Methods of plain classes."""

import numpy as np


class Filter:
    """A leaky integrator."""

    def __init__(self, w, rate=0.1, active=True):
        self.w = w
        self.rate = rate
        self.active = active
        self.state = np.zeros(3)
        self.count = 0

    def activation(self, x):
        """Bounded by one."""
        y = np.tanh(self.w @ x)
        norm = np.sqrt(np.sum(y * y))
        if norm > 1.0:
            y = y / norm
        return y

    def step(self, x):
        """One step."""
        h = self.activation(x) if self.active else x
        # leak
        leaked = (1 - self.rate) * self.state
        self.state = leaked + self.rate * h
        self.count += 1
        total = 0.0
        for i in range(self.state.shape[0]):
            if self.state[i] > 0:
                total += self.state[i]
        return total

    def run(self, xs):
        total = 0.0
        for x in xs:
            y = self.step(x)
            total += y
        return total

    def reset(self):
        self.state = np.zeros_like(self.state)
        self.count = 0

    def describe(self):
        return f"Filter({self.rate})"
