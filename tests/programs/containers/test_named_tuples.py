"""Named tuples are pytrees: made, read, carried by loops, chosen by branches and returned as what they are."""

import numpy as np
import pytest

import hybridc
from differential import assert_agree, load

V = np.array([3.0, -1.0, 4.0, 0.5])
HEAD = """import numpy as np
from collections import namedtuple
from typing import NamedTuple

S = namedtuple("S", ["p", "v"])
T = namedtuple("T", "p, w")
C = S(2.0, 3.0)


class N(NamedTuple):
    p: np.ndarray
    k: float = 2.0


def turned(s, d):
    return S(s.p + d * s.v, s.v - d * s.p)


def f(x):  # hybridc: graph
"""

PROGRAMS = {
    "carried_over_a_range": "s = S(x, x * 0)\nfor i in range(len(x)):\n    s = S(s.p + x[i], s.v - s.p)\nreturn s",
    "carried_by_while": "s = S(x, x * 0)\nwhile s.p.sum() > 1:\n    s = s._replace(p=s.p * 0.5)\nreturn s",
    "carried_over_an_array": "s = S(0, 1)\nfor v in x:\n    s = S(s.p + v, s.v * 2)\nreturn s",
    "given_to_a_function": "s = S(x, x * 0)\nfor i in range(5):\n    s = turned(s, 0.1)\nreturn s",
    "chosen": "s = S(x, x * 2)\nif x.sum() > 0:\n    s = S(s.v, s.p)\nreturn s",
    "chosen_by_an_expression": "s = S(x, x * 2) if x.sum() > 0 else S(x * 3, x)\nreturn s.p * s.v",
    "left_early": "s = S(0.0, 0.0)\nfor v in x:\n    s = S(s.p + v, s.v + 1)\n    if s.p > 2.5:\n        break\nreturn s",
    "unpacked": "s = S(x, x * 2)\np, v = s\nreturn p - v, s[0], s[-1], len(s)",
    "by_names_and_defaults": "a = S(v=x, p=x * 2)\nb = N(x)\nreturn a.p - a.v, b.p * b.k",
    "in_each_other": "s = S(S(x, x * 2), x * 3)\nt = s.p\nreturn t.v - s.v",
    "in_a_list": "r = x * 0\nfor s in [S(x, x * 2), S(x * 3, x)]:\n    r = r + s.p - s.v\nreturn r",
    "made_by_a_nested_function": "def g(s):\n    return s._replace(v=s.v + 1)\nreturn g(S(x, x * 2))",
    "replaced_at_once": "s = S(x, x * 2)\ns = s._replace(p=s.v, v=s.p)\nreturn s",
    "of_the_file": "return np.sin(x) * C.p + C.v",
    "an_element_of_a_field": "y = np.sin(x)\ns = S(y, x)\ns.p[0] = 5.0\nreturn s.p, y",
    "an_array_that_a_field_shows": "y = np.sin(x)\ns = S(y, x)\ny[0] = 5.0\nreturn s.p, y",
    "named_by_a_field": "s = S(x, x * 2)\na = s.p\na = a + 1\nreturn s.p, a",
}  # fmt: skip

REFUSED = {
    "unknown_fields": ("a = [x, x]\ns = S(*a)\nreturn s.p", "HYB406"),
}


def source(body):
    return HEAD + "".join(f"    {line}\n" for line in body.split("\n"))


def kinds(value):
    """The classes of tuples, from outside to inside."""
    is_tuple = isinstance(value, tuple)
    return (type(value).__name__, *map(kinds, value)) if is_tuple else ()


@pytest.mark.parametrize("name", PROGRAMS)
def test_values_agree(name):
    assert_agree(source(PROGRAMS[name]), "f", [(V,), (-V,)])


@pytest.mark.parametrize("name", PROGRAMS)
def test_what_comes_out_is_of_the_same_class(name):
    text = source(PROGRAMS[name])
    original, converted = load(text).f, load(hybridc.convert(text).code).f
    assert kinds(converted(V)) == kinds(original(V))


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_written_is_refused(name):
    body, code = REFUSED[name]
    assert code in {d.code for d in hybridc.convert(source(body)).refusals}


OTHERS = {
    "text": 'Q = namedtuple("Q", ["name", "w"])\n\n\ndef g(q, x):\n    return np.sin(x) * q.w\n\n\nq = Q("a", 2.0)\n',
    "an_object": "class P:\n    def __init__(self, p):\n        self.p = p\n\n\ndef g(s, x):\n    return np.sin(x) * s.p\n",
    "a_size": "class Q(NamedTuple):\n    n: int\n\n\ndef g(q, x):\n    return np.zeros(q.n) + x\n",
}


@pytest.mark.parametrize("name", OTHERS)
def test_what_may_be_no_arrays_stays_python(name):
    text = HEAD[: HEAD.index("def f(x)")] + OTHERS[name]
    outcomes = {each.name: each.outcome for each in hybridc.convert(text).functions}
    assert outcomes["g"] is hybridc.Outcome.HOST


def test_host_code_writes_into_what_is_returned_as_it_was_given():
    text = HEAD[: HEAD.index("def f(x)")] + (
        "def given(s):\n    np.sin(s.p)\n    return s\n\n\n"
        "def main(x):  # hybridc: host\n    s = S(x, x * 2)\n    t = given(s)\n    t.p[0] = 7.0\n    return s, t, x\n"
    )
    expected, actual = load(text).main(V.copy()), load(hybridc.convert(text).code, "generated").main(V.copy())
    for ours, theirs in zip(actual, expected, strict=True):
        np.testing.assert_array_equal(np.asarray(ours), np.asarray(theirs))
