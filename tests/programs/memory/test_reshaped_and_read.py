"""Writes into a reshaped array of values that read what it was made of under its own shape, compiled by XLA for the CPU."""

import numpy as np
import pytest

from closeness import assert_close
from differential import converted, graph_function, load

BODIES = {
    "a column": "y = x[:, None].copy()\ny[:2] = np.sin(x[0])\nreturn y",
    "a square": "y = x.reshape(2, 2).copy()\ny[:1] = np.sin(x[1])\nreturn y",
    "of two parts": "y = x.astype(float).reshape(2, 2)\ny[0] = np.sin(x[0]) * 5 + x[2:]\nreturn y",
    "of itself": "y = np.stack([x]).reshape(2, 2)\ny[0] = np.sin(x[0]) + y[1]\nreturn y",
    "a row": "y = x[None].copy()\ny[0, :2] = np.sin(x[0])\nreturn y",
    "times one": "y = x.reshape(-1, 1) * 1.0\ny[:3] = np.cos(x[1])\nreturn y",
    "plus zero": "y = x.reshape(-1, 1) + 0\ny[:3] = x[1] + 7\nreturn y",
    "a view": "y = np.expand_dims(x, 1)\ny[:2] = x[0] + 100\nreturn x, y",
    "axes moved": "y = np.moveaxis(x[None], 0, -1)\ny[:2] = x[0] + 100\nreturn x, y",
}


@pytest.mark.parametrize("dtype", [float, np.float32, int, complex])
@pytest.mark.parametrize("name", BODIES)
def test_what_is_read_was_not_written_yet(name, dtype):
    text = graph_function("x", BODIES[name])
    there, here = (np.arange(1, 5).astype(dtype) for _ in range(2))
    expected, found = load(text).f(there), load(converted(text)).f(here)
    for mine, theirs in zip(found, expected, strict=True):
        assert_close(np.asarray(mine), np.asarray(theirs), rtol=1e-5)


HELD = {
    "of two shapes": "p = (x[::-1] * 2, x[2] * 3)\na, b = p\nfor i in range(len(a)):\n    a[i] = b\n    c = a.astype(np.float32)\n"
    "    c += a\n    c[0] = 2\nreturn a, b",
    "of two dtypes": "p = (x[::-1] * 2, np.arange(4))\na, b = p\nfor i in range(len(a)):\n    a[i] = b.sum()\n"
    "    c = a.astype(np.float32)\n    c += a\n    c[0] = 2\nreturn a, b // 2",
}
DEFAULT = """import numpy as np


def filled(x, w=None):
    if w is None:
        w = x
    w[0] += 1
    for row in x:
        row += 2
    return x.sum()


def f(x):  # hybridc: graph
    x = x.reshape(2, 2).copy()
    return filled(x), filled(x[0]), filled(x, x[1]), x
"""


@pytest.mark.parametrize("name", HELD)
def test_what_a_tuple_holds(name):
    text = graph_function("x", HELD[name])
    there, here = (np.arange(1.0, 5) for _ in range(2))
    expected, found = load(text).f(there), load(converted(text)).f(here)
    for mine, theirs in zip(found, expected, strict=True):
        assert np.asarray(mine).dtype == np.asarray(theirs).dtype
        assert_close(np.asarray(mine), np.asarray(theirs), rtol=1e-5)


def test_what_is_none_by_default():
    there, here = (np.arange(1.0, 5) for _ in range(2))
    expected, found = load(DEFAULT).f(there), load(converted(DEFAULT)).f(here)
    for mine, theirs in zip(found, expected, strict=True):
        assert_close(np.asarray(mine), np.asarray(theirs), rtol=1e-5)
