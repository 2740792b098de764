"""Simulation and learning: steps that call each other."""

import numpy as np


def sigmoid(z):
    return 1.0 / (1.0 + np.exp(-z))


def logistic_regression(xs, ys, rate=0.1, epochs=50):
    """Weights and bias by full-batch gradient descent."""
    w = np.zeros(xs.shape[1])
    b = 0.0
    for _ in range(epochs):
        error = sigmoid(xs @ w + b) - ys
        w = w - rate * (xs.T @ error) / len(ys)
        b = b - rate * np.mean(error)
    return w, b


def perceptron(xs, ys, epochs):
    w = np.zeros(xs.shape[1])
    mistakes = 0
    for _ in range(epochs):
        for x, y in zip(xs, ys):  # noqa: B905
            if y * np.dot(w, x) <= 0:
                w = w + y * x
                mistakes += 1
    return w, mistakes


def rnn(xs, w, u, h):
    for x in xs:
        h = np.tanh(w @ h + u @ x)
    return h


def relu_layers(x, weights):
    """A small network over a stack of square weights."""
    for w in weights:
        x = np.maximum(w @ x, 0.0)
    return x


def adam_minimise(target, start, steps, rate=0.1):
    """Minimises the squared distance to target."""
    x = start
    m = np.zeros_like(start)
    v = np.zeros_like(start)
    for t in range(1, steps + 1):
        g = 2.0 * (x - target)
        m = 0.9 * m + 0.1 * g
        v = 0.999 * v + 0.001 * g * g
        m_hat = m / (1.0 - 0.9**t)
        v_hat = v / (1.0 - 0.999**t)
        x = x - rate * m_hat / (np.sqrt(v_hat) + 1e-8)
    return x


def k_means_1d(xs, left, right, rounds):
    for _ in range(rounds):
        near_left = np.abs(xs - left) < np.abs(xs - right)
        n_left = np.sum(near_left)
        n_right = len(xs) - n_left
        if n_left > 0:
            left = np.sum(np.where(near_left, xs, 0.0)) / n_left
        if n_right > 0:
            right = np.sum(np.where(near_left, 0.0, xs)) / n_right
    return left, right


def backtracking_step(x, gradient, rate):
    """Halves the rate until x - rate * gradient lowers the sum of squares."""
    value = np.sum(x * x)
    while np.sum((x - rate * gradient) ** 2) > value and rate > 1e-8:
        rate *= 0.5
    return x - rate * gradient, rate


def derivative(y, v):
    return v, -np.sin(y) - 0.1 * v


def pendulum(y, v, dt, steps):
    """Midpoint rule."""
    for _ in range(steps):
        dy, dv = derivative(y, v)
        half_y = y + 0.5 * dt * dy
        half_v = v + 0.5 * dt * dv
        dy, dv = derivative(half_y, half_v)
        y = y + dt * dy
        v = v + dt * dv
    return y, v


def lotka_volterra(state, dt, steps):
    for _ in range(steps):
        prey, predators = state
        growth = prey * (1.1 - 0.4 * predators)
        hunt = predators * (0.1 * prey - 0.4)
        state = (prey + dt * growth, predators + dt * hunt)
    return np.stack(state)


def bouncing_ball(height, speed, dt, steps):
    bounces = 0
    for _ in range(steps):
        speed = speed - 9.81 * dt
        height = height + speed * dt
        if height < 0.0:
            height = -height
            if speed < -0.1:
                speed = -0.8 * speed
                bounces += 1
            else:
                speed = 0.0
    return np.maximum(height, 0.0), bounces


def thermostat(temperature, outside, steps):
    heating = 0
    used = 0.0
    for _ in range(steps):
        if temperature < 19.0:
            heating = 1
        elif temperature > 21.0:
            heating = 0
        power = 2.0 if heating == 1 else 0.0
        temperature = temperature + 0.1 * (outside - temperature) + power
        used += power
    return np.array([temperature, used, heating])


def gravity(positions, masses):
    """Accelerations between bodies; G is 1."""
    n = positions.shape[0]
    acceleration = np.zeros_like(positions)
    for i in range(n):
        for j in range(n):
            if i != j:
                d = positions[j] - positions[i]
                acceleration[i] += masses[j] * d / (np.sum(d * d) + 0.01) ** 1.5
    return acceleration


def viterbi_score(scores, transitions):
    best = scores[0]
    for row in scores[1:]:
        best = np.max(best[:, None] + transitions, axis=0) + row
    return np.max(best)


def dynamic_time_warping(xs, ys):
    n, m = len(xs), len(ys)
    cost = np.full((n + 1, m + 1), np.inf)
    cost[0, 0] = 0.0
    for i in range(1, n + 1):
        for j in range(1, m + 1):
            step = np.minimum(cost[i - 1, j - 1], np.minimum(cost[i - 1, j], cost[i, j - 1]))
            cost[i, j] = np.abs(xs[i - 1] - ys[j - 1]) + step
    return cost[n, m]


POINTS = np.array([[1.0, 2.0], [2.0, -1.0], [-1.5, 0.5], [-1.0, -2.0]])
LABELS = np.array([1.0, 0.0, 0.0, 1.0])
SIDES = np.array([1.0, 1.0, -1.0, -1.0])
W2 = np.array([[0.5, -0.25], [0.1, 0.3]])
LINE = np.array([0.0, 0.5, 0.75, 4.0, 4.5])

CASES = {
    "sigmoid": [(0.0,), (-3.0,), (LINE,)],
    "logistic_regression": [(POINTS, LABELS), (POINTS, LABELS, 0.5, 0), (POINTS, LABELS, 0.5, 1)],
    "perceptron": [
        (POINTS[:0], SIDES[:0], 2),
        (POINTS, SIDES, 5),
        (POINTS, SIDES, 1),
        (POINTS, SIDES, 0),
        (POINTS[:1], SIDES[:1], 2),
    ],
    "rnn": [(POINTS, W2, W2.T, np.ones(2)), (POINTS[:1], W2, W2, np.ones(2)), (POINTS[:0], W2, W2, np.ones(2))],
    "relu_layers": [
        (np.ones(2), np.stack([W2, -W2, W2])),
        (np.ones(2), np.stack([W2])),
        (np.ones(2), np.zeros((0, 2, 2))),
    ],
    "adam_minimise": [(np.ones(2), np.zeros(2), 20), (np.ones(2), np.zeros(2), 1), (np.ones(2), np.zeros(2), 0)],
    "k_means_1d": [
        (LINE, 0.0, 5.0, 1),
        (LINE, 0.0, 5.0, 4),
        (LINE, 100.0, 5.0, 2),
        (LINE, 0.0, 100.0, 2),
        (LINE, 1.0, 2.0, 0),
    ],
    "backtracking_step": [(np.ones(2), np.ones(2), 8.0), (np.ones(2), np.ones(2), 0.5), (np.ones(2), -np.ones(2), 1.0)],
    "derivative": [(0.5, 1.0), (0.0, 0.0)],
    "pendulum": [(0.5, 0.0, 0.05, 40), (0.5, 1.0, 0.05, 1), (0.5, 1.0, 0.05, 0)],
    "lotka_volterra": [((10.0, 5.0), 0.01, 50), ((10.0, 5.0), 0.01, 1), ((10.0, 5.0), 0.01, 0)],
    "bouncing_ball": [(1.0, 0.0, 0.01, 200), (0.0005, 0.0, 0.01, 1), (5.0, 0.0, 0.01, 1), (5.0, 0.0, 0.01, 0)],
    "thermostat": [(15.0, 5.0, 40), (25.0, 30.0, 3), (20.0, 10.0, 1), (20.0, 10.0, 0)],
    "gravity": [(POINTS, LABELS + 1.0), (POINTS[:1], np.ones(1))],
    "viterbi_score": [(POINTS[:2], W2), (POINTS, W2), (POINTS[:1], W2)],
    "dynamic_time_warping": [
        (LINE[:1], LINE[:1]),
        (LINE[:0], LINE[:0]),
        (LINE, LINE[::2].copy()),
        (LINE[:1], LINE),
        (LINE, LINE),
    ],
}

REFUSED = {}
