"""Elements of an array that is written, kept in a list: the array has one axis, as it is made of numbers."""

import numpy as np
import pytest

from differential import assert_agree, converted, graph_function

STEP = "    k = h * np.array([r[1], -np.sin(r[0])])\n    r += k\n"
BODIES = {
    "of numbers": "r = np.array([1.0, 0.0])\nxs = []\nfor i in range(60):\n    xs.append(r[0])\n" + STEP + "return np.array(xs), r",
    "of one that is a number": "r = np.array([h, 0.5], float)\nxs = []\nfor i in range(60):\n    xs.append(r[1])\n" + STEP + "return np.array(xs), r",
    "not from the first": "r = np.array([1.0, h])\nxs = [h]\nfor i in range(60):\n" + STEP + "    xs.append(r[0])\nreturn np.array(xs)",
    "of elements": "a = np.linspace(0.0, 1.0, 4)\nr = np.array([a[1], 2.0])\nxs = []\nfor i in range(60):\n    xs.append(r[0])\n" + STEP + "return np.array(xs), a",
    "of pairs": (
        "p = np.array([[1.0, 0.0], [0.5, h]])\nxs = []\nfor i in range(60):\n    xs.append(p[0, 1])\n    p += h * np.array([[p[0, 1], -p[0, 0]], [h, p[1, 0]]])\n"
        "return np.array(xs), p"
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", BODIES)
def test_loops_that_keep_elements_compile(name):
    code = assert_agree(graph_function("h", BODIES[name]), "f", [(0.05,), (0.5,)])
    assert "scan" in code and "control.mutable" not in code


def test_rows_that_are_kept_are_rows():
    body = "p = np.array([[1.0, 0.0], [0.5, h]])\nxs = []\nfor i in range(3):\n    xs.append(p[0])\n    p += h\nreturn np.array(xs), p"
    assert_agree(graph_function("h", body), "f", [(0.05,)])


def test_what_a_list_of_arrays_makes_has_their_axes():
    source = graph_function("x", "r = np.array([x, x])\nr[0] += 1.0\nreturn r")
    assert_agree(source, "f", [(np.arange(3.0),), (2.0,)])
    assert converted(source)
