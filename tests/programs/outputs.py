"""What branches and loops yield: tuples, dicts, None, numbers of two types, numbers against arrays."""

import numpy as np


def half_or_whole(n):  # hybridc: graph
    """An integer in one branch, a float in the other."""
    return 1 if n % 2 == 0 else 2.5


def count_or_mean(xs, wants_mean):
    if np.sum(xs) > 10:
        result = len(xs)
    elif wants_mean > 0:
        result = np.mean(xs)
    else:
        result = False
    return result


def zero_or_vector(xs, gate):
    """A scalar zero where the gate is shut."""
    if gate > 0.5:
        out = np.tanh(xs)
    else:
        out = 0.0
    return out + xs


def total_of_rows(rows):  # hybridc: graph
    """The total starts as an integer and becomes a vector."""
    total = 0
    for row in rows:
        total += row * 2.0
    return total


def total_of_values(xs):
    total = 0
    for x in xs:
        total += np.sqrt(np.abs(x))
    return total


def counter_with_float_data(xs, level):
    above = 0
    excess = 0
    for x in xs:
        if x > level:
            above += 1
            excess += x - level
    return above, excess


def none_without_limit(xs, limit=None):
    if limit is None:
        return np.sum(xs), None
    return np.sum(np.minimum(xs, limit)), limit


def none_until_found(xs, level):
    """None stands for: not found yet."""
    first = None
    for i, x in enumerate(xs):
        if first is None and x > level:
            first = i
    if first is None:
        first = -1
    return np.asarray(first)


def summary(xs):
    mean = np.mean(xs)
    if mean > 0:
        result = {"mean": mean, "sign": 1, "spread": np.std(xs)}
    else:
        result = {"mean": -mean, "sign": -1, "spread": 0.0}
    return result


def statistics(xs):  # hybridc: graph
    """A dict that is filled along the way."""
    stats = {"n": len(xs), "low": np.inf, "high": -np.inf}
    for x in xs:
        if x < stats["low"]:
            stats["low"] = x
        if x > stats["high"]:
            stats["high"] = x
    stats["range"] = stats["high"] - stats["low"]
    return stats


def polar(x, y):
    r = np.hypot(x, y)
    pair = (r, np.arctan2(y, x)) if r > 0 else (0.0, 0.0)
    return pair


def nested_tuples(x):
    if x > 0:
        state, info = (x, np.sqrt(x)), (1, (True, 0.5))
    else:
        state, info = (-x, 0), (0, (False, 2))
    return state, info


def order_of_two(a, b):  # hybridc: graph
    low, high = (a, b) if a <= b else (b, a)
    return {"low": low, "high": high, "middle": np.mean(np.array([a, b]))}


def integer_halving(n, turns):
    """The carry turns from int to float at the first division."""
    for _ in range(turns):
        n = n / 2
        if n < 1:
            n = 0
    return np.asarray(n)


def product_or_one(xs):
    product = 1
    for x in xs:
        if x != 0:
            product = product * x
    return np.round(product, 6)


def truth_then_number(xs):
    """A name that is a truth value first and a count later."""
    hits = False
    for x in xs:
        hits = hits + (x > 0) * 1
    return np.asarray(hits)


def matrix_or_identity(a, scale):
    m = 1.0
    for _ in range(2):
        if scale > 1:
            m = m * a / scale
        else:
            m = m * np.eye(2)
    return m


def scores_and_names(xs):  # hybridc: graph
    best = (0.0, -1)
    for i, x in enumerate(xs):
        candidate = (np.abs(x), i)
        if candidate[0] > best[0]:
            best = candidate
    score, where = best
    return {"score": score, "where": where}


def complex_root(x):
    """The carry becomes complex below zero."""
    if x >= 0:
        root = np.sqrt(x)
    else:
        root = 1j * np.sqrt(-x)
    return root


def float32_accumulator(xs):
    total = np.float32(0)
    for x in xs:
        total = total + x
    return total


def quotient_and_rest(a, b):
    if b == 0:
        q, r = 0, a
    else:
        q, r = a // b, a % b
    return q, np.abs(r)


def weighted_frames(frame, n):
    """An integer, then vectors, as often as an argument says."""
    total = 0
    for i in range(n):
        total = total + frame * i
    return np.asarray(total)


def largest_or_zero(xs):
    """An integer until a float is larger."""
    best = 0
    i = 0
    while i < len(xs):
        if xs[i] > best:
            best = xs[i]
        i += 1
    return np.asarray(best)


def cooled(n):
    """A float, then an integer from the first turn on."""
    level = 1.5
    while n > 0:
        level = 2
        n -= 1
    return np.asarray(level)


def mean_square(xs, gate):
    """A number in one branch, a vector in the other; how many elements it has decides the result."""
    if gate > 0:
        part = xs
    else:
        part = 2.0
    return np.sum(part**2)


def row_or_grid_total(row, grid):
    part = row if np.max(row) > 0 else grid
    return np.sum(part)


def product_total(xs, turns):
    scale = 1.0
    while turns > 0:
        scale = scale * xs
        turns -= 1
    return np.sum(scale)


def running_totals(counts):
    """Small integers, whose totals NumPy makes 64 bits wide."""
    return np.cumsum(counts)


def mean_count(counts):
    return np.mean(counts)


XS = np.array([1.5, -2.0, 4.0, 0.0])
ONE = np.array([2.0])
NONE = np.zeros(0)
ROWS = np.array([[1.0, 2.0], [3.0, -4.0]])
INTS = np.array([3, 0, -2, 5])

CASES = {
    "half_or_whole": [(2,), (3,), (0,)],
    "count_or_mean": [(XS + 5.0, 0), (XS, 1), (XS, 0), (ONE, 1)],
    "zero_or_vector": [(XS, 1.0), (XS, 0.0), (NONE, 0.0)],
    "total_of_rows": [(ROWS,), (ROWS[:1],), (ROWS.astype(int),)],
    "total_of_values": [(XS,), (ONE,), (NONE,), (INTS,)],
    "counter_with_float_data": [(XS, 0.0), (XS, 1.5), (XS, 9.0), (NONE, 0.0), (INTS, 1)],
    "none_without_limit": [(XS,), (XS, 1.0), (XS, None)],
    "none_until_found": [(XS, 1.0), (XS, 3.0), (XS, 9.0), (NONE, 0.0)],
    "summary": [(XS,), (-XS,), (ONE,), (np.zeros(2),)],
    "statistics": [(XS,), (ONE,), (-XS,), (np.array([1.0, 2.0, 3.0]),)],
    "polar": [(3.0, 4.0), (0.0, 0.0), (-1.0, 0.0)],
    "nested_tuples": [(4.0,), (-4.0,), (0.0,)],
    "order_of_two": [(1.0, 2.0), (2.0, 1.0), (2, 1.5), (1.0, 1.0)],
    "integer_halving": [(8, 1), (8, 4), (8, 3), (7, 0)],
    "product_or_one": [(XS,), (ONE,), (NONE,), (np.zeros(2),), (INTS,)],
    "truth_then_number": [(XS,), (ONE,), (-ONE,)],
    "matrix_or_identity": [(ROWS, 2.0), (ROWS, 1.0)],
    "scores_and_names": [(XS,), (ONE,), (NONE,), (np.zeros(3),)],
    "complex_root": [(4.0,), (-4.0,), (0.0,)],
    "float32_accumulator": [(XS.astype(np.float32),), (XS,), (INTS.astype(np.int16),)],
    "quotient_and_rest": [(7, 2), (7, 0), (-7, 2), (7.5, 2)],
    "cooled": [(0,), (1,), (4,)],
    "largest_or_zero": [(XS,), (-ONE,)],
    "weighted_frames": [(XS, 1), (XS, 3)],
    "running_totals": [(np.array([200, 100, 3], dtype=np.uint8),)],
}

WRONG = {
    "mean_square": [(XS, 1), (XS, -1)],
    "row_or_grid_total": [(ROWS[0], ROWS), (-ROWS[0], ROWS)],
    "product_total": [(XS, 0), (XS, 1), (XS, 2)],
    "mean_count": [(np.array([2**30, 2**30, 7], dtype=np.int32),)],
}

REFUSED: dict[str, str] = {}
