"""`assert` and `raise` in checked code: an error where Python raises, of the same kind, with the same text and line."""

import numpy as np
import pytest

import hybridc
from checked import RAISING, assert_checked, checked, generated
from differential import function_file
from hybridc.core.options import Check, Options

X = np.array([1.0, 2.0, 3.0])

PROGRAMS = {
    "assert": ("def f(x):\n    s = np.sum(x)\n    assert s > 0\n    return s", [(X,), (-X,)]),
    "assert_with_text": ("def f(x):\n    assert np.sum(x) > 0, 'not positive: {}'\n    return np.sum(x)", [(X,), (-X,)]),
    "assert_with_values": (
        "def f(x, n):\n    s = np.sum(x)\n    assert s > n, f'{s} is not over {n}: {s - n:.3f}'\n    return s",
        [(X, 1), (X, 7), (X, 6.5)],
    ),
    "assert_of_all": ("def f(x):\n    assert np.all(x > 0) and x[0] < 9\n    return np.sum(x)", [(X,), (-X,), (X * 9,)]),
    "assert_on_more_lines": ("def f(x):\n    s = np.sum(x)\n    assert (\n        s > 0\n    ), (\n        'text'\n    )\n    return s", [(X,), (-X,)]),
    "assert_of_an_element": ("def f(x, i):\n    assert x[i] > 1\n    return np.sum(x)", [(X, 1), (X, 0), (X, 3)]),
    "assert_guarded": ("def f(x, i):\n    assert i >= 3 or x[i] > 1\n    return np.sum(x)", [(X, 1), (X, 0), (X, 3), (X, -4)]),
    "raise": ("def f(x):\n    s = np.sum(x)\n    if s <= 0:\n        raise ValueError('not positive')\n    return np.log(s)", [(X,), (-X,)]),
    "raise_without_text": ("def f(x):\n    if np.sum(x) <= 0:\n        raise ArithmeticError\n    return np.sum(x)", [(X,), (-X,)]),
    "raise_with_values": (
        "def f(x, lo):\n    for v in x:\n        if v < lo:\n            raise ValueError(f\"{v} is under {{the}} {lo!s}\")\n    return np.sum(x)",
        [(X, 0.0), (X, 1.5), (X, 9.0)],
    ),
    "text_with_escapes": (
        "def f(x, n):\n    assert n > 0, f'{n=} \\u00e9 é→ {{n}} \\\\'\n    assert n < 9, rf'\\d {n}' ' and \"more\" {}'\n    assert n != 5, f'{n:>4}|{n!r:}'\n    return np.sum(x)",
        [(X, 1), (X, -1), (X, 10), (X, 5)],
    ),
    "raise_beside_others": (
        "def f(x, n):\n    s = np.sum(x)\n    if n > 3:\n        message = 'too many'\n        s = s * 2\n        raise ValueError(message)\n    return s",
        [(X, 1), (X, 5)],
    ),
    "raise_in_a_known_case": (
        "def f(x, mode='a'):\n    s = 0.0\n    for v in x:\n        if mode == 'a':\n            s += v\n        else:\n            s -= v\n            raise ValueError(mode)\n    return s",
        [(X,), (X, "b"), (X[:0], "b")],
    ),
    "raise_in_a_nested_branch": (
        "def f(x, n):\n    s = np.sum(x)\n    if n > 3:\n        if s > 5:\n            s = s - n\n            if s > 0:\n                s = s + 1\n                raise RuntimeError(f'{s}')\n        s = s * 2\n    return s",
        [(X, 1), (X, 5), (X, 7), (X / 3, 5)],
    ),
    "raise_in_a_loop": (
        "def f(x, n):\n    k = 0\n    while n != 1:\n        n = n // 2 if n % 2 == 0 else 3 * n + 1\n        k += 1\n        if n > 100:\n            k = -k\n            raise OverflowError(f'{n} after {-k}')\n    return k * np.ones(1)",
        [(X, 6), (X, 27)],
    ),
    "raise_a_value": ("def f(x, n):\n    if np.sum(x) < n:\n        raise KeyError(n)\n    return np.sum(x)", [(X, 5), (X, 9)]),
    "raise_in_else": ("def f(x):\n    s = np.sum(x)\n    if s > 0:\n        y = s * 2\n    else:\n        raise RuntimeError('else')\n    return y", [(X,), (-X,)]),
    "raise_in_a_chain": (
        "def f(x):\n    s = np.sum(x)\n    if s > 3:\n        y = s * 2\n    elif s < -3:\n        raise ValueError('low')\n    elif s < 0:\n        y = s * s\n    else:\n        raise IndexError('middle')\n    return y",
        [(X,), (-X,), (X / 6,), (-X / 6,)],
    ),
    "raise_after_returns": (
        "def f(x):\n    s = np.sum(x)\n    if s > 3:\n        return s * 2\n    if s < -3:\n        return s\n    raise ValueError('between')",
        [(X,), (-X,), (X / 6,)],
    ),
    "nested": (
        "def f(x, a, b):\n    s = np.sum(x)\n    if a > 0:\n        if b > 0:\n            raise ValueError('both')\n        s = s + 1\n    else:\n        assert b > 0, 'neither'\n    return s",
        [(X, 1, 0), (X, 1, 1), (X, 0, 1), (X, 0, 0)],
    ),
    "first_of_two": (
        "def f(x, a, b):\n    if a > 0:\n        raise ValueError('a')\n    if b > 0:\n        raise TypeError('b')\n    return np.sum(x)",
        [(X, 0, 0), (X, 1, 1), (X, 0, 1), (X, 1, 0)],
    ),
    "for_else": (
        "def f(x, t):\n    for i in range(len(x)):\n        if x[i] > t:\n            break\n    else:\n        raise ValueError('none')\n    return i * np.sum(x)",
        [(X, 1.5), (X, 5.0)],
    ),
    "before_an_endless_loop": (
        "def f(n):\n    if n <= 0:\n        raise ValueError(f'{n} is not positive')\n    steps = 0\n    while n != 1:\n        n = n // 2 if n % 2 == 0 else 3 * n + 1\n        steps += 1\n    return steps",
        [(6,), (0,), (-5,)],
    ),
    "before_a_long_loop": (
        "def f(x, n):\n    assert n < 1000, f'{n}'\n    s = np.sum(x)\n    for i in range(n):\n        s = s * 0.5 + i\n    return s",
        [(X, 5), (X, 2**61)],
    ),
    "before_a_long_loop_elsewhere": (
        "def total(s, n):\n    for i in range(n):\n        s = s * 0.5 + i\n    return s\n\n\ndef f(x, n):\n    assert n < 1000, f'{n}'\n    return total(np.sum(x), n)",
        [(X, 5), (X, 2**61)],
    ),
    "that_ends_a_loop": (
        "def f(x, tol):\n    steps = 0\n    r = np.sum(x)\n    while r > tol:\n        r = r * 0.5\n        steps += 1\n        if steps > 50:\n            raise RuntimeError('no convergence')\n    return r",
        [(X, 0.1), (X, 0.0)],
    ),
    "in_a_scan": (
        "def f(x):\n    s = 0.0\n    for i, v in enumerate(x):\n        assert v >= s, f'{i}: {v} after {s}'\n        s = v\n    return s",
        [(X,), (X[::-1].copy(),), (np.array([1.0, 5.0, 3.0]),)],
    ),
    "of_arrays": ("def f(x):\n    s = np.sum(x)\n    assert s > 0, f'bad {x}'\n    return s", [(X,), (np.array([-1.0, -2.0]),)]),
    "known_in_a_branch": ("def f(x, n=3):\n    s = np.sum(x)\n    if s > 0:\n        assert len(x) < 3\n        s = s + n\n    return s", [(X[:2],), (X,), (-X,)]),
    "break_before": (
        "def f(x, t):\n    s = 0.0\n    for v in x:\n        if v > t:\n            break\n        if v < 0:\n            raise ValueError(f'{v}')\n        s += v\n    return s + np.sum(x)",
        [(X, 2.0), (np.array([1.0, 5.0, -1.0]), 2.0), (np.array([1.0, -5.0, 9.0]), 2.0)],
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_failed_check_is_reported_where_python_raises(name):
    source, cases = PROGRAMS[name]
    assert_checked(source, cases, RAISING)


CHECKING = """\
import numpy as np


def _check(x, n=3):
    for k in range(n):
        if np.isnan(x[k]):
            raise ValueError(k)


def _check_both(x, y):
    _check(x)
    _check(y, 2)
    assert np.sum(x) < np.sum(y), "order"


def f(x, y):
    _check_both(x, y)
    return np.sum(x * y)
"""
N = np.array([1.0, np.nan, 3.0])


def test_functions_that_only_check_are_compiled():
    assert_checked(CHECKING, [(X, X + 1), (N, X), (X, N), (X, X), (X[:2], X[:2])], RAISING)


def test_a_check_that_cannot_be_compiled_is_left_out_and_that_is_said():
    source = function_file(
        "def f(x):\n    assert isinstance(x, np.ndarray)\n    assert np.sum(x) > 0\n    return np.sum(x)"
    )
    found = hybridc.convert(source, options=Options(checked=RAISING)).diagnostics
    assert [(d.code, d.location.line) for d in found] == [("HYB502", 5)]


def test_what_is_checked_is_not_reported_as_unchecked():
    source = function_file(
        "def f(x, i):\n    assert np.sum(x) > 0\n    if x[i] < 0:\n        raise ValueError\n    return np.log(x)[i]"
    )
    codes = lambda kinds: {d.code for d in hybridc.check(source, options=Options(checked=kinds)).diagnostics}  # noqa: E731
    assert codes(frozenset()) == {"HYB501", "HYB502"}
    assert codes(RAISING) == set()
    assert codes(frozenset({Check.INDEX})) == {"HYB502"}
    assert codes(frozenset({Check.ASSERT})) == {"HYB501"}


def test_the_other_side_of_a_raise_is_reported_where_it_is_left_out():
    """`else: raise` becomes a guard, which compiled code goes without unless it is checked."""
    source = function_file(
        "def f(x):\n    if np.sum(x) > 0:\n        y = x\n    else:\n        raise ValueError\n    return y * 2"
    )
    assert [d.code for d in hybridc.check(source).diagnostics] == ["HYB502"]
    assert "raise" not in hybridc.convert(source).code


def test_a_file_with_checks_of_its_own_is_refused():
    for own in ("def checks(x):\n    return x", "import checks", "from tools import checks", "checks = 3"):
        source = f"import numpy as np\n\n{own}\n\n\ndef f(x, i):  # hybridc: graph\n    return np.sin(x)[i]\n"
        assert hybridc.convert(source).code is not None
        refusals = hybridc.convert(source, options=Options(checked=RAISING)).refusals
        assert {d.message for d in refusals} == {"a name of its own `checks` in compiled code"}


def test_errors_are_caught_as_those_of_the_original():
    module = generated(
        function_file("def f(x, i):\n    if i > 5:\n        raise KeyError(f'no {i}')\n    return np.sin(x)[i]")
    )
    with pytest.raises(IndexError, match=r"^program.py:7: index 4 is out of bounds for axis 0 with size 3$"):
        module.f(X, 4)
    with pytest.raises(KeyError, match=r"^program.py:6: KeyError: no 6$"):
        module.f(X, 6)


def test_values_are_named_once_in_generated_code():
    code = checked(function_file("def f(x, n):\n    assert n > 0, f'{n} and {n + 1} and {n:d}'\n    return np.sum(x)"))
    assert '"program.py:5: AssertionError: {n} and {value} and {n:d}", n=n, value=n + 1' in " ".join(code.split())
