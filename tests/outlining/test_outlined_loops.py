"""Loops among prints: which become functions, and that they print what they did."""

import textwrap

import pytest

import hybridc
from played import assert_plays_as

HEAD = """import math

import matplotlib.pyplot as plt
import numpy as np

plt.figure()
u = np.linspace(0.0, 1.0, 12) ** 2
w = np.zeros(12)
dt, c = 0.1, 0.3
nt = 40
"""
STENCIL = "u[1:-1] = u[1:-1] + dt * c * (u[2:] - 2 * u[1:-1] + u[:-2])"

FORMS = {
    "turns": ("_turns", f"for n in range(nt):\n    {STENCIL}\n    if n % 10 == 0:\n        print(n, '%.8f' % u.sum())"),
    "turns from one on": (
        "_turns",
        f"for n in range(3, nt):\n    {STENCIL}\n    if n % 10 == 0:\n        print('%d' % n, '%.8f' % u.sum())",
    ),
    "no turn": ("_turns", f"for n in range(50, int(nt)):\n    {STENCIL}\n    if n > 3:\n        print(n)\nprint(u.sum() > 0)"),
    "a way out": (
        "_turns",
        f"for n in range(nt):\n    {STENCIL}\n    if u.max() < 0.9:\n        print('out', n)\n        break\n"
        "print('%.8f' % u.max())",
    ),
    "two conditions": (
        "_turns",
        f"for n in range(nt):\n    {STENCIL}\n    if n % 7 == 3:\n        print('seven', n)\n    if n == nt - 1:\n"
        "        print('last', n, '%.8f' % u[3])",
    ),
    "what is drawn changes the array": (
        "_turns",
        f"for n in range(nt):\n    {STENCIL}\n    if n % 10 == 0:\n        u[4] = 1.0\n        print('%.8f' % u.sum())",
    ),
    "another name for the array": (
        "_turns",
        f"v = u\nfor n in range(nt):\n    {STENCIL}\n    if n % 10 == 0:\n        print('%.8f' % v.sum(), v is u)",
    ),
    "a view": (
        "_turns",
        f"v = u[2:5]\nfor n in range(nt):\n    {STENCIL}\n    if n % 10 == 0:\n        print('%.8f' % v.sum())",
    ),
    "kept without a copy": (
        "_turns",
        f"kept = []\nfor n in range(nt):\n    {STENCIL}\n    if n % 10 == 0:\n        kept.append(u)\n"
        "print(['%.8f' % k.sum() for k in kept])",
    ),
    "arrays that change places": (
        "_turns",
        "for n in range(nt):\n    w = u + dt * c * (np.roll(u, 1) - 2 * u + np.roll(u, -1))\n    u, w = w, u\n"
        "    if n % 10 == 0:\n        print('%.8f' % u.sum(), '%.8f' % w.sum())",
    ),
    "a time step that hangs on the data": (
        "_turns",
        "t, out = 0.0, 1\nwhile t < 3.0:\n    h = 0.2 * np.min(1.0 / (1.0 + np.abs(u)))\n"
        "    u = u + h * c * (np.roll(u, 1) - 2 * u + np.roll(u, -1))\n    t += h\n"
        "    if t > out:\n        print('%.6f' % t, '%.8f' % u.sum(), out)\n        out += 1",
    ),
    "a history": (
        "_turns",
        f"kept = np.zeros((nt, 12))\nfor n in range(nt):\n    {STENCIL}\n    kept[n] = u\n    if n % 10 == 0:\n"
        "        print('%.8f' % kept[:n + 1].sum())",
    ),
    "numbers that are Python's": (
        "_turns",
        f"t = 0.0\ncount = 0\nfor n in range(nt):\n    {STENCIL}\n    t += dt\n    count += 2\n    if n % 10 == 0:\n"
        "        print(type(n).__name__, type(t).__name__, type(count).__name__, repr(t), count, [0] * count == [0] * (2 * n + 2))",
    ),
    "pairs within pairs": (
        "_turns",
        f"for k, (a, b) in enumerate(zip([1.0, 2.0], [3.0, 4.0])):\n    print(k, a, b)\nfor n in range(nt):\n    {STENCIL}\n"
        "    if n % 10 == 0:\n        print('%.8f' % u.sum())",
    ),
    "the list grows at each turn": (
        "_step",
        "kept = []\nfor n in range(nt):\n    w = u * u + dt * c * np.exp(-u) - np.sin(u) * 2.0\n    u = u + dt * w / 3.0\n"
        "    kept.append(n)\n    if n % 10 == 0:\n        print(len(kept), '%.8f' % u.sum())",
    ),
    "draws": (
        "_turns",
        "np.random.seed(3)\nfor n in range(nt):\n    noise = np.random.randn(12)\n"
        "    u = u + dt * noise * np.exp(-u) - 0.1 * dt * (u - 1.0) * np.abs(u)\n"
        "    if n % 10 == 0:\n        print('%.8f' % u.sum(), '%.6f' % np.random.rand())",
    ),
    "numbers of the counter": (
        "_turns",
        f"for n in range(nt):\n    {STENCIL}\n    q = n % 7\n    r = min(n, 9)\n    b = q > 3\n    if n % 10 == 0:\n"
        "        print(repr(q), repr(r), b is True or b is False, 2 ** (40 * q), '%.8f' % u.sum())",
    ),
    "numbers of Python's functions": (
        "_turns",
        f"for n in range(nt):\n    {STENCIL}\n    a = math.sqrt(n)\n    b = math.sin(u[3])\n"
        "    if n % 10 == 0:\n        print(type(a).__name__, type(b).__name__, '%.8f' % (a + b))",
    ),
    "the counter, later": (
        "_turns",
        f"held = []\nfor n in range(nt):\n    {STENCIL}\n    if n % 10 == 0:\n        held.append(lambda: n)\n"
        "print([f() for f in held], n)",
    ),
    "another turn": (
        "_turns",
        f"for n in range(nt):\n    {STENCIL}\n    if n % 10 == 0:\n        if n == 20:\n            continue\n"
        "        print(n, '%.8f' % u.sum())",
    ),
    "random numbers of a rule": (
        "_turns",
        f"seed = 7\nfor n in range(nt):\n    seed = (1103515245 * seed + 12345) % 2147483648\n    u[3] = seed / 2147483648\n"
        f"    {STENCIL}\n    if n % 10 == 0:\n        print(seed, '%.8f' % u.sum())",
    ),
    "a loop that only computes": (
        "_loop",
        f"for n in range(nt):\n    {STENCIL}\nprint('%.8f' % u.sum())",
    ),
    "its last counter": (
        "_loop",
        f"n = 0\nfor n in range(nt):\n    {STENCIL}\nprint(n, '%.8f' % u.sum())",
    ),
}  # fmt: skip

LEFT = {
    "names by their texts": f"for n in range(nt):\n    {STENCIL}\nprint(sorted(locals())[0])",
    "a few turns": f"for n in range(5):\n    {STENCIL}\nprint('%.8f' % u.sum())",
    "integers without end": "k = 1\nfor n in range(nt):\n    u = u * 0.5 + 1.0\n    k = k * 3\nprint(k, '%.8f' % u.sum())",
    "integers that are added up": f"a, b = 0, 1\nfor n in range(nt):\n    {STENCIL}\n    a, b = b, a + b\n    if n == 9:\n        print(a)",
    "integers that double": f"p = 1\nfor n in range(nt):\n    {STENCIL}\n    p = p + p\n    if n == 9:\n        print(p)",
    "a power": f"for n in range(nt):\n    {STENCIL}\n    k = n ** 9\n    if n == 9:\n        print(k)",
    "a condition on what is large": f"for n in range(nt):\n    {STENCIL}\n    if n * 10 ** 17 % 700 == 0:\n        print(n)",
    "integers that a function makes": (
        f"def more(x):\n    return 2 * x + 1\n\n\np = 1\nfor n in range(nt):\n    {STENCIL}\n    p = more(p)\n    if n == 9:\n"
        "        print(p)"
    ),
    "numbers of one type or another": (
        f"for n in range(nt):\n    {STENCIL}\n    s = 0\n    for k in range(n % 3):\n        s += u[k]\n    if n == 9:\n"
        "        print(s)"
    ),
    "names of generated code": f"control = 1.5\nfor n in range(nt):\n    {STENCIL}\n    if n == 9:\n        print(control)",
    "a name that a function sets": (
        "def more():\n    global c\n    c = c + [1]\n\n\nfor n in range(nt):\n    u = u * 0.5 + 1.0\n    v = c\nprint(v)"
    ),
    "lists": "a = [1.0, 2.0]\nfor n in range(nt):\n    a = a + [u[0] * 2.0]\nprint(len(a))",
    "NumPy's errors": f"np.seterr(all='raise')\nfor n in range(nt):\n    {STENCIL}\nprint('%.8f' % u.sum())",
    "single precision, by its place": "x = np.ones(9, 'f4')\nfor n in range(nt):\n    x = x * 0.5 + 1.0\nprint('%.8f' % x.sum())",
    "single precision": "x = np.ones(9, dtype=np.float32)\nfor n in range(nt):\n    x = x * 0.5 + 1.0\nprint('%.8f' % x.sum())",
}


def made(text):
    return {f.name for f in hybridc.convert(text, filename="script.py").functions if f.outcome.value == "compiled"}


def in_main(body):
    head, lines = HEAD.split("plt.figure()")[0].rstrip(), f"plt.figure(){HEAD.split('plt.figure()')[1]}{body}"
    return f"{head}\n\n\ndef main():\n{textwrap.indent(lines, '    ')}\n\n\nif __name__ == '__main__':\n    main()\n"


@pytest.mark.parametrize("name", FORMS)
@pytest.mark.parametrize("place", ["top", "main"])
def test_it_prints_the_same(place, name, tmp_path):
    function, body = FORMS[name]
    text = HEAD + body + "\n" if place == "top" else in_main(body)
    result = hybridc.convert(text, filename="script.py")
    assert result.code is not None
    wanted = function if place == "top" else f"_main{function}"
    assert wanted in {f.name for f in result.functions}, result.code
    assert_plays_as(text, result.code, tmp_path)


@pytest.mark.parametrize("name", LEFT)
def test_what_nobody_can_tell_stays_as_it_is(name):
    assert made(HEAD + LEFT[name] + "\n") == set()


SEEN = {  # programs that tell an array from a copy of it, and numbers from what callers give
    "a list that holds it": (
        "a, b = np.zeros(12), np.ones(12)\nheld = [a]\nfor n in range(nt):\n    c2 = np.zeros(12)\n    c2[1:-1] = a[2:] + b[:-2] * 0.5\n"
        "    a, b = b, c2\n    if n % 10 == 0:\n        held[0][3] = 5.0\n        held[0] = a\n"
        "        print('%.8f' % a.sum(), '%.8f' % b.sum())"
    ),
    "an attribute": (
        "class Box:\n    pass\n\n\nbox = Box()\nfor n in range(nt):\n    u = u * 0.9 + 0.1 * np.sin(u) - u ** 2 * 0.01\n    w = u\n"
        "    if n % 10 == 0:\n        box.held = w\n        box.held[2] = 0.5\n        print('%.8f' % u.sum(), '%.8f' % w.sum())"
    ),
    "a method that writes": (
        "class Tool:\n    def clear(self, a):\n        a[0] = 0.0\n\n\ntool = Tool()\nv = u\nfor n in range(nt):\n"
        "    v = u * 0.9 + 0.1 * np.sin(u) - u ** 2 * 0.01\n    u = v\n    if n % 10 == 0:\n        tool.clear(v)\n"
        "        print('%.8f' % u.sum())"
    ),
    "a product of vectors": (
        "for n in range(nt):\n    s = u @ u\n    w[1:-1] = w[1:-1] * 0.5 + s * (u[2:] - u[:-2])\n    if n % 10 == 0:\n"
        "        print('%.8f' % s, '%.8f' % w.sum())"
    ),
    "a factor of callers": (
        "def run(k=3):\n    plt.figure()\n    p, u = 1, np.linspace(0.0, 1.0, 12)\n    for n in range(30):\n        u = u * 0.5 + 1.0\n"
        "    for n in range(60):\n        u = u * 0.5 + np.sin(u) * 0.1\n        p = p * k\n        if n % 10 == 0:\n"
        "            print(p, '%.8f' % u.sum())\n\n\nrun()\nrun(10 ** 6)"
    ),
    "a parameter that is an array": (
        "def run(k=0.5):\n    plt.figure()\n    u = np.linspace(0.0, 1.0, 12)\n    for n in range(60):\n        u = u * k + np.sin(u) * 0.1 + 0.01 * (u + 1.0)\n"
        "        if n % 10 == 0:\n            print('%.8f' % u.sum())\n\n\nrun()\nrun(np.linspace(0.1, 0.3, 12))"
    ),
    "a factor of the top level": (
        "k = 3\n\n\ndef run():\n    plt.figure()\n    p, u = 1, np.linspace(0.0, 1.0, 12)\n    for n in range(60):\n        u = u * 0.5 + np.sin(u) * 0.1\n"
        "        p = p * k\n        if n % 10 == 0:\n            print(p, '%.8f' % u.sum())\n\n\nrun()"
    ),
    "a range that begins late": (
        "for n in range(10 ** 12, 10 ** 12 + 40):\n    u = u * 0.5 + np.sin(u) * 0.1\n    k = n * n\n    if n % 10 == 0:\n"
        "        print(k, '%.8f' % u.sum())"
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", SEEN)
def test_what_tells_of_it_is_as_it_was(name, tmp_path):
    text = f"{HEAD}{SEEN[name]}\n"
    result = hybridc.convert(text, filename="script.py")
    assert result.code is not None
    assert_plays_as(text, result.code, tmp_path)
