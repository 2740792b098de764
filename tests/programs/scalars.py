"""Formulas and iterations on single numbers."""

import math

import numpy as np

GRAVITY = 9.81


def clamp(x, low, high):
    """Limits x to the interval from low to high."""
    if x < low:
        x = low
    elif x > high:
        x = high
    return np.asarray(x)


def signed_sqrt(x):
    if x > 0:
        return np.sqrt(x)
    elif x < 0:
        return -np.sqrt(-x)
    else:
        return 0.0


def smooth_step(edge0, edge1, x):
    t = (x - edge0) / (edge1 - edge0)
    t = 0.0 if t < 0 else 1.0 if t > 1 else t
    return np.power(t, 2) * (3.0 - 2.0 * t)


def huber(residual, delta=1.0):
    """Quadratic near zero, linear far away."""
    size = np.abs(residual)
    if size <= delta:
        loss = 0.5 * size**2
    else:
        loss = delta * (size - 0.5 * delta)
    return loss


def heaviside_window(x):
    return np.cos(x) if -1.0 < x <= 1.0 else 0.0


def quadratic_roots(a, b, c):
    """Both real roots, or NaN where there are none."""
    disc = b * b - 4.0 * a * c
    if disc >= 0 and a != 0:
        q = -0.5 * (b + (np.sqrt(disc) if b >= 0 else -np.sqrt(disc)))
        first = q / a
        second = c / q if q != 0 else 0.0
    else:
        first = np.nan
        second = np.nan
    return first, second


def newton_sqrt(a, tolerance=1e-12):
    x = np.maximum(a, 1.0)
    while np.abs(x * x - a) > tolerance * a:
        x = 0.5 * (x + a / x)  # Heron
    return x


def bisect(low, high, target):
    """Solves x**3 + x == target between low and high."""
    while high - low > 1e-10:
        middle = (low + high) / 2.0
        if middle**3 + np.abs(middle) < target:
            low = middle
        else:
            high = middle
    return (low + high) / 2.0


def exp_series(x):
    total = 1.0
    term = 1.0
    k = 1
    while np.abs(term) > 1e-15 and k < 200:
        term = term * x / k
        total = total + term
        k += 1
    return total, k


def geometric_mean_iteration(a, g, limit=50):
    """Gauss's arithmetic-geometric mean."""
    steps = 0
    while np.abs(a - g) > 1e-12 and steps < limit:
        a, g = (a + g) / 2.0, np.sqrt(a * g)
        steps += 1
    return a, steps


def fall_with_drag(height, drag, dt=0.01):
    """Seconds until something dropped from a height arrives."""
    v = 0.0
    t = 0.0
    while height > 0.0:
        v += (GRAVITY - drag * v * np.abs(v)) * dt
        height -= v * dt
        t += dt
    return t, v


def mandelbrot_escape(cr, ci, limit):
    zr, zi = 0.0, 0.0
    n = 0
    while n < limit and zr * zr + zi * zi <= 4.0:
        zr, zi = zr * zr - zi * zi + cr, 2.0 * zr * zi + ci
        n += 1
    return n, np.hypot(zr, zi)


def tax(income):
    brackets = ((10_000.0, 0.1), (20_000.0, 0.2), (40_000.0, 0.4))
    owed = 0.0
    for start, rate in brackets:
        if income > start:
            owed = owed + (income - start) * rate
    return np.round(owed, 2)


def great_circle(lat1, lon1, lat2, lon2):
    """Distance in km on a sphere, by the haversine formula."""
    radians = math.pi / 180.0
    phi1, phi2 = lat1 * radians, lat2 * radians
    half_dphi = 0.5 * (phi2 - phi1)
    half_dlambda = 0.5 * (lon2 - lon1) * radians
    h = np.sin(half_dphi) ** 2 + np.cos(phi1) * np.cos(phi2) * np.sin(half_dlambda) ** 2
    return 2.0 * 6371.0 * np.arcsin(np.sqrt(np.minimum(h, 1.0)))


CASES = {
    "clamp": [(-2.0, -1.0, 1.0), (0.5, -1.0, 1.0), (3.0, -1.0, 1.0), (-1.0, -1.0, 1.0)],
    "signed_sqrt": [(2.0,), (-2.0,), (0.0,)],
    "smooth_step": [(0.0, 2.0, -1.0), (0.0, 2.0, 0.0), (0.0, 2.0, 0.5), (0.0, 2.0, 5.0)],
    "huber": [(0.3,), (-0.3,), (1.0,), (-5.0,), (2.0, 3.0)],
    "heaviside_window": [(-1.0,), (-0.5,), (1.0,), (1.5,)],
    "quadratic_roots": [(1.0, -3.0, 2.0), (1.0, 3.0, 2.0), (1.0, 0.0, 1.0), (0.0, 1.0, 1.0), (2.0, 0.0, 0.0)],
    "newton_sqrt": [(2.0,), (1.0,), (0.25,), (1e6,)],
    "bisect": [(0.0, 2.0, 3.0), (0.0, 2.0, 0.0), (1.0, 1.0, 5.0)],
    "exp_series": [(0.0,), (1.0,), (-2.5,), (7.0,), (300.0,)],
    "geometric_mean_iteration": [(1.0, 2.0), (24.0, 6.0), (3.0, 3.0), (24.0, 6.0, 1), (24.0, 6.0, 2)],
    "fall_with_drag": [(10.0, 0.0), (5.0, 0.1), (0.0, 0.1), (-1.0, 0.0), (1.0, 0.2, 0.05)],
    "mandelbrot_escape": [(0.0, 0.0, 20), (1.0, 1.0, 20), (-0.75, 0.3, 50), (2.0, 2.0, 0)],
    "tax": [(5_000.0,), (10_000.0,), (15_000.0,), (100_000.0,)],
    "great_circle": [(48.1, 11.6, 52.5, 13.4), (0.0, 0.0, 0.0, 180.0), (10.0, 20.0, 10.0, 20.0)],
}

REFUSED = {}
