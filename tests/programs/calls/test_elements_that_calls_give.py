"""What a function of the file gives may be an element of what it was given: a row is seen to change, a number is not."""

from textwrap import indent

import numpy as np
import pytest

import hybridc
from differential import assert_same, converted, fresh, load

V = np.array([3.0, 1.0, 2.0])
M = np.array([[3.0, 1.0, 4.0], [2.0, -2.0, 0.5], [1.0, 1.5, 7.0]])
GIVING = {
    "last": "def get(m):\n    return m[-1]\n",
    "first by a name": "def get(m):\n    b = m\n    return b[0]\n",
    "of a view": "def get(m):\n    return m.T[0]\n",
    "what it is given": "def same(v):\n    return v\n\n\ndef get(m):\n    return same(m[0])\n",
    "by a number": "def at(m, i: int):\n    return m[i]\n\n\ndef get(m):\n    return at(m, 1)\n",
    "changed": "def shift(v, by):\n    v += by\n    return v\n\n\ndef get(m):\n    return shift(m[0], 1.0)\n",
}
READING = {
    "divides by it": "y = np.sort(x)\nm = get(y)\ny /= m\nreturn y, m",
    "writes an element": "y = np.cos(x)\nm = get(y)\ny[0] = 3.0\ny[2] = 5.0\nreturn m, y",
    "asks what it is": "y = np.cos(x)\nm = get(y)\nt = m > 0\ny[0] = 7.0\nreturn m if np.all(t) else 2 * m",
    "in a loop": (
        "q = np.cos(x)\nt = np.sum(q) * 0\nfor _ in range(3):\n    v = get(q)\n    q[:-1] = q[1:]\n    t = t + np.sum(v)\n"
        "    q[-1] = t\nreturn q, t"
    ),
    "by a nested function": "y = np.cos(x)\ndef head():\n    return get(y)\nm = head()\ny[:] = 3.0\nreturn m",
    "of an argument": "m = get(x)\nx[:] = 3.0\nreturn m, x",
}


@pytest.mark.parametrize("reading", READING)
@pytest.mark.parametrize("giving", GIVING)
def test_what_is_read_after_a_write_is_what_python_has(giving, reading):
    body = indent(READING[reading], "    ") + "\n"
    text = f"import numpy as np\n\n\n{GIVING[giving]}\n\ndef main(x):\n{body}"
    code = hybridc.convert(text).code
    if code is None:  # who sees the write is not known: that is said
        assert {d.code for d in hybridc.check(text).refusals} <= {"HYB303", "HYB305", "HYB308"}
        return
    original, generated = load(text), load(code, "generated")
    for x in (V, M):
        (given,), (other,) = fresh([x]), fresh([x])
        assert_same(original.main(given), generated.main(other))


LOOPS = {
    "tests of a loop that write": "y = np.abs(x)\nn = 0\nwhile tick(y) > 1:\n    y = y * 0.5\n    n += 1\nreturn y, n",
    "breaks that write": "y = np.abs(x)\nwhile True:\n    if tick(y) < 1:\n        break\n    y = y * 0.9\nreturn y",
    "another name": "y = np.abs(x)\nwhile tick(y) > 1:\n    z = y\n    y = y * 0.5\n    z[0] = 0.25\nreturn y",
    "no turn": "y = np.abs(x) * 0.001\nwhile tick(y) > 1:\n    y = y * 2\nreturn y",
    "a new array": "y = np.abs(x)\nwhile tick(y) > 1:\n    y = np.where(y > 1, y, 0)\nreturn y",
    "an array of arguments": "n = 0\nwhile tick(x) > 1:\n    n += 1\nreturn n, x",
}


@pytest.mark.parametrize("name", LOOPS)
def test_what_the_test_of_a_loop_writes_its_body_sees(name):
    body = indent(LOOPS[name], "    ") + "\n"
    text = (
        "import numpy as np\n\n\ndef tick(u):\n    u *= 0.8\n    return np.sum(np.abs(u))\n\n\n"
        f"def main(x):  # hybridc: graph\n{body}"
    )
    original, generated = load(text), load(converted(text), "generated")
    for x in (V, V * 3, M):
        (given,), (other,) = fresh([x]), fresh([x])
        assert_same(original.main(given), generated.main(other))
        assert_same(given, other)


PROGRAMS = {
    "lists that are joined": (
        "",
        "y = np.concatenate(([0], np.cumsum(x), [1.5, 2]))\nreturn y, np.hstack([[1, 2], x]), np.stack([x, [1, 2, 3]], axis=0)",
    ),
    "a call that counts as a test": (
        "",
        "n = 0\ndef visit(v):\n    nonlocal n\n    n += 1\n    return v > n\nk = 0\nif visit(np.sum(x)):\n    k = 1\nif visit(x[0]):\n    k += 2\n"
        "return k, n",
    ),
    "tables of numbers": (
        "W = {'a': (0, 1), 'b': (2, 3)}\nCX = np.array([0, 1, 2])\nCY = [2, 1, 0]\n\n\n",
        "y = np.sin(x)\ny[0] = 1.0\nfor cx, cy in zip(CX, CY):\n    y[1] = y[1] + cx - cy\nreturn y, W['b'][0]",
    ),
    "written in a helper behind try": (
        "def put(u):\n    u[0] = 1.5\n    return u.max()\n\n\n",
        "try:\n    x[-1] *= 2\nfinally:\n    y = x * -1.0\nt = put(y) + put(x)\nreturn t, x, y",
    ),
    "the truth of lists": (
        "",
        "s = [v * 2 for v in x]\nif not s:\n    return x\nd = {}\nif not d:\n    return np.stack(s)\nreturn x + 1",
    ),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_programs_agree(name):
    head, body = PROGRAMS[name]
    body = indent(body, "    ") + "\n"
    text = f"import numpy as np\n\n\n{head}def main(x):  # hybridc: graph\n{body}"
    original, generated = load(text), load(converted(text), "generated")
    for x in (V, V * 2):
        (given,), (other,) = fresh([x]), fresh([x])
        assert_same(original.main(given), generated.main(other))


def test_keys_of_dicts_are_known_while_tracing():
    text = (
        "import numpy as np\n\nTABLE = {30: 1.0, 90: 2.0}\n\n\ndef main(x, rule):\n    own = {30: 3, 90: 4}\n"
        "    return np.sin(x) * TABLE[rule] + own[rule]\n"
    )
    code = converted(text)
    assert 'static_argnames=("rule",)' in code
    assert_same(load(text).main(V, 90), load(code, "generated").main(V, 90))
    assert {d.code for d in hybridc.check(text.replace("[rule] +", "[int(x[0])] +")).refusals} == {"HYB220"}


@pytest.mark.parametrize(
    "change",
    [
        "c += np.sum(r)",
        "c -= np.mean(r)",
        "c[0] += np.max(r)",
        "c *= np.cumsum(r)",
        "d = {'s': np.prod(r)}\n    c += d['s']",
    ],
)
def test_numpys_functions_give_jaxs_arrays_of_such_in_host_code(change):
    text = (
        "import numpy as np\n\n\ndef h(x):\n    return np.sin(x) * 2\n\n\n"
        f"def main(a, c):  # hybridc: host\n    r = h(a)\n    {change}\n"
    )
    original, generated = load(text), load(converted(text), "generated")
    given, other = np.ones(3), np.ones(3)
    original.main(V, given)
    generated.main(V, other)
    assert_same(given, other)
