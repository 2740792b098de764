"""Names that are None before a loop: the first turn is another one, and taken by itself."""

import numpy as np
import pytest

import hybridc
from differential import assert_agree, graph_function

V = np.array([3.0, -1.0, 4.0, 0.5])
M = np.arange(12.0).reshape(3, 4)
VECTORS = [(V,), (-V,), (V[:1],), (V[:2],)]

PROGRAMS = {
    "the_least": ("best = None\nfor v in x:\n    if best is None or v < best:\n        best = v\nreturn best", VECTORS),
    "the_least_and_where": (
        "best, at = None, None\nfor i, v in enumerate(x):\n    if best is None or v < best:\n        best, at = v, i\n"
        "return best, at",
        VECTORS,
    ),
    "a_first_value_of_its_own": (
        "s = None\nfor v in x:\n    if s is None:\n        s = v * 2\n    elif v > 0:\n        s = s + v\nreturn s",
        VECTORS,
    ),
    "continue_at_the_first": (
        "last = None\nn = 0\nfor v in x:\n    if last is None:\n        last = v\n        continue\n"
        "    if v > last:\n        n = n + 1\n    last = v\nreturn n, last",
        VECTORS,
    ),
    "not_none_and_more": (
        "last = None\nn = 0\nfor v in x:\n    if last is not None and v > last and v > 0:\n        n = n + 1\n    last = v\n"
        "return n",
        VECTORS,
    ),
    "an_exit_by_what_was_before": (
        "last = None\nfor v in x:\n    if last is not None and v < last:\n        return np.sum(x)\n    last = v\n"
        "return np.sum(x) + 1",
        VECTORS,
    ),
    "a_test_of_what_was_before": (
        "i = 0\nprev = None\nwhile i < len(x) and (prev is None or x[i] >= prev):\n    prev = x[i]\n    i += 1\n"
        "return i + np.sum(x)",
        VECTORS,
    ),
    "none_in_an_expression": (
        "s = None\nfor i in range(len(x)):\n    s = x[i] if s is None else np.maximum(s, x[i])\nreturn s",
        VECTORS,
    ),
    "rows": (
        "s = None\nfor row in x:\n    h = np.tanh(row)\n    s = h if s is None else s * 0.5 + h\nreturn s",
        [(M,), (M[:1],)],
    ),
    "two_loops": (
        "s = None\nfor row in x:\n    for v in row:\n        if s is None or v > s:\n            s = v\nreturn s",
        [(M,), (-M,), (M[:1],), (M[:, :1],)],
    ),
    "the_reset_of_every_turn": (
        "t = 0.0\nfor row in x:\n    s = None\n    for v in row:\n        s = v if s is None else s * v\n    t = t + s\n"
        "return t",
        [(M,), (-M,), (M[:1],), (M[:, :1],)],
    ),
    "another_name_of_other_type": (
        "s = None\nk = 0\nfor v in x:\n    k = k + v\n    if v > 1:\n        k = k * 2\n    s = k if s is None else s + k\n"
        "return s",
        VECTORS,
    ),
}  # fmt: skip

REFUSED = {
    "never_a_number": "s = None\nt = 0.0\nfor i in range(n):\n    if not s:\n        t = t + x[i]\n    else:\n        t = x[s % 4]\n        s = None\nreturn t",
    "none_where_nothing_is_found": "s = None\nfor v in x:\n    if v > 1:\n        s = v\nreturn s",
    "unknown_number_of_turns": "s = None\nfor i in range(n):\n    s = x[i] if s is None else s + x[i]\nreturn s",
    "while": "s = None\nwhile np.sum(x) > 1:\n    s = x if s is None else s + x\n    x = x / 2\nreturn s",
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_values_agree(name):
    body, cases = PROGRAMS[name]
    assert_agree(graph_function("x", body), "f", cases)


def test_no_turn_leaves_none():
    code = hybridc.convert(graph_function("x", PROGRAMS["none_in_an_expression"][0])).code
    namespace = {}
    exec(code, namespace)
    assert namespace["f"](np.zeros(0)) is None


@pytest.mark.parametrize("name", REFUSED)
def test_refused(name):
    result = hybridc.convert(graph_function("x, n", REFUSED[name]))
    assert "HYB216" in {d.code for d in result.refusals}
