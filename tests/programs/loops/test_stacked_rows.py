"""Lists of tuples that become arrays are rows that compiled loops stack; what no turn fills is NumPy's empty array."""

import numpy as np
import pytest

from differential import assert_same, converted, load

ROWS = {
    "tuples": "out = []\nfor i in range(steps):\n    x = x * 0.5\n    out.append((x.sum(), x.max()))\nreturn np.array(out)",
    "lists, and a number of the turn": (
        "out = []\nfor i in range(steps):\n    x = x * 0.5\n    out.append([x.sum(), i])\nreturn np.asarray(out), x"
    ),
    "after the first": (
        "out, k = [(0.0, 1)], 2\nfor i in range(steps):\n    out.append((x[i % 3] * k, i))\nreturn np.array(out)"
    ),
    "of arrays": "out = []\nfor i in range(steps):\n    out.append((x, x * i))\nreturn np.stack(out) if steps else x",
    "numbers": "out = []\nfor i in range(steps):\n    out.append(i)\nreturn np.array(out)",
    "rows": "out = []\nfor i in range(steps):\n    out.append(x * i)\nreturn np.array(out)",
}  # fmt: skip
STAYS = {
    "of several lengths": (
        "out = []\nfor i in range(steps):\n    out.append((x[0],) if i else (x[0], x[1]))\nreturn len(out)"
    ),
    "that is read": (
        "out = [(0.0, 1.0)]\nfor i in range(steps):\n    out.append((out[-1][0] + x[0], x[1]))\nreturn np.array(out)"
    ),
    "that is returned": "out = []\nfor i in range(steps):\n    out.append((np.sum(x), i))\nreturn out",
}  # fmt: skip


@pytest.mark.parametrize("name", [*ROWS, *STAYS])
def test_the_values_are_those_of_the_original(name):
    body = "".join(f"    {line}\n" for line in (ROWS | STAYS)[name].split("\n"))
    text = f"import numpy as np\n\n\ndef f(x, steps):\n{body}"
    code = converted(text)
    there, here = load(text), load(code, "generated")
    if name in ROWS:
        assert not any(line.lstrip().startswith("for ") for line in code.split("\n"))
    for steps in (0, 1, 4):
        x = np.array([1.5, -2.0, 3.0])
        expected, found = there.f(x.copy(), steps), here.f(x.copy(), steps)
        assert_same(expected, found)
        for one, other in zip(*((v if isinstance(v, tuple) else (v,)) for v in (expected, found)), strict=True):
            assert np.shape(one) == np.shape(other)
