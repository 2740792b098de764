"""Tests of arrays of one element, whose truth Python knows: what they choose has the shape that the original gives it."""

import numpy as np
import pytest

import hybridc
from differential import assert_agree, converted, graph_function, load

V = np.arange(3.0)
ONE = np.array([1.0])

# What is chosen by what may be an array of one element, and is asked for its truth.
ASKED = {
    "along an axis": ("x", "s = np.sum(x)\nreturn s if x.mean(axis=0) > 0 else 0.0", [(V,), (V[:, None],), (-V[:, None],)]),
    "an element in a name": ("x", "v = x[0]\ns = np.sum(x)\nreturn s if v > 0 else 0.0", [(V,), (V[1:],), (V[1:, None],)]),
    "an `if`": ("x", "s = np.sum(x)\nif np.abs(x[:1]) > 1:\n    s = 2.0\nreturn s", [(V,), (V[2:],), (V[2:, None],)]),
    "a name alone": ("x, n", "s = np.sum(x)\nreturn s if n else 0.0", [(V, 1), (V, ONE), (V, 0 * ONE), (V, ONE[:, None])]),
    "denied": ("x", "v = x[0]\ns = np.sum(x)\nreturn s if not v > 0 else 0.0", [(V,), (V[1:],), (V[1:, None],)]),
    "several": (
        "x", "v = x[0]\ns = np.sum(x)\nreturn s if v > 0 and s > v else 0.0", [(V,), (V[1:],), (V[1:, None],)],
    ),
}  # fmt: skip

# The same in compiled loops, whose turns all have one type.
TURNS = [(np.array(0.3), 5), (np.array([0.3]), 5), (np.array([[0.7]]), 5), (np.array([0.0]), 5)]
IN_LOOPS = {
    "counted": ("x", "n = 0\nfor v in x:\n    if v < 0:\n        n += 1\nreturn n", [(V - 1,), ((V - 1)[:, None],)]),
    "left early": ("t, n", "s = 0.0\nfor i in range(n):\n    e = np.sin(t * i)\n    if e > 0.5:\n        break\n    s = s + 1\nreturn s", TURNS),
    "the index": ("t, n", "for i in range(n):\n    e = np.sin(t * i)\n    if e > 0.5:\n        break\nreturn i", TURNS),
    "passed over": ("t, n", "s = 0.0\nfor i in range(n):\n    if np.sin(t * i) > 0.5:\n        continue\n    s = s + 1\nreturn s", TURNS),
    "a name": ("t, n", "s = 0.0\nfor i in range(n):\n    ok = np.sin(t * i) > 0.5\n    if ok:\n        s += i\nreturn s", TURNS),
}  # fmt: skip

# The same of what a test, a hint or a default shows to be a number: an array raises.
TAKEN_FOR_NUMBERS = {
    "a parameter": ("x, n", "s = np.sum(x)\nreturn s if n > 0 else 0.0", [(V, 1.0), (V, -1.0)], (V, ONE)),
    "what is computed of one": ("x, n", "s = np.sum(x)\nt = n - 1\nreturn s if t > 0 else 0.0", [(V, 1.0), (V, 2)], (V, ONE)),
    "what is one of the values": ("x, n", "s = np.sum(x)\nreturn n if n > s else s", [(V, 1), (V, 9)], (V, -ONE)),
    "by a hint": ("x, n: float", "s = np.sum(x)\nreturn s if n else 0.0", [(V, 1.0), (V, 0.0)], (V, ONE[:, None])),
    "by a default": ("x, n=1.0", "s = np.sum(x)\nreturn s if n > s else 0.0", [(V,), (V, 4.0)], (V, ONE)),
    "an element": ("x, m", "s = np.sum(x)\nreturn s if m[0] > 0 else 0.0", [(V, V), (V, V + 1)], (V, ONE[:, None])),
    "in a nested function": (
        "x, n", "def g(v):\n    return 1.0 if v > 0 else 0.0\n\nreturn np.sum(x) * g(n)", [(V, 1.0), (V, -1.0)], (V, ONE),
    ),
    "denied": ("x, n", "s = np.sum(x)\nreturn 0.0 if not n > 0 else s", [(V, 1.0), (V, -1.0)], (V, ONE)),
    "what `or` gives": ("x, n: float", "return np.sum(x) * (n or 2.0)", [(V, 0.0), (V, 3.0)], (V, 0 * ONE)),
    "an element that `and` gives": ("x, m", "v = m[0]\nreturn np.sum(x) * (v and 2.0)", [(V, V), (V, V + 1)], (V, ONE[:, None])),
    "an element, denied": ("x, m", "s = np.sum(x)\nreturn 0.0 if not m[0] > 0 else s", [(V, V), (V, V + 1)], (V, ONE[:, None])),
}  # fmt: skip


@pytest.mark.parametrize(("parameters", "body", "cases"), ASKED.values(), ids=ASKED)
def test_what_may_be_an_array_is_asked(parameters, body, cases):
    assert_agree(graph_function(parameters, body), "f", cases)


@pytest.mark.parametrize(("parameters", "body", "cases", "array"), TAKEN_FOR_NUMBERS.values(), ids=TAKEN_FOR_NUMBERS)
def test_what_is_shown_to_be_a_number_is_one(parameters, body, cases, array):
    source = graph_function(parameters, body)
    assert_agree(source, "f", cases)
    load(source).f(*array)  # which Python does
    with pytest.raises(TypeError, match=r"was converted as a number: .* or ask for its truth"):
        load(converted(source), "generated").f(*array)
    assert "HYB311" not in {d.code for d in hybridc.check(source).diagnostics}


@pytest.mark.parametrize(("parameters", "body", "cases"), IN_LOOPS.values(), ids=IN_LOOPS)
def test_loops_ask_as_well(parameters, body, cases):
    assert_agree(graph_function(parameters, body), "f", cases)
