"""Programs as people write them: ways out of loops, and puzzles on arrays."""

import numpy as np
import pytest

from differential import assert_agree, function_file

V = np.array([3.0, -1.0, 4.0, 0.5])
N = -V
I = np.array([3, 1, 4, 1, 5])
O = np.array([7.0])

PROGRAMS = {
    "binary_search_left": (
        """
def f(a, t):
    lo, hi = 0, len(a) - 1
    ans = -1
    while lo <= hi:
        mid = lo + (hi - lo) // 2
        if a[mid] == t:
            ans = mid
            hi = mid - 1
        elif a[mid] < t:
            lo = mid + 1
        else:
            hi = mid - 1
    return ans
""",
        [(np.array([1, 2, 2, 2, 5]), 2), (np.array([1, 2]), 7), (np.array([1]), 0)],
    ),
    "move_zeros": (
        """
def f(a):
    a = a.copy()
    j = 0
    for i in range(len(a)):
        if a[i] != 0:
            a[j], a[i] = a[i], a[j]
            j += 1
    return a, j
""",
        [np.array([0, 1, 0, 3, 12]), np.array([1, 2]), np.array([0])],
    ),
    "dutch_flag": (
        """
def f(a):
    a = a.copy()
    lo, mid, hi = 0, 0, len(a) - 1
    while mid <= hi:
        if a[mid] == 0:
            a[lo], a[mid] = a[mid], a[lo]
            lo += 1
            mid += 1
        elif a[mid] == 1:
            mid += 1
        else:
            a[mid], a[hi] = a[hi], a[mid]
            hi -= 1
    return a
""",
        [np.array([2, 0, 2, 1, 1, 0]), np.array([2, 0, 1]), np.array([0])],
    ),
    "quicksort_partition": (
        """
def f(a):
    a = a.copy()
    pivot = a[len(a) - 1]
    i = -1
    for j in range(len(a) - 1):
        if a[j] <= pivot:
            i += 1
            a[i], a[j] = a[j], a[i]
    a[i + 1], a[len(a) - 1] = a[len(a) - 1], a[i + 1]
    return a, i + 1
""",
        [V, N, I, O],
    ),
    "heap_sift": (
        """
def f(a):
    a = a.copy()
    n = len(a)
    for start in range(n // 2 - 1, -1, -1):
        root = start
        while True:
            child = 2 * root + 1
            if child >= n:
                break
            if child + 1 < n and a[child] < a[child + 1]:
                child += 1
            if a[root] >= a[child]:
                break
            a[root], a[child] = a[child], a[root]
            root = child
    return a
""",
        [V, N, I, np.arange(9.0)],
    ),
    "string_free_atoi": (
        """
def f(codes):
    i, n = 0, len(codes)
    while i < n and codes[i] == 32:
        i += 1
    sign = 1
    if i < n and codes[i] in (43, 45):
        sign = -1 if codes[i] == 45 else 1
        i += 1
    value = 0
    while i < n and 48 <= codes[i] <= 57:
        value = value * 10 + (codes[i] - 48)
        i += 1
    return sign * value
""",
        [np.array([32, 45, 52, 50, 65]), np.array([43, 49]), np.array([32, 32]), np.array([49, 50])],
    ),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_values_agree(name):
    source, cases = PROGRAMS[name]
    assert_agree(function_file(source), "f", [case if isinstance(case, tuple) else (case,) for case in cases])
