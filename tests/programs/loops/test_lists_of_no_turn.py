"""Lists that no turn of a loop filled: NumPy makes an array of the shape (0,) of them, and loops over them take none."""

import numpy as np
import pytest

from differential import assert_same, converted, load

FILLED = {
    "made an array": "return np.array(out)",
    "run over": "s = 0.0\nfor r in out:\n    s += r[0]\nreturn s",
    "run over backwards": "s = 0.0\nfor r in reversed(out):\n    s += r[0]\nreturn s",
    "run over with its places": "s = 0.0\nfor i, r in enumerate(out[::-1]):\n    s += i * r[1]\nreturn s",
    "run over beside others": "s = 0.0\nfor r, q in zip(out, x):\n    s += r[0] * q[1]\nreturn s",
    "indexed by a counter": "s = 0.0\nfor i in range(len(out)):\n    s += out[i][0]\nreturn s",
    "run over, filling another": "rows = []\nfor r in out:\n    rows.append(r[0])\nreturn np.array(rows)",
    "run over by a comprehension": "return np.array([r[0] for r in out])",
}  # fmt: skip


@pytest.mark.parametrize("name", FILLED)
def test_the_values_are_those_of_the_original(name):
    lines = "".join(f"    {line}\n" for line in FILLED[name].split("\n"))
    text = f"import numpy as np\n\n\ndef f(x):\n    out = []\n    for r in x:\n        out.append(np.exp(r))\n{lines}"
    there, here = load(text), load(converted(text), "generated")
    x = np.arange(12.0).reshape(4, 3)
    for rows in (x, x[:1], x[:0]):
        assert_same(there.f(rows.copy()), here.f(rows.copy()), rtol=1e-12)
