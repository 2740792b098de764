"""Loops that give a name another view of an array in every turn: it is one of those that there are, however many turns
make them."""

import numpy as np
import pytest

from differential import assert_same, converted, fresh, graph_function, load

BODIES = {
    "turned over again": "y = x\nwhile y[0, 0] < 5:\n    y[0, 0] += 1\n    v[0] += y[1, 0]\n    y = y.T\nreturn y, x",
    "in the shape that it has": "y = x\nfor i in range(3):\n    y[i] += v\n    y = y.reshape(x.shape)\nreturn y, x",
    "by two names": (
        "y = x\nz = x.T\nfor i in range(v.shape[0]):\n    if v[i] > 0:\n        y, z = z, y\n    y[0] += v\n"
        "    z = z.T.T\nreturn y, x, z"
    ),
    "with an axis more": "y = x\nfor i in range(3):\n    y = y[None][0]\n    y[i] += v\nreturn y, x",
    "from the end": "y = x\nwhile v[1] < 3:\n    v[1] += 1\n    y[0] += v\n    y = y[::-1]\nreturn y, x",
    "by a function in it": "turned = lambda a: a[::-1].T\ny = x\nfor i in range(len(v)):\n    y[0] += v\n    y = turned(y)\nreturn y, x",
    "swapped": "y = x\nfor i in range(len(v)):\n    y[0] -= v\n    y = np.swapaxes(y, 0, 1)\nreturn y, x",
}


@pytest.mark.parametrize("name", BODIES)
def test_what_it_writes_is_seen_as_in_the_original(name):
    source = graph_function("x, v", BODIES[name])
    there, here = load(source), load(converted(source), "generated")
    for scale in (1.0, -0.5):
        given = [np.arange(9.0).reshape(3, 3) * scale, np.array([1.0, -1.0, 2.0])]
        again = fresh(given)
        assert_same(there.f(*given), here.f(*again))
        assert_same(given, again)
