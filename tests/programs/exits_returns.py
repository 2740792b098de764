"""Returning early: from if and elif chains, loops, nested loops; guard clauses; searches."""

import numpy as np


def damp(v, cap):
    """Shortens a vector that is longer than the cap."""
    norm = np.linalg.norm(v)
    if norm <= cap:
        return v
    v = v * (cap / norm)
    return v


def safe_divide(a, b):
    if b == 0:
        if a == 0:
            return np.nan
        return np.inf if a > 0 else -np.inf
    return a / b


def sinc(x):
    if np.abs(x) < 1e-8:
        return 1.0 - x * x / 6.0
    return np.sin(x) / x


def drag_coefficient(reynolds):
    """Of a sphere, by regime."""
    if reynolds <= 0:
        return 0.0
    elif reynolds < 1.0:
        return 24.0 / reynolds
    elif reynolds < 1000.0:
        base = 24.0 / reynolds
        return base * (1.0 + 0.15 * np.power(reynolds, 0.687))
    if reynolds < 2e5:
        return 0.44
    return 0.1


def real_roots(a, b, c):
    """How many real roots, and both of them."""
    if a == 0:
        if b == 0:
            return 0, 0.0, 0.0
        return 1, -c / b, -c / b
    disc = b * b - 4 * a * c
    if disc < 0:
        return 0, 0.0, 0.0
    root = np.sqrt(disc)
    if disc == 0:
        return 1, -b / (2 * a), -b / (2 * a)
    return 2, (-b - root) / (2 * a), (-b + root) / (2 * a)


def first_index_over(xs, threshold):
    for i, x in enumerate(xs):
        if np.abs(x) > threshold:
            return i
    return -1


def binary_search(xs, target):
    """Position of the target in sorted xs, or -1."""
    low, high = 0, np.size(xs) - 1
    while low <= high:
        middle = (low + high) // 2
        if xs[middle] == target:
            return middle
        if xs[middle] < target:
            low = middle + 1
        else:
            high = middle - 1
    return -1


def is_prime(n):  # hybridc: graph
    if n < 2:
        return False
    if n < 4:
        return True
    if n % 2 == 0:
        return False
    d = 3
    while d * d <= n:
        if n % d == 0:
            return False
        d += 2
    return True


def find_in_grid(grid, value):
    """Row and column of the first cell that holds the value."""
    for i in range(grid.shape[0]):
        for j in range(grid.shape[1]):
            if np.abs(grid[i, j] - value) < 1e-9:
                return i, j
    return -1, -1


def is_symmetric(a):
    n, m = np.shape(a)
    if n != m:
        return False
    for i in range(n):
        for j in range(i):
            if a[i, j] != a[j, i]:
                return False
    return True


def secant(x0, x1, tolerance=1e-9, max_iter=30):
    """A root of x**2 - 2, how often it stepped, and whether it arrived."""
    f0, f1 = x0**2 - 2.0, x1**2 - 2.0
    for k in range(max_iter):
        if np.abs(f1) < tolerance:
            return x1, k, True
        if f1 == f0:
            return x1, k, False
        x0, x1 = x1, x1 - f1 * (x1 - x0) / (f1 - f0)
        f0, f1 = f1, x1**2 - 2.0
    return x1, max_iter, False


def luhn_valid(digits):
    if np.any((digits < 0) | (digits > 9)):
        return False
    total = 0
    for i, d in enumerate(digits[::-1]):
        if i % 2 == 1:
            d = 2 * d
            if d > 9:
                d -= 9
        total += d
    return total % 10 == 0


def clip_gradient(gradient, limit, enabled=True):
    """The gradient with at most the given norm, and whether it was cut."""
    if not enabled:
        return gradient, False
    norm = np.sqrt(np.sum(gradient**2))
    if not np.isfinite(norm):
        return np.zeros_like(gradient), True
    if norm <= limit:
        return gradient, False
    return gradient * (limit / norm), True


def winner(board):
    """Of three in a row: 1 or -1; 0 where there is none yet, 2 where the board is full."""
    for k in range(3):
        if np.abs(np.sum(board[k])) == 3:
            return board[k, 0]
        if np.abs(np.sum(board[:, k])) == 3:
            return board[0, k]
    if np.abs(board[0, 0] + board[1, 1] + board[2, 2]) == 3:
        return board[1, 1]
    if np.abs(board[0, 2] + board[1, 1] + board[2, 0]) == 3:
        return board[1, 1]
    if np.all(board != 0):
        return 2
    return 0


def cholesky_or_zero(a):
    """The lower factor; zeros where the matrix is not positive definite."""
    n = a.shape[0]
    lower = np.zeros((n, n))
    for j in range(n):
        d = a[j, j] - np.sum(lower[j] ** 2)
        if d <= 0:
            return np.zeros((n, n))
        lower[j, j] = np.sqrt(d)
        for i in range(j + 1, n):
            lower[i, j] = (a[i, j] - np.sum(lower[i] * lower[j])) / lower[j, j]
    return lower


def bracket(x, step, limit=20):
    """Doubles the step until exp(x) - 5 changes its sign between the two ends."""
    low = x
    start = np.exp(low) - 5.0
    if np.abs(start) < 1e-9:
        return low, low
    while limit > 0:
        high = low + step
        if (np.exp(high) - 5.0) * start <= 0:
            return low, high
        low = high
        step *= 2.0
        limit -= 1
    return np.nan, np.nan


def relu_or_leak(x, mode="relu"):
    if mode == "relu":
        return np.maximum(x, 0.0)
    if mode == "leaky":
        return np.where(x > 0, x, 0.01 * x)
    total = np.sum(x)
    if total > 0:
        return x / total
    return np.zeros_like(x)


def segments_cross(p, q, r, s):
    """Whether the segments p-q and r-s properly intersect."""

    def side(a, b, c):
        return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])

    if np.max(np.minimum(p, q) - np.maximum(r, s)) > 0:
        return False
    if side(p, q, r) * side(p, q, s) >= 0:
        return False
    return side(r, s, p) * side(r, s, q) < 0


UP = np.array([1.0, 2.0, 4.0, 7.0, 8.0])
ONE = np.array([2.0])
NONE = np.zeros(0)
SYM = np.array([[4.0, 1.0, 0.0], [1.0, 3.0, -1.0], [0.0, -1.0, 5.0]])
WIDE = np.array([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
SKEW = np.array([[1.0, 2.0], [3.0, 4.0]])
CARD = np.array([4, 5, 3, 9, 1, 4, 8, 8, 0, 3, 4, 3, 6, 4, 6, 7])
A, B, C, D = np.zeros(2), np.array([2.0, 2.0]), np.array([0.0, 2.0]), np.array([2.0, 0.0])

CASES = {
    "damp": [(UP, 100.0), (UP, 1.0), (ONE, 2.0), (np.zeros(3), 1.0)],
    "safe_divide": [(1.0, 2.0), (0.0, 0.0), (3.0, 0.0), (-3.0, 0.0)],
    "sinc": [(0.0,), (1e-9,), (0.5,), (-3.0,)],
    "drag_coefficient": [(-1.0,), (0.5,), (1.0,), (100.0,), (1e4,), (1e6,)],
    "real_roots": [(0.0, 0.0, 1.0), (0.0, 2.0, 1.0), (1.0, 0.0, 1.0), (1.0, 2.0, 1.0), (1.0, -3.0, 2.0)],
    "first_index_over": [(UP, 0.5), (UP, 3.0), (UP, 7.5), (UP, 9.0), (NONE, 0.0)],
    "binary_search": [(UP, 4.0), (UP, 1.0), (UP, 8.0), (UP, 3.0), (UP, 99.0), (ONE, 2.0)],
    "is_prime": [(1,), (2,), (4,), (9,), (97,), (91,)],
    "find_in_grid": [(SYM, 4.0), (SYM, 5.0), (SYM, -1.0), (WIDE, 9.0), (SYM[:0], 1.0)],
    "is_symmetric": [(SYM,), (WIDE,), (SKEW,), (SYM[:1, :1],)],
    "secant": [(1.0, 2.0), (1.0, -1.0), (1.0, 2.0, 1e-9, 1), (1.0, 2.0, 1e-9, 0), (1.0, np.sqrt(2.0))],
    "luhn_valid": [(CARD,), (CARD + 1,), (CARD[::-1].copy(),), (np.array([0]),), (np.array([5, 9]),)],
    "clip_gradient": [(UP, 1.0), (UP, 99.0), (UP, 1.0, False), (np.array([1.0, np.inf]), 1.0)],
    "winner": [
        (np.eye(3, dtype=int),),
        (-np.eye(3, dtype=int)[::-1],),
        (np.array([[1, -1, 1], [1, -1, -1], [-1, 1, 1]]),),
        (np.zeros((3, 3), dtype=int),),
        (np.array([[0, 0, -1], [0, 1, -1], [1, 1, -1]]),),
        (np.array([[0, -1, 0], [0, 0, -1], [1, 1, 1]]),),
    ],
    "cholesky_or_zero": [(SYM,), (-SYM,), (SYM[:1, :1],), (SYM - 4.5 * np.diag([0.0, 0.0, 1.0]),), (np.ones((2, 2)),)],
    "bracket": [(np.log(5.0), 1.0), (0.0, 0.5), (0.0, 5.0), (3.0, 1.0, 5), (0.0, 0.1, 3), (0.0, 1.0, 0)],
    "relu_or_leak": [(UP - 3.0,), (UP - 3.0, "leaky"), (UP, "share"), (-UP, "share")],
    "segments_cross": [
        (A, B, C, D),
        (A, C, B, D),
        (A, B, D, D + 5.0),
        (A, B, D + 5.0, D + 6.0),
        (B, B + 1.0, A, D),
        (A, B, C, np.array([0.5, 1.5])),
    ],
}

REFUSED = {}
