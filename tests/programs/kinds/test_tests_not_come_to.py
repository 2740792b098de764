"""Tests that Python does not come to, as it knows while tracing: what they would show of a parameter, nothing guards."""

import numpy as np
import pytest

from differential import assert_agree, graph_function

V = np.arange(4.0) - 1.5
M = np.arange(16.0).reshape(4, 4) - 1.5
C = np.arange(64.0).reshape(4, 4, 4) - 1.5
ALL = [(V.copy(),), (M.copy(),), (C.copy(),)]
OF_VECTORS = [(V.copy(), 1.0)]

# A row goes to the place of another, or an argument changes, before a test that only vectors or numbers come to.
NOT_COME_TO = {
    "behind `or`": "x[0], x[1] = x[1], x[0]\nreturn x * 2 if len(x) == 4 or x[0] > -2 else x * 1",
    "behind `and`": "x[0], x[1] = x[1], x[0]\nif k is not None and x[0] > -2:\n    return x * 2\nreturn x * 1",
    "in a branch": "x[0], x[1] = x[1], x[0]\nif k is not None:\n    if x[0] > 3:\n        return x * 2\nreturn x * 1",
    "behind a return": "x[0], x[1] = x[1], x[0]\nif k is None:\n    return x * 1\nif x[0] > 3:\n    return x * 2\nreturn x * 3",
    "in the other side": "x[0], x[1] = x[1], x[0]\nreturn x * 1 if k is None else x * 2 if x[0] > 3 else x * 3",
    "an element that is kept": "t = x[0]\nx[0] = x[1]\nif k is not None and x[0] > 3:\n    t = t + 1\nreturn t, x * 2",
    "a number": "z = x\nz += 1\nif k is not None and x > 3:\n    return z * 2\nreturn x + z",
    "a number of a nested function": (
        "def inner(z, u):\n    w = z\n    w += 1\n    if u is not None and z > 3:\n        return w * 2\n    return w\n"
        "v = inner(x, k)\nreturn v + x"
    ),
    "a check that vanishes": "x[0], x[1] = x[1], x[0]\nif x.sum() < -100:\n    if x[0] < 0:\n        raise ValueError\nreturn x * 2",
    "in a loop of no turns": (
        "x[0], x[1] = x[1], x[0]\nfor limit in () if k is None else (1.0, 2.0):\n    if x[0] > limit:\n        x[0] = limit\n"
        "return x * 2"
    ),
}


@pytest.mark.parametrize("name", NOT_COME_TO)
def test_shows_nothing(name):
    cases = ALL if "number" in name else [*ALL, *OF_VECTORS]
    assert_agree(graph_function("x, k=None", NOT_COME_TO[name]), "f", cases)
