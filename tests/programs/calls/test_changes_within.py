"""Lists and dicts that a statement changes within what it computes, whose elements are written in place."""

import numpy as np
import pytest

from differential import assert_same, converted, graph_function, load

BODIES = {
    "to the end": "q = [x * 1, x * 2]\nq.append(q.pop(0))\nq[-1][0] = 9\nreturn q",
    "to another key": 'd = {"a": x * 1, "b": x * 2}\nd["c"] = d.pop("a")\nd["c"][0] = 7\nreturn d',
    "added": "q = [x * 1, x * 2]\nq += [q.pop(0)]\nq[1] *= 2\nreturn np.stack(q)",
    "joined": "q = [x * 1, x * 2, x * 3]\nq.append(q.pop(0) + q.pop(0))\nq[0] += 1\nreturn q",
    "to the front": "q = [x * 1, x * 2, x * 3]\nq.insert(0, q.pop())\nq[0][0] = 5\nreturn q",
    "into another": "q, r = [x * 1, x * 2, x * 3], [x + 1]\nr.append(q.pop())\nr[1][0] = 5\nq.extend([r.pop(0), q[0]])\nq[0][1] = 2\nreturn q, r",
    "of two": "q = [x * 1, x * 2, x * 3]\ny = q.pop(0) * q.pop(0)\nq[0] += y\nreturn q, y",
}


@pytest.mark.parametrize("name", BODIES)
def test_it_has_what_is_left(name):
    text = graph_function("x", BODIES[name])
    x = np.array([1.0, -2.0, 3.0])
    expected, found = load(text).f(x.copy()), load(converted(text)).f(x.copy())
    if isinstance(expected, dict):
        assert list(found) == list(expected)
        expected, found = [*expected.values()], [*found.values()]
    assert len(found) == len(expected)
    assert_same(expected, found)
