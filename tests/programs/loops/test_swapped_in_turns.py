"""Loops whose turns swap arrays that others may see with arrays that nobody writes."""

import numpy as np
import pytest

from differential import assert_same, converted, graph_function, load

HEAD = "y = np.abs(y)\nw = np.sin(y)\nn = 0\n"
TAIL = "\np, q = np.split(x, 2)\np[0] = 1\nreturn w, y, z, n"
BODIES = {
    "until a test fails": "while n < 3 and z.mean() > 0:\n    n += 1\n    y, z = z, y",
    "left early": "while n < 3:\n    n += 1\n    y, z = z, y\n    if z.mean() > 20:\n        break",
    "with a new one": "while z.mean() > 0:\n    y, z = z, y - 1",
    "in a range": "for i in range(len(x)):\n    y, z = z, y",
    "and written": "while n < 5 and z.mean() > -9:\n    n += 1\n    y, z = z, y\n    z[0] = n",
    "in turn": "while n < 5 and z.mean() > -9:\n    n += 1\n    w, y, z = z, w, y\n    if n == 3:\n        y = y * 2\nz[0] = 7",
}


@pytest.mark.parametrize("name", BODIES)
def test_each_name_has_the_array_of_its_turn(name):
    source = graph_function("x, y, z", HEAD + BODIES[name] + TAIL)
    there, here = load(source), load(converted(source), "generated")
    x, y, z = (np.random.default_rng(0).integers(-4, 5, (3, 4, 4)) * 0.5)[:]
    for sign in (1, -1):
        given = [x, y, sign * np.abs(z)]
        expected = there.f(*[each.copy() for each in given])
        assert_same(expected, here.f(*[each.copy() for each in given]))
