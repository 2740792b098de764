"""What an array without a name is unpacked into is seen by nobody else: numbers and rows change alike."""

import numpy as np
import pytest

import hybridc
from differential import assert_agree, function_file

V = np.array([3.0, -1.0])
M = np.array([[1.0, -2.0, 0.5], [4.0, 3.0, -1.0]])

FREELY = {
    "grids": """
def f(x):
    i, j = np.indices((x.shape[0], 3))
    i += 1
    j -= 2
    return np.sum(x) * i * j
""",
    "results": """
def f(x):
    a, b = x * 2.0
    a += 1
    b *= a
    return a, np.cos(b)
""",
    "nested": """
def f(x):
    (a, b), c = np.stack([x, x + 1.0]), np.exp(x)
    a += 1
    b *= 2
    c -= a
    return a, b, c
""",
    "turns": """
def f(x):
    s = np.zeros(x.shape[1:])
    for k in range(4):
        a, b = x * k
        a += 1
        s = s + a * b
        b -= s
        s = s + b
    return s
""",
}
SEEN = {
    "named twice": """
def f(x):
    a, b = c = x * 2
    a += 1
    return c, np.cos(b)
""",
    "named within": """
def f(x):
    a, b = (c := x * 2)
    a += 1
    return c, np.cos(b)
""",
    "in a list": """
def f(x):
    held = [x * 2]
    a, b = held[0]
    a += 1
    return held[0], np.cos(b)
""",
    "of a function": """
def g(x, held=None):
    return x

def f(x):
    y = x * 2
    a, b = g(y)
    a += 1
    return y, np.cos(b)
""",
    "of an argument": """
def f(x):
    a, b = x[::-1]
    a += 1
    return np.cos(b), x
""",
}


@pytest.mark.parametrize("name", FREELY)
def test_rows_change_as_numbers_do(name):
    text = "import numpy as np\n" + FREELY[name]
    assert "HYB311" not in {d.code for d in hybridc.convert(text, filename="f.py").diagnostics}
    for x in [M] if name == "grids" else [V, M]:
        assert_agree(function_file(FREELY[name]), "f", [(x,)])


@pytest.mark.parametrize("name", SEEN)
def test_who_else_sees_the_array_is_asked(name):
    """A number is changed for its name alone, a row for the array too; else that it is a number is looked at."""
    text = "import numpy as np\n" + SEEN[name]
    looks = {"HYB311", "HYB303"} & {d.code for d in hybridc.convert(text, filename="f.py").diagnostics}
    assert_agree(function_file(SEEN[name]), "f", [(V,)] if looks else [(V,), (M,)])


@pytest.mark.parametrize("change", ["x[x < 0.5] *= 1.5", "x[0] = 7", "x += 1\n    x[1:] = 2"])
def test_a_row_is_written_by_an_operator_and_then_by_a_function(change):
    source = f"""
import numpy as np


def h(x):
    {change}


def f(x, y):  # hybridc: graph
    for one, other in zip(y, x):
        one += 2
        h(one)
        h(other)
        last = one
    return len(x)
"""
    m = np.arange(12.0).reshape(3, 4) - 5
    assert_agree(source, "f", [(m, -m), (m, m * 2)])
