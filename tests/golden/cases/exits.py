import numpy as np

def first_drop(prices, limit):
    peak = prices[0]
    for day in range(1, len(prices)):
        if prices[day] < limit * peak:
            break
        peak = max(peak, prices[day])
    else:
        day = -1
    return day, peak

def damp(v, cap):
    n = np.sqrt(np.sum(v * v))
    if n <= cap:
        return v
    v = v * (cap / n)
    return v + 1.0

def bisect(lo: float, hi: float, tol: float):
    # halve until small
    while hi - lo > tol:
        mid = (lo + hi) / 2
        if mid * mid - 2 == 0:
            return mid  # exact
        if mid * mid > 2:
            hi = mid
        else:
            lo = mid
    return (lo + hi) / 2

def first_over(xs: np.ndarray, t: float):
    for i, x in enumerate(xs):
        if x > t:
            return i
    return -1

def skip_neg(xs: np.ndarray):
    total = 0.0
    for x in xs:
        if x < 0:
            continue
        total += x
    return total

def conv(x: float, n: int):
    for k in range(n):
        new = 0.5 * (x + 2.0 / x)
        if abs(new - x) < 1e-9:
            break
        x = new
    return x, k

def nested(m: np.ndarray, t: float):
    for i in range(m.shape[0]):
        for j in range(m.shape[1]):
            if m[i, j] == t:
                return i, j
    return -1, -1

def forever(n: int):
    steps = 0
    while True:
        if n == 1:
            break
        if n % 2 == 0:
            n = n // 2
        else:
            n = 3 * n + 1
        steps += 1
    return steps

def last(xs: np.ndarray):
    for x in xs:
        y = x * 2.0
    return np.sin(y) + x
