"""Conditions on array values, with Python's short-circuit meaning, and the builtins that meet numbers."""

import numpy as np


def leading_positive(xs):
    """How many values from the start on are positive; the bound guards the index."""
    n = len(xs)
    i = 0
    while i < n and xs[i] > 0:
        i += 1
    return np.asarray(i)


def insert_position(xs, value):
    """From the end; the order of the two tests keeps the index inside."""
    j = np.size(xs) - 1
    while j >= 0 and not xs[j] <= value:
        j -= 1
    return j + 1


def guarded_ratio(a, b):
    if b != 0 and a / b > 1.0:
        return np.log(a / b)
    else:
        return 0.0


def default_when_zero(x, fallback):
    """`or` gives the value itself."""
    rate = x or fallback
    return np.exp(-rate)


def value_of_and(x, y):
    """`and` gives the first falsy value, or the last."""
    return np.asarray(x and y)


def inside_box(p, low, high):
    inside = low <= p[0] < high and low <= p[1] < high
    border = not inside and (p[0] == high or p[1] == high)
    return inside, border


def month_length(month, year):
    if month in (4, 6, 9, 11):
        days = 30
    elif month == 2:
        leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
        days = 29 if leap else 28
    else:
        days = 31
    return np.asarray(days)


def median_of_three(a, b, c):
    return np.asarray(max(min(a, b), min(max(a, b), c)))


def triangle_wave(x):
    phase = x % 4.0
    y = phase if phase < 1.0 else 2.0 - phase if phase < 3.0 else phase - 4.0
    return np.abs(y)


def clamp_chain(xs):
    """`min` and `max` of arrays' elements and `abs`, inside a loop."""
    level = 0.0
    for x in xs:
        level = min(max(level + x, -1.0), 1.5)
        level = level * (1.0 - 0.1 * abs(level))
    return level * np.pi


def all_and_any(xs, limit):
    if all(x > 0 for x in xs):
        kind = 1
    elif any(x > limit for x in xs):
        kind = 2
    elif not np.any(xs > 0):
        kind = 3
    else:
        kind = 4
    return np.asarray(kind)


def clock_face(seconds):  # hybridc: graph
    minutes, rest = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return hours % 24, minutes, rest


def modular_power(base, exponent, modulus):  # hybridc: graph
    """By hand and by `pow` for the check digit."""
    result = 1
    base %= modulus
    while exponent > 0:
        if exponent & 1:
            result = result * base % modulus
        base = base * base % modulus
        exponent >>= 1
    return result, pow(2.0, 0.5) * result


def rounded_share(part, whole):
    share = round(100 * part / whole, 1) if whole else 0.0
    return np.minimum(share, 100.0)


def newton_with_walrus(x):
    while np.abs(step := (x * x - 3.0) / (2.0 * x)) > 1e-9:
        x = x - step
    return x


def energy_or_skip(xs, ys):
    total = 0.0
    if (n := len(xs)) > 1 and (spread := np.max(xs) - np.min(xs)) > 0:
        total = np.sum(ys) * spread / n
    return total


def window_function(x, kind="hann"):  # hybridc: graph
    match kind:
        case "hann":
            w = 0.5 * (1.0 + np.cos(np.pi * x))
        case "rect" | "box":
            w = np.ones_like(x)
        case _:
            w = 1.0 - np.abs(x)
    return np.where(np.abs(x) <= 1.0, w, 0.0)


def norm_of_order(x, order=2):  # hybridc: graph
    """Static orders are told apart by Python."""
    match order:
        case 0:
            return np.sum(x != 0)
        case 1:
            return np.sum(np.abs(x))
        case int(p) if p > 1:
            return np.power(np.sum(np.abs(x) ** p), 1.0 / p)
    return np.max(np.abs(x))


def exclusive(a, b, xs):  # hybridc: graph
    """Truth values as values: xor, equality, counting."""
    first = a > xs[0]
    second = b > xs[0]
    if first != second:
        return sum(xs) if first else -sum(xs)
    return float(len(xs)) if first and second else 0.0


def dead_zone(x, width, gain=None):
    gain = 1.0 if gain is None else gain
    if not -width < x < width:
        return gain * (x - np.sign(x) * width)
    return 0.0 * x


def matching_brackets(codes):
    """1 opens, -1 closes, anything else is text."""
    depth = 0
    ok = True
    for c in codes:
        if not ok:
            pass
        elif c == 1:
            depth += 1
        elif c == -1 and (depth := depth - 1) < 0:
            ok = False
    return np.asarray(ok and depth == 0)


def tennis_point(a, b):
    """Who leads a finished game: 1, -1, or 0 while it goes on."""
    lead = a - b
    over = (a >= 4 or b >= 4) and abs(lead) >= 2
    return np.asarray(0 if not over else 1 if lead > 0 else -1)


def sum_of_squares(xs):
    return sum([x * x for x in xs]) + np.pi


def any_over(xs, limit):
    return np.asarray(any([x > limit for x in xs]))  # noqa: C419


def decimal_shift(mantissa, exponent):
    return np.asarray(mantissa * pow(10, exponent))


XS = np.array([3.0, 1.0, -2.0, 4.0])
UP = np.array([1.0, 2.0, 4.0])
ONE = np.array([2.0])
NONE = np.zeros(0)
POINT = np.array([0.5, 2.0])

CASES = {
    "leading_positive": [(XS,), (UP,), (-XS,), (NONE,)],
    "insert_position": [(UP, 0.5), (UP, 2.0), (UP, 3.0), (UP, 9.0), (ONE, 1.0)],
    "guarded_ratio": [(4.0, 2.0), (1.0, 2.0), (1.0, 0.0), (0.0, 0.0)],
    "default_when_zero": [(0.0, 2.0), (1.5, 2.0), (0, 0)],
    "value_of_and": [(0.0, 2.0), (1.5, 2.0), (1.5, 0.0)],
    "inside_box": [(POINT, 0.0, 3.0), (POINT, 0.0, 2.0), (POINT, 1.0, 3.0), (-POINT, 0.0, 1.0)],
    "month_length": [(4, 2023), (2, 2023), (2, 2024), (2, 1900), (2, 2000), (12, 2023)],
    "median_of_three": [(1.0, 2.0, 3.0), (3.0, 1.0, 2.0), (2.0, 3.0, 1.0), (1.0, 1.0, 0.0)],
    "triangle_wave": [(0.5,), (1.5,), (3.5,), (-0.5,), (9.0,)],
    "clamp_chain": [(XS,), (-XS,), (NONE,), (ONE,)],
    "clock_face": [(0,), (59,), (3661,), (100_000,)],
    "modular_power": [(3, 13, 7), (2, 0, 5), (5, 1, 3), (7, 2, 10)],
    "rounded_share": [(1.0, 3.0), (5.0, 0.0), (5.0, 2.0), (0.0, 4.0)],
    "newton_with_walrus": [(1.0,), (np.sqrt(3.0),), (10.0,)],
    "energy_or_skip": [(XS, XS), (ONE, ONE), (np.ones(3), UP), (NONE, NONE)],
    "window_function": [(XS / 2,), (XS / 2, "box"), (XS / 2, "rect"), (XS / 2, "triangle"), (0.5,)],
    "norm_of_order": [(XS,), (XS, 0), (XS, 1), (XS, 3), (XS, -1)],
    "exclusive": [(5.0, 1.0, XS), (1.0, 5.0, XS), (5.0, 5.0, XS), (1.0, 1.0, XS)],
    "dead_zone": [(0.5, 1.0), (2.0, 1.0), (-2.0, 1.0, 3.0), (1.0, 1.0)],
    "matching_brackets": [
        (np.array([1, 0, -1, 1, -1]),),
        (np.array([-1, 1]),),
        (np.array([1, 1, -1]),),
        (np.array([7]),),
        (np.array([1, -1, -1]),),
    ],
    "tennis_point": [(4, 1), (4, 3), (3, 5), (0, 0), (3, 1)],
    "any_over": [(XS, 3.5), (XS, 9.0)],
    "sum_of_squares": [(UP,), (ONE,)],
    "all_and_any": [(UP, 1.0), (XS, 3.5), (-UP, 1.0), (XS, 9.0), (NONE, 0.0)],
}

WRONG = {
    "decimal_shift": [(7, 2), (7, 0), (5, -1)],
}

WARNED = {"decimal_shift": "HYB507"}

REFUSED = {
    "rounded_share": "HYB402",
}
