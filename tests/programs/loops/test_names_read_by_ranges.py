"""Loops whose range reads what they set, or what the loop before it counted in, and left early."""

import numpy as np
import pytest

from differential import assert_agree, graph_function

FIRST = "k = -1\nfor k in range(len(a)):\n    if a[k] > 0:\n        break\n"
PROGRAMS = {
    "a range from there": FIRST + "for j in range(k, 2):\n    k = j\nreturn k",
    "with an else": FIRST + "else:\n    k = -5\nfor j in range(k, 0):\n    k = j\nreturn k",
    "a range to there": FIRST + "s = 0.0\nfor j in range(k + 1):\n    k = k + a[j]\n    s = s + k\nreturn k, s",
    "a loop that tests it": FIRST + "while k < 2:\n    k = k + 1\nreturn k",
    "an else that goes on": (
        "s = 0\nfor i in range(3):\n    for j in range(len(a)):\n        if a[j] > i:\n            break\n    else:\n        continue\n    s += 1\nreturn s, j"
    ),
    "an else that goes on, read in the next turn": (
        "s = 0\nj = 9\nfor i in range(3):\n    s += j\n    for j in range(len(a)):\n        if a[j] > i:\n            break\n    else:\n        continue\n    s += 1\nreturn s"
    ),
    "an else that leaves": (
        "s = j = 0\nfor i in range(3):\n    for j in range(len(a)):\n        if a[j] > i:\n            break\n    else:\n        break\n    s += 1\nreturn s, j"
    ),
    "an else of while that goes on": (
        "s = 0\nfor i in range(3):\n    j = 0\n    while j < len(a):\n        if a[j] > i:\n            break\n        j += 1\n    else:\n        continue\n    s += 1\nreturn s, j"
    ),
    "in a loop": (
        "s = 0\nfor i in range(3):\n    k = i\n    for k in range(i, len(a)):\n        if a[k] > 0:\n            break\n"
        "    for j in range(k, 4):\n        k = j\n    s = s + k\nreturn s"
    ),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_values_agree(name):
    cases = [(np.array([-1.0, -2.0, 3.0, -4.0]),), (-np.ones(3),), (np.array([2.0]),)]
    assert_agree(graph_function("a", PROGRAMS[name]), "f", cases)
