"""Lambdas that the top of a file names: those that compile are functions, others stay as they are."""

import numpy as np
import pytest

from differential import assert_same, converted, load

PROGRAM = """import numpy as np

seen = []
{named}


def f(x):
    return np.sum({used})


def run(x):
    {stays}
    return f(x), len(seen)
"""
CASES = [
    ("g = lambda x, k=2.0: np.sin(x) * k", "g(x, 3.0) + g(x)", "pass", "def g("),
    ("note = lambda x: seen.append(np.sin(x))", "x", "note(x)", "note = lambda"),
    ("tell = lambda x: print(np.sin(x))", "x", "tell(x)", "tell = lambda"),
    ("each = lambda x: (yield np.sin(x))", "x", "seen.extend(each(x))", "each = lambda"),
    ("scaled = lambda k: lambda x: np.sin(k * x)", "x", "seen.append(scaled(2.0)(x))", "scaled = lambda"),
]


@pytest.mark.parametrize(("named", "used", "stays", "written"), CASES)
def test_lambdas_are_functions_where_they_compile(named, used, stays, written, capsys):
    text = PROGRAM.format(named=named, used=used, stays=stays)
    code = converted(text)
    assert written in code
    x = np.linspace(0.0, 1.0, 4)
    assert_same(load(text).run(x), load(code).run(x))
