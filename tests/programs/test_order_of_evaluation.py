"""What is read before an expression changes it, and bound after it."""

import numpy as np
import pytest

import hybridc
from differential import assert_agree, graph_function

V = np.array([3.0, -1.0, 4.0, 0.5])
VECTORS = [(V,), (-V,)]

PROGRAMS = {
    "the_result_for_what_the_call_changes": (
        "t = x[0]\ndef inc(z):\n    nonlocal t\n    t += z\n    return t * 10\nt = inc(1.0)\nreturn t"
    ),
    "one_of_two_that_the_call_changes": (
        "t = x[0]\nu = 0.0\ndef inc(z):\n    nonlocal t, u\n    t += z\n    u += 1\n    return t * 10\n"
        "u = inc(1.0)\nreturn t, u"
    ),
    "an_index_that_the_call_changes": (
        "t = x[0]\ny = np.zeros(3)\ni = 0\ndef inc(z):\n    nonlocal t, i\n    t += z\n    i += 1\n    return t * 10\n"
        "y[i] = inc(1.0)\nreturn t, y"
    ),
    "a_name_of_one_underscore": (
        "t = 0.0\n_ = 7.0\ndef g(v):\n    nonlocal t\n    t += v\n    return t\ng(x[0])\nreturn t + _"
    ),
    "a_return_of_nothing": (
        "t = x[0]\ndef inc(z):\n    nonlocal t\n    t += z\n    if z > 3:\n        return\n    t += 10\n"
        "inc(1.0)\ninc(x[0])\nreturn t"
    ),
    "a_condition_before_what_it_chooses": "a = 1.0\nt = a if (a := x[0]) > 0 else a * 2\nreturn t",
    "a_name_bound_for_its_second_use": "t = (a := x[0]) * 2 + a\nreturn t, a",
}  # fmt: skip

REFUSED = {
    "a_name_read_before_it_is_bound": "a = 1.0\nt = a + (a := x[0])\nreturn t, a",
    "a_name_bound_twice": "t = (a := x[0]) + (a := a * 2) + a\nreturn t",
    "a_target_read_before_it_is_bound": "a = 1.0\na += (a := x[0])\nreturn a",
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_values_agree(name):
    assert_agree(graph_function("x", PROGRAMS[name]), "f", VECTORS)


@pytest.mark.parametrize("name", REFUSED)
def test_is_refused(name):
    assert hybridc.convert(graph_function("x", REFUSED[name]), filename="program.py").refusals
