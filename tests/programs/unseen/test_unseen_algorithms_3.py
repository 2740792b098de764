"""Programs as people write them: numerical recipes and textbook algorithms."""

import numpy as np
import pytest

from differential import assert_agree, function_file

V = np.array([3.0, -1.0, 4.0, 0.5])

PROGRAMS = {
    "kalman": (
        """
def f(zs, q, r):
    x, p = 0.0, 1.0
    est = np.zeros(len(zs))
    for k in range(len(zs)):
        p = p + q
        gain = p / (p + r)
        if np.isnan(zs[k]):
            est[k] = x
            continue
        x = x + gain * (zs[k] - x)
        p = (1 - gain) * p
        est[k] = x
    return est, p
""",
        [(V, 0.1, 0.5), (np.array([1.0, np.nan, 2.0]), 0.1, 0.5)],
    ),
    "viterbi": (
        """
def f(obs, start, trans, emit):
    n = len(start)
    T = len(obs)
    delta = np.zeros((T, n))
    psi = np.zeros((T, n), dtype=int)
    delta[0] = start * emit[:, obs[0]]
    for t in range(1, T):
        for j in range(n):
            probs = delta[t - 1] * trans[:, j]
            psi[t, j] = np.argmax(probs)
            delta[t, j] = np.max(probs) * emit[j, obs[t]]
    path = [np.argmax(delta[-1])]
    for t in range(T - 1, 0, -1):
        path.insert(0, psi[t, path[0]])
    return path
""",
        [
            (
                np.array([0, 1, 2, 0]),
                np.array([0.6, 0.4]),
                np.array([[0.7, 0.3], [0.4, 0.6]]),
                np.array([[0.5, 0.4, 0.1], [0.1, 0.3, 0.6]]),
            )
        ],
    ),
    "hmm_forward": (
        """
def f(obs, pi, A, B):
    alpha = pi * B[:, obs[0]]
    scale = [alpha.sum()]
    alpha /= alpha.sum()
    for o in obs[1:]:
        alpha = (alpha @ A) * B[:, o]
        c = alpha.sum()
        scale.append(c)
        alpha = alpha / c
    return np.sum(np.log(scale)), alpha
""",
        [
            (
                np.array([0, 1, 2, 0]),
                np.array([0.6, 0.4]),
                np.array([[0.7, 0.3], [0.4, 0.6]]),
                np.array([[0.5, 0.4, 0.1], [0.1, 0.3, 0.6]]),
            )
        ],
    ),
    "kmeans": (
        """
def f(points, centers, iters):
    k = len(centers)
    centers = centers.copy()
    labels = np.zeros(len(points), dtype=int)
    for it in range(iters):
        for i, p in enumerate(points):
            best = np.inf
            for j in range(k):
                d = np.sum((p - centers[j]) ** 2)
                if d < best:
                    best = d
                    labels[i] = j
        old = centers.copy()
        for j in range(k):
            members = labels == j
            if np.any(members):
                centers[j] = np.sum(points * members[:, None], axis=0) / np.sum(members)
        if np.allclose(old, centers):
            break
    return labels, centers, it
""",
        [
            (np.array([[0.0, 0], [0, 1], [5, 5], [6, 5]]), np.array([[0.0, 0], [1, 1]]), 10),
            (np.array([[0.0, 0], [0, 1], [5, 5], [6, 5]]), np.array([[0.0, 0], [100.0, 100]]), 1),
        ],
    ),
    "gradient_descent": (
        """
def f(x, y, lr, epochs):
    w, b = 0, 0
    losses = []
    for e in range(epochs):
        pred = w * x + b
        err = pred - y
        losses.append(np.mean(err ** 2))
        w -= lr * np.mean(err * x) * 2
        b -= lr * np.mean(err) * 2
    return w, b, losses
""",
        [(V, 2 * V + 1, 0.01, 5)],
    ),
    "momentum_early_stop": (
        """
def f(x, lr):
    v = np.zeros_like(x)
    best = np.inf
    patience = 0
    for step in range(100):
        g = 2 * x
        v = 0.9 * v - lr * g
        x = x + v
        loss = (x ** 2).sum()
        if loss < best:
            best = loss
            patience = 0
        else:
            patience += 1
            if patience >= 3:
                break
    return x, best, step
""",
        [(V, 0.01), (V, 0.5)],
    ),
    "perceptron": (
        """
def f(X, y):
    w = np.zeros(X.shape[1])
    b = 0.0
    for epoch in range(10):
        errors = 0
        for xi, target in zip(X, y):
            update = target - (1 if xi @ w + b >= 0 else -1)
            if update != 0:
                w += 0.1 * update * xi
                b += 0.1 * update
                errors += 1
        if errors == 0:
            break
    return w, b, epoch
""",
        [
            (np.array([[1.0, 2], [2, -1], [-1, -1], [-2, 1]]), np.array([1, 1, -1, -1])),
            (np.array([[1.0, 1], [1, 1]]), np.array([1, -1])),
        ],
    ),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_values_agree(name):
    source, cases = PROGRAMS[name]
    assert_agree(function_file(source), "f", [case if isinstance(case, tuple) else (case,) for case in cases])
