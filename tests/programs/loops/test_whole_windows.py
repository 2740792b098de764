"""Windows that loops move, as long in all turns: tracing tells whether they leave their arrays."""

import numpy as np
import pytest

from differential import assert_agree, converted, graph_function

RNG = np.random.default_rng(31)
IMAGE, ROW = RNG.random((9, 8)), RNG.random(11)
PROGRAMS = {
    "around a picture": (
        "kh, kw = k.shape\nph, pw = kh // 2, kw // 2\npadded = np.zeros((a.shape[0] + 2 * ph, a.shape[1] + 2 * pw))\npadded[ph:ph + a.shape[0], pw:pw + a.shape[1]] = a\n"
        "out = np.zeros_like(a)\nfor y in range(a.shape[0]):\n    for x in range(a.shape[1]):\n        out[y, x] = (k * padded[y:y + kh, x:x + kw]).sum()\nreturn out",
        "a, k",
        [(IMAGE, RNG.random((3, 5))), (IMAGE, RNG.random((1, 1))), (IMAGE, RNG.random((4, 2)))],
    ),
    "of a list that is flipped": (
        "k = np.flipud(np.fliplr(k))\nout = np.zeros_like(a)\npadded = np.pad(a, 1)\nfor y in range(a.shape[0]):\n    for x in range(a.shape[1]):\n"
        "        out[y, x] = np.sum(k * padded[y:y + 3, x:x + 3])\nreturn out",
        "a, k",
        [(IMAGE, np.array([[1, 0, -1], [2, 0, -2], [1, 0, -1]]))],
    ),
    "medians": (
        "h, w = a.shape\npadded = np.pad(a, size // 2, mode='edge')\nout = np.empty_like(a)\nfor i in range(h):\n    for j in range(w):\n"
        "        out[i, j] = np.median(padded[i:i + size, j:j + size])\nreturn out",
        "a, size",
        [(IMAGE, 3), (IMAGE, 4), (IMAGE, 1)],
    ),
    "that leave the array": (
        "out = np.zeros(len(x))\nfor i in range(len(x)):\n    out[i] = np.median(x[i:i + w])\nreturn out",
        "x, w",
        [(ROW, 3), (ROW, 1), (ROW, 20)],
    ),
    "that leave it on one side": (
        "h, w = a.shape\nout = np.zeros((h, w))\nfor i in range(h):\n    for j in range(1, w - 1):\n        out[i, j] = np.median(a[i:i + 2, j - 1:j + 2])\nreturn out",
        "a",
        [(IMAGE,), (IMAGE[:1],)],
    ),
    "by steps": (
        "n = len(x) // 3\nout = np.zeros(n)\nfor i in range(n):\n    out[i] = np.median(x[3 * i:3 * i + 3])\nreturn out",
        "x",
        [(ROW,), (ROW[:2],)],
    ),
    "no turns": (
        "out = np.zeros(3)\nfor i in range(len(x) - 20):\n    out[0] = np.median(x[i:i + 5])\nreturn out",
        "x",
        [(ROW,)],
    ),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_values_agree(name):
    body, parameters, cases = PROGRAMS[name]
    assert_agree(graph_function(parameters, body), "f", cases)


@pytest.mark.parametrize("name", ["around a picture", "medians", "that leave the array"])
def test_the_loops_are_compiled(name):
    body, parameters, _ = PROGRAMS[name]
    code = converted(graph_function(parameters, body))
    assert "control.whole_part(" in code and "for i in" not in code and "for x in" not in code


def test_many_turns_that_leave_the_array_are_no_error_that_says_nothing():
    body, parameters, _ = PROGRAMS["that leave the array"]
    namespace = {}
    exec(converted(graph_function(parameters, body)), namespace)
    with pytest.raises(TypeError, match="let the loop end before"):
        namespace["f"](np.zeros(2000), 3)
