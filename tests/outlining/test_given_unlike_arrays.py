"""Functions that the file gives dicts, sets, lists of several lengths, or lists that they change, stay Python."""

import pytest

import hybridc
from hybridc.core.options import Options
from hybridc.core.results import Outcome
from played import assert_plays_as

HEAD = "import numpy as np\n\n\n"
RANKS = (
    "def f(links, n):\n    r = [1.0 / n] * n\n    for _ in range(9):\n        new = [0.1] * n\n        for a in range(n):\n            out = links[a]\n"
    "            if not out:\n                continue\n            for b in out:\n                new[b] += r[a] / len(out)\n        r = new\n    return r\n\n\n"
)
DEGREES = "def f(graph, n):\n    total = n * 0.0\n    for node in graph:\n        for other in graph[node]:\n            total += other / n\n    return total\n\n\n"
SORT = (
    "def f(xs):\n    for i in range(1, len(xs)):\n        j = i\n        while j > 0 and xs[j - 1] > xs[j]:\n            xs[j - 1], xs[j] = xs[j], xs[j - 1]\n            j -= 1\n"
    "    return xs\n\n\n"
)
STAYING = {
    "lists of several lengths": RANKS + "print(f([[1, 2], [2], [0], []], 4))\n",
    "by a name": RANKS + "links = [[1, 2], [2], [0]]\nlinks = links if len(links) > 1 else []\nprint(f(links, 3))\n",
    "lists that are filled": RANKS
    + "def made(n):\n    found = [[] for _ in range(n)]\n    for i in range(n):\n        found[i].append((i + 1) % n)\n    return found\n\n\ng = made(len('abcd'))\nprint(f(g, 4))\n",
    "rows that are repeated": RANKS + "g = [[]] * 3\ng[0] = [1, 2]\nprint(f(g, 3))\n",
    "a dict": DEGREES + "print(f({0: [1], 1: [2, 0], 2: []}, 3))\n",
    "a dict that is filled": DEGREES
    + "from collections import defaultdict\ng = defaultdict(list)\nfor k in range(4):\n    g[k % 2].append(k)\nprint(f(g, 4))\n",
    "a set": "def f(xs, k):\n    total = 0.0\n    for x in xs:\n        total += x * k\n    return total\n\n\nprint(f({1, 2, 3}, 2.0))\n",
    "texts": "def f(table, keys):\n    total = 0.0\n    for k in keys:\n        total += table[k] * 2.0\n    return total\n\n\nprint(f({'a': 1.0, 'b': 2.0}, ['a', 'b', 'a']))\n",
    "an attribute": "class Graph:\n    def __init__(self):\n        self.rows = [[] for _ in range(3)]\n\n\n"
    + RANKS
    + "g = Graph()\ng.rows[0].append(1)\nprint(f(g.rows, 3))\n",
    "a list that is changed": SORT + "ys = [3, 1, 2.5]\nprint(f(ys), ys)\n",
    "a list of a call": SORT + "print(f(list(range(5, 0, -1))))\n",
    "a list that is changed by NumPy": "def f(xs, k):\n    for i in range(len(xs)):\n        xs[i] = np.cos(xs[i]) * k\n    return len(xs)\n\n\nys = [0.5, 1.5]\nprint(f(ys, 2.0), np.round(ys, 9))\n",
    "by a caller": SORT + "def run(xs):\n    return f(xs)[0]\n\n\nzs = [3, 1, 2]\nprint(run(zs), zs)\n",
}
COMPILED = {
    "arrays": SORT + "ys = np.array([3.0, 1.0, 2.0])\nprint(f(ys), ys)\n",
    "lists that become arrays": SORT + "ys = [3.0, 1.0, 2.0]\nys = np.array(ys)\nprint(f(ys), ys)\n",
    "rows of one length": "def f(A, x):\n    s = 0.0\n    for i in range(len(A)):\n        for j in range(len(x)):\n            s += A[i][j] * x[j]\n    return s\n\n\nprint(f([[1.0, 2.0], [3.0, 4.0]], [1.0, 0.5]))\n",
    "parameters by name": "def f(y, p):\n    total = 0.0\n    for k in range(3):\n        total += p['rate'] * y[k] - p['loss']\n    return total\n\n\nprint(round(float(f(np.ones(3), {'rate': 2.0, 'loss': 0.5})), 9))\n",
    "asked for": RANKS.replace("def f(links, n):", "def f(links, n):  # hybridc: graph") + "print('done')\n",
}


def outcome(name, text):
    result = hybridc.convert(text, filename="script.py", options=Options(partial=True))
    found = {f.name: f.outcome for f in result.functions}
    return found[name], [d.message for d in result.diagnostics if d.code == "HYB605"], result.code or text


@pytest.mark.parametrize("name", STAYING)
def test_they_stay_python(name, tmp_path):
    text = HEAD + STAYING[name]
    found, told, code = outcome("f", text)
    assert found is Outcome.HOST
    assert any(
        "`f` stays" in message and ("gives it for `" in message or "it a list for `" in message) for message in told
    )
    assert_plays_as(text, code, tmp_path)


@pytest.mark.parametrize("name", COMPILED)
def test_they_are_compiled(name, tmp_path):
    text = HEAD + COMPILED[name]
    found, _, code = outcome("f", text)
    assert found is Outcome.COMPILED
    assert_plays_as(text, code, tmp_path)
