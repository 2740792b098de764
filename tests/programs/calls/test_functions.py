"""Functions that call functions: helpers, nested functions, closures, lambdas, defaults, keywords and `*args`."""

import numpy as np
import pytest

import hybridc
from differential import assert_agree, assert_same, converted, graph_function, load

V = np.array([3.0, -1.0, 4.0, 0.5])
W = np.array([-3.0, 1.0, 4.0, -2.0])
VECTORS = [(V,), (W,), (np.abs(V),), (-np.abs(V),)]

PROGRAMS = {
    "nested_function_with_branch": (
        "def g(v):\n    if v > 0:\n        return np.sqrt(v)\n    return -v\n\nreturn g(x[0]) + g(x[1])",
        "x",
        VECTORS,
    ),
    "nested_function_with_loop_and_return": (
        "def first(vs, t):\n    for i, v in enumerate(vs):\n        if v > t:\n            return i\n    return -1\n\n"
        "return first(x, 0.7), first(x, 100.0)",
        "x",
        VECTORS,
    ),
    "a_closure_over_a_local": (
        "k = np.sum(x)\n\ndef scaled(v):\n    return v * k\n\nreturn scaled(x) + scaled(1.0)",
        "x",
        VECTORS,
    ),
    "a_closure_in_a_loop": (
        "s = 0.0\nfor v in x:\n    def add(a):\n        return a + v\n\n    if v > 0:\n        s = add(s)\nreturn s",
        "x",
        VECTORS,
    ),
    "a_nested_function_called_in_a_loop": (
        "def turn(s, v):\n    if v > s:\n        return s + 1\n    return s * 2\n\ns = 0.5\nfor v in x:\n    s = turn(s, v)\nreturn s",
        "x",
        VECTORS,
    ),
    "defaults_and_keywords": (
        "def g(v, a=1.0, *, b=2.0):\n    return v * a + b\n\nreturn g(x) + g(x, 3.0) + g(x, b=5.0) + g(v=x, a=2.0)",
        "x",
        VECTORS,
    ),
    "static_arguments_of_nested_functions": ("def ones(m):\n    return np.ones(m)\n\nreturn x + ones(4) * ones(1)", "x", VECTORS),
    "lambdas": ("square = lambda a: a * a\nhalf = lambda a, b=2: a / b\nreturn half(square(x)) + half(x, 4)", "x", VECTORS),
    "functions_in_a_list": ("fs = [np.sin, np.cos, lambda v: v * 2]\nfor g in fs:\n    x = g(x)\nreturn x", "x", VECTORS),
    "star_arguments": (
        "def total(*parts, scale=1.0):\n    s = 0.0\n    for p in parts:\n        if np.sum(p) > 0:\n            s = s + np.sum(p) * scale\n    return s\n\n"
        "return total(x, x * 2, scale=0.5) + total() + total(*[x, 1.0])",
        "x",
        VECTORS,
    ),
    "nested_twice": (
        "def outer(a):\n    def inner(b):\n        return b * a\n\n    return inner(a) + inner(2.0)\n\nreturn outer(x)",
        "x",
        VECTORS,
    ),
    "types_differ_between_calls": (
        "def g(v):\n    s = 0\n    for i in range(3):\n        s = s + v * i\n    return s\n\nreturn g(2), g(0.5), g(x)",
        "x",
        VECTORS,
    ),
    "a_nested_function_that_writes_its_argument_by_another_name": ("y = x * 2\n\ndef g(v):\n    v[0] = 3.0\n\nh = g\nh(y)\nreturn y", "x: np.ndarray", VECTORS),
    "an_alias_through_a_closure": ("z = np.sin(x)\n\ndef held():\n    return z\n\ny = held()\ny += 1\nreturn z + y", "x: np.ndarray", VECTORS),
}  # fmt: skip
REFUSED = {
    "a_closure_that_changes": "k = 1.0\n\ndef g(v):\n    return v * k\n\nk = np.sum(x)\nreturn sum(map(g, x))",
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_values_agree(name):
    body, parameters, cases = PROGRAMS[name]
    assert_agree(graph_function(parameters, body), "f", cases)


@pytest.mark.parametrize("name", REFUSED)
def test_is_refused(name):
    assert hybridc.convert(graph_function("x: np.ndarray", REFUSED[name])).code is None


def test_recursion_that_counts_is_unrolled():
    source = """
import functools

import numpy as np


def power(x, n=3):
    if n == 0:
        return np.ones_like(x)
    half = power(x, n // 2)
    return half * half * x if n % 2 else half * half


def horner(x, coefficients):
    return np.sin(functools.reduce(lambda total, c: total * x + c, coefficients, 0.0))


def squares(xs):
    a, b, c, d = map(lambda v: v * v, xs)
    return np.sin(a) + b * c - d
"""
    original, generated = load(source), load(converted(source), "generated")
    for (x,) in VECTORS:
        assert_same(original.power(x), generated.power(x))
        assert_same(original.power(x, 5), generated.power(x, n=5))
        assert_same(original.horner(0.5, x), generated.horner(0.5, x))
        assert_same(original.squares(x), generated.squares(x))


def test_helpers_of_the_file():
    source = """
import numpy as np


def clip(v, low=0.0, high=1.0):
    if v < low:
        return low
    if v > high:
        return high
    return v


def smooth(xs, *, weight=0.5):
    s = 0.0
    for x in xs:
        s = weight * s + (1 - weight) * clip(x, high=2.0)
    return s


def both(xs):
    return smooth(xs), smooth(xs, weight=0.25), clip(xs[0])
"""
    original, generated = load(source), load(converted(source), "generated")
    for (x,) in VECTORS:
        assert_same(original.both(x), generated.both(x))
