"""Elements that a loop within a loop reads and sets again and again: they are variables while it runs."""

import numpy as np
import pytest

from differential import assert_agree, converted, graph_function

RNG = np.random.default_rng(23)
A, B, C = RNG.normal(size=(4, 5)), RNG.normal(size=(5, 3)), RNG.normal(size=(4, 3))
WHOLE = RNG.integers(-9, 9, (4, 5))
PRODUCT = "for i in range(A.shape[0]):\n    for j in range(B.shape[1]):\n        for k in range(B.shape[0]):\n            C[i, j] += A[i, k] * B[k, j]\nreturn C"
PROGRAMS = {
    "a product": ("C = np.zeros((A.shape[0], B.shape[1]))\n" + PRODUCT, "A, B", [(A, B), (WHOLE, WHOLE.T.copy())]),
    "a product into what is given": (
        PRODUCT,
        "A, B, C",
        [(A, B, C.copy()), (WHOLE, WHOLE.T.copy(), np.ones((4, 4), int)), (A.astype(np.float32), B, C.copy())],
    ),
    "of rows in rows": (
        "for i in range(len(x)):\n    for k in range(len(y)):\n        x[i] = x[i] * 0.5 + y[k]\nreturn x",
        "x, y",
        [(C.copy(), RNG.normal(size=(2, 3))), (RNG.normal(size=6), RNG.normal(size=3))],
    ),
    "whole numbers are cut at every turn": (
        "for i in range(len(x)):\n    for k in range(3):\n        x[i] = x[i] * 0.7 + k\nreturn x",
        "x",
        [(np.arange(-5, 9),), (RNG.normal(size=5),), (np.array([True, False]),), (np.arange(4, dtype=np.int8),)],
    ),
    "an exit": (
        "out = np.zeros((len(ys), len(xs)), int)\nfor i, x in enumerate(xs):\n    for j, y in enumerate(ys):\n        z = complex(0, 0)\n"
        "        for n in range(limit):\n            z = z**2 + complex(x, y)\n            if abs(z) > 2.0:\n                out[j, i] = n\n                break\nreturn out",
        "xs, ys, limit",
        [(np.linspace(-2, 1, 7), np.linspace(-1, 1, 5), 20), (np.zeros(2), np.ones(3), 1)],
    ),
    "a loop that tests it": (
        "for i in range(len(x)):\n    while x[i] > 1:\n        x[i] /= 2\n        n[i] += 1\nreturn x, n",
        "x, n",
        [(np.abs(A[0]) * 9, np.zeros(5, int)), (np.array([0.5]), np.array([3.0]))],
    ),
    "loops that take no turn": (
        "for i in range(len(x)):\n    for k in range(i):\n        x[i] -= y[k]\nreturn x",
        "x, y",
        [(A[0].copy(), A[1])],
    ),
    "in rows that are indexed": (
        "for i in range(len(x)):\n    for j in range(len(x[0])):\n        for k in range(2):\n            x[i][j] = x[i][j] * x[i][j] - k\nreturn x",
        "x",
        [(A.copy(),), (WHOLE.copy(),)],
    ),
    "places in an array": (
        "for i in range(len(k)):\n    for j in range(len(y)):\n        x[k[i]] += y[j]\nreturn x",
        "x, y, k",
        [(A[0].copy(), A[1], np.array([0, 3, 0, 4]))],
    ),
    "two elements": (
        "for i in range(1, len(x)):\n    for j in range(len(y)):\n        if y[j] > x[i]:\n            x[i] = y[j]\n            n[i] = j\nreturn x, n",
        "x, y, n",
        [(A[0].copy(), RNG.normal(size=7) * 2, np.zeros(5, int))],
    ),
    "from the end": (
        "for i in range(1, len(x)):\n    for j in range(3):\n        x[-i] = x[-i] * 1.5 + j\nreturn x",
        "x",
        [(A[0].copy(),)],
    ),
    "its length": (
        "for i in range(len(x)):\n    for j in range(len(x)):\n        x[i] += j / len(x)\nreturn x",
        "x",
        [(A[0].copy(),)],
    ),
    "several values": (
        "for i in range(len(x)):\n    for j in range(3):\n        x[i], s = x[i] + j, x[i]\nreturn x, s",
        "x",
        [(A[0].copy(),)],
    ),
}
OTHERS = {
    "another one of it": (
        "for i in range(1, len(x)):\n    for j in range(3):\n        x[i] += x[i - 1]\nreturn x",
        "x",
        [(A[0].copy(),)],
    ),
    "another name": (
        "y = x\nfor i in range(len(x)):\n    for j in range(len(x)):\n        x[i] += y[j]\nreturn x",
        "x",
        [(A[0].copy(),)],
    ),
    "a view": (
        "for i in range(len(x)):\n    row = x[i]\n    for j in range(len(row)):\n        x[i, 0] = x[i, 0] * 0.5 + row[j]\nreturn x",
        "x",
        [(A.copy(),)],
    ),
    "its index moves": (
        "for i in range(len(x)):\n    p = i\n    while p > 0 and x[p] < 0:\n        x[p] = -x[p]\n        p -= 1\nreturn x",
        "x",
        [(A[0].copy(),)],
    ),
    "all of it": (
        "for i in range(len(x)):\n    for j in range(3):\n        x[i] = x.sum() * 0.1\nreturn x",
        "x",
        [(A[0].copy(),)],
    ),
    "a function sees it": (
        "def total():\n    return x[0] + x[1]\nfor i in range(len(x)):\n    for j in range(3):\n        x[i] = 0.1 * total()\nreturn x",
        "x",
        [(A[0].copy(),)],
    ),
    "places that change": (
        "for i in range(len(x) - 1):\n    for j in range(3):\n        x[k[i]] += 1.5\n        k[i] += 1 - j % 2\nreturn x",
        "x, k",
        [(A[0].copy(), np.array([0, 1, 0, 1]))],
    ),
}


@pytest.mark.parametrize("name", PROGRAMS | OTHERS)
def test_values_agree(name):
    body, parameters, cases = (PROGRAMS | OTHERS)[name]
    assert_agree(graph_function(parameters, body), "f", cases)


def test_an_array_that_is_given_twice_is_one():
    source = graph_function("A, B, C", PRODUCT) + "\n\ndef same(x):  # hybridc: graph\n    return f(x, x, x)\n"
    assert_agree(source, "same", [(RNG.normal(size=(3, 3)),)])


def test_products_are_mapped():
    code = converted(graph_function("A, B", PROGRAMS["a product"][0]))
    assert code.count("jax.vmap") == 2
    assert "C_ij" in code


@pytest.mark.parametrize("name", OTHERS)
def test_they_stay_where_the_loop_reads_or_moves_more(name):
    body, parameters, _ = OTHERS[name]
    assert "_element" not in (code := converted(graph_function(parameters, body)))
    assert "x_i" not in code
