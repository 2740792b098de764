"""Arrays that host code fills again after compiled functions were given them, which may still be reading them."""

import re
from pathlib import Path

import jax
import numpy as np
import pytest

import hybridc
from closeness import assert_close
from differential import load
from hybridc import Options

HEAD = (
    "import numpy as np\n\n\ndef work(x):  # hybridc: graph\n    return np.sin(x) + x\n\n\n"
    "def refill(b, k):  # hybridc: host\n    b[...] = k\n\n\ndef one(b):  # hybridc: host\n    return work(b)\n\n\n"
)
MAIN = "def main(b):  # hybridc: host\n"
LOOP = f"{MAIN}    out = 0.0\n    for k in range(4):\n"
REFILLED = {
    "elements": f"{MAIN}    b[:] = 1.0\n    y = work(b)\n    b[:] = 0.0\n    return y\n",
    "in a loop": f"{LOOP}        b[:] = k\n        out = out + work(b)\n    return out\n",
    "an operator": f"{LOOP}        out = out + work(b)\n        b += np.ones(4)\n        b[0] = k\n    return out\n",
    "a view given": f"{LOOP}        v = b[1:]\n        out = out + work(v)\n        b[1:] += 1\n    return out\n",
    "another form": f"{LOOP}        out = out + work(b.reshape(2, -1))\n        b[:] += 1\n    return out\n",
    "a row": f"{MAIN}    m, out = np.zeros((3, 4)), 0.0\n    for r in m:\n        out = out + work(r)\n        r[:] = 1\n    return out\n",
    "a method": f"{LOOP}        b.fill(k)\n        out = out + work(b)\n    return out\n",
    "out": f"{LOOP}        np.add(b, 1, out=b)\n        out = out + work(b)\n    return out\n",
    "copyto": f"{LOOP}        np.copyto(b, k)\n        out = out + work(b)\n    return out\n",
    "a function": f"{LOOP}        refill(b, k)\n        out = out + work(b)\n    return out\n",
    "through a function": f"{LOOP}        b[:] = k\n        out = out + one(b)\n    return out\n",
    "an attribute": "class K:\n    def __init__(self, b):\n        self.b = b\n\n    def go(self):\n        self.b[:] += 1\n        return work(self.b)\n\n\n"
    f"{MAIN}    k = K(b)\n    return k.go() + k.go()\n",
    "two by turns": f"{MAIN}    c, out = b * 2, 0.0\n    for k in range(4):\n        c[:] = b + 1\n        out = out + work(b)\n        b, c = c, b\n    return out\n",
    "a global": f"B = np.zeros(4)\n\n\n{LOOP}        B[:] = k\n        out = out + work(B)\n    return out + b\n",
}
WAITING = {
    "what needs the result": f"{LOOP}        y = work(b)\n        b[:] = work(y)\n    return b\n",
    "elements of the result": f"{LOOP}        b[:] = work(b)\n    return b\n",
    "an array of each turn": f"{LOOP}        c = np.zeros(4)\n        c[:] = k\n        out = work(c)\n    return out\n",
    "before the call": f"{MAIN}    b[:] = 1\n    return work(b)\n",
    "a number": f"{MAIN}    t = 0.0\n    out = 0.0\n    for k in range(4):\n        t += 0.1\n        out = work(t)\n    return out\n",
    "a copy": f"{LOOP}        b[:] = k\n        out = work(b.copy())\n    return out\n",
}  # fmt: skip
PAGE = Path(__file__).parents[3] / "docs" / "semantics.md"


def converted(text):
    result = hybridc.convert(HEAD + text, filename="program.py", options=Options())
    assert result.code is not None, [d.message for d in result.refusals]
    return result.code


def aligned(count):
    """An array where JAX reads it in place."""
    raw = np.zeros(count + 8)
    offset = (-raw.ctypes.data // 8) % 8
    return raw[offset : offset + count]


@pytest.mark.parametrize("name", REFILLED)
def test_host_code_waits_before_it_fills_an_array_again(name):
    code = converted(REFILLED[name])
    given, other = aligned(4), np.zeros(4)
    found = load(code).main(given)
    assert_close(np.asarray(found), load(HEAD + REFILLED[name]).main(other), rtol=1e-9, atol=1e-9)
    assert_close(given, other)
    assert re.search(r"@control\.gives_numpy\(\)\n@jax\.jit\ndef work", code)


@pytest.mark.parametrize("name", WAITING)
def test_what_waits_by_itself_stays_as_it_is(name):
    assert "gives_numpy" not in converted(WAITING[name])


def test_the_page_says_what_callers_do():
    blocks = re.findall(r"\n {4}# callers\n((?: {4}.*\n|\n)+)", PAGE.read_text())
    assert len(blocks) == 1
    code = "\n".join(line[4:] for line in blocks[0].splitlines())
    work = jax.jit(lambda x: jax.numpy.sin(x).sum())
    names = {"np": np, "work": work, "buffer": aligned(4096), "batches": [1.0, 2.0, 3.0]}
    exec(code, names)
    expected = [np.sin(k) * 4096 for k in names["batches"]]
    assert_close(np.asarray(names["copied"]), expected, rtol=1e-6)
    assert_close(np.asarray(names["waited"]), expected, rtol=1e-6)
