"""What is computed of a parameter is a number where the parameter is one: operators give its name alone another value."""

from __future__ import annotations

import numpy as np
import pytest

import hybridc
from closeness import assert_close
from differential import assert_same, graph_function, load

BODIES = {
    "an operator": "x = x * 2\nc = x\nc += 2",
    "an element-wise call": "x = np.abs(x)\nc = x\nc *= 2.5",
    "a method": "x = x.copy()\nc = x\nc += 2",
    "a dtype": "x = x.astype(float)\nc = x\nc += 0.5",
    "of several": "x = x * 2 + y\nc = x\nc -= y",
    "one or the other": "x = x.copy()\ny = y.copy()\nc = y if k > 2 else x\nc += 2",
    "in a branch": "x = x.copy()\nc = x\nif k > 2:\n    c += 2",
    "the dtype that it gets": "x = x.copy()\nc = x * 1\nx *= 1.25",
    "an array that is made": "x = np.copy(x)\nc = x\nc += 2",
    "one that takes its dtype": "x = np.array(x)\nc = x\nc += 2",
}
GIVEN = [
    (np.int64(3), np.int64(-2)),
    (np.float64(1.5), np.float64(0.0)),
    (np.array([1.0, -2.0, 3.5]), np.array([0.5, 0.0, 2.0])),
    (np.array([[1.0], [4.0]]), np.zeros((2, 1))),
]


@pytest.mark.parametrize("name", BODIES)
def test_numbers_stay_and_arrays_change(name: str) -> None:
    source = graph_function("x, y, k", BODIES[name] + "\nreturn c, x, y, np.sum(x), np.sum(y)")
    original, generated = load(source).f, load(hybridc.convert(source).code, "generated").f
    for (x, y), k in ((given, k) for given in GIVEN for k in (1, 3)):
        try:
            expected = original(np.copy(x) if x.ndim else x, np.copy(y) if y.ndim else y, k)
        except TypeError:  # integers do not take what is no integer
            continue
        assert_same(expected, generated(x, y, k))


def test_a_number_that_is_returned_is_none_of_the_array_that_is_written_back() -> None:
    source = (
        "import numpy as np\n\n\ndef f(x):\n    last = x[-1]\n    x += x.size\n    return last, x, np.sum(x)\n\n\n"
        "def main(a):  # hybridc: host\n    out = f(a)\n    out[0].__class__\n    return out, a\n"
    )
    original, generated = load(source).main, load(hybridc.convert(source).code, "generated").main
    for given in (np.array([1.0, 2.0, -3.0]), np.arange(6.0).reshape(3, 2)):
        (last, x, total), a = generated(given.copy())
        (expected, changed, summed), b = original(given.copy())
        assert_close(last, expected)
        assert_close(a, b)
        assert_close(x, changed)
        assert_close(total, summed)
        assert x is a and isinstance(last, np.ndarray) == (given.ndim > 1)
