"""Functions of a few numbers that loops of Python call stay Python, where a compiled call costs more."""

import pytest

import hybridc
from hybridc.core.options import Options
from hybridc.core.results import Outcome
from played import assert_plays_as

HEAD = "import numpy as np\nfrom math import cos, pi\n\n\n"
LOOP = "x, n, seen = 0.3, 0, {}\nwhile n < 50:\n    x = f(x, 0.1 * n)\n    seen[n] = x\n    n += 1\nprint(n, np.round(x, 9), len(seen))\n"
STAYING = {
    "numbers": "def f(x, t):\n    return np.exp(-x) * np.cos(t)\n\n\n" + LOOP,
    "what is tested": "def f(x, t):\n    y = np.sin(x) + t\n    if y > 1:\n        return y - 1\n    return y\n\n\n"
    + LOOP,
    "what it calls": "def g(x):\n    return np.sqrt(1 + x * x)\n\n\ndef f(x, t):\n    return g(x) - 0.1 * t\n\n\n"
    + LOOP,
    "it converges": (
        "def f(x, t):\n    y, d = x, 1.0\n    while abs(d) > 1e-10:\n        d = (y - 0.3 * np.sin(y) - t) / (1 - 0.3 * np.cos(y))\n"
        "        y = y - d\n    return y\n\n\n" + LOOP
    ),
    "a short array": (
        "def f(r, t):\n    return np.array([r[1], -r[0] + 0.1 * t])\n\n\nr, seen = np.array([1.0, 0.0]), {}\nwhile r[0] > 0.5:\n"
        "    r = r + 0.01 * f(r, 0.5)\n    seen[len(seen)] = r\nprint(np.round(r, 9), len(seen))\n"
    ),
    "in a function of Python": (
        "def f(x, t):\n    if x > t:\n        return x - t\n    return x + np.cos(t)\n\n\ndef run(n):\n    history = {}\n    x = 0.5\n    for k in range(n):\n"
        "        x = f(x, 0.1 * k)\n        history[k] = x\n    return history\n\n\nprint(sorted(run(60).items())[-1][0])\n"
    ),
    "a few operations on arrays": "def f(u, t):\n    return np.exp(-u) * np.cos(t)\n\n\nu, n = np.ones(500), 0\nwhile n < 50:\n    u = f(u, 0.1)\n    n += 1\n    print(n)\nprint(np.round(u[:2], 9))\n",
    "handed to a solver": (
        "from scipy.integrate import odeint\n\n\ndef f(w, t):\n    x, y = w\n    return [y, -np.sin(x)]\n\n\n"
        "print(np.round(odeint(f, [1.0, 0.0], np.linspace(0.0, 1.0, 5))[-1], 6))\n"
    ),
}
COMPILED = {
    "arrays": "def f(u, t):\n    v = np.exp(-u) * np.cos(t) + 0.1 * np.sin(u)\n    return np.sqrt(1 + v * v) - v\n\n\nu, n = np.ones(500), 0\nwhile n < 50:\n    u = f(u, 0.1)\n    n += 1\n    print(n)\nprint(np.round(u[:2], 9))\n",
    "a few turns": "def f(x, t):\n    return np.exp(-x) * np.cos(t)\n\n\nfor k in (1, 2, 3):\n    print(np.round(f(0.5, k), 9))\n",
    "loops": "def f(x, t):\n    s = 0.0\n    for k in range(1000):\n        s += np.cos(x + k) * t\n    return np.cos(s)\n\n\n"
    + LOOP,
    "compiled callers": (
        "def f(x, t):\n    return np.exp(-x) * np.cos(t)\n\n\ndef total(xs):\n    s = 0.0\n    for x in xs:\n        s += f(x, 0.5)\n    return s\n\n\n"
        "print(np.round(total(np.linspace(0.0, 1.0, 9)), 9))\n" + LOOP
    ),
    "handed to a compiled one": (
        "def total(g, n):\n    s = 0.0\n    for x in np.linspace(0.0, 1.0, n):\n        s += g(x, 0.5)\n    return s\n\n\n"
        "def f(x, t):\n    if x > t:\n        return cos(x)\n    return np.exp(-x)\n\n\nseen = {}\nfor k in range(40):\n    seen[k] = total(f, 9 + k) + f(0.1 * k, 0.5)\n"
        "print(np.round(seen[3], 9))\n"
    ),
    "asked for": "def f(x, t):  # hybridc: graph\n    return np.exp(-x) * np.cos(t)\n\n\n" + LOOP,
}


@pytest.mark.parametrize("name", STAYING)
def test_they_stay_python(name, tmp_path):
    text = HEAD + STAYING[name]
    result = hybridc.convert(text, filename="script.py", options=Options(partial=True))
    outcomes = {f.name: f.outcome for f in result.functions}
    assert outcomes["f"] is Outcome.HOST
    assert any(d.code == "HYB605" and "`f` stays" in d.message for d in result.diagnostics)
    assert_plays_as(text, result.code or text, tmp_path)


@pytest.mark.parametrize("name", COMPILED)
def test_others_are_compiled(name, tmp_path):
    text = HEAD + COMPILED[name]
    result = hybridc.convert(text, filename="script.py", options=Options(partial=True))
    assert {f.name: f.outcome for f in result.functions}["f"] is Outcome.COMPILED
    assert_plays_as(text, result.code, tmp_path)


def test_methods_stay_python_as_well(tmp_path):
    text = HEAD + (
        "class Walk:\n    def __init__(self, n):\n        self.u = np.ones(n)\n        self.seen = {}\n\n    def rate(self, v):\n        return 1 / (1 + np.exp(-v))\n\n"
        "    def smooth(self, v):\n        w = np.exp(-v) * np.cos(v) + 0.1 * np.sin(v)\n        w = np.sqrt(1 + w * w) - w * np.tanh(v) + 0.2 * np.sin(w)\n        return np.sqrt(1 + w * w) - w\n\n"
        "    def run(self, n):\n        for k in range(n):\n            self.u = self.rate(self.smooth(self.u))\n            self.seen[k] = len(self.seen)\n\n\n"
        "w = Walk(40)\nw.run(60)\nprint(np.round(w.u[:3], 9), len(w.seen))\n"
    )
    result = hybridc.convert(text, filename="script.py", options=Options(partial=True))
    outcomes = {f.name: f.outcome for f in result.functions}
    assert outcomes["Walk.rate"] is Outcome.HOST and outcomes["Walk.smooth"] is Outcome.COMPILED
    assert [d.message.split("`")[1] for d in result.diagnostics if d.code == "HYB605"] == ["Walk.rate"]
    assert_plays_as(text, result.code, tmp_path)


def test_steps_of_a_few_numbers_are_not_made(tmp_path):
    """What a turn computes of elements costs less than a call."""
    text = (
        "import numpy as np\n\nx = np.zeros(101)\ny = np.zeros(101)\nx[0] = 0.5\nseen = {}\nfor i in range(1, 101):\n    x[i] = 3.9 * x[i - 1] * (1 - x[i - 1])\n"
        "    y[i] = y[i - 1] + x[i] - x[i - 1] * (x[i] + y[i - 1]) / 7 - x[i] ** 2 * y[i - 1]\n    seen[i] = 1\nprint(np.round(y[-1], 9), len(seen))\n"
    )
    result = hybridc.convert(text, filename="script.py", options=Options(partial=True))
    assert result.code is None or "_step" not in result.code


def test_what_loops_of_python_pay_is_told():
    """Once for each loop, by its line in the file: not where a few turns call, nor what loops are compiled into."""
    text = (
        "import numpy as np\n\n\ndef f(u):\n    return np.exp(-u) * np.cos(u[0])\n\n\ndef told(us, path):\n    for k in range(3):\n        f(us[k])\n"
        "    for u in us:\n        np.save(path, f(u) + f(u + 1))\n    return [f(u) for u in us]\n\n\nu = np.ones(500)\n"
        "for k in range(1000):\n    u = f(u)\n    if k % 100 == 0:\n        print(k, u[0])\nwhile u[0] < 9:\n    u = f(u) * 2\n    np.save('u', u)\n"
    )
    result = hybridc.convert(text, filename="script.py", options=Options(partial=True))
    assert "_turns" in result.code
    told = [d for d in result.diagnostics if d.code == "HYB606"]
    assert [(d.location.line, d.message.split("stays")[0]) for d in told] == [
        (12, "the loop in line 11 "),
        (13, "the loop in line 13 "),
        (22, "the loop in line 21 "),
    ]
