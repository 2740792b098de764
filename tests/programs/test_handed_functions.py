"""Functions that host code hands to compiled ones: NumPy computes with nothing that is being traced."""

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


def top(x):
    return np.sin(x)


def slope(f, x, h=0.5):
    return np.abs(f(x + h) - f(x)) / h


def twice(f, x):
    return slope(f, x) + np.sum(slope(f, 2 * x))


def handing_on(f, x):  # hybridc: host
    return slope(f, x)


def report(x, scale):  # hybridc: host
    def inner(x):
        y = scale * x
        return np.cos(y)

    plain = lambda x: scale * x

    def sized(x):
        return x * np.ones(x.shape[0]) * np.sqrt(scale)

    result = {call}
    print("at", x)
    return result
"""
OF_NUMPY = [
    "slope(lambda x: np.sin(x), x)",
    "slope(f=lambda x: 2 * np.exp(x - 1), x=x)",
    "slope(np.sin, x)",
    "slope(inner, x)",
    "slope(wave, x)",
    "twice(lambda x: np.tanh(x), x)",
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


@pytest.mark.parametrize("call", OF_NUMPY)
def test_those_of_numpy_are_refused_and_what_takes_them_stays_python(call, capsys):
    text, refusals, _ = result(call)
    line = text.splitlines().index(f"    result = {call}") + 1
    assert f"HYB406:{line}" in refusals and {r[:6] for r in refusals} == {"HYB406"}
    original: dict = {}
    exec(text, original)
    _, _, converted = result(call, partial=True)
    assert_close(converted["report"](X, 2.0), original["report"](X, 2.0))


def test_what_a_host_function_hands_on_is_refused_where_it_does(capsys):
    text, refusals, _ = result("handing_on(lambda x: np.tan(x), x)")
    assert refusals == [f"HYB406:{text.splitlines().index('    return slope(f, x)') + 1}"]
    assert not result("handing_on(cube, x)")[1]


def test_others_are_run_while_tracing(capsys):
    for call in OF_PYTHON:
        text, refusals, converted = result(call)
        assert not refusals, call
        original: dict = {}
        exec(text, original)
        assert_close(converted["report"](X, 2.0), original["report"](X, 2.0), rtol=1e-12)
