"""Loops whose first turns are taken by themselves, and the others in Python: no turn writes twice."""

import numpy as np
import pytest

from differential import assert_same, converted, graph_function, load

SWAPPED = "xs = [x.T, x[::-1], np.full((4,), 3.0)]\n"
SWAP = "    for j in range(3):\n        xs[0], xs[-1] = xs[-1], xs[0]\n"
BODIES = {
    "counted": f"{SWAPPED}for i in range(len(x)):\n    x[i] += i\n{SWAP}return x",
    "rows": f"{SWAPPED}for row in x:\n    row *= 2\n    row += k\n{SWAP}return x",
    "while": f"{SWAPPED}i = 0\nwhile i < 4:\n    x[i] += i + 1\n    i += 1\n{SWAP}return x",
}


@pytest.mark.parametrize("name", BODIES)
def test_no_turn_writes_twice(name):
    text = graph_function("x, k", BODIES[name])
    there, here = (np.arange(16.0).reshape(4, 4) / 4 for _ in range(2))
    result = converted(text)
    assert_same(load(text).f(there, 1), load(result, "generated").f(here, 1))
    assert_same(there, here)
