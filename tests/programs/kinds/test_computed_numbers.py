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
    "an array beside a number": "x = x * 1.0\nc = x\nc += y",
    "an array beside an element": "z = x * 1.0\nx = np.ravel(z)[0]\nc = x\nc += np.ones(3)",
    "a view": "x = x * 1.0\nc = x.T\nc /= 2",
    "a list": "x = x * 1.0\nheld = [x, y]\nx += 2\nc = held[0]",
    "a dict": "x = x * 1.0\nheld = {'x': x}\nheld['x'] += 2\nc = held['x']",
    "a tuple": "x = x * 1.0\nheld = (x, k)\nc, n = held\nc += n",
    "a call": "x = x * 1.0\nc = change(x)",
    "a call alone": "x = x * 1.0\nc = x\nchange(x)",
    "a call for a sum": "x = x * 1.0\nc = x\ntotal(c)",
    "a call of what writes another name": "x = x * 1.0\nc = renamed(x)\nc -= 1",
    "a call in a branch": "x = x * 1.0\nc = x\nif k > 2:\n    effect(c)",
    "calls in a loop": "x = x * 1.0\nc = x\nfor i in range(3):\n    effect(c)",
}
CALLED = {
    "change": "def change(t):\n    t += 2\n    return t\n\n\n",
    "total": "def total(t):\n    t += 2\n    return np.sum(t)\n\n\n",
    "renamed": "def renamed(t):\n    u = t\n    u *= 2\n    return u\n\n\n",
    "effect": "def effect(t):\n    t += 2\n\n\n",
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
    source = source.replace("def f", "".join(t for n, t in CALLED.items() if f"{n}(" in source) + "def f")
    original, generated = load(source).f, load(hybridc.convert(source).code, "generated").f
    for (x, y), k in ((given, k) for given in GIVEN for k in (1, 3)):
        try:
            expected = original(np.copy(x) if x.ndim else x, np.copy(y) if y.ndim else y, k)
        except (TypeError, ValueError):  # integers do not take what is no integer, nor one row three
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
