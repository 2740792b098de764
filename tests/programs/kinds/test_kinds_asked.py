"""Functions that ask whether what they are given is a list, a tuple, a dict or a text: compiled code is told so."""

import numpy as np
import pytest

import hybridc
from differential import assert_same, converted, load
from hybridc import Options

X = np.array([0.5, -1.0, 2.0])
ASKING = {
    "a list or a tuple": (
        "if isinstance(x, (list, tuple)):\n        x = np.asarray(x, dtype=float)\n    return np.sum(x * 2)",
        [[1.0, 2.0], (1.0, 2.0), X, 3.0],
    ),
    "parts": (
        "if isinstance(x, tuple):\n        a, b = x\n        return np.sin(a) + b\n    if isinstance(x, dict):\n"
        "        return np.cos(x['a'])\n    return np.exp(x)",
        [(X, X), {"a": X}, X, 2.0],
    ),
    "of what it made": (
        "y = [x, x * 2] if np.ndim(x) else x\n    if isinstance(y, list):\n        y = y[1]\n    return np.sin(y)",
        [X, 2.0],
    ),
    "elements": (
        "s = 1.0\n    for e in x:\n        if isinstance(e, (list, tuple)):\n            s = s + np.sum(np.array(e)) * 2\n    return s",
        [[[1.0, 2.0], [3.0, 4.0]], [X, X], [[1.0, 2.0], (3.0, 4.0)], np.ones((2, 2))],
    ),
    "elements, counted": (
        "s = np.ones(2)\n    for i, e in enumerate(x):\n        one = e\n        if isinstance(one, list):\n            s = s * 2 + i\n    return s",
        [[[1.0, 2.0], [3.0, 4.0]], X],
    ),
    "elsewhere": ("return total([x, x * 2]) + total(np.sin(x))", [X]),
    "not": ("if not isinstance(x, list):\n        x = [x]\n    return sum(np.sum(e) for e in x)", [[X, X[:2]], X]),
}

ELSEWHERE = """import numpy as np


def total(y):
    return np.sum(y) * 100 if isinstance(y, list) else np.sum(y)


def asks(y):
    return 2.0 if isinstance(y, list) else 3.0


def hands_on(y):
    return asks(y) + len(y)


"""
FILLED = [
    "isinstance(y, list)",
    "isinstance(y[1:], list)",
    "asks(y)",
    "hands_on(y)",
    "(lambda z: isinstance(z, list))(y)",
]


@pytest.mark.parametrize("asked", FILLED)
def test_lists_that_are_arrays_in_compiled_code_are_not_asked(asked):
    body = f"y = []\n    for v in x:\n        y.append(np.sin(v))\n    return np.array(y) * {asked}"
    text = f"{ELSEWHERE}def f(x):  # hybridc: graph\n    {body}\n"
    assert hybridc.convert(text).code is None
    code = hybridc.convert(text, options=Options(partial=True)).code or text
    assert_same(load(text).f(X), load(code).f(X))


@pytest.mark.parametrize("what", ASKING)
def test_whatever_is_given(what):
    body, given = ASKING[what]
    text = f"{ELSEWHERE}def f(x):\n    {body}\n"
    original, generated = load(text).f, load(converted(text)).f
    for each in given:
        assert_same(original(each), generated(each))
