"""What loops run over: ranges of all kinds, arrays, rows, enumerate, zip, reversed, static containers, targets."""

import numpy as np

SIMPSON = (1.0, 4.0, 1.0)
LAYERS = [{"scale": 2.0, "shift": 0.5}, {"scale": -1.0, "shift": 1.0}]
NEIGHBOURS = [(-1, 0), (1, 0), (0, -1), (0, 1)]


def simpson(low, high, steps):
    """Integral of exp(-x**2)."""
    h = (high - low) / steps
    total = 0.0
    for i in range(0, steps, 2):
        for k, weight in enumerate(SIMPSON):
            x = low + (i + k) * h
            total += weight * np.exp(-x * x)
    return total * h / 3.0


def range_sum(start, stop, step):
    total = 0
    for i in range(start, stop, step):
        total += i * i
    return np.asarray(total)


def count_down(n):
    total = 0.0
    for i in range(n, 0, -1):
        total = total / i + np.sqrt(i)
    return total


def between(xs, first, last):
    """The sum from one position to another."""
    total = 0.0
    for i in range(first, last):
        total += xs[i]
    return np.round(total, 9)


def horner_reversed(coefficients, x):
    """Coefficients from the lowest power upwards."""
    value = 0.0
    for c in reversed(coefficients):
        value = value * x + c
    return np.asarray(value)


def back_substitution(upper, b):
    n = len(b)
    x = np.zeros(n)
    for i in reversed(range(n)):
        rest = b[i]
        for j in range(i + 1, n):
            rest -= upper[i, j] * x[j]
        x[i] = rest / upper[i, i]
    return x


def weighted(xs, ws):
    top = 0.0
    bottom = 0.0
    for i, (x, w) in enumerate(zip(xs, ws)):  # noqa: B905
        top += w * x / (i + 1)
        bottom += w
    return top / bottom if bottom != 0 else np.nan


def every_other_row(grid):
    total = np.zeros(grid.shape[1])
    for i, row in enumerate(grid[::2], start=1):
        total += i * row
    return total


def triples(values):
    """Three columns unpacked, the rest starred."""
    volume = 0.0
    for a, b, *rest in values:
        volume += a * b * np.prod(np.array(rest))
    return volume


def neighbours_sum(grid, row, col):
    total = 0.0
    for dr, dc in NEIGHBOURS:
        r, c = row + dr, col + dc
        if 0 <= r < grid.shape[0] and 0 <= c < grid.shape[1]:
            total += grid[r, c]
    return total


def apply_layers(x):
    for layer in LAYERS:
        x = np.tanh(layer["scale"] * x + layer["shift"])
    return x


def weighted_features(x):  # hybridc: graph
    rates = {"linear": 0.5, "square": 0.25, "sine": 2.0}
    total = 0.0
    for name, rate in rates.items():
        if name == "linear":
            total += rate * x
        elif name == "square":
            total += rate * x * x
        else:
            total += rate * np.sin(x)
    return total


def powers(x, highest=4):
    return np.array([x**k for k in range(highest)])


def dot_by_comprehension(xs, ys):
    return np.sqrt(abs(sum(x * y for x, y in zip(xs, ys))))  # noqa: B905


def conditional_comprehension(xs):
    clipped = [x if x > 0 else 0.0 for x in xs]
    return np.array(clipped)


def pair_distances(points):
    """All pairs by a nested comprehension."""
    n = len(points)
    return np.array([[np.sum((points[i] - points[j]) ** 2) for j in range(n)] for i in range(n)])


def sliding_sum(xs, width=2):
    total = 0.0
    for window in (xs[i : i + width] for i in range(len(xs) - width + 1)):
        total += np.max(window)
    return total


def matrix_walk(grid):
    """Rows, then the elements of each, with a sign that alternates."""
    total = 0.0
    sign = 1
    for row in grid:
        for x in row:
            total += sign * x
            sign = -sign
    return np.asarray(total)


def lockstep(xs, ys, zs):
    """Three arrays of different lengths: the shortest decides."""
    total = 0.0
    for x, (y, z) in zip(xs, zip(ys, zs)):  # noqa: B905
        total += np.abs(x - y) * z
    return total


def columns(grid):
    norms = np.zeros(grid.shape[1])
    for j, column in enumerate(grid.T):
        norms[j] = np.sqrt(np.sum(column**2))
    return norms


def pairwise_steps(xs):
    longest = 0.0
    for before, after in zip(xs[:-1], xs[1:]):  # noqa: B905, RUF007
        step = np.abs(after - before)
        if step > longest:
            longest = step
    return longest


def triangular_pairs(n):
    count = 0
    for i in range(n):
        for j in range(i, n, 2):
            count += (i + 1) * j
    return np.asarray(count)


def enumerated_pairs(xs, ys):
    total = 0.0
    for (i, x), y in zip(enumerate(xs), ys):  # noqa: B905
        total += i * np.abs(x * y)
    return total


def numbered_from_one(xs, n):
    total = 0.0
    for k, x in zip(range(1, n), xs):  # noqa: B905
        total += k * np.cos(x)
    return total


def dense_layers(x, weights):
    """A list of matrices of several shapes."""
    for w in weights:
        x = np.tanh(x @ w)
    return x


XS = np.array([3.0, -1.0, 2.0, 0.5])
ONE = np.array([2.0])
NONE = np.zeros(0)
GRID = np.array([[1.0, 2.0, 3.0, 4.0], [-1.0, 0.5, 2.0, 1.0], [0.0, 1.0, -2.0, 5.0]])
UPPER = np.array([[2.0, 1.0, -1.0], [0.0, 4.0, 0.5], [0.0, 0.0, 5.0]])

CASES = {
    "simpson": [(0.0, 1.0, 2), (0.0, 2.0, 8), (1.0, 1.0, 2)],
    "range_sum": [(0, 10, 3), (10, 0, -3), (5, 5, 1), (0, 5, -1), (3, 4, 7), (-4, 4, 2)],
    "count_down": [(0,), (1,), (6,), (-2,)],
    "between": [(XS, 0, 4), (XS, 1, 3), (XS, 2, 2), (XS, 3, 1), (XS, 3, 4)],
    "horner_reversed": [(XS, 2.0), (ONE, 3.0), (NONE, 1.0)],
    "back_substitution": [(UPPER, np.ones(3)), (UPPER[:1, :1], ONE), (UPPER[:2, :2], XS[:2])],
    "weighted": [(XS, XS), (XS, np.zeros(4)), (ONE, ONE), (NONE, NONE), (XS, ONE)],
    "every_other_row": [(GRID,), (GRID[:1],), (GRID[:0],), (GRID[:2],)],
    "triples": [(GRID,), (GRID[:1],), (GRID[:, :3],)],
    "neighbours_sum": [(GRID, 1, 1), (GRID, 0, 0), (GRID, 2, 3), (GRID[:1, :1], 0, 0)],
    "apply_layers": [(XS,), (0.5,)],
    "weighted_features": [(2.0,), (0.0,), (XS,)],
    "powers": [(2.0,), (3.0, 1), (-1.5, 6)],
    "dot_by_comprehension": [(XS, XS), (XS, -XS), (ONE, ONE)],
    "conditional_comprehension": [(XS,), (ONE,), (-ONE,)],
    "pair_distances": [(GRID,), (GRID[:1],)],
    "sliding_sum": [(XS,), (XS, 1), (XS, 4), (ONE, 2)],
    "matrix_walk": [(GRID,), (GRID[:, :1],), (GRID[:1],), (GRID[:0],)],
    "columns": [(GRID,), (GRID[:, :1],), (GRID[:1],)],
    "pairwise_steps": [(XS,), (ONE,), (XS[:2],)],
    "triangular_pairs": [(0,), (1,), (5,)],
    "enumerated_pairs": [(XS, XS), (ONE, ONE)],
    "lockstep": [(XS, XS[::-1].copy(), XS), (XS, ONE, XS), (NONE, XS, XS)],
    "numbered_from_one": [(XS, 3), (XS, 9), (XS, 0)],
}

WRONG = {
    "dense_layers": [(ONE, [GRID[:1]]), (XS, [GRID.T, UPPER, UPPER[:, :1]]), (XS, [])],
}

REFUSED = {}
