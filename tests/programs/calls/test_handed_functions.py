"""Functions that host code hands to compiled ones: they compute with values of a trace, or are refused."""

import ast

import numpy as np
import pytest

from closeness import assert_close
from hybridc.core.options import Options
from hybridc.core.source import Source
from hybridc.pipeline import convert

PROGRAM = """import numpy as np

cube = lambda x: x ** 3
wave = lambda x: np.sin(x) + 1
TABLE = [0.5, 2.0]


def top(x):
    return np.sin(x)


def slope(f, x, h=0.5):
    return np.abs(f(x + h) - f(x)) / h


def twice(f, x):
    return slope(f, x) + np.sum(slope(f, 2 * x))


def handing_on(f, x):  # hybridc: host
    return slope(f, x)


class Scaled:
    def __init__(self, k):
        self.k = k

    def grow(self):
        self.k += 1

    def slope(self, x):  # hybridc: host
        print("at", self.k)
        return slope(lambda v: np.exp(-self.k * v), x)


def by_default(x, f=np.tanh):
    return f(x) + np.abs(x)


def grow(w):  # hybridc: host
    print("growing")
    w[0] += 4.0
    return 0.0


def filled(f, x):
    return np.cos(f(x, out=np.zeros(5)))


def report(x, scale):  # hybridc: host
    def inner(x):
        y = scale * x
        return np.cos(y)

    def rising(x):
        return np.exp(scale * x)

    def other(x):
        return x * 2

    plain = lambda x: scale * x
    c = [1.0, 2.0, 0.5]
    falling = lambda x: np.exp(-scale * x)

    def sized(x):
        return x * np.ones(x.shape[0]) * np.sqrt(scale)

    result = {call}
    print("at", x)
    return result
"""
CONVERTED = {
    "slope(lambda v: v[:3] * c + np.sin(v[0]), x)": "lambda v: v[:3] * jnp.array(c) + jnp.sin(v[0])",
    "slope(lambda x: np.sin(x), x)": "slope(lambda x: jnp.sin(x), x)",
    "slope(f=lambda x: 2 * np.exp(x - 1), x=x)": "slope(f=lambda x: 2 * jnp.exp(x - 1), x=x)",
    "slope(np.sin, x)": "slope(jnp.sin, x)",
    "slope(wave, x)": "slope(wave, x)",
    "twice(lambda x: np.tanh(x), x)": "twice(lambda x: jnp.tanh(x), x)",
    "slope(lambda v: v if np.sum(v) > 0 else -v, x)": "lambda v: jnp.where(jnp.sum(v) > 0, v, -v)",
    "slope(lambda v: np.max(x) * v + np.cos(scale) + x @ v, x)": "lambda v: jnp.max(x) * v + jnp.cos(scale) + x @ v",
    "slope(falling, x)": "falling = lambda x: jnp.exp(-scale * x)",
    "slope(falling, x) + falling(x)": "slope(lambda x: jnp.exp(-scale * x), x) + falling(x)",
    "slope(rising, x)": "return jnp.exp(scale * x)",
    "handing_on(lambda x: np.tan(x), x)": "handing_on(lambda x: jnp.tan(x), x)",
    "handing_on(np.cos, x)": "handing_on(jnp.cos, x)",
    "Scaled(3.0).slope(x)": "slope(lambda v: jnp.exp(-self.k * v), x)",
    "slope(lambda v: np.polyval(c, v) + np.dot(TABLE, v[:2]), x)": "jnp.polyval(jnp.asarray(c), v) + jnp.dot(jnp.asarray(TABLE), v[:2])",
    "by_default(x)": "def by_default(x, f=jnp.tanh):",
}
OF_NUMPY = [
    "slope(inner, x)",  # statements
    "[slope(lambda x: k * np.sin(x), x) for k in range(3)][2]",  # one of its own at each turn
    "slope(lambda v: x.dot(np.sin(v)) * v, x)",  # a method of NumPy's array
    "slope(lambda v: other(np.sin(v)), x)",
    "slope(np.sin if scale else np.cos, x)",
    "[slope(f, x) for f in (np.sin, lambda x: np.cos(x), top)]",
    "[slope({'a': top, 'b': np.tan}[k], x) for k in 'ab']",
    "slope(lambda v: v[v > 0].sum() * v, x)",  # a mask
    "slope(lambda v: v[~(v > scale) | (v == 0)].size * v, x)",
    "filled(np.sin, x)",  # `out=`, which JAX's do not take
]
# The same function at several calls, between which what it reads changes.
CHANGING = [
    "k = 1.0\n    f = lambda x: k * x\n    result = []\n    for k in range(3):\n        result.append(slope(f, x))",
    "w = [1.0]\n    f = lambda x: w[0] * x\n    result = [slope(f, x)]\n    grow(w)\n    result.append(slope(f, x))",
    "w = [1.0]\n    f = lambda x: w[0] * x\n    result = [handing_on(f, x)]\n    w.append(grow(w))\n    result.append(slope(f, x))",
    "s = Scaled(1.0)\n    f = lambda x: s.k * x\n    result = [slope(f, x)]\n    s.grow()\n    result.append(slope(f, x))",
    *(
        f"w = np.ones(5)\n    v = {view}\n    f = {function}\n    result = [slope(f, x)]\n    {write}\n    result.append(slope(f, x))"
        for view, function, write in [
            ("None", "lambda x: w * x", "np.copyto(w, 7.0)"),
            ("None", "lambda x: w * x", "np.add(w, 2.0, out=w)"),
            ("np.asarray(w)", "lambda x: w * x", "v[1:] = 3.0"),
            ("w if scale else None", "lambda x: w * x", "v[1:] = 3.0"),
            ("None", "lambda x, w=w: w * x", "w[0] = 5.0"),
            ("list(w)", "lambda x: x * len(v)", "del v[0]"),
        ]
    ),
    "f = lambda x: scale * x\n    result = [slope(f, x)]\n    scale = 7.0\n    result.append(slope(f, x))",
]
OF_PYTHON = ["slope(lambda x: x * np.pi, x)", "slope(cube, x)", "slope(plain, x)", "slope(sized, x)", "slope(top, x)"]
X = np.linspace(-1, 1, 5)


def result(call: str, **options: bool) -> tuple[str, list[str], dict]:
    text = PROGRAM.replace("{call}", call)
    found = convert(Source("handed.py", text, ast.parse(text)), Options(**options))
    scope: dict = {}
    if found.code is not None:
        exec(found.code, scope)
    return text, [f"{d.code}:{d.location.line}" for d in found.refusals], scope


def assert_agreeing(text: str, scope: dict) -> None:
    original: dict = {}
    exec(text, original)
    expected, found = (each["report"](X.copy(), 2.0) for each in (original, scope))
    assert_close(np.asarray(found), np.asarray(expected), rtol=1e-12)


@pytest.mark.parametrize("call", CONVERTED)
def test_those_of_numpy_compute_with_values_of_a_trace(call, capsys):
    text, refusals, scope = result(call)
    assert not refusals
    assert CONVERTED[call] in convert(Source("handed.py", text, ast.parse(text)), Options(format=False)).code
    assert_agreeing(text, scope)


@pytest.mark.parametrize("call", OF_NUMPY)
def test_others_of_numpy_are_refused_and_what_takes_them_stays_python(call, capsys):
    text, refusals, _ = result(call)
    assert refusals and {r[:6] for r in refusals} == {"HYB406"}
    assert_agreeing(text, result(call, partial=True)[2])


@pytest.mark.parametrize("changing", CHANGING)
def test_functions_that_read_what_changes_are_refused(changing, capsys):
    text = PROGRAM.replace("    result = {call}", f"    {changing}")
    source = Source("handed.py", text, ast.parse(text))
    assert "HYB406" in {d.code for d in convert(source, Options()).refusals}
    scope: dict = {}
    exec(convert(source, Options(partial=True)).code, scope)
    assert_agreeing(text, scope)


def test_lambdas_that_objects_hold_are_refused_where_they_read_them():
    kept = """
class Kept:
    def __init__(self, k):
        self.k = k
        self.f = lambda x: self.k * x

    def twice(self, x):
        first = slope(self.f, x)
        self.k = 3.0
        return [first, slope(self.f, x)]
"""
    text = PROGRAM.replace("{call}", "Kept(2.0).twice(x)") + kept
    source = Source("handed.py", text, ast.parse(text))
    assert "HYB406" in {d.code for d in convert(source, Options()).refusals}
    scope: dict = {}
    exec(convert(source, Options(partial=True)).code, scope)
    assert_agreeing(text, scope)


def test_others_are_run_while_tracing(capsys):
    for call in OF_PYTHON:
        text, refusals, converted = result(call)
        assert not refusals, call
        original: dict = {}
        exec(text, original)
        assert_close(converted["report"](X, 2.0), original["report"](X, 2.0), rtol=1e-12)


OF_A_LIBRARY = """import numpy as np
from numpy.polynomial import polynomial


class Curve:
    def __init__(self, k):
        self.k = k
        self.f = polynomial.Polynomial([k, 1.0])
        self.df = self.f.deriv()

    def heading(self, x):
        return np.arctan2(self.df(x), self.f(x))

    def scaled(self, x):
        return np.sin(x) * self.k


def slope(f, x):
    return np.abs(f(x)) + x


def report(x, scale):  # hybridc: host
    made = polynomial.Polynomial([scale, 2.0])
    return slope(made, x), Curve(2.0).heading(x), Curve(2.0).scaled(x)
"""


def test_what_a_library_makes_is_not_called_while_tracing():
    code = convert(Source("handed.py", OF_A_LIBRARY, ast.parse(OF_A_LIBRARY)), Options(partial=True)).code
    assert "self.df(x), self.f(x))" in code and "jnp.sin(x) * k" in code
    scope: dict = {}
    exec(code, scope)
    original: dict = {}
    exec(OF_A_LIBRARY, original)
    for one, other in zip(scope["report"](X, 2.0), original["report"](X, 2.0), strict=True):
        assert_close(one, other, rtol=1e-12)
