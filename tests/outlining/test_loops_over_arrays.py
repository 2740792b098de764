"""Loops of scripts that run over arrays, and over numbers that are written out."""

import pytest

import hybridc
from hybridc.core.options import Options
from played import assert_plays_as

HEAD = "import math\nimport numpy as np\n\n"
ADVECTION = (
    "    u = np.zeros(n)\n    u[3:9] = 1.0\n    v = np.copy(u)\n    for t in np.linspace(0, 1, 2 * n):\n        for i in range(n - 1):\n"
    "            v[i] = (u[i + 1] + u[i - 1]) / 2 - 0.25 * (u[i + 1] - u[i - 1])\n        u = np.copy(v)\n"
)
FRACTAL = (
    "        z = complex(0, 0)\n        for n in range(60):\n            z = z**2 + complex(x, y)\n            if abs(z) > 2.0:\n"
    "                grid[j, i] = n\n                break\nprint(grid.sum(), grid[3])\n"
)
WHOLE = {
    "enumerated": "xs, ys = np.linspace(-2, 1, 30), np.linspace(-1, 1, 20)\ngrid = np.zeros((20, 30), int)\nfor i, x in enumerate(xs):\n    for j, y in enumerate(ys):\n"
    + FRACTAL,
    "an array": "x = np.linspace(0, 1, 40)\ns = np.zeros(3)\nfor v in x:\n    for k in range(3):\n        s[k] += v**k * np.sin(v)\nprint(np.round(s, 9))\n",
    "its last element": "x = np.linspace(0, 1, 40)\ns = np.zeros(3)\nfor v in x:\n    for k in range(3):\n        s[k] += v**k\nprint(np.round(s, 9), v, type(v))\n",
    "rows": "x = np.arange(40.0).reshape(20, 2)\ns = np.zeros(2)\nfor row in x:\n    s = s * 0.5 + row\nprint(np.round(s, 9))\n",
    "of no elements": "x = np.zeros(0)\ns = np.ones(3)\nfor v in x:\n    for k in range(3):\n        s[k] += v\nprint(s)\n",
    "two at once": "a, b = np.linspace(0, 1, 50), np.linspace(1, 2, 50)\nu = np.ones(4)\nfor p, q in zip(a, b):\n    u = u * (1 - 0.01 * p) + 0.02 * q * np.cos(u)\nprint(np.round(u, 9))\n",
    "sizes that are written out": "for n in [16, 24, 40]:\n" + ADVECTION + "    print(n, np.round(v.sum(), 9))\n",
    "by a name": "sizes = (16, 24, 40)\nprint(len(sizes), max(sizes))\nkept = []\nfor n in sizes:\n"
    + ADVECTION
    + "    kept.append(v)\nprint([np.round(v.sum(), 9) for v in kept], sizes[1])\n",
    "pairs": "for n, h in [(16, 0.5), (24, 0.25)]:\n" + ADVECTION + "    print(n, h * np.round(v.sum(), 9))\n",
    "what was kept before": "kept = []\nfor n in [16, 24, 40]:\n"
    + ADVECTION.replace("        u = np.copy(v)\n", "        u = np.copy(v)\n    kept.append(u)\n    u[0] = 9.0\n")
    + "print([np.round(u.sum(), 9) for u in kept])\n",
}
OTHERS = {
    "a list that grows": "sizes = [16, 24]\nfor n in sizes:\n"
    + ADVECTION
    + "    print(n, np.round(v.sum(), 9))\n    if n == 24:\n        sizes.append(40)\n",
    "a list that a function changes": "sizes = [16, 24]\ndef more(s):\n    s[1] = 'x'\nmore(sizes)\nfor n in sizes:\n    print(n)\n",
    "numbers of two types": "for h in [1, 0.5]:\n    s = np.ones(3)\n    k = 0\n    while k < 40:\n        s = s * 0.9 + h * np.cos(s)\n        k += 1\n    print(h, np.round(s, 9))\n",
    "another name has the array": (
        "for n in [16, 24]:\n    w = np.zeros(n)\n    u = w\n    for t in np.zeros(0):\n        u = np.cos(u) + 1\n        u = u * 0.5 + np.sin(u)\n    u[0] = 5.0\n    print(w[0])\n"
    ),
    "a list has the array": (
        "kept = []\nfor n in [16, 24]:\n    u = np.zeros(n)\n    kept.append(u)\n    for t in np.zeros(0):\n        u = np.cos(u) + 1\n        u = u * 0.5 + np.sin(u)\n    u[0] = 5.0\n"
        "print([w[0] for w in kept])\n"
    ),
}


def converted(text):
    result = hybridc.convert(text, filename="script.py", options=Options(partial=True))
    return result.code or text


@pytest.mark.parametrize("where", ["top", "main"])
@pytest.mark.parametrize("name", WHOLE | OTHERS)
def test_it_prints_the_same(name, where, tmp_path):
    body = (WHOLE | OTHERS)[name]
    if where == "main":
        body = "def main():\n" + "".join(f"    {line}\n" for line in body.splitlines()) + "main()\n"
    code = converted(HEAD + body)
    assert "jax.jit" in code or name in OTHERS
    assert_plays_as(HEAD + body, code, tmp_path)
