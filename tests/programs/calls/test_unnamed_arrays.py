"""Functions of a file that imports NumPy, and that name nothing of it: what they do with their arguments tells."""

import numpy as np
import pytest

import hybridc
from differential import assert_same, converted, load

X = np.array([0.5, -2.0, 3.25, 1.0])
M = np.arange(12.0).reshape(3, 4) / 3

SHOWN = {
    "a method of arrays": ("x", "return (x * x).sum()", [(X,), (M,)]),
    "a stencil": ("u", "return 0.5 * (u[2:] + u[:-2])", [(X,), (M,)]),
    "a difference of slices": ("u", "return u[1:] - u[:-1]", [(X,), (M,)]),
    "a product of slices": ("u, v", "return u[1:] * v[:-1]", [(X, X)]),
    "rows and columns": ("a", "return a[:, 0] + a[:, -1]", [(M,)]),
    "a mask": ("x", "x = x + 0.0\nx[x > 1] = 0.0\nreturn x", [(X,), (M,)]),
    "a number for a slice": ("x", "x = x + 0.0\nx[1:3] = 7\nreturn x", [(X,), (M,)]),
    "a sum of elements": ("x", "total = 0.0\nfor v in x:\n    total += v\nreturn total", [(X,), (M,)]),
    "a sum of products": (
        "x, y",
        "s = 0.0\nfor i in range(len(x)):\n    s += x[i] * y[i]\nreturn s",
        [(X, X + 1)],
    ),
    "products of elements": (
        "a, b, c",
        "for i in range(3):\n    for j in range(3):\n        for k in range(4):\n"
        "            c[i, j] += a[i, k] * b[k, j]",
        [(M, M.T, np.ones((3, 3)))],
    ),
    "what a helper makes of a number": ("n", "z = zeros(n)\nfor i in range(n):\n    z[i] = i * 0.5\nreturn z", [(4,)]),
    "what a helper makes, and an argument": ("x, n", "z = zeros(n)\nz[:] = x\nreturn z", [(X, 4), (2.0, 3)]),
    "the argument, changed and returned": ("u", "u[1:-1] = 0.5 * (u[2:] + u[:-2])\nreturn u", [(X,), (M,)]),
}  # fmt: skip

NOT_SHOWN = {
    "arithmetic that any number has": ("a, b, t", "return a + (b - a) * t"),
    "elements of points": ("p, q", "return (p[0] + q[0]) / 2, (p[1] + q[1]) / 2"),
    "lists that are joined": ("a, b", "return a[1:] + b[:-1]"),
    "lists that are repeated": ("a, n", "return a[1:] * n"),
    "methods of texts and lists": ("words", "words.sort()\nreturn words.index('a'), words.count('b')"),
    "methods of dicts": ("d", "return d.get('a'), d.pop('b'), d.copy()"),
    "one of two words": ("words, n", "return words[n > 1]"),
    "a text that grows": ("words", "s = ''\nfor w in words:\n    s += w\nreturn s"),
}


def source(parameters, body, head="import numpy as np\n"):
    lines = "".join(f"    {line}\n" for line in body.split("\n"))
    return f"{head}\n\ndef zeros(n):\n    return np.zeros(n)\n\n\ndef f({parameters}):\n{lines}"


def outcome(text):
    return {f.name: f.outcome.value for f in hybridc.convert(text, filename="program.py").functions}["f"]


@pytest.mark.parametrize("name", SHOWN)
def test_what_is_done_with_arrays_is_compiled_to_the_same_values(name):
    parameters, body, cases = SHOWN[name]
    text = source(parameters, body)
    assert outcome(text) == "compiled"
    there, here = load(text), load(converted(text), "generated")
    for case in cases:
        ours, theirs = [[np.array(a) if isinstance(a, np.ndarray) else a for a in case] for _ in range(2)]
        assert_same(there.f(*theirs), here.f(*ours), rtol=1e-12)
        for one, other in zip(theirs, ours, strict=True):
            assert_same(one, other, rtol=1e-12)


@pytest.mark.parametrize("name", NOT_SHOWN)
def test_what_others_do_as_well_stays_pythons(name):
    assert outcome(source(*NOT_SHOWN[name])) == "host"


@pytest.mark.parametrize("others", ["import pandas as pd\n", "import xarray\n"])
def test_other_things_have_methods_of_arrays(others):
    assert outcome(source("x", "return (x * x).sum()", f"import numpy as np\n{others}")) == "host"


def test_without_numpy_nothing_is_an_array():
    text = "def f(x):\n    return (x * x).sum()\n"
    assert outcome(text) == "host"


ITERABLES = {
    "a range": lambda: range(4),
    "a generator": lambda: (0.5 * k for k in range(3)),
    "values of a dict": lambda: {"a": 1.0, "b": 2.5}.values(),
    "keys of a dict": lambda: {1.0: "a", 2.0: "b"},
    "a set": lambda: {1.0, 2.0},
    "a list": lambda: [1, 2.5],
    "nothing": lambda: [],
    "rows": lambda: M.copy(),
}


@pytest.mark.parametrize("name", ITERABLES)
@pytest.mark.parametrize("body", ["total += v", "total += v * 2 - 1"])
def test_what_runs_over_an_argument_takes_any_iterable(body, name):
    text = source("x", f"total = 0.0\nfor v in x:\n    {body}\nreturn total")
    there, here = load(text), load(converted(text), "generated")
    assert_same(there.f(ITERABLES[name]()), here.f(ITERABLES[name]()), rtol=1e-12)
    assert_same(there.f(x=ITERABLES[name]()), here.f(x=ITERABLES[name]()), rtol=1e-12)


def test_what_takes_any_iterable_is_there_without_that_for_jax():
    here = load(converted(source("x", "total = 0.0\nfor v in x:\n    total += v\nreturn total")), "generated")
    assert here.f.pure.lower(M[0]).compile()(M[0]) == here.f(M[0])
