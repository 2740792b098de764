"""Functions that use functions: helpers, defaults, closures, lambdas, recursion, reduce, plain classes."""

import functools

import numpy as np


def sigmoid(z):
    return 1.0 / (1.0 + np.exp(-z))


def swish(x, beta=1.0):
    return x * sigmoid(beta * x)


def gated(x, gate, *, sharpness=2.0):  # hybridc: graph
    """Keywords and defaults handed on."""
    if gate > 0:
        return swish(x, beta=sharpness)
    return swish(beta=0.5, x=x)


def poly(x, *coefficients):
    total = 0.0
    for c in coefficients:
        total = total * x + c
    return np.asarray(total)


def uses_varargs(x):
    return poly(x, 1.0, -2.0, 0.5) + poly(x) + poly(x, *(3.0, x))


def with_options(x, **options):
    scale = options.get("scale", 1.0)
    if "shift" in options:
        x = x + options["shift"]
    return np.tanh(scale * x)


def uses_keywords(x):  # hybridc: graph
    return with_options(x) + with_options(x, scale=2.0) + with_options(x, shift=1.0, scale=0.5)


def smallest_by_golden_section(low, high, a):
    """A closure over an argument is what is minimised."""

    def f(x):
        return (x - a) ** 2 + 0.1 * x

    ratio = 0.5 * (np.sqrt(5.0) - 1.0)
    while high - low > 1e-6:
        left = high - ratio * (high - low)
        right = low + ratio * (high - low)
        if f(left) < f(right):
            high = right
        else:
            low = left
    return np.round(0.5 * (low + high), 4)


def runge_kutta(f, y, dt, steps):
    for k in range(steps):
        t = k * dt
        k1 = f(t, y)
        k2 = f(t + 0.5 * dt, y + 0.5 * dt * k1)
        k3 = f(t + 0.5 * dt, y + 0.5 * dt * k2)
        k4 = f(t + dt, y + dt * k3)
        y = y + dt / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4)
    return y


def driven_decay(y, rate, steps):
    """A function as an argument, given as a lambda."""
    return runge_kutta(lambda t, y: np.sin(t) - rate * y, y, 0.1, steps)


def derivative_by_difference(x, order=1):
    """Static recursion on the order."""
    if order == 0:
        return np.sin(x)
    h = 0.01
    return (derivative_by_difference(x + h, order - 1) - derivative_by_difference(x - h, order - 1)) / (2 * h)


def integer_power(x, n=5):
    if n == 0:
        return np.ones_like(x)
    half = integer_power(x, n // 2)
    return half * half * x if n % 2 else half * half


def total_by_reduce(xs):  # hybridc: graph
    return np.sqrt(functools.reduce(lambda total, x: total + x * x, xs, 0.0))


def compose(x):
    steps = [np.sin, lambda v: v * 2.0, np.tanh]
    for step in steps:
        x = step(x)
    return x


def mapped(x):
    a, b, c = map(lambda k: np.cos(k * x), (1, 2, 3))  # noqa: C417
    return a + 10.0 * b + 100.0 * c


def make_scaler(low, high):
    def scale(x):
        return (x - low) / (high - low)

    return scale


def scaled_sum(xs):
    scale = make_scaler(np.min(xs) - 1.0, np.max(xs))
    total = 0.0
    for x in xs:
        total += scale(x)
    return total


def counter_in_closure(xs):
    hits = 0

    def visit(x):
        nonlocal hits
        if x > 0:
            hits += 1
        return x * hits

    total = 0.0
    for x in xs:
        total += visit(x)
    return total, np.asarray(hits)


class Pid:
    """A controller of plain numbers."""

    def __init__(self, kp, ki, limit=5.0):
        self.kp = kp
        self.ki = ki
        self.limit = limit
        self.integral = 0.0

    def output(self, error, dt):
        self.integral += error * dt
        u = self.kp * error + self.ki * self.integral
        if abs(u) > self.limit:
            u = self.limit if u > 0 else -self.limit
        return u


def controlled(target, steps):  # hybridc: graph
    pid = Pid(1.5, 0.5)
    x = 0.0
    for _ in range(steps):
        x = x + 0.1 * pid.output(target - x, 0.1)
    return x


class Spline:
    """Piecewise linear, with methods that call each other."""

    def __init__(self, xs, ys):
        self.xs, self.ys = xs, ys

    def interval(self, x):
        i = 0
        while i < len(self.xs) - 2 and x > self.xs[i + 1]:
            i += 1
        return i

    def __call__(self, x):
        i = self.interval(x)
        t = (x - self.xs[i]) / (self.xs[i + 1] - self.xs[i])
        return (1.0 - t) * self.ys[i] + t * self.ys[i + 1]


def spline_at(xs, ys, x):  # hybridc: graph
    return Spline(xs, ys)(x)


def find_root(f, low, high):
    while high - low > 1e-8:
        middle = 0.5 * (low + high)
        if f(middle) > 0:
            high = middle
        else:
            low = middle
    return np.round(low, 6)


def implied_rate(price, years):  # hybridc: graph
    """A nested function that loops, handed to a solver."""

    def excess(rate):
        value = 0.0
        for k in range(1, years + 1):
            value += 10.0 / (1.0 + rate) ** k
        return price - value

    return find_root(excess, 0.0, 2.0)


def helper_with_early_return(x, mask):
    def safe_log(v):
        if v <= 0:
            return -1e3
        return np.log(v)

    total = 0.0
    for v, use in zip(x, mask):  # noqa: B905
        if use:
            total += safe_log(v)
    return total


def argument_by_type(x, power=2, normalise=True):
    """Static and traced arguments side by side."""
    y = x**power
    if normalise and np.sum(y) > 0:
        y = y / np.sum(y)
    return y


def filled(shape, value):
    """The shape may be a number, a tuple or a list."""
    grid = np.zeros(shape)
    if value > 0:
        grid = grid + value
    return grid


XS = np.array([0.5, -1.0, 2.0])
ONE = np.array([2.0])
NONE = np.zeros(0)
KNOTS = np.array([0.0, 1.0, 3.0, 4.0])

CASES = {
    "sigmoid": [(0.0,), (XS,)],
    "swish": [(1.0,), (XS, 2.0)],
    "gated": [(XS, 1.0), (XS, -1.0)],
    "uses_varargs": [(2.0,), (XS,)],
    "uses_keywords": [(0.5,), (XS,)],
    "smallest_by_golden_section": [(-3.0, 3.0, 1.0), (0.0, 1.0, 5.0), (1.0, 1.0, 0.0)],
    "driven_decay": [(1.0, 0.5, 10), (1.0, 0.5, 1), (1.0, 0.5, 0), (XS, 2.0, 3)],
    "derivative_by_difference": [(0.5, 0), (0.5,), (XS, 2)],
    "integer_power": [(2.0, 0), (2.0,), (XS, 6)],
    "total_by_reduce": [(XS,), (ONE,), (NONE,)],
    "compose": [(0.5,), (XS,)],
    "mapped": [(0.5,), (XS,)],
    "scaled_sum": [(XS,), (ONE,)],
    "counter_in_closure": [(XS,), (-ONE,), (NONE,)],
    "controlled": [(1.0, 20), (100.0, 3), (-100.0, 3), (1.0, 0)],
    "spline_at": [(KNOTS, KNOTS**2, 0.5), (KNOTS, KNOTS**2, 3.5), (KNOTS, KNOTS**2, 9.0), (KNOTS[:2], KNOTS[2:], 0.5)],
    "implied_rate": [(40.0, 5), (9.0, 1), (100.0, 20)],
    "helper_with_early_return": [(XS, XS > 0), (XS, XS < 9), (NONE, NONE > 0), (ONE, ONE > 5)],
    "argument_by_type": [(XS,), (XS, 3), (XS, 2, False), (-ONE, 1)],
}

WRONG = {
    "filled": [((2, 3), 1.0), (3, -1.0), ([2, 3], 1.0)],
}

REFUSED = {
    "uses_keywords": "HYB406",
    "scaled_sum": "host",
    "spline_at": "HYB406",
}
