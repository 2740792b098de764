"""Whole numbers: counting, digits, divisors."""

import numpy as np


def gcd(a, b):
    while b != 0:
        a, b = b, a % b
    return np.abs(a)


def collatz_steps(n):
    steps = 0
    while n != 1:
        if n % 2 == 0:
            n = n // 2
        else:
            n = 3 * n + 1
        steps += 1
    return np.asarray(steps)


def fibonacci(n):
    a, b = 0, 1
    for _ in range(n):
        a, b = b, a + b
    return np.abs(a)


def digit_sum(n):
    total = 0
    while n > 0:
        total += n % 10
        n //= 10
    return np.asarray(total)


def is_prime(n):
    prime = n > 1
    d = 2
    while d * d <= n and prime:
        if n % d == 0:
            prime = False
        d += 1
    return np.asarray(prime)


def count_divisors(n):
    count = 0
    for d in range(1, n + 1):
        if n % d == 0:
            count += 1
    return np.asarray(count)


def integer_sqrt(n):
    x = n
    y = (x + 1) // 2
    while y < x:
        x = y
        y = (x + n // x) // 2
    return np.asarray(x)


def bit_count(n):
    bits = 0
    while n:
        bits += n & 1
        n >>= 1
    return np.asarray(bits)


def histogram(values, bins):
    counts = np.zeros(bins, dtype=int)
    for i in range(len(values)):
        k = values[i] % bins
        counts[k] += 1
    return counts


def leap_days(first, last):
    """The number of 29ths of February from one year up to another."""
    days = 0
    for year in range(first, last):
        if year % 4 == 0 and (year % 100 != 0 or year % 400 == 0):
            days += 1
    return np.asarray(days)


def binary_search(xs, wanted):
    """The first index whose element is not less than wanted."""
    low, high = 0, len(xs)
    while low < high:
        middle = (low + high) // 2
        if xs[middle] < wanted:
            low = middle + 1
        else:
            high = middle
    return low


def bubble_sort_passes(xs):
    """How many passes bubble sort takes, and what is the smallest after them."""
    ys = xs.copy()
    passes = 0
    swapped = True
    while swapped:
        swapped = False
        for i in range(1, len(ys)):
            left, right = np.minimum(ys[i - 1], ys[i]), np.maximum(ys[i - 1], ys[i])
            if ys[i] < ys[i - 1]:
                swapped = True
            ys[i - 1] = left
            ys[i] = right
        passes += 1
    return ys, passes


CASES = {
    "gcd": [(12, 18), (18, 12), (7, 0), (0, 7), (17, 5)],
    "collatz_steps": [(1,), (2,), (27,), (np.int64(6),)],
    "fibonacci": [(0,), (1,), (2,), (30,)],
    "digit_sum": [(0,), (7,), (98765,)],
    "is_prime": [(1,), (2,), (9,), (97,), (91,)],
    "count_divisors": [(1,), (12,), (13,), (0,)],
    "integer_sqrt": [(1,), (2,), (16,), (17,), (1000,)],
    "bit_count": [(0,), (1,), (255,), (1024,)],
    "histogram": [(np.array([3, 1, 4, 1, 5, 9, 2, 6]), 4), (np.array([7]), 3), (np.zeros(0, dtype=int), 2)],
    "leap_days": [(1999, 2025), (1900, 1901), (2000, 2001), (2020, 2020)],
    "binary_search": [(np.array([1, 3, 5, 7]), 4), (np.array([1, 3, 5, 7]), 0), (np.array([1, 3]), 9)],
    "bubble_sort_passes": [(np.array([3.0, 1.0, 2.0]),), (np.array([1.0, 2.0]),), (np.array([5.0]),)],
}

REFUSED = {}
