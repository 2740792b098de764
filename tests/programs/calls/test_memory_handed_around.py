"""Arrays that reach the same memory by other ways than names: what helpers give back, globals that are parts of others,
arguments that overlap, and the numbers that operators make arrays of."""

import numpy as np
import pytest

from differential import assert_agree, assert_same, converted, function_file, load

V = np.array([3.0, -1.0, 4.0, 0.5])
M = np.arange(16.0).reshape(4, 4) / 8

HELPERS = """
import numpy as np


def same(x, y, k=1.5):
    return y


def tail(y):
    z = y[1:]
    return z


def scaled(y, k):
    return y * k
"""

# Of what helpers that name no framework give back: what is written, and read.
GIVEN_BACK = {
    "whole": "def f(x, y):\n    z = same(x, y, 1)\n    for i in range(len(x)):\n        z[0] = -2.0 * i\n    return y * 1, z",
    "a slice": "def f(x, y):\n    z = same(x, y[1:])\n    for i in range(len(x)):\n        z[0] = -2.0 * i\n    return y * 1",
    "rows": "def f(x, y):\n    z = same(x, y[1:])\n    for row in x:\n        z[1] = z[0]\n        z[0] = 1.0\n    return y * 1",
    "a slice of its own": "def f(x, y):\n    z = tail(y)\n    for i in range(len(x)):\n        z[0] += i\n    return y * 1",
    "by another name": "def f(x, y):\n    z = tail(y)\n    w = z\n    for i in range(len(x)):\n        w += 1\n    return y * 1",
    "read alone": "def f(x, y):\n    z = tail(y)\n    s = 0.0\n    for i in range(len(x)):\n        y[1] = i\n        s = s + z[0]\n    return s",
    "new": "def f(x, y):\n    z = scaled(y, 2)\n    for i in range(len(x)):\n        z[0] = i\n    return y * 1, z",
}  # fmt: skip

# Numbers of NumPy's that `+=` makes arrays, which are then asked for elements: the array that they are of is not written.
MADE_ARRAYS = {
    "by a callee": "def bump(x, y):\n    y += x\n    return y[0]\n\n\ndef f(x, y):\n    k = bump(y, x[0])\n    return x * 1, k",
    "run over": "def bump(x, y):\n    s = 0.0\n    y += x\n    for e in y:\n        s = s + e\n    return s\n\n\n"
    "def f(x, y):\n    k = bump(y, x[0])\n    return x * 1, k",
    "in place": "def f(x, y):\n    z = x[0]\n    z += y\n    return x * 1, z[0]",
}  # fmt: skip

OVERLAPPING = """
import numpy as np

BASE = np.zeros(4)
PART = BASE[1:]


def rows(x):  # hybridc: graph
    s = 0.0
    for a, b in zip(BASE, BASE):
        PART[-1] -= a + x
        s = s + b
    return s


def counted(x):  # hybridc: graph
    s = 0.0
    for i, a in enumerate(BASE):
        PART[i - 1] -= x
        s = s + a
    return s
"""


@pytest.mark.parametrize("body", GIVEN_BACK.values(), ids=GIVEN_BACK.keys())
def test_what_helpers_give_back_lies_in_what_they_were_given(body):
    assert_agree(function_file(HELPERS + "\n\n" + body), "f", [(V, V + 1), (M, M + 1)])


@pytest.mark.parametrize("body", MADE_ARRAYS.values(), ids=MADE_ARRAYS.keys())
def test_a_number_that_an_operator_makes_an_array_is_no_part_of_one(body):
    assert_agree(function_file(body), "f", [(V, V + 1)])


@pytest.mark.parametrize("name", ["rows", "counted"])
def test_loops_over_globals_see_what_is_written_into_their_parts(name):
    original, generated = load(OVERLAPPING), load(converted(OVERLAPPING), "generated")
    for _ in range(2):
        assert_same(getattr(original, name)(1.5), getattr(generated, name)(1.5))
        assert_same(original.BASE, generated.BASE)


def test_views_of_one_place_are_two_objects():
    source = (
        "import numpy as np\n\n\ndef f(x, y):  # hybridc: graph\n    d = [x[1:], y]\n    d[1][0] = 5.0\n"
        "    if y.max() > -1.0:\n        if x is y:\n            y *= -0.5\n    return 1\n"
    )
    original, generated = load(source), load(converted(source), "generated")
    for views in (lambda a: (a, a), lambda a: (a, a[...]), lambda a: (a[1:], a[1:]), lambda a: (np.asarray(a), a)):
        theirs, ours = V.copy(), V.copy()
        original.f(*views(theirs))
        generated.f(*views(ours))
        assert_same(theirs, ours)
