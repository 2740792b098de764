"""Functions that return a list or dict that they were given: what is put into the one is seen in the other."""

import numpy as np
import pytest

import hybridc
from differential import assert_same, load

X = np.array([1.0, -2.0])
SAME = "def g(d, x):\n    np.sin(x)\n    return d\n\n\n"
PROGRAMS = {
    "a dict": (SAME, "d = {'a': x}\ne = g(d, x)\ne['a'] = x * 5\nreturn d"),
    "by its first name": (SAME, "d = {'a': x}\ne = g(d, x)\nd['a'] = x * 5\nreturn e"),
    "beside another result": (
        "def g(d, x):\n    y = np.sin(x) * d['a']\n    return d, y\n\n\n",
        "d = {'a': x}\ne, y = g(d, x)\ne['a'] = y\nreturn d, y",
    ),
    "within another dict": (
        "def g(d, x):\n    np.sin(x)\n    return {'k': d}\n\n\n",
        "d = {'a': x}\ne = g(d, x)['k']\ne['a'] = x * 5\nreturn d",
    ),
    "by two functions": (
        SAME + "def h(d, x):\n    return g(d, x)\n\n\n",
        "d = {'a': x}\ne = h(d, x)\ne['a'] = x * 5\nreturn d",
    ),
    "a list": (SAME, "d = [x]\ne = g(d, x)\ne[0] = np.cos(x)\nreturn d"),
    "a list in a list": (
        "def g(d, x):\n    np.sin(x)\n    return [d]\n\n\n",
        "d = [x]\ne = g(d, x)\ne[0][0] = np.cos(x)\nreturn d",
    ),
    "a list of a dict": (
        "def g(d, x):\n    np.sin(x)\n    return d['l']\n\n\n",
        "d = {'l': [x]}\ne = g(d, x)\ne[0] = np.cos(x)\nreturn d",
    ),
    "of a nested function": ("", "d = {'a': x}\ndef g():\n    return d\ne = g()\ne['a'] = x * 5\nreturn d"),
    "a new one": (
        "def g(d, x):\n    return {'a': d['a'] + np.sin(x)}\n\n\n",
        "d = {'a': x}\ne = g(d, x)\ne['a'] = x * 5\nreturn d, e",
    ),
    "a new one in a loop": (
        "def g(d, x):\n    return {'a': d['a'] + np.sin(x)}\n\n\n",
        "d = {'a': x}\nfor i in range(3):\n    d = g(d, x)\nd['a'] = d['a'] * 5\nreturn d",
    ),
    "one of two": (
        "def g(d, e, x):\n    return d if x.sum() > 0 else e\n\n\n",
        "d = {'a': x}\ne = {'a': x * 2}\nh = g(d, e, x)\nh['a'] = x * 5\nreturn d, e",
    ),
    "one of a dict": (
        "def g(d, x):\n    return d['p'], np.sin(x)\n\n\n",
        "d = {'p': {'a': x}}\ne, _ = g(d, x)\ne['a'] = x * 5\nreturn d",
    ),
    "what is appended": (SAME, "d = [x]\ne = g(d, x)\ne.append(x * 5)\nreturn d"),
    "what is taken out": (SAME, "d = {'a': x, 'b': x * 2}\ne = g(d, x)\ndel e['a']\nreturn d"),
    "updated": (SAME, "d = {'a': x}\ne = g(d, x)\ne.update(b=x * 3)\nreturn d"),
}
REFUSED = {
    "default": {"one of two", "one of a dict", "what is appended", "what is taken out", "updated"},
    "host": {"one of two"},
}


@pytest.mark.parametrize("kind", ["default", "host"])
@pytest.mark.parametrize("name", PROGRAMS)
def test_values_agree(name, kind):
    functions, body = PROGRAMS[name]
    lines = "\n".join(f"    {line}" for line in body.split("\n"))
    mark = "graph" if kind == "default" else "host"
    source = f"import numpy as np\n\n\n{functions}def f(x):  # hybridc: {mark}\n{lines}\n"
    result = hybridc.convert(source)
    assert (result.code is None) == (name in REFUSED[kind]), [(d.code, d.message) for d in result.refusals]
    for x in (X, -X) if result.code is not None else ():
        assert_same(load(source).f(x.copy()), load(result.code, "generated").f(x.copy()))


STEPS = (
    "new = {}\n    for k in p:\n        new[k] = p[k] - 0.1 * g[k]\n    return new",
    "s = 0.0\n    for k in p:\n        s = s + p[k] * g[k]\n    return s",
)


@pytest.mark.parametrize("step", STEPS)
def test_dicts_that_are_run_over_stay_dicts(step):
    source = f"import numpy as np\n\n\ndef f(p, g):\n    {step}\n"
    code = hybridc.convert(source, filename="program.py").code
    assert "jit" in code
    given = {"w": X, "b": X * 2}, {"w": X + 1, "b": X * 3}
    expected, found = load(source).f(*given), load(code, "generated").f(*given)
    assert_same(expected, found)
    assert not isinstance(expected, dict) or [*expected] == [*found]
