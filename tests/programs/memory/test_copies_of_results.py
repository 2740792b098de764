"""Copies and views of what functions of the file give, in functions that write into arrays that they share."""

import numpy as np
import pytest

from closeness import assert_close
from differential import converted, load

HEAD = """
import numpy as np


def pick(a, b):
    return a if a.sum() >= b.sum() else b


def part(a, i):
    return a[i:]


def written(a, b):
    c = pick(a, b)
    c += 1
    return a, b, c


def f(a, b):  # hybridc: graph
"""
BODIES = {
    "a copy": "c = pick(a, b).copy()\nc[0] = 70\na[1] = 5",
    "a flat copy": "c = pick(a, b).flatten()\nc[0] = 70\na[1] = 5",
    "a copy of a copy": "c = pick(a, b).copy().copy()\nc[0] = 70\na[1] = 5",
    "a copy of a part": "c = part(a, 1).copy()\nc += 1\nd = part(a, 0)\nd -= 2",
    "a copy among others": "c, d = pick(a, b).copy(), part(a, 1)\nd += 1\nc[0] = 70",
    "a copy that is chosen": "c = part(a, 1).copy() if a.size > 2 else part(a, 0)\nc += 1\na[2] = 9",
    "a copy in a loop": "c = a\nfor i in range(2):\n    c = part(a, i).copy()\n    c -= c.mean()\n    a[i] += c[0]",
    "a copy of a lambda's": "head = lambda v: v[:2]\nc = head(pick(a, b)).copy()\nc[0] = 70\na[1] = 5",
    "contiguous": "c = np.ascontiguousarray(part(a, 1))\nc += 1",
    "at least one axis": "c = np.atleast_1d(part(a, 1))\nc += 1",
    "as an array": "c = np.asarray(pick(a, b))\nc += 1",
    "turned round": "c = np.flip(part(a, 1))\nc[0] = 70",
    "in one row": "c = np.ravel(part(a, 1))\nc[0] = 70",
    "of two axes": "c = np.atleast_2d(part(a, 1))\nc[0, 0] = 70",
    "flat": "c = np.flip(part(a, 0))\nc.flat[0] = -9\nc.flat[1:] += 5\npart(a, 1).T.flat[0] = 3",
    "flat, of two axes": "c = np.rot90(np.stack([a, b]), 2)\nc.flat[0] = -9\nc.T.flat[1] += 5\na[0] = 4",
    "rows as an array": "c = np.asarray([part(a, 0), b])\nfor r in c:\n    r *= 2\na[0] = 4",
    "elements as an array": "c = np.asarray([a[0], b[1]])\nc[0] = a[1]\nc[1] += 1\nd = part(a, 0)\nd += 1",
    "a view of a view": "c = np.asarray(np.flip(part(a, 1)))\nc[0] = 70",
    "of what is computed": "c = np.asarray(np.abs(part(a, 1)))\nc[0] = 70\na[1] = 5",
}


@pytest.mark.parametrize("name", BODIES)
def test_they_are_what_numpy_gives(name):
    text = HEAD + "".join(f"    {line}\n" for line in [*BODIES[name].splitlines(), "return a, b, c"])
    original, compiled = load(text).f, load(converted(text)).f
    for given in ([1.0, 2.0, 3.0], [3.0, 1.0, 0.0]), ([3.0, 1.0, 0.0], [1.0, 2.0, 3.0]):
        there, here = ([np.array(each) for each in given] for _ in range(2))
        for mine, theirs in zip(compiled(*here), original(*there), strict=True):
            assert_close(mine, theirs)
