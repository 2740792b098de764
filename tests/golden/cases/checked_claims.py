import numpy as np


def _check_weights(w):
    """Weights are positive and add up to one."""
    for v in w:
        if v < 0:
            raise ValueError(f"negative weight {v}")
    total = np.sum(w)
    assert abs(total - 1) < 1e-6, f"the weights add up to {total:.3f}"


def expectation(w, x):
    _check_weights(w)
    return np.sum(w * x)


def steps_to_one(n, limit=1000):
    if n < 1:
        raise ValueError(f"{n} is not positive")
    steps = 0
    while n != 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        steps += 1
        if steps > limit:
            raise RuntimeError("no end in sight")
    return steps


def rate(x):
    s = np.sum(x)
    if s > 10:
        r = 0.1
    elif s > 1:
        r = 0.5
    else:
        # too little
        raise ValueError("too little")
    return r * s
