"""Programs as people write them: ways out of loops, and puzzles on arrays."""

import numpy as np
import pytest

from differential import assert_agree, function_file

V = np.array([3.0, -1.0, 4.0, 0.5])
N = -V
E = np.zeros(0)
I = np.array([3, 1, 4, 1, 5])
O = np.array([7.0])
S = np.array([0.5, 1.0, 2.0, 7.0])

PROGRAMS = {
    "while_true_nested": (
        """
def f(n):
    total = 0
    while True:
        m = n
        while True:
            if m <= 1:
                break
            m //= 2
            total += 1
            if total > 40:
                return -1
        n -= 1
        if n < 3:
            break
    return total
""",
        [5, 1, 100],
    ),
    "while_not_flag": (
        """
def f(x):
    done = False
    n = 0
    while not done:
        x = x / 2
        n += 1
        if x < 1:
            done = True
        elif n >= 5:
            done = True
            x = -x
    return x, n
""",
        [3.0, 1000.0, 0.1],
    ),
    "flag_reset_nested": (
        """
def f(m):
    dup = 0
    for row in m:
        seen = False
        for i in range(len(row)):
            for j in range(i):
                if row[i] == row[j]:
                    seen = True
                    break
            if seen:
                break
        if seen:
            dup += 1
    return dup
""",
        [np.array([[1, 2, 1], [1, 2, 3], [2, 2, 2]]), np.array([[1, 2, 3]])],
    ),
    "set_in_one_branch_unused": (
        """
def f(x):
    s = 0.0
    for v in x:
        if v > 0:
            tmp = v * 2
            s += tmp
        else:
            other = v
            s -= other
    return s
""",
        [V, N],
    ),
    "exit_first_and_last": (
        """
def f(x, t):
    acc = np.zeros(3)
    for i in range(3):
        acc[i] = x[i]
        if acc.sum() >= t:
            break
        acc = acc * 1.5
    return acc, i
""",
        [(V, -100.0), (V, 1000.0), (V, 3.4)],
    ),
    "return_in_elif_chain": (
        """
def f(x):
    y = x
    if x > 10:
        y = x - 10
        if y > 5:
            return y
    elif x > 5:
        return -x
    elif x > 2:
        y = x * 2
    else:
        if x < 0:
            return 0.0
        y = y + 1
    return y * 3
""",
        [20.0, 12.0, 7.0, 3.0, -1.0, 1.0],
    ),
    "early_return_side_effects": (
        """
def f(x, n):
    x = x.copy()
    for i in range(n):
        x[i % 4] += i
        if x[i % 4] > 5:
            x[0] = -1
            return x, i
        x *= 1.1
    x[1] = 0
    return x, n
""",
        [(V, 8), (V, 0), (V, 1), (V * 9, 3)],
    ),
    "is_palindrome": (
        """
def f(i):
    l, r = 0, len(i) - 1
    while l < r:
        if i[l] != i[r]:
            return False
        l, r = l + 1, r - 1
    return True
""",
        [I, np.array([1, 2, 1]), np.array([1])],
    ),
    "longest_run": (
        """
def f(x):
    best = run = 1
    for i in range(1, len(x)):
        run = run + 1 if x[i] >= x[i - 1] else 1
        best = max(best, run)
    return best
""",
        [V, S, O],
    ),
    "water": (
        """
def f(h):
    l, r = 0, len(h) - 1
    best = 0
    while l < r:
        best = max(best, min(h[l], h[r]) * (r - l))
        if h[l] < h[r]:
            l += 1
        else:
            r -= 1
    return best
""",
        [I, V, np.array([1])],
    ),
    "trap_rain": (
        """
def f(h):
    n = len(h)
    left, right = [0] * n, [0] * n
    left[0] = h[0]
    for i in range(1, n):
        left[i] = max(left[i - 1], h[i])
    right[n - 1] = h[n - 1]
    for i in range(n - 2, -1, -1):
        right[i] = max(right[i + 1], h[i])
    return sum(min(left[i], right[i]) - h[i] for i in range(n))
""",
        [np.array([0, 1, 0, 2, 1, 0, 1, 3])],
    ),
    "house_robber": (
        """
def f(nums):
    prev, curr = 0, 0
    for n in nums:
        prev, curr = curr, max(curr, prev + n)
    return curr
""",
        [I, O, E],
    ),
    "climb": (
        """
def f(n):
    if n <= 2:
        return n
    dp = np.zeros(20, dtype=int)
    dp[1], dp[2] = 1, 2
    for i in range(3, n + 1):
        dp[i] = dp[i - 1] + dp[i - 2]
    return dp[n]
""",
        [1, 2, 10],
    ),
    "lis": (
        """
def f(nums):
    n = len(nums)
    dp = [1] * n
    for i in range(n):
        for j in range(i):
            if nums[j] < nums[i]:
                dp[i] = max(dp[i], dp[j] + 1)
    return max(dp)
""",
        [I, V],
    ),
    "stock": (
        """
def f(prices):
    lowest = float("inf")
    profit = 0
    for p in prices:
        if p < lowest:
            lowest = p
        elif p - lowest > profit:
            profit = p - lowest
    return profit
""",
        [V, S, O],
    ),
    "majority": (
        """
def f(nums):
    count = 0
    candidate = None
    for n in nums:
        if count == 0:
            candidate = n
        count += 1 if n == candidate else -1
    return candidate
""",
        [np.array([2, 2, 1, 1, 2]), np.array([7])],
    ),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_values_agree(name):
    source, cases = PROGRAMS[name]
    assert_agree(function_file(source), "f", [case if isinstance(case, tuple) else (case,) for case in cases])
