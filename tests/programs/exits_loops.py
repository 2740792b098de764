"""Leaving loops early: break, continue, `while True`, `else` of a loop, nested loops with exits."""

import numpy as np


def sum_until_negative(xs):
    total = 0.0
    for x in xs:
        if x < 0:
            break
        total += np.sqrt(x)
    return total


def first_over(xs, threshold):
    """The first index whose value is over the threshold, or -1."""
    found = -1
    for i in range(len(xs)):
        if np.abs(xs[i]) > threshold:
            found = i
            break
    return found


def mean_of_valid(xs, missing=-999.0):
    total = 0.0
    count = 0
    for x in xs:
        if x == missing or np.isnan(x):
            continue
        total += x
        count += 1
    return total / count if count > 0 else 0.0


def bisection(low, high, tolerance=1e-9, max_iter=100):
    """A root of cos(x) - x."""
    for _ in range(max_iter):
        middle = 0.5 * (low + high)
        value = np.cos(middle) - middle
        if abs(value) < tolerance:
            break
        if value > 0:
            low = middle
        else:
            high = middle
    return 0.5 * (low + high)


def newton_forever(x, target):
    """Newton's iteration for a cube root."""
    steps = 0
    while True:
        nxt = x - (x**3 - target) / (3.0 * x**2)
        steps += 1
        if np.abs(nxt - x) < 1e-6:
            break
        x = nxt
    return nxt, steps


def is_sorted(xs):
    for i in range(1, len(xs)):
        if xs[i] < xs[i - 1]:
            ordered = False
            break
    else:
        ordered = True
    return np.asarray(ordered)


def prime_count(limit):  # hybridc: graph
    """How many primes there are below the limit, by trial division."""
    count = 0
    for n in range(2, limit):
        for d in range(2, n):
            if d * d > n:
                count += 1
                break
            if n % d == 0:
                break
        else:
            count += 1
    return count


def power_iteration(a, tolerance, max_iter=200):
    v = np.ones(a.shape[0]) / np.sqrt(a.shape[0])
    value = 0.0
    for _ in range(max_iter):
        w = a @ v
        new = np.dot(v, w)
        v = w / np.linalg.norm(w)
        if np.abs(new - value) < tolerance:
            value = new
            break
        value = new
    return value, np.abs(v)


def pair_with_sum(xs, target):
    """The first two positions whose values add up to the target."""
    left, right = -1, -1
    for i in range(len(xs)):
        for j in range(i + 1, len(xs)):
            if np.isclose(xs[i] + xs[j], target):
                left, right = i, j
                break
        if left >= 0:
            break
    return left, right


def bubble_sort(xs):
    xs = np.array(xs)
    passes = 0
    while True:
        swapped = False
        for i in range(len(xs) - 1):
            if xs[i] > xs[i + 1]:
                xs[i], xs[i + 1] = xs[i + 1], xs[i]
                swapped = True
        passes += 1
        if not swapped:
            break
    return xs, passes


def insertion_sort(xs):
    xs = np.array(xs)
    for i in range(1, len(xs)):
        key = xs[i]
        j = i - 1
        while j >= 0:
            if xs[j] <= key:
                break
            xs[j + 1] = xs[j]
            j -= 1
        xs[j + 1] = key
    return xs


def k_means(points, centres, max_iter=20):
    """Lloyd's algorithm until the centres stand still."""
    centres = centres.copy()
    for _ in range(max_iter):
        distances = np.sum((points[:, None, :] - centres[None, :, :]) ** 2, axis=-1)
        labels = np.argmin(distances, axis=1)
        updated = centres.copy()
        for k in range(len(centres)):
            members = labels == k
            if not np.any(members):
                continue
            updated[k] = np.sum(points * members[:, None], axis=0) / np.sum(members)
        if np.allclose(updated, centres):
            break
        centres = updated
    return centres


def gambler(money, goal, throws):
    """Doubles the stake after a loss; stops when broke or at the goal."""
    stake = 1.0
    rounds = 0
    for throw in throws:
        if money <= 0 or money >= goal:
            break
        rounds += 1
        if throw > 0.5:
            money += stake
            stake = 1.0
            continue
        money -= stake
        stake = np.minimum(2.0 * stake, money)
    return money, rounds


def line_search(f0, slope, step=1.0):
    """Halves the step until the decrease suffices; the loop's else says that it never did."""
    for _ in range(12):
        value = f0 + slope * step + 40.0 * step**2
        if value <= f0 + 1e-4 * step * slope:
            break
        step *= 0.5
    else:
        step = 0.0
    return np.asarray(step)


def row_with_all_positive(grid):
    """The first row without a non-positive entry; the number of rows where there is none."""
    row = 0
    while row < grid.shape[0]:
        for col in range(grid.shape[1]):
            if grid[row, col] <= 0:
                break
        else:
            break
        row += 1
    return row, np.sum(grid)


def collatz_peak(n, max_steps):  # hybridc: graph
    peak = n
    steps = 0
    while steps < max_steps:
        if n == 1:
            break
        steps += 1
        if n % 2 == 0:
            n //= 2
            continue
        n = 3 * n + 1
        if n > peak:
            peak = n
    return peak, steps


def last_break_wins(xs, low, high):
    outcome = 0
    for i, x in enumerate(xs):
        if x < low:
            outcome = -1
            break
        if x > high:
            outcome = 1
            break
        if i >= 4:
            break
        outcome += 2
    return np.asarray(outcome)


XS = np.array([4.0, 1.0, 9.0, -1.0, 16.0])
UP = np.array([1.0, 2.0, 3.0, 5.0])
ONE = np.array([2.0])
NONE = np.zeros(0)
SYM = np.array([[4.0, 1.0], [1.0, 3.0]])
CLOUD = np.array([[0.0, 0.0], [0.0, 1.0], [5.0, 5.0], [5.0, 6.0], [6.0, 5.0]])
THROWS = np.array([0.9, 0.1, 0.2, 0.8, 0.3, 0.7])

CASES = {
    "sum_until_negative": [(XS,), (-XS,), (UP,), (np.array([1.0, 4.0, -1.0]),), (NONE,), (-ONE,)],
    "first_over": [(XS, 3.0), (XS, 10.0), (XS, 99.0), (ONE, 1.0), (NONE, 1.0)],
    "mean_of_valid": [(XS,), (np.array([-999.0, 2.0, np.nan, 4.0]),), (np.array([np.nan]),), (NONE,), (XS, 4.0)],
    "bisection": [(0.0, 1.0), (0.5, 2.0, 1e-3), (0.0, 1.0, 1e-9, 0), (0.0, 1.0, 1e-9, 1), (0.0, 1.0, 10.0)],
    "newton_forever": [(2.0, 27.0), (3.0, 27.0), (1.0, 0.5)],
    "is_sorted": [(XS,), (UP,), (ONE,), (NONE,), (np.array([1.0, 2.0, 0.0]),)],
    "prime_count": [(2,), (3,), (4,), (30,), (0,)],
    "power_iteration": [(SYM, 1e-10), (SYM, 1e3), (SYM, 1e-10, 0), (SYM, 1e-10, 1), (SYM, 1e-30, 3)],
    "pair_with_sum": [(UP, 3.0), (UP, 8.0), (UP, 5.0), (UP, 100.0), (ONE, 4.0), (NONE, 1.0)],
    "bubble_sort": [(XS,), (UP,), (UP[::-1].copy(),), (ONE,)],
    "insertion_sort": [(XS,), (UP,), (UP[::-1].copy(),), (ONE,), (np.array([1.0, 1.0, 0.0]),)],
    "k_means": [
        (CLOUD, CLOUD[:2]),
        (CLOUD, CLOUD[[0, 2]]),
        (CLOUD, CLOUD[[0, 2]] + 50.0),
        (CLOUD, CLOUD[:2], 1),
        (CLOUD, CLOUD[:2], 0),
    ],
    "gambler": [
        (2.0, 5.0, THROWS),
        (10.0, 5.0, THROWS),
        (1.0, 9.0, 1.0 - THROWS),
        (3.0, 50.0, THROWS),
        (3.0, 9.0, NONE),
    ],
    "line_search": [(1.0, -100.0), (1.0, -8.0), (1.0, 2.0), (1.0, -8.0, 0.25), (0.0, -1000.0, 8.0)],
    "row_with_all_positive": [(SYM,), (-SYM,), (np.array([[1.0, -1.0], [1.0, 2.0]]),), (np.zeros((1, 1)),), (SYM[:0],)],
    "collatz_peak": [(1, 10), (6, 100), (7, 100), (27, 5), (27, 0), (2, 1)],
    "last_break_wins": [(UP, 0.0, 9.0), (UP, 1.5, 9.0), (UP, 0.0, 4.0), (np.ones(9), 0.0, 2.0), (NONE, 0.0, 1.0)],
}

REFUSED = {}
