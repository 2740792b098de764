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
