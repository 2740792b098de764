"""Loops over all places of a grid: `np.ndindex`, `np.ndenumerate`, `itertools.product`."""

import numpy as np
import pytest

import hybridc
from differential import assert_same, load

X = np.array([0.3, -0.7, 0.9, 0.15, -0.2, 0.61, 0.44, 0.05])
BODIES = {
    "counts": "s = 0.0\nfor i, j in np.ndindex(2, 4):\n    s += x[i] * x[j]\nreturn s",
    "counts that the loop changes": "n, s = 3, 0.0\nfor i, j in np.ndindex(n, n + 1):\n    n = 0\n    s += x[i + j] * i\nreturn s, n",
    "a shape": "out = np.zeros_like(m)\nfor i, j in np.ndindex(m.shape):\n    out[i, j] = m[i, j] * i + j\nreturn out",
    "three axes": "c = x.reshape(2, 2, 2)\nout = np.zeros_like(c)\nfor i, j, k in np.ndindex(c.shape):\n    out[i, j, k] = c[k, j, i] + i\nreturn out",
    "continue": "s = 0.0\nfor i, j in np.ndindex(m.shape):\n    if i == j:\n        continue\n    s = s * 0.5 + m[i, j]\nreturn s",
    "elements": "t = 0.0\nfor (i, j), v in np.ndenumerate(m):\n    t += i * v - j\nreturn t",
    "elements that it changes": "for (i, j), v in np.ndenumerate(m):\n    if v > 0:\n        m[i, (j + 1) % 4] = v * 2\nreturn m",
    "an element of a list of one axis": "t = 0.0\nfor (i,), v in np.ndenumerate(x):\n    t += i * v\nreturn t",
    "ranges": "s = 0.0\nfor i, j in itertools.product(range(3), range(2)):\n    s = s * 0.5 - x[i + j]\nreturn s",
    "ranges of lengths": "s = 0.0\nfor i, j in itertools.product(range(len(x)), repeat=2):\n    if i != j:\n        s += 1.0 / (x[i] - x[j]) ** 2\nreturn s",
    "a name read in a later loop": "s = 0.0\nfor i, j in np.ndindex(2, 4):\n    s += m[i, j]\nfor i in range(3):\n    s = s * x[i]\nreturn s",
    "a name read afterwards, of no turn": "i = 5\nfor i, j in np.ndindex(2, len(x[:0])):\n    x[i] = 0.0\nreturn x[0] + i",
    "a name read afterwards": "i = 5\nfor i, j in np.ndindex(2, len(x[:3])):\n    x[i] = 0.0\nreturn x[0] + i",
    "empty": "s = 1.0\nfor i, j in np.ndindex(0, 4):\n    s += x[i + j]\nreturn s",
}  # fmt: skip
LEFT = {
    "a shape of one axis": "s = 0.0\nfor (i,) in np.ndindex(x.shape):\n    s += x[i] * i\nreturn s",
    "left early": "s = 0.0\nfor i, j in np.ndindex(2, 4):\n    if x[j] < 0:\n        break\n    s += x[j]\nreturn s",
    "places under one name": "for k in np.ndindex(m.shape):\n    m[k] = m[k] * 2\nreturn m",
    "a range that the loop changes": "n, s = 3, 0.0\nfor i, j in itertools.product(range(n), range(n)):\n    n = n - 1\n    s += x[i + j]\nreturn s",
}  # fmt: skip


def source(body):
    lines = "\n".join(f"    {line}" for line in body.splitlines())
    return f"import itertools\n\nimport numpy as np\n\n\ndef f(x):\n    m = x.reshape(2, -1) * 1.0\n{lines}\n"


@pytest.mark.parametrize("name", BODIES)
def test_a_loop_over_a_grid_agrees(name):
    text = source(BODIES[name])
    result = hybridc.convert(text.replace("def f(x):", "def f(x):  # hybridc: graph"))
    assert not result.refusals, [d.message for d in result.refusals]
    assert "ndindex" not in result.code and "ndenumerate" not in result.code and "product(" not in result.code
    assert_same(load(text).f(X.copy()), load(result.code, "generated").f(X.copy()))


@pytest.mark.parametrize("name", LEFT)
def test_what_loops_within_each_other_do_not_say_is_left(name):
    text = source(LEFT[name])
    result = hybridc.convert(text, options=hybridc.Options(partial=True))
    assert "HYB402" in {d.code for d in result.refusals}
    assert_same(load(text).f(X.copy()), load(result.code, "generated").f(X.copy()))
