"""Functions that write into one argument and give back another, which nobody writes: called with arrays of both kinds."""

import numpy as np
import pytest

from differential import assert_same, converted, load

PROGRAM = """import numpy as np


def put(x, y):
    rows = y[[0, 1]]
    rows[0] = 1.5
    y = np.asarray(y)
    x[0] = 3.0
    return RESULT


def f(x, y, k):  # hybridc: graph
    x = x.copy()
    r = put(x, GIVEN)
    g = lambda: x.sum()
    x[-1] += k
    return r, g()


def main(a, b, k):  # hybridc: host
    put(b[...], a)
    return f(b, b, k), a, b
"""
RESULTS = ["y", "y[1:]", "(y, x.sum())", "y * 2"]


@pytest.mark.parametrize("given", ["y[::-1]", "y", "y.T", "np.sin(y)"])
@pytest.mark.parametrize("result", RESULTS)
def test_what_is_given_back(given, result):
    text = PROGRAM.replace("RESULT", result).replace("GIVEN", given)
    ours, theirs = load(converted(text), "generated"), load(text)
    there, here = ([np.arange(16.0).reshape(4, 4), np.ones((4, 4))] for _ in range(2))
    assert_same(theirs.main(*there, 2), ours.main(*here, 2))
    assert_same(there, here)
