"""Comprehensions that NumPy makes arrays of: they are compiled as loops, however long what they run over is."""

import numpy as np
import pytest

from differential import assert_same, converted, fresh, graph_function, load

X, Y, A = np.linspace(-1.0, 2.0, 9), np.linspace(0.1, 0.5, 5), np.arange(12.0).reshape(3, 4)
NONE = np.zeros(0)

COMPILED = {
    "elements": ("xs", "return np.array([1 if v > 0.5 else 0 for v in xs])", [(X,), (X > 0,), (NONE,)]),
    "sums": ("xs, ys", "return np.array([np.sum(np.exp(-(v - ys) ** 2)) for v in xs])", [(X, Y), (A, A[0]), (NONE, Y)]),
    "a range": ("ys", "return np.array([np.sum(np.exp(-i * ys)) for i in range(len(ys))])", [(Y,), (X,)]),
    "two at once": ("xs, ys", "return np.array([v * w for v, w in zip(xs, ys)])", [(X, Y), (Y, X), (A, X)]),
    "numbered": ("xs", "return np.array([i * v for i, v in enumerate(xs)])", [(X,), (A,)]),
    "within each other": (
        "A",
        "return np.array([[A[i, j] * j for j in range(A.shape[1])] for i in range(A.shape[0])])",
        [(A,), (A.T,)],
    ),
    "arrays of arrays": (
        "A",
        "return np.array([np.max([v * 2 for v in row]) for row in A])",
        [(A,), (-A,)],
    ),
    "windows": ("x, k", "return np.array([x[i:i + k].mean() for i in range(len(x) - k)]) * 2", [(X, 3)]),
    "a name of the function": (
        "xs, v",
        "y = v * 2\nz = np.mean([np.sin(v) * y for v in xs])\nreturn z + v",
        [(X, 0.3)],
    ),
    "rows of two": ("ts", "return np.array([(t, t ** 2) for t in ts])", [(X,), (NONE,)]),
    "lists": ("ws, x", "return np.sum([w * x for w in ws], axis=0)", [([X, X + 1], 2.0), ((Y, Y, Y), Y)]),
    "stacked": ("A", "return np.stack([row / np.sum(row) for row in A], axis=1)", [(A,)]),
    "largest": ("xs, ys", "return np.max([abs(v - ys[0]) for v in xs]) + np.min([v for v in ys])", [(X, Y)]),
    "a sum of Python's": (
        "xs, k",
        "ys = np.sin(xs)\nreturn sum(y * k for y in ys) + sum([y * y for y in xs])",
        [(X, 2.0), (A, 2.0), (NONE, 2.0)],
    ),
    "sums within": (
        "A, x",
        "return np.array([sum(A[i, j] * x[j] for j in range(len(x))) for i in range(len(A))])",
        [(A, Y[:4])],
    ),
    "a sum in a branch": (
        "xs, k",
        "if k > 0:\n    s = sum(v * k for v in xs)\nelse:\n    s = 0.0 * xs[0]\nreturn s / len(xs)",
        [(X, 2.0), (X, -1.0)],
    ),
    "a table of lists": (
        "A",
        "n = len(A)\nL = [[0.0] * n for _ in range(n)]\nfor i in range(n):\n    for j in range(i + 1):\n        s = sum(L[i][k] * L[j][k] for k in range(j))\n"
        "        if i == j:\n            L[i][j] = np.sqrt(A[i][i] - s)\n        else:\n            L[i][j] = (A[i][j] - s) / L[j][j]\nreturn np.array(L)",
        [(A @ A.T + 9 * np.eye(3),)],
    ),
    "behind others": (
        "xs",
        "s = np.sum(xs) + np.mean([v * v for v in xs]) * np.prod([1 + v for v in xs])\nreturn s",
        [(X,)],
    ),
}
WRITTEN_OUT = {
    "numbers": ("xs", "return np.array([np.sin(k) for k in (1.0, 2.0)]) * xs[0]", [(X,)]),
    "a short range": ("x", "return np.array([np.sum(x ** k) for k in range(3)])", [(X,)]),
    "several powers": ("x", "return np.stack([x ** k for k in range(1, 4)], axis=1)", [(X,)]),
}


@pytest.mark.parametrize("name", COMPILED)
def test_they_are_loops(name):
    text = graph_function(*COMPILED[name][:2])
    code = converted(text)
    made = code.replace("jnp.array([[0.0] * n for _ in range(n)])", "")
    assert " for " not in made.split("# Generated")[1] and any(form in code for form in ("scan", "vmap", "fori_loop"))
    for case in COMPILED[name][2]:
        mine, theirs = fresh(case), fresh(case)
        assert_same(load(text).f(*mine), load(code).f(*theirs))


@pytest.mark.parametrize("name", WRITTEN_OUT)
def test_short_ones_are_written_out(name):
    text = graph_function(*WRITTEN_OUT[name][:2])
    code = converted(text)
    assert "scan" not in code
    for case in WRITTEN_OUT[name][2]:
        assert_same(load(text).f(*fresh(case)), load(code).f(*fresh(case)))


def test_map_of_what_is_written_out_is_as_many_calls():
    text = graph_function(
        "a, b",
        "x, y = map(np.array, (a, b))\nfor i in range(1, len(x)):\n    x[i] += x[i - 1] * y[i]\n    y[0] = x[i]\nreturn x, y",
    )
    code = converted(text)
    assert "map(" not in code
    for case in ((X, X + 1), ([1.0, 2.0], [0.5, 0.25])):
        mine, theirs = fresh(case), fresh(case)
        assert_same(load(text).f(*mine), load(code).f(*theirs))
        assert_same(mine, theirs)


@pytest.mark.parametrize(
    "value",
    [
        "scale(xs) + np.sum([v * 3 for v in xs])",
        "scale(xs) + sum(v * 3 for v in xs)",
        "np.sum([v * 3 for v in xs]) + scale(xs)",
        "np.sum([scale(xs) + v for v in np.ones(3)]) * np.sum([v * 3 for v in xs])",
        "np.maximum(scale(xs), np.mean([v * 3 for v in xs]))",
    ],
)
def test_what_writes_before_them_is_done_before(value):
    head = "import numpy as np\n\n\ndef scale(xs):\n    xs *= 2.0\n    return xs[0]\n\n\n"
    for body in (f"return {value}", f"xs = np.sin(xs)\n    return {value}, xs"):
        text = f"{head}def f(xs):  # hybridc: graph\n    {body}\n"
        assert_same(load(text).f(X.copy()), load(converted(text)).f(X.copy()))
