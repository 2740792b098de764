"""`x[1], s = a, y.sum()`: all values are evaluated before any target is set, whatever name they read memory by."""

import numpy as np
import pytest

import hybridc
from differential import assert_same, load

M = np.arange(12.0).reshape(4, 3) - 4
V = np.array([0.5, -1.0, 4.0, 2.0])
BODIES = [
    "p = x\nx[1], x[0], s = x[0].copy(), 2, p.sum()\nreturn s, p",
    "p = x[1:]\nx[1], s = 7.0, np.max(p)\nreturn s, p",
    "p = x\nx[0], q = 3.0, p + 1\nreturn q, x",
    "p = x\nx[0], q = 3.0, -p\nreturn q, x",
    "p = x\nx[0], q = 3.0, p[0]\nreturn q, x",
    "p = x\nx[0], q = 3.0, p\nreturn q, x",
    "p = x\nx[0], q = 3.0, p[::-1]\nreturn q, x",
    "p = x\nx[0], q = 3.0, (p[0] > 1.0).any()\nreturn q, x",
    "p = x\nx[0], (q, r) = 3.0, (p.sum(), p.min())\nreturn q, r, x",
    "p = [x, y]\nx[0], q = 3.0, p[0].sum()\nreturn q, x",
    "p = lambda: x.sum()\nx[0], q = 3.0, p()\nreturn q, x",
    "x[0], q, r = put(y), y.sum(), 1.0\nreturn q, r, x, y",
    "p = x\nx[0], q = put(p), p.sum()\nreturn q, x",
    "p = x\nq, x[0], r = p.sum(), 9.0, p.sum()\nreturn q, r, x",
    "for i in range(2):\n    p = x\n    x[i], y[i], s = y[i], p[i + 1], p.sum()\nreturn s, x, y",
]


@pytest.mark.parametrize("given", [V, M], ids=["vector", "matrix"])
@pytest.mark.parametrize("body", BODIES)
def test_values_agree(body, given):
    lines = "\n".join(f"    {line}" for line in body.split("\n"))
    source = (
        "import numpy as np\n\n\ndef put(t):\n    t[1] = 5.0\n    return t[0] * 2\n\n\n"
        f"def f(x, y):  # hybridc: graph\n{lines}\n"
    )
    result = hybridc.convert(source)
    assert result.code is not None, [(d.code, d.message) for d in result.refusals]
    x, y, our_x, our_y = given.copy(), given * 2, given.copy(), given * 2
    expected, actual = load(source).f(x, y), load(result.code, "generated").f(our_x, our_y)
    assert_same(expected, actual)
    if "HYB304" not in {d.code for d in result.diagnostics}:
        assert_same([x, y], [our_x, our_y])
