"""Names that turns of a loop set first, beside arrays that turns exchange for such as are written in place."""

import numpy as np
import pytest

from differential import assert_same, converted, load

HEAD = """import numpy as np


def step(u, t):
    t += 0.1
    return u * 2, t


def f(u, t, n):
"""
BODIES = {
    "while": "i = 0\nwhile i < n:\n    u, t = step(u, t)\n    e = np.sum(u)\n    i += 1\n    if e > 20:\n        break\nreturn e, t",
    "for": "for i in range(n):\n    u, t = step(u, t)\n    e = np.sum(u)\nreturn e, t",
    "returned": "for v in u:\n    y, t = step(v, t)\n    if y > 3:\n        return y, t\nreturn t, t",
    "several": "for i in range(n):\n    u, t = step(u, t)\n    e, d = np.sum(u), u - 1\n    if e > 20:\n        break\nreturn e, t, d",
}


@pytest.mark.parametrize("t", [0.0, np.zeros(2)], ids=["number", "array"])
@pytest.mark.parametrize("name", BODIES)
def test_they_have_the_last_value(name, t):
    text = HEAD + "".join(f"    {line}\n" for line in BODIES[name].splitlines())
    there, here = load(text), load(converted(text))
    for n in (1, 9):
        assert_same(there.f(np.arange(3.0), np.copy(t)[()], n), here.f(np.arange(3.0), np.copy(t)[()], n))
