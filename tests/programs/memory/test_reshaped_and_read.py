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
