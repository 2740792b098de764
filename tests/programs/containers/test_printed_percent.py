"""Texts with `%`, and with `.format`, in prints of compiled code come out as Python prints them."""

import jax
import numpy as np
import pytest

import hybridc
from differential import converted, function_file, load

X = np.array([1.5, -0.25, 3.0, 1e6])

PRINTS = [
    "print('%f' % y[0])",
    "print('%.3f and %.1f' % (y[0], y[1]))",
    "print('%d' % n)",
    "print('%d %i' % (y[0], y[1]))",
    "print('%d of %d' % (n, len(x)))",
    "print('%5d|%-5d|%05d|%+d' % (n, n, n, n))",
    "print('%8.2f|%-8.2f|%+.1e|%g' % (y[0], y[1], y[2], y[3]))",
    "print('%s is %s' % (n, y[1]))",
    "print('%8s|%-8s|' % (n, n))",
    "print('100%% of %d' % n)",
    "print('{%d}' % n, 'and', '50%')",
    "print('loss %f' % (y[0] * 2,), n, sep=' | ')",
    "print('no %% value at all: %s' % y.sum())",
    "for i in range(2):\n        print('%d: %.2f' % (i, y[i]))",
    "for i in range(n):\n        print('turn %d' % i)",
    "print('{:.2f}% of {}'.format(y[0], n), 'and {{}}')",
    "print('{:>8.1e}|{:<6}|{:g}'.format(y[0], n, y[3]))",
    "for i in range(n):\n        print('{:d}: {:.1f}'.format(i, y[0]))",
    "if y[0] > 0:\n        print('up %.1f' % y[0])",
]


@pytest.mark.parametrize("statement", PRINTS)
def test_the_text_is_the_original_one(statement, capfd):
    source = function_file(f"def f(x, n):\n    y = x * 1.0\n    {statement}\n    return y")
    load(source).f(X, 3)
    expected = capfd.readouterr().out
    compiled = load(converted(source)).f
    capfd.readouterr()
    compiled(X, 3)
    jax.effects_barrier()
    assert expected and capfd.readouterr().out == expected


@pytest.mark.parametrize(
    "text", ["'%r' % y[0]", "'%(a)s' % {'a': n}", "'%*d' % (3, n)", "'%x' % n", "'%s %s' % (n, 'text')", "'%.3s' % n"]
)  # fmt: skip
def test_what_has_no_counterpart_is_refused(text):
    source = function_file(f"def f(x, n):\n    y = x * 1.0\n    print({text})\n    return y")
    result = hybridc.convert(source)
    assert [d.code for d in result.refusals] == ["HYB222"]


def test_texts_that_are_formatted_while_tracing_stay(capfd):
    source = function_file("def f(x, n=3):\n    print('{} of {}'.format('a', len(x)))\n    return np.sin(x)")
    load(converted(source)).f(X)
    jax.effects_barrier()
    assert capfd.readouterr().out == "a of 4\n"
