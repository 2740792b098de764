"""Division by zero and NaN in checked code: errors where NumPy warns of them, and where Python raises."""

import numpy as np
import pytest

from checked import assert_checked, checked, generated
from closeness import assert_close
from differential import function_file
from hybridc.core.options import Check

X = np.array([1.0, 2.0, 4.0])
Z = np.array([1.0, 0.0, 4.0])
I3 = np.array([4, 7, 9])
DIV = frozenset({Check.DIV})
NAN = frozenset({Check.NAN})

PROGRAMS = {
    "division": ("def f(x, n):\n    return np.sum(x) / n", [(X, 2.0), (X, 0.0), (X, 0), (-X * 0, 0.0)]),
    "division_of_arrays": ("def f(x, y):\n    s = np.abs(x)\n    return s / y", [(X, X), (X, Z), (Z, X)]),
    "floor_division": ("def f(x, n):\n    s = np.sum(x)\n    return s // n", [(I3, 2), (I3, 0), (X, 0.0), (X, 2.0)]),
    "remainder": ("def f(x, n):\n    return np.abs(x) % n", [(I3, 2), (I3, 0), (X, 0.0)]),
    "division_in_place": ("def f(x, n):\n    y = x * 1\n    y /= n\n    return y", [(X, 2.0), (X, 0.0), (X, Z)]),
    "remainder_in_place": ("def f(x, n):\n    y = x * 1\n    y %= n\n    return y", [(I3, 2), (I3, 0)]),
    "number_in_place": ("def f(x, n):\n    s = np.sum(x)\n    s /= n\n    s //= n - 1\n    return s", [(X, 2.0), (X, 0.0), (X, 1.0)]),
    "functions": ("def f(x, n):\n    return np.divide(x, n) + np.floor_divide(x, n + 1) + np.mod(x, n + 2)", [(X, 2.0), (X, 0.0), (X, -1.0), (X, -2.0)]),
    "by_a_length": ("def f(x, y):\n    return np.sum(x) / len(y)", [(X, X), (X, X[:0])]),
    "guarded": ("def f(x, n):\n    s = np.sum(x)\n    if n >= 0 and s / n > 1:\n        s = s / n\n    return s", [(X, 2.0), (X, 0.0), (X, -1.0)]),
    "selected": ("def f(x, n):\n    return np.sum(x) / (n - 1) if n != 0 else np.sum(x) / (n + 1)", [(X, 2.0), (X, 0.0), (X, 1.0)]),
    "in_a_loop": ("def f(x, y):\n    s = 0.0\n    for a, b in zip(x, y):\n        if b < 0:\n            break\n        s += a / b\n    return s", [(X, X), (X, Z), (X, np.array([1.0, -1.0, 0.0]))]),
    "logarithm": ("def f(x):\n    y = np.log(x)\n    return y.sum()", [(X,), (-X,), (np.array([np.nan, 1.0]),)]),
    "root": ("def f(x, a):\n    return np.sqrt(np.sum(x) - a)", [(X, 1.0), (X, 8.0)]),
    "power": ("def f(x, a):\n    return np.sum(x) ** a + (x - 3) ** a", [(X, 2.0), (X, 0.5)]),
    "infinities": ("def f(x):\n    e = x * x\n    return e / np.sum(e)", [(X,), (X * np.inf,)]),
    "inverse_sine": ("def f(x):\n    y = np.arcsin(x / 4)\n    return y", [(X,), (X * 2,)]),
    "in_place_root": ("def f(x, p):\n    y = x * 1.0\n    y **= p\n    return y", [(X, 0.5), (-X, 0.5), (-X, 2.0)]),
    "element": ("def f(x, i):\n    y = x * 1.0\n    y[i] = np.sqrt(y[i])\n    return y", [(X, 1), (-X, 1)]),
    "in_a_branch": ("def f(x, a):\n    s = np.sum(x)\n    if a > 0:\n        s = np.log(a) + s\n    else:\n        s = np.log(s - 10)\n    return s", [(X, 1.0), (X, -1.0), (X * 9, -1.0)]),
    "excused": ("def f(x, n):\n    with np.errstate(divide='ignore', invalid='ignore'):\n        y = x / n\n        y = np.sqrt(y)\n    y = np.where(y > 0, y, 0.0)\n    return y / np.sum(x)", [(X, 2.0), (X, 0.0), (-X, 1.0), (X * 0, 1.0)]),
    "excused_division": ("def f(x, n):\n    with np.errstate(divide='ignore'):\n        y = x / n\n    return y + np.log(n + 1)", [(X, 2.0), (X, 0.0), (X, -3.0)]),
    "tuple": ("def f(x):\n    return np.sum(x), np.log(x)", [(X,), (-X,)]),
}  # fmt: skip


@pytest.mark.parametrize("name", PROGRAMS)
def test_what_numpy_warns_of_is_reported(name):
    source, cases = PROGRAMS[name]
    assert_checked(source, cases)


def test_a_division_that_is_not_asked_about_is_let_through():
    code = checked(function_file("def f(x, n):\n    return np.sum(x) / n"), NAN)
    assert "divisor" not in code and "defined" in code
    code = checked(function_file("def f(x, n):\n    return np.sum(x) / n"), DIV)
    assert "divisor" in code and "defined" not in code


def test_nan_that_is_named_is_meant():
    source = function_file("def f(x, n):\n    return np.where(n > 0, np.sqrt(x), np.nan)")
    module = generated(source, NAN)
    assert np.isnan(module.f(X, -1.0)).all()


def test_nan_that_does_not_reach_the_result_of_the_statement_is_let_through():
    module = generated(function_file("def f(x):\n    return np.where(x > 0, np.log(x), 0.0)"), NAN)
    assert_close(module.f(-X), 0.0)


def test_nan_in_any_operand_excuses_nan_in_the_result():
    module = generated(function_file("def f(x, y):\n    return np.sqrt(x) + y"), NAN)
    assert np.isnan(module.f(-X, np.nan)).all()
    with pytest.raises(FloatingPointError, match=r"^program.py:5: NaN from operands that have none$"):
        module.f(-X, 1.0)


def test_division_by_a_number_that_is_not_zero_is_not_checked():
    assert "checks" not in checked(
        function_file("def f(x):\n    y = np.sum(x) / 2\n    y /= 4.0\n    return y // 3"), DIV
    )
