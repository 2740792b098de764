"""`try ... finally` that catches nothing: what is done at last is done on every way out, behind what is returned."""

import numpy as np
import pytest

import hybridc
from differential import assert_agree, graph_function

V = np.array([3.0, -1.0, 4.0, 0.5])
CASES = [(V, 0), (V, 3), (V, 5), (V, 100), (-V, 1)]

# The body of `f(x, k)`.
PROGRAMS = {
    "a_return": "s = np.sum(x)\ntry:\n    if s > k:\n        return s + x[0]\n    s = s * 3\nfinally:\n    s = s * 2\nreturn s",
    "every_way_returns": "s = np.sum(x)\ntry:\n    if s > k:\n        return s\n    else:\n        return -s\nfinally:\n    x[0] = 7",
    "what_is_returned_is_a_number_of_before": "s = np.sum(x)\ntry:\n    if s > k:\n        return s\nfinally:\n    s += 1\nreturn s",
    "what_is_returned_is_written_at_last": "y = x * 2\ntry:\n    if y[0] > k:\n        return y\n    y[1] = 3\nfinally:\n    y += 1\nreturn y * 2",
    "an_element_of_what_is_written": "y = x * 2\ntry:\n    if k > 2:\n        return y[0], np.sum(y)\nfinally:\n    y[0] = 1\nreturn y[0], y[1]",
    "a_view_of_what_is_written": "y = x * 2\ntry:\n    if np.sum(x) > k:\n        return y[1:]\nfinally:\n    y[1] = 1\nreturn y[:-1]",
    "a_break": "s = 0.0\nfor i in range(4):\n    try:\n        if x[i] > k:\n            break\n        s += x[i]\n    finally:\n        s += 10\nreturn s",
    "a_continue": "s = 0.0\nfor i in range(4):\n    try:\n        if x[i] < k:\n            continue\n        s += x[i]\n    finally:\n        s = s * 2\n    s += 1\nreturn s",
    "a_return_in_a_loop": "s = 0.0\ntry:\n    for i in range(4):\n        if x[i] > k:\n            return i, s\n        s += x[i]\nfinally:\n    s += 10\nreturn -1, s",
    "a_break_of_its_own": "s = 0.0\ntry:\n    for i in range(4):\n        if x[i] > k:\n            break\n        s += x[i]\nfinally:\n    s += 10\nreturn s",
    "a_return_of_a_function_in_it": "try:\n    def g(v):\n        if v > k:\n            return v\n        return k\n    s = g(x[0])\nfinally:\n    x[0] = 1\nreturn s + g(x[1])",
    "one_in_the_other": "y = x * 1\ntry:\n    try:\n        if y[0] > k:\n            return y\n        y[0] = k\n    finally:\n        y[1] = y[0] * 2\nfinally:\n    y += 1\nreturn y * 2",
    "one_at_last": "y = x * 1\ntry:\n    if y[0] > k:\n        return y\nfinally:\n    try:\n        y[1] = y[0] * 2\n    finally:\n        y += 1\nreturn y * 2",
    "in_a_loop_with_all": "y = x * 1\nfor i in range(4):\n    try:\n        if y[i] > k:\n            return y, i\n        if y[i] < 0:\n            continue\n        y[i] += 1\n    finally:\n        y *= 2\nreturn y, -1",
    "arguments_are_written": "try:\n    if np.sum(x) > k:\n        return x[0]\n    x[1] = 5\nfinally:\n    x[0] += 1\nreturn x[1]",
    "nothing_is_returned": "try:\n    if np.sum(x) > k:\n        return\n    x[1] = 5\nfinally:\n    x[0] += 1\nx[2] = 9",
}  # fmt: skip


@pytest.mark.parametrize("name", PROGRAMS)
def test_what_is_done_at_last_is_done_on_every_way(name):
    assert_agree(graph_function("x, k", PROGRAMS[name]), "f", CASES)


# What decides on the way out otherwise, and what catches.
REFUSED = {
    "it_returns_at_last": "try:\n    s = np.sum(x)\n    if s > k:\n        return s\nfinally:\n    return k",
    "it_breaks_at_last": "s = 0.0\nfor v in x:\n    try:\n        s += v\n        if s > k:\n            return s\n    finally:\n        break\nreturn s",
    "it_catches": "try:\n    return np.sum(x) / k\nexcept ZeroDivisionError:\n    return k\nfinally:\n    x[0] = 1",
    "one_in_it_catches": "try:\n    try:\n        return np.sum(x) / k\n    except ZeroDivisionError:\n        return k\nfinally:\n    x[0] = 1",
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_what_decides_at_last_is_refused(name):
    result = hybridc.convert(graph_function("x, k", REFUSED[name]), filename="program.py")
    assert result.code is None
    assert "HYB218" in {d.code for d in result.refusals}
