import numpy as np


def normalized(x):
    return x / np.sum(x)


def softmax(x):
    e = np.exp(x)
    return e / e.sum()


def entropy(p):
    with np.errstate(divide="ignore", invalid="ignore"):
        terms = p * np.log2(p)
    return -np.sum(np.where(p > 0, terms, 0.0))


def scaled(x, n):
    y = x * 2.0
    y /= n
    mean = np.mean(y) / 2
    return y // mean, mean


def untouched(x):
    return np.tanh(x) / 2
