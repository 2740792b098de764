"""Checks in functions that call each other, in closures and methods, and under JAX's transformations."""

import re

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax.experimental import checkify

import hybridc
from checked import ALL, assert_checked, assert_same_outcome, checked, generated, line_of, outcome
from closeness import assert_close
from differential import function_file, load
from hybridc.core.options import Check, Options

X = np.array([1.0, 2.0, 3.0, 4.0])

PROGRAMS = {
    "callee": ("def pick(x, i):\n    return x[i]\n\n\ndef f(x, i):\n    return np.sum(x) + pick(x, i)", [(X, 3), (X, 4)]),
    "callee_in_a_branch": (
        "def pick(x, i):\n    return np.sum(x) + x[i]\n\n\ndef f(x, i):\n    s = np.sum(x)\n    if i < 4:\n        s = pick(x, i)\n    return s",
        [(X, 3), (X, 4), (X, -5)],
    ),
    "callee_behind_and": (
        "def pick(x, i):\n    return np.sum(x) + x[i]\n\n\ndef f(x, i):\n    s = np.sum(x)\n    if i < 4 and pick(x, i) > 0:\n        s = s * 2\n    return s",
        [(X, 3), (X, 4), (X, -5)],
    ),
    "callee_in_a_loop": (
        "def pick(x, i):\n    assert x[i] > 0\n    return x[i] * 2\n\n\ndef f(x, idx):\n    s = 0.0\n    for i in idx:\n        s += pick(x, i)\n    return s + np.sum(x)",
        [(X, np.array([0, 3])), (X, np.array([0, 4])), (X - 1, np.array([1, 0, 9]))],
    ),
    "callees_twice": (
        "def half(x, n):\n    if n <= 0:\n        raise ValueError('half')\n    return np.sum(x) / n\n\n\ndef f(x, a, b):\n    s = half(x, a)\n    assert b < 5\n    return s + half(x, b)",
        [(X, 1, 1), (X, 0, 9), (X, 1, 9), (X, 1, 0)],
    ),
    "callee_with_an_endless_loop": (
        "def steps(n):\n    k = 0\n    while n != 1:\n        n = n // 2 if n % 2 == 0 else 3 * n + 1\n        k += 1\n    return k\n\n\ndef f(n):\n    if n <= 0:\n        raise ValueError(f'{n}')\n    return steps(n) * np.ones(2)",
        [(6,), (0,), (-5,)],
    ),
    "chain_of_callees": (
        "def a(x, i):\n    return np.sin(x)[i]\n\n\ndef b(x, i):\n    return a(x, i) * np.sum(x)\n\n\ndef f(x, i):\n    return b(x, i - 1) + b(x, i + 1)",
        [(X, 2), (X, 3), (X, -5)],
    ),
    "closure": (
        "def f(x, idx):\n    def pick(i):\n        return x[i] * 2\n    s = 0.0\n    for i in idx:\n        if i < 5:\n            s += pick(i)\n    return s + np.sum(x)",
        [(X, np.array([0, 9, 3])), (X, np.array([0, 4]))],
    ),
    "lambda": (
        "def f(x, idx):\n    pick = lambda i: x[i] * 2\n    s = 0.0\n    for i in idx:\n        s += pick(i)\n    return s + np.sum(x)",
        [(X, np.array([0, 3])), (X, np.array([0, 4]))],
    ),
    "handed_on": ("def pick(v):\n    assert v < 5, 'five'\n    return np.sqrt(v) + 1\n\n\ndef f(x):\n    return sum(map(pick, x)) + np.sum(x)", [(X,), (X + 1,)]),
    "recursion": (
        "def power(x, i, n):\n    if n == 0:\n        return x[i]\n    return power(x, i, n - 1) * np.sum(x)\n\n\ndef f(x, i):\n    return power(x, i, 2)",
        [(X, 3), (X, 4)],
    ),
    "defaults": ("def pick(x, i=-1, scale=2.0):\n    return np.sum(x) + x[i] * scale\n\n\ndef f(x, i):\n    return pick(x) + pick(x, scale=1.0, i=i)", [(X, 3), (X, 4)]),
    "static_argument": ("def f(x, i, axis=0):\n    return np.sum(x.reshape(2, 2), axis=axis)[i]", [(X, 1), (X, 2), (X, -3, 1)]),
    "global_array": ("TABLE = np.array([1.0, 2.0])\n\n\ndef f(x, i):\n    return np.sum(x) * TABLE[i]", [(X, 1), (X, 2)]),
    "key_function": ("def f(x, i):\n    best = max(x, key=lambda v: x[i] * v)\n    return best + np.sum(x)", [(X, 3), (-X, 3), (X, 4)]),
    "along_an_axis": (
        "def f(x, k):\n    m = x.reshape(2, 2)\n    a = np.apply_along_axis(lambda r: r[k] * 2, 0, m)\n    return a, np.apply_along_axis(lambda r: np.outer(r, r[k:k + 1] if k is None else r), 1, m)",
        [(X, 1), (X, 2)],
    ),
    "a_list_of_rows": ("def f(x, i):\n    rows = [x, x * 2]\n    s = 0.0\n    for row in rows:\n        s += row[i]\n    return s + np.sum(x)", [(X, 3), (X, 4)]),
}  # fmt: skip


@pytest.mark.parametrize("name", PROGRAMS)
def test_checks_of_callees_are_raised_by_the_call(name):
    source, cases = PROGRAMS[name]
    source = source if "TABLE" not in source else f"import numpy as np\n\n{source}"
    assert_checked(source, cases, frozenset({Check.INDEX, Check.ASSERT}))


LOOKUP = "def f(x, i):\n    return np.sin(x)[i] * 2"
SEARCH = "def f(x, t):\n    i = 0\n    while x[i] < t:\n        i += 1\n    return i * np.ones(2)"
SUM = "def f(x, w):\n    s = 0.0\n    for v in x:\n        assert v > 0, f'{v}'\n        if v > 3:\n            s += v * w\n        else:\n            s += np.log(v) / w\n    return s"


def test_vmap_of_a_checked_function_raises():
    f = generated(function_file(LOOKUP)).f
    assert_close(jax.vmap(f, (None, 0))(X, jnp.array([0, 3])), np.sin(X)[[0, 3]] * 2)
    with pytest.raises(IndexError, match=r"^program.py:5: index 4 is out of bounds for axis 0 with size 4"):
        jax.vmap(f, (None, 0))(X, jnp.array([0, 4]))


def test_vmap_of_a_checked_while_raises_for_the_row_that_fails():
    f = generated(function_file(SEARCH)).f
    assert_close(jax.vmap(f, (None, 0))(X, jnp.array([2.0, 4.0]))[:, 0], [1, 3])
    with pytest.raises(IndexError, match=r"^program.py:6: index 4 "):
        jax.vmap(f, (None, 0))(X, jnp.array([2.0, 5.0]))


def test_grad_of_a_checked_function_is_that_of_the_unchecked_one_and_raises():
    source = function_file(SUM)
    f, plain = generated(source).f, load(hybridc.convert(source).code, "plain").f
    assert_close(jax.grad(f)(X, 2.0), jax.grad(plain)(X, 2.0))
    assert_close(jax.jacfwd(f)(X, 2.0), jax.jacfwd(plain)(X, 2.0))
    assert_close(jax.vmap(jax.grad(f), (None, 0))(X, jnp.array([1.0, 2.0]))[1], jax.grad(plain)(X, 2.0))
    with pytest.raises(AssertionError, match=r"^program.py:7: AssertionError: -1.0"):
        jax.grad(f)(-X, 2.0)
    with pytest.raises(ZeroDivisionError, match=r"^program.py:11: "):
        jax.value_and_grad(f)(X, 0.0)


def test_under_jit_the_checks_are_the_callers():
    f = generated(function_file(LOOKUP)).f
    with pytest.raises(ValueError, match="without functionalizing it"):
        jax.jit(f)(X, 1)
    error, result = jax.jit(f.checked)(X, 1)
    assert error.get() is None and result == np.sin(X)[1] * 2
    error, _ = jax.jit(f.checked)(X, 4)
    assert error.get().startswith("program.py:5: index 4 is out of bounds")
    error, _ = checkify.checkify(jax.jit(lambda i: f(X, i) + 1))(4)
    assert error.get().startswith("program.py:5: index 4 is out of bounds")


def test_vmap_of_the_unraised_form_tells_every_row():
    f = generated(function_file(SEARCH)).f
    error, _ = jax.vmap(f.checked, (None, 0))(X, jnp.array([2.0, 5.0, 9.0]))
    assert re.findall(r"at mapped index (\d): program.py:6: index 4 ", error.get()) == ["1", "2"]


def test_without_jit_a_check_raises_where_it_stands():
    f = generated(function_file(SUM)).f
    with jax.disable_jit():
        assert_close(f(X, 2.0), np.log(6) / 2 + 8)
        with pytest.raises(AssertionError, match=r"^program.py:7: AssertionError: -1.0"):
            f(-X, 2.0)


def test_every_function_of_a_file_can_be_called():
    source = "import numpy as np\n\n\ndef pick(x, i):\n    return np.sin(x)[i]\n\n\ndef f(x, i):\n    return pick(x, i) + 1\n"
    module = generated(source)
    for function in (module.pick, module.f):
        with pytest.raises(IndexError, match=r"^program.py:5: "):
            function(X, 4)


def test_a_function_that_is_given_one_that_checks():
    source = "import numpy as np\n\n\ndef pick(x):\n    return np.sin(x)[x.astype(int)[0]]\n\n\ndef twice(g, x):\n    if np.sum(x) > 0:\n        return g(x)\n    return np.sum(x)\n\n\ndef f(x):\n    return twice(pick, x)\n"
    module, original = generated(source), load(source)
    for x in (X, X + 3, -X):
        assert_same_outcome(outcome(original.f, (x,)), module.f, (x,))


COUNTER = """\
import numpy as np

rate = 2.0


def set_rate(value):
    global rate
    rate = value


class Counter:
    def __init__(self, n):
        self.counts = np.ones(n)
        self.limit = 5.0

    def add(self, k, by):
        # a comment
        if by > self.limit:
            raise ValueError("over")

        self.counts = self.counts * by
        return np.sum(self.counts) + self.counts[k]


def scaled(x, i):
    assert i != 1, "one"
    return np.sin(x)[i] * rate
"""


def test_lines_are_those_of_the_file_for_methods_and_globals():
    original, module = load(COUNTER), generated(COUNTER)
    assert "_counter_add" in checked(COUNTER)
    for arguments in ((1, 2.0), (3, 2.0), (0, 9.0), (-4, 1.0)):
        assert_same_outcome(outcome(original.Counter(3).add, arguments), module.Counter(3).add, arguments)
    original.set_rate(3.0), module.set_rate(3.0)
    for arguments in ((X, 0), (X, 1), (X, 4)):
        assert_same_outcome(outcome(original.scaled, arguments), module.scaled, arguments)


FOLDED = """\
import numpy as np


def area(w, h):
    return w * h


SIZE = area(3, 4)
exec(compile('''
def extra(a):
    return a + 1


BASE = extra(2)
''', "<program>", "exec"))


def f(x, i):
    s = np.sum(x) * area(2, 3)

    return s + x[i]
"""


def test_lines_are_those_of_the_file_where_it_was_folded():
    code = checked(FOLDED)
    assert "12" in code and "exec" not in code
    original, module = load(FOLDED), load(code, "generated")
    for arguments in ((X, 3), (X, 4)):
        expected = outcome(original.f, arguments)
        assert not isinstance(expected, BaseException) or line_of(expected, "program") == 21
        assert_same_outcome(expected, module.f, arguments)


def test_conversion_is_stable():
    source = function_file(SUM)
    once = checked(source)
    assert checked(source) == once and hybridc.convert(once, options=Options(checked=ALL)).code == once
