import numpy as np

def f(x, k):
    def scaled(v, p=2.0):
        if np.sum(v) > 0:
            return v * k
        return np.abs(v) * p
    total = 0.0
    for i in range(3):
        total = total + np.sum(scaled(x)) * i
    for row in x:
        total = total + scaled(row, p=3.0)
    return total

def g(xs):
    def first(vs, t):
        for i, v in enumerate(vs):
            if v > t:
                return i
        return -1
    sq = lambda a: a * a
    return first(xs, 0.5), first(xs, 100.0), sq(xs)

def h(x, n):
    def grid(m):
        return np.zeros(m)
    y = grid(n)
    return x + y

def total(*xs, scale=1.0):
    s = 0.0
    for x in xs:
        if np.sum(x) > 0:
            s = s + np.sum(x) * scale
    return s

def use(a, b):
    parts = (a, b)
    return total(a, b, scale=2.0) + total(*parts)
