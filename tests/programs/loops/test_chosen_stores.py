"""Elements that branches in loops set: they are chosen, and set once, so that no turn copies an array."""

import numpy as np
import pytest

from differential import assert_agree, converted, graph_function

RNG = np.random.default_rng(11)
GRID, WHOLE = RNG.normal(size=(5, 6)), RNG.integers(-9, 9, (5, 6))
ROW, BIG = RNG.normal(size=9), RNG.integers(2**60, 2**62, 9)
PROGRAMS = {
    "one or the other": (
        "n, m = len(a), len(b)\nD = np.zeros((n + 1, m + 1))\nfor i in range(1, n + 1):\n    for j in range(1, m + 1):\n"
        "        if a[i - 1] == b[j - 1]:\n            D[i, j] = D[i - 1, j - 1] + 1\n        else:\n"
        "            D[i, j] = max(D[i - 1, j], D[i, j - 1])\nreturn D",
        "a, b",
        [(np.array([1, 2, 3, 2, 1]), np.array([2, 3, 1, 1])), (np.array([1.5, 2.5]), np.array([2.5, 1.5, 2.5]))],
    ),
    "or as it was": (
        "for i in range(len(a)):\n    for j in range(a.shape[1]):\n        if a[i, j] > 0:\n            b[i, j] = a[i, j]\nreturn b",
        "a, b",
        [(GRID, GRID[::-1].copy()), (WHOLE, GRID.copy()), (GRID, WHOLE.copy())],
    ),
    "whole numbers stay what they are": (
        "for i in range(len(a)):\n    if a[i] > 0:\n        b[i] = a[i] * 0.5\nreturn b",
        "a, b",
        [(ROW, BIG.copy()), (ROW, np.zeros(9, bool))],
    ),
    "added to": (
        "for i in range(1, len(a)):\n    if a[i] > a[i - 1]:\n        a[i] += a[i - 1]\n    elif a[i] < -1:\n        a[i] *= 2\nreturn a",
        "a",
        [(ROW.copy(),), (WHOLE[0].copy(),)],
    ),
    "a chain": (
        "for i in range(1, len(a) - 1):\n    for j in range(1, a.shape[1] - 1):\n        if i == 2 and j == 2:\n            a[i][j] = 1\n"
        "        elif j == 3:\n            a[i][j] = -1.0\n        else:\n            a[i][j] = (a[i + 1][j] + a[i - 1][j]) / 2 - 0.3 * a[i][j]\nreturn a",
        "a",
        [(GRID.copy(),), (WHOLE.copy(),)],
    ),
    "several at once": (
        "n = len(a)\nfor k in range(n):\n    for i in range(n):\n        for j in range(n):\n            if a[i, k] + a[k, j] < a[i, j]:\n"
        "                a[i, j] = a[i, k] + a[k, j]\n                b[i, j] = k\nreturn a, b",
        "a, b",
        [(RNG.random((5, 5)), np.zeros((5, 5), int)), (RNG.integers(0, 50, (4, 4)), np.zeros((4, 4)))],
    ),
    "what changes places": (
        "for i in range(len(a)):\n    for j in range(len(a) - 1):\n        if a[j] > a[j + 1]:\n            a[j], a[j + 1] = a[j + 1], a[j]\nreturn a",
        "a",
        [(ROW.copy(),), (WHOLE[1].copy(),)],
    ),
    "in any order": (
        "x = np.zeros(len(a) + 1, int)\ny = np.zeros(len(a) + 1)\nfor i in range(1, len(a) + 1):\n    if a[i - 1] == 1:\n        y[i] = y[i - 1] + 1\n"
        "        x[i] = x[i - 1]\n    else:\n        x[i] = x[i - 1] + 2\n        y[i] = y[i - 1]\nreturn x, y",
        "a",
        [(np.array([1, 0, 1, 1, 0]),), (np.array([0.0, 1.0]),)],
    ),
    "the one set is read again": (
        "for i in range(len(a) - 1):\n    if a[i] > 0:\n        a[i] = a[i] - 1\n        a[i + 1] = a[i] + 0.5\nreturn a",
        "a",
        [(ROW.copy(),)],
    ),
    "the same by two indices": (
        "for i in range(len(a)):\n    j = (i * i) % len(a)\n    if a[i] > 0:\n        a[i] = 3\n    else:\n        a[j] = 5\nreturn a",
        "a",
        [(ROW.copy(),), (WHOLE[2].copy(),)],
    ),
    "both by two indices": (
        "for i in range(len(a)):\n    j = (i * i) % len(a)\n    if a[i] > 0:\n        a[i] = b[j]\n        a[j] = b[i] + 1\nreturn a",
        "a, b",
        [(ROW.copy(), ROW[::-1].copy())],
    ),
    "a view of it": (
        "c = a[1:]\nfor i in range(len(a) - 1):\n    if a[i] > 0:\n        a[i] = c[i] + 1\n        b[i] = c[i - 1]\nreturn a, b",
        "a, b",
        [(ROW.copy(), np.zeros(9))],
    ),
    "rows": (
        "for i in range(len(a)):\n    if a[i, 0] > 0:\n        a[i] = 0.5\n    else:\n        a[i] = a[i] * 2\nreturn a",
        "a",
        [(GRID.copy(),), (WHOLE.copy(),)],
    ),
    "rows that stay": (
        "for i in range(len(a)):\n    if a[i, 0] > 0:\n        a[i] = a[i - 1]\nreturn a",
        "a",
        [(GRID.copy(),)],
    ),
    "out of the array": (
        "for i in range(len(a)):\n    if i + 1 < len(a):\n        a[i + 1] = a[i] * 2\n    if i > 1:\n        a[i - 2] = 7\nreturn a",
        "a",
        [(ROW.copy(),), (ROW[:1].copy(),)],
    ),
    "a number beside it": (
        "n = 0\nfor i in range(len(a)):\n    if a[i] > 0:\n        n += 1\n    else:\n        b[i] = 0.0\nreturn n, b",
        "a, b",
        [(ROW, np.ones(9)), (WHOLE[0], BIG[:6].copy()), (ROW, BIG.copy())],
    ),
    "one of two arrays, each with its counter": (
        "x, y = np.zeros(len(a)), np.zeros(len(a), int)\nk = 0\nm = 0\nfor i in range(len(a)):\n    if a[i] > 0:\n"
        "        x[k] = a[i]\n        k += 1\n    else:\n        y[m] = i\n        m += 1\nreturn x, y, k, m",
        "a",
        [(ROW,), (np.ones(4),), (-np.ones(4),)],
    ),
    "what is read before it is set": (
        "x = np.zeros(len(a))\nbest = 0.5\nfor i in range(len(a)):\n    x[i] += a[i]\n    if x[i] > best:\n"
        "        best = x[i]\n        x[i] = -1.0\nreturn x, best",
        "a",
        [(ROW,)],
    ),
    "a chain with numbers": (
        "x = np.zeros(4)\ns = 0.0\nk = 1\nfor i in range(len(a)):\n    if a[i] > 0.5:\n        s += x[k]\n        x[k] = a[i]\n"
        "    elif a[i] < -0.5:\n        x[k] = s\n        k = (k + 1) % 4\n    else:\n        k = 2\nreturn x, s, k",
        "a",
        [(ROW,), (ROW[::-1].copy(),)],
    ),
    "the counter before it": (
        "x = np.zeros(len(a) + 1)\nk = 0\nfor i in range(len(a)):\n    if a[i] < 0:\n        k += 1\n        x[k] = x[k - 1] + a[i]\nreturn x, k",
        "a",
        [(ROW,)],
    ),
    "the same element by two counters": (
        "x = np.zeros(5)\nk = 0\nm = 4\nfor i in range(len(a)):\n    if a[i] > 0:\n        x[k] = x[m] + a[i]\n        k = (k + 1) % 5\n"
        "    else:\n        x[m] = x[k] - a[i]\n        m = (m + 4) % 5\nreturn x, k, m",
        "a",
        [(ROW,), (ROW[::-1].copy(),), (np.concatenate([ROW, ROW]),)],
    ),
    "a number that only a branch sets": (
        "x = np.zeros(len(a))\nfor i in range(len(a)):\n    if i < 1 or a[i] > 0:\n        last = a[i]\n        x[i] = x[i - 1] + 1\n    else:\n"
        "        x[i] = x[i - 1]\nreturn x, last",
        "a",
        [(ROW,)],
    ),
    "a row that is added to": (
        "t = np.zeros(6)\nu = t\nfor i in range(len(a)):\n    if a[i, 0] > 0:\n        t += a[i]\n    else:\n        b[i] = b[i] + 1\nreturn t, u, b",
        "a, b",
        [(GRID.copy(), np.zeros(5))],
    ),
    "a row that is kept": (
        "best = b[0]\nfor i in range(len(a)):\n    if a[i, 0] > 0:\n        best = a[i]\n        b[i] = 0.0\nreturn best * 1, b",
        "a, b",
        [(GRID.copy(), GRID[::-1].copy())],
    ),
    "a row that is kept and set": (
        "best = a[0]\nfor i in range(len(a)):\n    if a[i, 0] > 0:\n        best = a[i]\n        a[i] = 0.25\nreturn best * 1, a",
        "a",
        [(GRID.copy(),)],
    ),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_branches_set_what_they_choose(name):
    body, parameters, cases = PROGRAMS[name]
    assert_agree(graph_function(parameters, body), "f", cases)


def test_no_branch_hands_an_array_on():
    body, parameters, _ = PROGRAMS["one or the other"]
    code = converted(graph_function(parameters, body))
    assert "D.at[i, j].set(\n" in code and "lambda D" not in code


@pytest.mark.parametrize("name", ["a number beside it", "one of two arrays, each with its counter"])
def test_none_does_beside_numbers(name):
    body, parameters, _ = PROGRAMS[name]
    code = converted(graph_function(parameters, body))
    assert code.count(".at[") == body.count("] =") and "lambda: (" in code.replace("\n", "").replace("    ", "")
