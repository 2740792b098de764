"""Programs that would mean something else when compiled: refused, with the code that says why."""

import numpy as np
import pytest

import hybridc
from differential import assert_same, converted, graph_function, load

# Bodies of functions of `x`, and the code of the refusal.
REFUSED = {
    "a_list_that_a_nested_function_fills": (
        "log = []\ndef note(v):\n    log.append(v)\n    return v > 0\nreturn note(x[0]) and note(x[1]), len(log)",
        "HYB305",
    ),
    "a_list_that_a_lambda_fills": (
        "log = []\nnote = lambda v: log.append(v)\nif x[0] > 0:\n    note(x[0])\nreturn len(log)",
        "HYB305",
    ),
    "a_list_that_one_side_of_a_conditional_expression_changes": (
        "a = [1.0, 2.0]\nv = a.pop() if x[0] > 0 else 0.0\nreturn v, len(a)",
        "HYB214",
    ),
    "a_list_that_the_right_of_and_changes": (
        "a = [1.0, 2.0]\nif x[0] > 0 and a.pop() > 1:\n    return 5.0\nreturn sum(a)",
        "HYB214",
    ),
    "a_list_that_both_branches_fill": (
        "out = []\nif x[0] > 0:\n    for v in x:\n        out.append(v)\nelse:\n    for v in x:\n        out.append(-v)\nreturn out",
        "HYB214",
    ),
    "an_iterator_that_a_break_leaves": (
        "z = zip(x, x[1:])\ns = 0.0\nfor a, b in z:\n    if a < 0:\n        break\n    s += a\nfor a, b in z:\n    s += b\nreturn s",
        "HYB222",
    ),
    "an_iterator_that_a_branch_consumes": (
        "z = (v * 2 for v in x)\ns = 0.0\nif x[0] > 0:\n    s = sum(z)\nreturn s + sum(z)",
        "HYB222",
    ),
    "lists_of_lists_that_are_joined": (
        "rows = []\nfor r in x:\n    row = []\n    for v in r:\n        row.append(v)\n    rows.append(row)\nreturn sum(rows[0] + rows[1])",
        "HYB222",
    ),
    "an_order_of_tuples": ("return 1 if (x[0], x[1]) < (x[2], x[3]) else 2", "HYB222"),
    "sorting_traced_values": ("a = [x[0], x[1]]\na.sort()\nreturn a", "HYB222"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_would_differ_is_refused(name):
    body, code = REFUSED[name]
    result = hybridc.convert(graph_function("x", body))
    assert code in {d.code for d in result.refusals}


@pytest.mark.parametrize(
    "body",
    [
        "m = np.ones((3, 4))\nrows = []\nfor r in m:\n    rows.append(r)\nm[0, 0] = x[0]\nreturn np.array(rows)",
        "m = x * 1.0\ndef rows(a):\n    return [r for r in a]\nhs = rows(m)\nh = hs[0]\nif h.ndim:\n    h[0] = 1.0\nreturn m",
        "hs = [np.zeros(4)] * 2\nhs[0] += x\nreturn hs",
        "h = np.sin(x)\nhs = [h for _ in range(2)]\nhs[0] += x\nreturn hs",
        "hs = [np.zeros(4) for _ in range(2)]\nfor h in hs:\n    h += x\nreturn hs",
        "hs = [np.zeros(4) for _ in range(2)]\nfor h in hs:\n    h[0] = x[0]\nreturn hs",
    ],
)
def test_arrays_in_two_places(body):
    source = graph_function("x", body)
    original, generated = load(source), load(converted(source))
    for x in (np.arange(4.0), np.arange(16.0).reshape(4, 4)):
        if "rows(a)" in body or x.ndim == 1:
            assert_same(original.f(x.copy()), generated.f(x.copy()))
