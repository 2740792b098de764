"""Rows of arrays that are written in place: loops and branches choose one by its number, and what has it may write it."""

import numpy as np
import pytest

from differential import assert_same, converted, fresh, graph_function, load

BODIES = {
    "by a test": (
        "best = y[0]\nfor i in range(len(v)):\n    if y[i, 0] > 1:\n        best = y[i]\ny[:] += 1\nreturn best * 2, y"
    ),
    "written afterwards": (
        "best = y[0]\nfor i in range(len(v)):\n    if y[i].sum() > v[i]:\n        best = y[i]\nbest += v\nreturn y, best"
    ),
    "where a loop was left": (
        "for i, row in enumerate(y):\n    if row[0] > 2:\n        break\nrow[0] = 55\nreturn y"
    ),
    "the last of a loop": "for row in y:\n    row += v\nrow[:] = 0\nreturn y",
    "by a loop that tests": (
        "i = 0\nrow = y[-1]\nwhile row[0] > 1 and i < 2:\n    row[0] -= 1\n    i += 1\n    row = y[i]\nrow *= 2\nreturn y, i"
    ),
    "by a branch": "y = y.copy()\nif v[0] > 0:\n    r = y[1]\nelse:\n    r = y[2]\nr += v\nreturn y, r",
    "of columns": (
        "c = y[:, 0]\nfor j in range(len(v)):\n    if y[0, j] > y[0].mean():\n        c = y[:, j]\nc[0] = 9\nreturn y, c.sum()"
    ),
    "of one that was chosen": (
        "r = y[0]\nfor i in range(len(v)):\n    if v[i] > 0:\n        r = y[i]\n    r[i] += 1\nreturn y, r"
    ),
    "two of them": (
        "a, b = y[0], y[1]\nfor i in range(len(v)):\n    if v[i] > 0:\n        a, b = b, y[i]\n    a += 1\nb[0] = 7\nreturn y, a, b"
    ),
    "arrays that change their places": (
        "a = y.copy()\nb = y * 2\nfor i in range(len(v)):\n    a *= 0.5\n    if a.sum() > v[i]:\n        a, b = b, a\n    a = a + 1\n"
        "return a, b"
    ),
    "arrays in turn, in a loop": "for i in range(2):\n    for r in (y, v):\n        r *= 3.0\nreturn y + v",
    "new arrays in turn": (
        "a, b = np.sin(y), np.cos(y)\nfor i in (0, 1):\n    for r in (a, b):\n        r += i\n"
        "    for r, q in zip((a, b), (b, a)):\n        r += q\nreturn a, b"
    ),
    "part of a row": (
        "p = y[0, 1:]\nfor i in range(len(v)):\n    if y[i, 0] < v[i]:\n        p = y[i, 1:]\np[:] = -1\nreturn y"
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", BODIES)
def test_what_is_written_is_seen_as_in_the_original(name):
    source = graph_function("y, v", BODIES[name])
    there, here = load(source), load(converted(source), "generated")
    for scale in (1.0, -0.5, 0.0):
        given = [np.arange(9.0).reshape(3, 3) * scale, np.array([1.0, -1.0, 2.0])]
        again = fresh(given)
        assert_same(there.f(*given), here.f(*again))
        assert_same(given, again)


def test_places_may_be_slices():
    source = graph_function("a, i, v", "old = a[i]\na[i] = np.maximum(a[i], v)\nreturn old")
    there, here = load(source), load(converted(source), "generated")
    for place in (slice(1, None), slice(None, None, 2), 1):
        given = np.array([1.0, -1.0, 2.0, 0.25])
        again = given.copy()
        assert_same(there.f(given, place, 0.5), here.f(again, place, 0.5))
        assert_same(given, again)
