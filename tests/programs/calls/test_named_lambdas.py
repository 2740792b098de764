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
    ("g = lambda x: np.sin(x)", "g(x)", "seen.append(type(x).__name__)", "def g("),
    ("scaled = lambda k: lambda x: np.sin(k * x)", "x", "seen.append(scaled(2.0)(x))", "scaled = lambda"),
]


@pytest.mark.parametrize(("named", "used", "stays", "written"), CASES)
def test_lambdas_are_functions_where_they_compile(named, used, stays, written, capsys):
    text = PROGRAM.format(named=named, used=used, stays=stays)
    code = converted(text)
    assert written in code
    x = np.linspace(0.0, 1.0, 4)
    assert_same(load(text).run(x), load(code).run(x))


@pytest.mark.parametrize(
    "asked", ["g.__name__", "label(g)", "getattr(g, '__qualname__')", "[h.__name__ for h in (g, label)]"]
)
def test_they_stay_where_functions_are_asked_for_their_names(asked, capsys):
    text = f"""import numpy as np

g = lambda x: np.sin(x) * 2


def label(h):  # hybridc: host
    print(h.__name__)
    return h.__name__


def run(x):  # hybridc: host
    print({asked})
    return g(x)
"""
    code = converted(text)
    x = np.linspace(0.0, 1.0, 4)
    shown = []
    for each in (text, code):
        load(each).run(x)
        shown.append(capsys.readouterr().out)
    assert shown[0] == shown[1] and "<lambda>" in shown[0]
