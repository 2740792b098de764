"""Linear algebra and grids, element by element and row by row."""

import numpy as np


def trace_by_hand(a):
    total = 0.0
    for i in range(a.shape[0]):
        total += a[i, i]
    return total


def matrix_product(a, b):
    c = np.zeros((a.shape[0], b.shape[1]))
    for i in range(a.shape[0]):
        for j in range(b.shape[1]):
            s = 0.0
            for k in range(a.shape[1]):
                s += a[i, k] * b[k, j]
            c[i, j] = s
    return c


def forward_substitution(lower, b):
    """Solves lower @ x == b."""
    n = len(b)
    x = np.zeros(n)
    for i in range(n):
        s = b[i]
        for j in range(i):
            s = s - lower[i, j] * x[j]
        x[i] = s / lower[i, i]
    return x


def cholesky(a):
    n = a.shape[0]
    factor = np.zeros((n, n))
    for i in range(n):
        for j in range(i + 1):
            s = 0.0
            for k in range(j):
                s += factor[i, k] * factor[j, k]
            if i == j:
                factor[i, j] = np.sqrt(a[i, i] - s)
            else:
                factor[i, j] = (a[i, j] - s) / factor[j, j]
    return factor


def power_iteration(a, steps):
    v = np.ones(a.shape[0])
    for _ in range(steps):
        v = a @ v
        v = v / np.linalg.norm(v)
    return v @ a @ v


def jacobi(a, b, tolerance=1e-9):
    """Solves a @ x == b for a diagonally dominant a."""
    d = np.diag(a)
    x = np.zeros_like(b)
    error = 1.0
    while error > tolerance:
        new = (b - a @ x + d * x) / d
        error = np.max(np.abs(new - x))
        x = new
    return x


def gradient_descent(a, b, rate, steps):
    x = np.zeros(a.shape[1])
    for _ in range(steps):
        residual = a @ x - b
        x -= rate * (a.T @ residual)
    return x


def row_norms(m):
    norms = np.zeros(m.shape[0])
    for i, row in enumerate(m):
        norms[i] = np.sqrt(np.sum(row * row))
    return norms


def normalise_rows(m):
    out = np.zeros_like(m)
    for i in range(m.shape[0]):
        length = np.linalg.norm(m[i])
        if length > 0:
            out[i] = m[i] / length
    return out


def count_above_mean(m):
    count = 0
    for row in m:
        if row.mean() > m.mean():
            count += 1
    return count


def largest_entry(m):
    top = m[0, 0]
    for row in m:
        for value in row:
            if value > top:
                top = value
    return top * 1.0


def heat_step(u, alpha):
    v = np.zeros_like(u)
    v[0] = u[0]
    v[-1] = u[-1]
    v[1:-1] = u[1:-1] + alpha * (u[2:] - 2.0 * u[1:-1] + u[:-2])
    return v


def heat(u, alpha, steps):
    for _ in range(steps):
        u = heat_step(u, alpha)
    return u


def life(board, generations):
    """Conway's Game of Life on a torus."""
    for _ in range(generations):
        neighbours = np.zeros_like(board)
        for dy in (-1, 0, 1):
            for dx in (-1, 0, 1):
                if dy != 0 or dx != 0:
                    neighbours += np.roll(np.roll(board, dy, axis=0), dx, axis=1)
        survives = (board == 1) & ((neighbours == 2) | (neighbours == 3))
        born = (board == 0) & (neighbours == 3)
        board = np.where(survives | born, 1, 0)
    return board


def box_blur(image):
    out = image.copy()
    for y in range(1, image.shape[0] - 1):
        for x in range(1, image.shape[1] - 1):
            out[y, x] = np.mean(image[y - 1 : y + 2, x - 1 : x + 2])
    return out


def threshold_with_gain(image, level, gain):
    bright = np.zeros_like(image)
    for i, row in enumerate(image):
        if np.max(row) > level:
            bright[i] = row * gain
        elif np.min(row) < -level:
            bright[i] = -row
        else:
            bright[i] = row
    return bright


SQUARE = np.array([[4.0, 1.0, 0.5], [1.0, 5.0, -1.0], [0.5, -1.0, 6.0]])
TALL = np.array([[1.0, 2.0], [3.0, 4.0], [5.0, -6.0]])
GRID = np.linspace(-1.0, 2.0, 20).reshape(4, 5)
GLIDER = np.array(
    [[0, 1, 0, 0, 0, 0], [0, 0, 1, 0, 0, 0], [1, 1, 1, 0, 0, 0], [0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0], [0] * 6]
)

CASES = {
    "trace_by_hand": [(SQUARE,), (SQUARE[:1, :1],), (np.zeros((0, 0)),)],
    "matrix_product": [
        (SQUARE[:, :1], TALL[:1]),
        (SQUARE[:, :0], TALL[:0]),
        (SQUARE, TALL),
        (TALL.T, TALL),
        (TALL[:1], TALL.T[:, :1]),
    ],
    "forward_substitution": [
        (np.tril(SQUARE), np.array([1.0, 2.0, 3.0])),
        (SQUARE[:1, :1], np.ones(1)),
        (SQUARE[:0, :0], np.ones(0)),
    ],
    "cholesky": [(SQUARE,), (SQUARE[:1, :1],)],
    "power_iteration": [(SQUARE, 20), (SQUARE, 1), (SQUARE, 0)],
    "jacobi": [(SQUARE, np.array([1.0, 2.0, 3.0])), (SQUARE, np.zeros(3)), (SQUARE, np.ones(3), 2.0)],
    "gradient_descent": [(TALL, np.ones(3), 0.01, 30), (TALL, np.ones(3), 0.01, 1), (TALL, np.ones(3), 0.01, 0)],
    "row_norms": [(TALL,), (TALL[:1],), (TALL[:0],)],
    "normalise_rows": [(TALL[:1],), (TALL[:0],), (TALL,), (np.array([[0.0, 0.0], [3.0, 4.0]]),)],
    "count_above_mean": [(GRID,), (TALL,), (TALL[:1],)],
    "largest_entry": [(GRID,), (-GRID,), (TALL[:1, :1],)],
    "heat": [(GRID[0], 0.1, 10), (GRID[0], 0.1, 1), (GRID[0], 0.1, 0)],
    "heat_step": [(GRID[1], 0.25), (np.array([1.0, 2.0]), 0.25)],
    "life": [(GLIDER, 0), (GLIDER, 1), (GLIDER, 6)],
    "box_blur": [(TALL[:2],), (GRID[:, :2],), (np.arange(12.0).reshape(4, 3),), (GRID,), (TALL,), (GRID[:3, :3],)],
    "threshold_with_gain": [
        (TALL[:1], 4.5, 0.5),
        (TALL[:0], 4.5, 0.5),
        (GRID, 0.5, 2.0),
        (TALL, 4.5, 0.5),
        (GRID, 10.0, 2.0),
        (-GRID, 0.7, 2.0),
    ],
}

REFUSED = {}
