"""Functions that call themselves until an array is short enough: tracing follows them, as it knows shapes."""

import ast

import numpy as np
import pytest

from closeness import assert_close
from differential import load
from hybridc.core.options import Options
from hybridc.core.source import Source
from hybridc.pipeline import convert

ENDS_BY_SHAPE = """import numpy as np

def joined(x):
    if x.shape[0] == 1:
        return x
    n = x.shape[0] // 2
    return np.concatenate([joined(x[:n]) + 1, joined(x[n:]) * 2])

def fft(x):
    N = len(x)
    if N <= 1:
        return x
    even, odd = fft(x[0::2]), fft(x[1::2])
    T = np.exp(-2j * np.pi * np.arange(N // 2) / N) * odd
    return np.concatenate([even + T, even - T])

def total(x):
    return 0.0 if x.size == 0 else x[0] + total(x[1:])

def inverse(a):
    n = a.shape[0]
    if n == 1:
        return 1.0 / a
    k = n // 2
    p = inverse(a[:k, :k])
    q = inverse(a[k:, k:] - a[k:, :k] @ p @ a[:k, k:])
    out = np.zeros_like(a)
    out[k:, k:] = q
    out[:k, :k] = p + p @ a[:k, k:] @ q @ a[k:, :k] @ p
    out[:k, k:] = -p @ a[:k, k:] @ q
    out[k:, :k] = -q @ a[k:, :k] @ p
    return out

def det(a):
    n = a.shape[0]
    if n == 1:
        return a[0, 0]
    s = 0.0
    for j in range(n):
        s += (-1) ** j * a[0, j] * det(np.delete(np.delete(a, 0, axis=0), j, axis=1))
    return s

def sorted_by_halves(a):
    if len(a) > 1:
        left = sorted_by_halves(a[: len(a) // 2])
        return np.sort(np.concatenate((left, sorted_by_halves(a[len(a) // 2 :]))))
    else:
        return a

def raised(x):
    if len(x) <= 1:
        return x
    x[0] += 1
    raised(x[1:])
    return x
"""
SQUARE = np.arange(16.0).reshape(4, 4) + 10 * np.eye(4)
CALLS = {
    "joined": np.arange(8.0), "fft": np.arange(8.0) + 0j, "total": np.arange(5.0), "inverse": SQUARE, "det": SQUARE[:3, :3],
    "sorted_by_halves": np.array([3.0, 1, 2, 5, 4]), "raised": np.arange(4.0),
}  # fmt: skip


def _converted(text):
    return convert(Source("f.py", text, ast.parse(text)), Options(return_mutated=True))


@pytest.fixture(scope="module")
def both(tmp_path_factory):
    original: dict = {}
    exec(ENDS_BY_SHAPE, original)
    result = _converted(ENDS_BY_SHAPE)
    assert result.code is not None, result.refusals
    return original, load(result.code)


@pytest.mark.parametrize("name", CALLS)
def test_a_recursion_that_ends_by_shapes_is_the_original_one(both, name):
    original, found = both
    assert_close(getattr(found, name)(CALLS[name].copy()), original[name](CALLS[name].copy()), rtol=1e-9)


ENDS_BY_VALUE = {
    "returned early": "if np.sum(x) < 1:\n        return x\n    return f(x * 0.5)",
    "a conditional expression": "return x if np.sum(x) < 1 else f(x * 0.5)",
    "an operator": "return np.sum(x) < 1 or f(x * 0.5)",
    "a lambda": "g = lambda: f(x * 0.5)\n    if np.sum(x) < 1:\n        return x\n    return g()",
    "in a loop of a branch": "s = 0.0\n    if np.sum(x) >= 1:\n        for i in range(2):\n            s += f(x * 0.5)\n    return s",
    "both": "if len(x) == 1:\n        return x\n    if np.sum(x) < 1:\n        return x\n    return f(x[1:])",
}


@pytest.mark.parametrize("case", ENDS_BY_VALUE)
def test_one_that_ends_by_values_is_refused(case):
    result = _converted(f"import numpy as np\n\ndef f(x):\n    {ENDS_BY_VALUE[case]}\n")
    assert result.code is None and "HYB221" in {d.code for d in result.refusals}
