"""What an in-place operator changes, and may be a number, is asked while it is traced: both agree."""

import numpy as np
import pytest

import hybridc
from differential import assert_agree, graph_function, load

V = np.array([3.0, -1.0, 4.0, 0.5])
M = np.arange(8.0).reshape(4, 2)

# Programs, their parameters, numbers, and an array: they agree for both, and raise where a hint says that numbers are
# meant.
ASKED = {
    "a_parameter_that_is_not_returned": ("t *= 2\nreturn np.sin(t)", "t", [(0.5,)], (V,)),
    "a_place_or_several": ("y = np.zeros(4)\ny[i % 4] -= t\nreturn y", "i, t", [(6, 1.5)], (np.array([1, 5]), 1.5)),
    "a_loop_over_elements_or_rows": (
        "s = 0.0\nfor v in x:\n    v *= 2\n    s = s + v\nreturn s, x", "x", [(V,)], (M,),
    ),
    "what_a_nested_function_returns": ("def held():\n    return t\n\ny = held()\ny += 1\nreturn t, y", "t", [(0.5,)], (V,)),
    "an_array_or_an_element": (
        "p = v\nif u[0] > t:\n    p = u[0]\np *= 0.5\nreturn p", "u, v, t", [(V, 2.0, 5.0), (V, 2.0, 1.0)], (V, V, 5.0),
    ),
    "what_a_lambda_returns": ("same = lambda v: v\ny = same(t)\ny += 1\nreturn t, y", "t", [(0.5,)], (V,)),
    "two_names": ("k = n\nk -= n // 2\nreturn k, n", "n", [(7,), (-2,)], (np.arange(3),)),
    "an_element_of_a_list": ("p = [t, 1.0]\np[0] += 2\nreturn p[0], t", "t", [(0.5,)], (V,)),
}  # fmt: skip

# What may be an element or a row is what it is while the program is traced: these agree for vectors and matrices.
ELEMENTS_OR_ROWS = {
    "an_element_or_a_row": "s = x[0]\ns += 1\nreturn s, np.sum(x)",
    "an_array_written_while_its_element_is_held": "y = x * 1.0\nv = y[1]\ny[1] = 9.0\nreturn v, y",
    "a_swap": "y = np.sin(x)\nt = y[0]\ny[0] = y[1]\ny[1] = t\nreturn y",
    "an_array_first": "x = x * 1.0\ne = x\ne = x[1]\ne += 2\nreturn x, e",
    "a_view_first": "x = x * 1.0\ne = x[1:]\ne = e[0]\ne += 2\nreturn x, e",
    "indexed_before": "x = x * 1.0\ne = x\ns = e[1]\ne = x[1]\ne += 2\nreturn x, e, s",
    "measured_before": "x = x * 1.0\ne = np.zeros(3)\ns = len(e)\ne = x[1]\ne += 2\nreturn x, e, s",
    "an_array_afterwards": "x = x * 1.0\ne = x[0]\nx[1] = e\ne += 2\nt = e\ne = x\nreturn x, t, e[0]",
    "indexed_in_a_branch_before": "x = x * 1.0\ne = x[2:]\nif np.sum(x) > 0:\n    e[0] = 3.0\ne = x[0]\ne += 2\nreturn x, e",
}

# The same where NumPy changes nothing of numbers and a row of rows: these agree for both.
NAMES_BOUND_AGAIN = (
    "x = x * 1.0\ne = x[1]\ne += 2\ne = x\ne[0] = 3\nreturn x, e",
    "x = x * 1.0\ne = 0\nfor e in x:\n    e += 2\ne = x\nreturn x, e[0]",
    "x = x * 1.0\nfor i in range(3):\n    e = x[i]\n    e += 2\ne = x\nreturn x, e[0]",
)

LIVE = {
    "enumerate": ("y = np.sin(x)\nfor i, v in enumerate(y):\n    y[(i + 1) % len(y)] += v * 0.5\nreturn y", [(V,), (V[:1],)]),
    "a_view_and_the_target_afterwards": ("y = x * 2.0\nfor v in y[::-1]:\n    y[0] = v + y[0] * 2\nreturn y, v", [(V,), (V[:1],)]),
    "zip": ("y = x * 2.0\nfor a, b in zip(y[1:], y):\n    y[2] = a - b\nreturn y", [(V,)]),
    "zip_with_what_stays": ("y = x * 2.0\ns = 0.0\nfor v, u in zip(y, x):\n    y[2] = v * u\n    s = s + v\nreturn s, y", [(V,)]),
    "with_an_exit": ("y = x * 2.0\nfor v in y:\n    y[2] = v - 1\n    if v > 5:\n        break\nreturn y", [(V,), (-V,)]),
    "continue_": ("y = x * 2.0\nfor v in y:\n    if v > 0:\n        continue\n    y[2] = v\nreturn y", [(V,), (-V,)]),
    "loop_else": ("y = x * 2.0\nfor v in y:\n    y[3] -= v\nelse:\n    y[0] = 0.0\nreturn y", [(V,)]),
    "nested": (
        "y = x * 2.0\nfor v in y:\n    for w in y:\n        y[0] = y[0] + v * w * 0.125\nreturn y", [(V,), (V[:1],)],
    ),
    "rows": ("y = x.copy()\nfor i, row in enumerate(y):\n    y[(i + 1) % 4] += row * 0.5\nreturn y", [(M,)]),
}  # fmt: skip

# Where elements of an array that a test asks for go into arrays; these stay arrays, which operators change in place.
ELEMENTS_GO = (
    "w *= 0.5\ny = w\nif w[-1] > u[-1]:\n    v = w[1:]\n    v[0] = u[-1]\nw = np.abs(u)\nreturn y, w",
    "w += 1\ny = w\nv = w[:2]\nif u[0] > 0:\n    v[0] = u[0]\nw = np.sin(u)\nreturn y, w",
    "v = w[1:]\nw *= 2\ny = w\nwhile u[0] > 9:\n    v[:] = u[0]\nw = w + u[0]\nreturn y, w",
    "y = w\nw -= 0.5\nfor i in range(2):\n    if u[i] > 0:\n        v = y[i:]\n        v[0] = u[i]\nw = u * 2\nreturn y, w",
)


@pytest.mark.parametrize("body", ELEMENTS_GO)
def test_arrays_that_elements_go_into_are_no_numbers(body):
    assert_agree(graph_function("u, w", body), "f", [(V, V[::-1].copy()), (-V, V.copy())])


@pytest.mark.parametrize("name", ASKED)
def test_numbers_and_arrays_agree(name):
    body, parameters, cases, arrays = ASKED[name]
    text = graph_function(parameters, body)
    assert_agree(text, "f", [*cases, arrays])
    assert "HYB311" not in {d.code for d in hybridc.convert(text).diagnostics}


@pytest.mark.parametrize("name", [n for n, program in ASKED.items() if "x" not in program[1]])
def test_a_hint_says_that_it_is_meant_and_the_check_stays(name):
    body, parameters, cases, arrays = ASKED[name]
    hinted = ", ".join(f"{p}: float" if p == "t" else f"{p}: int" for p in parameters.split(", "))
    result = hybridc.convert(graph_function(hinted, body))
    assert "HYB311" not in {d.code for d in result.diagnostics}
    assert_agree(graph_function(hinted, body), "f", cases)
    if name != "a_place_or_several":  # where each place gets one number, whatever the index is
        with pytest.raises(TypeError, match="was converted as a number"):
            load(result.code, "generated").f(*arrays)


@pytest.mark.parametrize("name", LIVE)
def test_loops_see_what_they_write(name):
    body, cases = LIVE[name]
    assert_agree(graph_function("x", body), "f", cases)


@pytest.mark.parametrize("body", NAMES_BOUND_AGAIN)
def test_that_a_name_is_indexed_says_nothing_of_what_it_was_bound_to_before(body):
    assert_agree(graph_function("x", body), "f", [(V,), (M,)])


ELEMENTS_KEPT = (
    "x = x.copy()\nx[0], x[1] = x[1], x[0]\nreturn np.sin(x)",
    "x = x.copy()\nx[0], x[1], x[2] = x[1], x[2], x[0]\nreturn np.sin(x)",
    "y = x + 1\na = y[1]\ny[1] = y[0]\ny[0] = a\nreturn np.sin(y)",
    "z = np.sort(x)\nt = z[0]\nz[0] = 5\nreturn t + z",
)


@pytest.mark.parametrize("body", [*ELEMENTS_KEPT, *ELEMENTS_OR_ROWS.values()])
def test_elements_are_numbers_or_rows(body):
    """Of a matrix they are rows, which show what is written: `x[0], x[1] = x[1], x[0]` leaves two equal ones."""
    text = graph_function("x", body)
    assert_agree(text, "f", [(V,), (M,), (np.arange(16.0).reshape(4, 2, 2),)])
    assert "HYB311" not in {d.code for d in hybridc.convert(text).diagnostics}


def test_one_name_has_an_array_and_its_element_in_turn():
    body = "x = x * 1.0\nxs = [x, x[-1]]\nfor e in xs:\n    e += 2\nreturn x, xs[0]"
    assert_agree(graph_function("x", body), "f", [(V,), (M,)])


DROPPED_CALLS = (
    "if np.any(y > 0):\n    held = add(x)",
    "if np.any(y > 0):\n    add(x)",
    "for i in range(2):\n    if y[i] > 0:\n        add(x)",
)


@pytest.mark.parametrize("calls", DROPPED_CALLS)
def test_a_branch_of_which_nothing_is_read_still_looks_at_what_it_would_change(calls):
    text = (
        "import numpy as np\n\n\ndef add(x):\n    x += 1.0\n    return 3.0\n\n\n"
        + graph_function("x, y", calls + "\nreturn np.sum(y)").partition("\n\n\n")[2]
    )
    assert_agree(text, "f", [(2.0, V), (2.0, -V), (V.copy(), V), (V.copy(), -V)])


def test_a_branch_gives_to_a_function_what_that_changes_if_it_is_an_array():
    text = (
        "import numpy as np\n\n\ndef add(x):\n    x += 1.0\n    return 3.0\n\n\n"
        "def f(y):\n    y = np.abs(y)\n    if np.any(y > 0):\n        add(y)\n    return np.sum(y)\n"
    )
    assert_agree(text, "f", [(2.0,), (0.0,), (V,), (V * 0,), (M,)])


GIVEN_BACK = """import numpy as np


def replaced(ab, i, c):
    old = ab[i]
    ab[i] = c
    return old


def f(x):  # hybridc: graph
    y = x * 2.0
    old = replaced(y, 1, 0.5)
    return y, old
"""


def test_what_is_returned_of_a_changed_argument_is_a_number_or_a_view():
    assert_agree(GIVEN_BACK, "f", [(V,), (M,)])
