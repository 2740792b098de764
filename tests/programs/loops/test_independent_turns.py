"""Loops whose turns do not hang on each other are mapped over the index; all others stay in their order."""

import jax
import numpy as np
import pytest
from independent_turns import filling_program

from dearest import DAY
from differential import assert_same, converted, fresh, load

SEEDS = (*range(4), *(200_000 + DAY * 4 + n for n in range(4)))

HEAD = """import numpy as np

K = 3


def formula(a, b):
    c = a * b
    return np.sin(c) + K


def choice(a):
    if a > 0:
        return a
    return -a


def f(x, y, A):
    n, m = A.shape
    out = np.zeros(len(x))
    grid = np.zeros((n, m))
"""
MAPPED = {
    "a window": "for i in range(1, len(x) - 1):\n    out[i] = (x[i - 1] + x[i] + x[i + 1]) / 3\nreturn out",
    "places beside the counter": "for i in range(len(x) - 2):\n    out[i + 2] = x[i] * i\nreturn out",
    "a sum of numbers": (
        "for i in range(n):\n    s = 0.0\n    for k in range(m):\n        s += A[i, k] * x[k]\n    grid[i, 0] = s\nreturn grid"
    ),
    "a grid": "for i in range(n):\n    for j in range(m):\n        grid[i, j] = x[i] * y[j] + A[i, j]\nreturn grid",
    "the middle of a grid": (
        "for i in range(1, n - 1):\n    for j in range(1, m - 1):\n"
        "        grid[i, j] = A[i - 1, j] + A[i + 1, j] + A[i, j - 1] + A[i, j + 1] - 4 * A[i, j]\nreturn grid"
    ),
    "columns first": "for j in range(m):\n    for i in range(n):\n        grid[i, j] = A[i, j] * j\nreturn grid",
    "a triple loop": (
        "for i in range(n):\n    for j in range(m):\n        s = 0.0\n        for k in range(m):\n"
        "            s += A[i, k] * A[j % n, k]\n        grid[i, j] = s\nreturn grid"
    ),
    "two arrays": (
        "k = np.zeros(len(x), dtype=int)\nfor i in range(len(x)):\n    t = np.exp(-x[i])\n    out[i] = t\n    k[i] = t * 10\n"
        "return out, k"
    ),
    "a function of the file": "for i in range(len(x)):\n    out[i] = formula(x[i], y[i])\nreturn out",
    "products of rows": "for i in range(n):\n    grid[i, 0] = A[i] @ y\nreturn grid",
    "a choice between elements": "for i in range(len(x)):\n    out[i] = x[i] if x[i] > y[i] else y[i]\nreturn out",
    "what the place held": "for i in range(len(x)):\n    out[i] = out[i] * 2 + x[i] - out[i] ** 2\nreturn out",
    "where something holds": "for i in range(len(x)):\n    if x[i] > y[i]:\n        out[i] = x[i]\nreturn out",
    "one thing or the other": (
        "for i in range(n):\n    for j in range(m):\n        if A[i, j] > 0:\n            grid[i, j] = A[i, j]\n        else:\n"
        "            grid[i, j] = grid[i, j] - x[i]\nreturn grid"
    ),
    "a matrix that is given": "for i in range(n):\n    for j in range(m):\n        A[i, j] = x[i] - y[j]\nreturn A",
    "in a loop over time": (
        "for t in range(3):\n    for i in range(1, len(x) - 1):\n        out[i] = 0.5 * (x[i - 1] + x[i + 1])\n"
        "    x = out.copy()\nreturn x"
    ),
    "float32": "o = np.zeros(len(x), dtype=np.float32)\nfor i in range(len(x)):\n    o[i] = x[i] / 3\nreturn o, o * x",
    "beside a loop that ends early": (
        "k = 0\nfor i in range(len(x)):\n    if x[i] > 1:\n        break\n    k += 1\nfor i in range(len(x)):\n"
        "    out[i] = x[i] * 2\nreturn out, k"
    ),
    "no turns": "for i in range(5, len(x) - 1):\n    out[i] = x[i]\nreturn out",
}  # fmt: skip
IN_ORDER = {
    "what the place held, and the one before": "for i in range(1, len(x)):\n    out[i] = out[i] + out[i - 1] + x[i]\nreturn out",
    "what the turn wrote": "s = 0.0\nfor i in range(len(x)):\n    out[i] = x[i]\n    s += out[i]\nreturn out, s",
    "what the turn before left": "for i in range(1, len(x)):\n    out[i] = out[i - 1] + x[i]\nreturn out",
    "what the turn before left, by a view": (
        "w = out[:]\nfor i in range(1, len(x)):\n    out[i] = w[i - 1] + x[i]\nreturn out"
    ),
    "what the turn before left, by a view, around another loop": (
        "w = grid[:]\nfor i in range(1, n):\n    t = w[i - 1, 0] + x[i]\n    for j in range(m):\n"
        "        grid[i, j] = t + j\nreturn grid"
    ),
    "a function of the same name": (
        "formula = lambda i, k: out[i - 1] + k\nfor i in range(1, len(x)):\n    out[i] = formula(i, x[i])\nreturn out"
    ),
    "a sum that goes on": "s = 0.0\nfor i in range(len(x)):\n    s += x[i]\n    out[i] = s\nreturn out",
    "a name of the turn before": (
        "old = 0.0\nfor i in range(len(x)):\n    out[i] = x[i] - old\n    old = x[i]\nreturn out"
    ),
    "what is read behind the loop": "t = 0.0\nfor i in range(len(x)):\n    t = x[i] * 2\n    out[i] = t\nreturn out, t",
    "places twice": "for i in range(len(x)):\n    out[i // 2] = x[i]\nreturn out",
    "indices below zero": "for i in range(len(x)):\n    out[i - 1] = x[i]\nreturn out",
    "elements of itself": "for i in range(1, len(x)):\n    x[i] = x[i] + x[i - 1]\nreturn x",
    "a branch": "for i in range(len(x)):\n    if x[i] > 0:\n        out[i] = np.sqrt(x[i])\nreturn out",
    "a function that chooses": "for i in range(len(x)):\n    out[i] = choice(x[i])\nreturn out",
    "an early end": "for i in range(len(x)):\n    if x[i] > 1:\n        break\n    out[i] = x[i]\nreturn out",
    "rows of all": "for i in range(n):\n    grid[i] = np.abs(A - A[i]).sum(axis=0)\nreturn grid",
}  # fmt: skip


def source(body):
    return HEAD + "".join(f"    {line}\n" for line in body.split("\n"))


@pytest.mark.parametrize("name", [*MAPPED, *IN_ORDER])
def test_the_values_are_those_of_the_original(name):
    text = source(MAPPED[name] if name in MAPPED else IN_ORDER[name])
    code = converted(text)
    body = code[code.index("def f(") :]
    assert ("jax.vmap" in body) is (name in MAPPED)
    there, here = load(text), load(code, "generated")
    for n, m in ((3, 3), (4, 6)):
        rng = np.random.default_rng(n)
        arguments = [rng.normal(size=m), rng.normal(size=m), rng.normal(size=(n, m))]
        mine, theirs = fresh(arguments), fresh(arguments)
        assert_same(there.f(*theirs), here.f(*mine))


def test_gradients_are_those_of_the_operations():
    text = source(MAPPED["a triple loop"])
    here = load(converted(text), "generated")
    A = np.random.default_rng(0).normal(size=(3, 3))
    found = jax.grad(lambda a: here.f(A[0], A[1], a).sum())(A)
    assert_same(np.asarray(jax.grad(lambda a: (a @ a.T).sum())(A)), np.asarray(found))


@pytest.mark.parametrize("seed", SEEDS)
def test_random_programs_agree(seed):
    text = filling_program(seed)
    there, here = load(text), load(converted(text), "generated")
    for n in (1, 3, 5):
        rng = np.random.default_rng(seed + n)
        arguments = [rng.normal(size=(n, n)), rng.normal(size=n)]
        mine, theirs = fresh(arguments), fresh(arguments)
        try:
            expected = there.f(*theirs)
        except IndexError:
            continue
        assert_same(expected, here.f(*mine))
