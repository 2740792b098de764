"""Numbers of Python that a loop adds to: a turn's branches agree for every dtype of what is added, as in the first one,
where the number has none yet."""

import numpy as np
import pytest

from differential import assert_same, converted, load

BODIES = {
    "a sum of each row": "t = 1.5\nfor e in x:\n    if np.sum(e) < 0:\n        continue\n    t += np.sum(e)\nreturn t",
    "elements of a matrix": (
        "t = 0.0\nfor i in range(x.shape[0]):\n    for j in range(x.shape[1]):\n"
        "        if x[i, j] > 0:\n            t += x[i, j]\nreturn t"
    ),
    "one side and the other": (
        "t = 0.0\ni = 0\nwhile i < len(x):\n    if np.max(x[i]) > 1:\n        t = t + np.sum(x[i])\n"
        "    else:\n        t = t * 0.5\n    i += 1\nreturn t"
    ),
    "a product": "t = 1\nfor e in x:\n    if e.sum() > 0:\n        t *= e.sum()\nreturn t * 1.0",
}


@pytest.mark.parametrize("dtype", ["float64", "float32", "int64"])
@pytest.mark.parametrize("name", BODIES)
def test_values_agree(name, dtype):
    lines = "\n".join(f"    {line}" for line in BODIES[name].split("\n"))
    source = f"import numpy as np\n\n\ndef f(x):\n{lines}\n"
    x = np.array([[1, -2, 3], [-4, 1, 2]], dtype)
    for given in (x, -x, x * 2):
        assert_same(load(source).f(given), load(converted(source), "generated").f(given))


# What `f(x, k)` is given may be whole numbers, and what a turn makes of them is not.
BECOMING = {
    "with an array": "y = x * 1.0\nfor i in range(len(y)):\n    if k > 1.5:\n        k += -1.0\n        y[i] += k\nreturn y, k",
    "in both branches": "t = x[0, 0]\nfor i in range(3):\n    if t > k:\n        t, k = t * 0.5, k + 1\n    else:\n        t, k = t + 1, k * 0.5\nreturn t, k",
    "an array": "for i in range(3):\n    if x.sum() > k:\n        x = x * 0.5\n        k = k + 1\nreturn x, k",
    "in a loop in a loop": "for i in range(3):\n    for j in range(len(x)):\n        if x[j, 0] > k:\n            k = k + 0.5\nreturn k",
    "until it is found": "n = 0\nwhile n < 5:\n    m = 0.5 * (k + x[0, 0])\n    if m > 1:\n        n, k = n + 1, m\n    else:\n        n = n + 2\nreturn n, k",
    "left early": "for v in x:\n    if v.sum() > k:\n        k = k + 0.5\n        x = x + 0.5\n        break\n    k = k * 2\nreturn x, k",
}  # fmt: skip


@pytest.mark.parametrize("dtype", ["float64", "int64"])
@pytest.mark.parametrize("k", [2, 0, 2.5])
@pytest.mark.parametrize("name", BECOMING)
def test_whole_numbers_that_a_loop_makes_others_of_agree(name, k, dtype):
    lines = "\n".join(f"    {line}" for line in BECOMING[name].split("\n"))
    source = f"import numpy as np\n\n\ndef f(x, k):  # hybridc: graph\n{lines}\n"
    x = np.array([[1, -2, 3], [-4, 1, 2]], dtype)
    for given in (x, -x, x * 2):
        assert_same(load(source).f(given.copy(), k), load(converted(source), "generated").f(given.copy(), k))
