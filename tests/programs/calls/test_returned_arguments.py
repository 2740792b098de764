"""Compiled functions that return an argument or a global itself, and host code that then writes into one of the two."""

import numpy as np
import pytest

import hybridc
from closeness import assert_close
from differential import load
from hybridc import Options

HEAD = (
    "import numpy as np\n\nBASE = np.zeros(4)\nPART = BASE[1:]\n\n\n"
    "def either(x, y):  # hybridc: graph\n    if np.all(x != 1):\n        return x\n    return y\n\n\n"
    "def same(x):  # hybridc: graph\n    s = np.sum(x)\n    return x\n\n\n"
    "def both(x):  # hybridc: graph\n    return np.sum(x), x[1:]\n\n\n"
    "def new(x):  # hybridc: graph\n    return np.sum(x) + x\n\n\n"
    "def known(x):  # hybridc: graph\n    s = np.sum(x)\n    return BASE\n\n\n"
    "class Box:\n    def __init__(self, v):\n        self.v = v\n\n\n"
    "def wrapped(x):  # hybridc: host\n    return same(x)\n\n\n"
)
MAIN = "def main(a, b):  # hybridc: host\n    "
CONVERTED = {
    "the result, by an operator": "out = same(b)\n    out += 1\n    return out, a, b\n",
    "a part of the result": "s, out = both(b)\n    out *= 2\n    return out, s, a, b\n",
    "its own name": "b = same(b)\n    b += 1\n    return a, b\n",
    "another's name": "a = same(b)\n    a += 1\n    return a, b\n",
    "through a host function": "out = wrapped(b)\n    out += 1\n    return out, a, b\n",
    "under an earlier name": "c = b[::-1]\n    out = same(b)\n    c += 1\n    return out, a, b\n",
    "a global": "out = known(b)\n    out += 1\n    return out, a, BASE\n",
    "what a list keeps": "out = []\n    out.append(same(b))\n    b += 1\n    return out[0], a, b\n",
    "in a loop": "out = []\n    for i in range(2):\n        out.append(same(b))\n        b += i\n    return *out, a, b\n",
    "a dict": "d = {}\n    d.setdefault('k', same(b))\n    b += 1\n    return d['k'], a, b\n",
    "under another name": "out = same(b)\n    c = b\n    c += 1\n    return out, a, b\n",
    "an operator with a result": "b += new(a)\n    return a, b\n",
    "an operator with what is computed of a result": "b -= 2 * new(a)[0] + 1\n    return a, b\n",
    "an attribute's operator": "a = Box(b)\n    a.v += new(b)\n    return a.v, b\n",
    "an element's operator": "out = [b]\n    out[0] += new(b)\n    return out[0], b\n",
    "the result of two": "out = either(a, b)\n    out += 1\n    return out, a, b\n",
    "its own name, of two": "b = either(b, a)\n    b += 1\n    return a, b\n",
    "a view of the global": "out = known(b)\n    PART[0] = 3\n    return out, a, b\n",
    "a global by the argument's name": "b = known(b)\n    b += 1\n    return a, b, BASE\n",
    "an array of its own": "out = new(b)\n    out += 1\n    return out, a, b\n",
    "a local array": "u = np.zeros(4)\n    u = same(u)\n    u += 1\n    return u, a, b\n",
    "before the call": "b[0] = 5\n    out = either(b, b)\n    return out, a, b\n",
    "an array of each turn": "out = []\n    for i in range(2):\n        c = np.zeros(3)\n        c[0] = i\n        out.append(either(c, c))\n    return out\n",
    "sums": "t = 0.0\n    for i in range(3):\n        t += np.sum(new(a))\n        t += new(a)[0]\n    return t, a, b\n",
    "numbers": "t, out = 1.5, []\n    while t < 4:\n        out.append(np.sum(same(t)))\n        t += 0.5\n    return out\n",
    "what is only printed": "print(same(b))\n    b += 1\n    return a, b\n",
    "a copy in a list": "out = []\n    out.append(same(b).copy())\n    b += 1\n    return out, a, b\n",
}


def converted(text):
    return hybridc.convert(HEAD + MAIN + text, filename="program.py", options=Options())


@pytest.mark.parametrize("name", CONVERTED)
def test_who_shares_memory_sees_what_host_code_writes(name):
    text = CONVERTED[name]
    result = converted(text)
    assert result.code is not None, [d.message for d in result.refusals]
    given, other = ([np.arange(4.0), np.arange(4.0) + 2] for _ in range(2))
    expected, found = load(HEAD + MAIN + text).main(*given), load(result.code).main(*other)
    for one, two in zip([*found, *other], [*expected, *given], strict=True):
        assert_close(np.asarray(one), np.asarray(two))
