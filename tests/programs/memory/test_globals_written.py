"""Arrays of a module that compiled functions write in place: every name and view of them shows it, as in the original."""

import numpy as np
import pytest

import hybridc
from differential import assert_same, load

X = np.array([1.0, -2.0, 0.5, 3.0])
TWO = "BASE = np.zeros(4)\nPART = BASE[1:]\n\n\n"
TWICE = "\n\ndef main(x):  # hybridc: host\n    first = f(x)\n    return first, f(x + 1), BASE\n"
PARTS = (
    "\n\ndef main(x):  # hybridc: host\n    first = f(x)\n    PART[1] += 2\n    return first, f(x + 1), BASE, PART\n"
)

PROGRAMS = {
    "an_element": "BASE = np.zeros(4)\n\n\ndef f(x):\n    BASE[0] = np.sum(x)\n    return np.sin(x) + BASE\n" + TWICE,
    "an_array_and_a_view": TWO
    + "def f(x):\n    PART[0] = np.sum(x)\n    BASE[1:] += x[1:]\n    return np.sin(x) + BASE, PART\n"
    + PARTS,
    "read_under_the_other_name": TWO + "def f(x):\n    BASE[1] = np.sum(x)\n    return PART * x[1:]\n" + PARTS,
    "in_a_function_that_it_calls": "BASE = np.zeros(4)\n\n\ndef put(k):\n    BASE[0] += k\n\n\n"
    "def f(x):\n    put(np.sum(x))\n    return np.sin(x) * BASE\n" + TWICE,
    "bound_anew_as_well": TWO
    + "def f(x):\n    global BASE\n    BASE = BASE + np.sum(x)\n    PART[0] = x[0]\n    return BASE * PART.sum()\n"
    + PARTS,
    "bound_anew_after_a_write": TWO
    + "def f(x):\n    global BASE\n    BASE[1:] *= 2\n    BASE = BASE + x\n    return BASE * 1, PART * 1\n"
    + PARTS,
    "returned": "BASE = np.zeros(4)\n\n\ndef f(x):\n    u = BASE\n    u += x\n    return u\n\n\n"
    "def main(x):  # hybridc: host\n    a = f(x)\n    a[0] = 9.0\n    return f(x) is BASE, BASE, f(BASE), BASE\n",
    "a_row_returned": "BASE = np.zeros((4, 4))\n\n\ndef f(x):\n    for i in range(3):\n        BASE[i] += x\n"
    "    row = BASE[0]\n    row[1] = 9.0\n    return row\n\n\n"
    "def main(x):  # hybridc: host\n    r = f(x)\n    r += 1\n    return r, BASE\n",
    "in_a_nested_function": "BASE = np.zeros(4)\n\n\ndef f(x):\n    def add(k: int):\n        BASE[k] += x[k]\n\n"
    "    add(0)\n    add(2)\n    return np.sum(BASE)\n" + TWICE,
    "by_a_method": "BASE = np.zeros(4)\n\n\nclass A:\n    def __init__(self, w):\n        self.w = w\n\n"
    "    def step(self, x):\n        BASE[1:] += self.w * x[1:]\n        self.w += 1.0\n        return BASE.sum()\n\n\n"
    "def main(x):  # hybridc: host\n    a = A(2.0)\n    return a.step(x), a.step(x), BASE, a.w\n",
    "in_a_nested_function_by_a_view": TWO
    + "def f(x):\n    def g(t=1.0):\n        PART[...] += t\n        return BASE.sum()\n\n    a = g()\n    b = g(x[0])\n    return a, b, PART * 1\n"
    + PARTS,
    "declared_and_written": "BASE = np.zeros(4)\n\n\ndef f(x):\n    global BASE\n    BASE[1:] = x[1:]\n    return np.sum(BASE)\n" + TWICE,
    "bound_anew_and_in_a_nested_function": "BASE = np.zeros(4)\n\n\ndef f(x):\n    global BASE\n    BASE = BASE * 0.5\n    n = BASE.min()\n\n"
    "    def g(t=1):\n        BASE[...] += t\n\n    g()\n    g(n)\n    return BASE * 1, n\n" + TWICE,
    "by_a_number": "BASE = np.zeros(3)\n\n\ndef f(x):\n    BASE[0] = np.sin(x)\n    return x\n\n\n"
    "def main(x):  # hybridc: host\n    return f(x[0]), f(2), BASE\n",
    "by_an_operator": "BASE = np.zeros(4)\nkept = BASE\n\n\ndef f(x):\n    global BASE\n    BASE += np.sin(x)\n    return np.sum(BASE)\n\n\n"
    "def main(x):  # hybridc: host\n    return f(x), f(x + 1), BASE, kept is BASE\n",
    "a_number_first": "BASE = 0.0\n\n\ndef f(x):\n    global BASE\n    BASE += np.sin(x)\n    return np.sum(x)\n\n\n"
    "def main(x):  # hybridc: host\n    first = f(x)\n    kept = BASE\n    return first, f(x + 1), BASE, kept is BASE\n",
    "host_code_writes_as_well": "BASE = np.zeros(4)\n\n\ndef f(x):\n    global BASE\n    BASE = BASE + np.sin(x)\n    return np.sum(BASE)\n\n\n"
    "def main(x):  # hybridc: host\n    first = f(x)\n    BASE[1] = 5.0\n    return first, f(x), BASE\n",
    "an_argument_is_kept": "BASE = np.zeros(4)\n\n\ndef f(x):\n    global BASE\n    BASE = x\n    return np.sum(x)\n\n\n"
    "def main(x):  # hybridc: host\n    first = f(x)\n    x += 1\n    BASE[0] = 7.0\n    return first, x, BASE, BASE is x\n",
    "in_a_branch": TWO + "def f(x):\n    if np.sum(x) > 3:\n        BASE[0] = 5.0\n    else:\n        PART[0] = 6.0\n    return BASE * 1\n" + PARTS,
    "in_a_compiled_loop": TWO + "def f(x):\n    while BASE[1] < 4:\n        PART[:] += 1.0\n    return PART.sum() + x\n" + PARTS,
    "given_to_a_function_that_writes": TWO
    + "def bump(u, k):\n    u[0] += k\n\n\ndef f(x):\n    bump(PART, x[0])\n    bump(BASE, x[1])\n    return BASE * x\n"
    + PARTS,
    "the_argument_is_it": TWO + "def f(x):\n    BASE[0] += 1.0\n    x[1] = 3.0\n    return x + BASE\n\n\n"
    "def main(x):  # hybridc: host\n    return f(BASE), f(x), BASE, PART\n",
}  # fmt: skip


@pytest.mark.parametrize("name", PROGRAMS)
def test_all_see_what_is_written(name):
    source = "import numpy as np\n\n" + PROGRAMS[name].replace("def f(x):", "def f(x):  # hybridc: graph")
    result = hybridc.convert(source, filename="program.py")
    assert result.code is not None, [d.message for d in result.refusals]
    assert {f.outcome for f in result.functions if f.name == "f"} <= {hybridc.Outcome.COMPILED}
    ours, theirs = load(result.code, "generated"), load(source)
    for given in (X, -X):
        assert_same(theirs.main(given.copy()), ours.main(given.copy()))


def test_what_no_program_takes_stays_refused():
    source = "import numpy as np\n\ncache = {}\n\n\ndef f(x):\n    cache['a'] = np.sin(x)\n    return cache['a'] * 2\n"
    assert hybridc.convert(source).code is None
