"""Names that are None at times: what shows that, and what nothing says of whether it is None."""

import numpy as np
import pytest

import hybridc
from differential import assert_agree, function_file

V = np.array([3.0, -1.0, 4.0, 0.5])
VECTORS = [(V,), (-V,), (V[:1],), (np.array([1.0, -1.0, -1.0, 2.0]),)]

PROGRAMS = {
    "a_value_of_an_earlier_turn": (
        """
def f(x):
    s = None
    t = 0.0
    for v in x:
        if v > 0:
            s = v
        if s is None:
            t = t + 1
    return t
""",
        VECTORS,
    ),
    "a_value_of_an_earlier_turn_of_while": (
        """
def f(x):
    s = None
    t = 0.0
    i = 0
    while i < 4:
        if x[i % len(x)] > 0:
            s = x
        if s is None:
            t = t + 1
        i += 1
    return t
""",
        VECTORS,
    ),
    "a_loop_under_with": (
        """
def f(x):
    a = None
    with np.errstate(all="ignore"):
        for v in x:
            if v > 0:
                a = v
    return 0.0 if a is None else a
""",
        VECTORS,
    ),
    "an_argument_that_is_none": (
        """
def f(x, y):
    s = None
    if x[0] > 0:
        s = y
    t = -1.0 if s is None else 3.0
    return t
""",
        [(V, 2.0), (V, None), (-V, None)],
    ),
    "an_element_of_an_argument_that_is_none": (
        """
def f(x, p):
    s = None
    if x[0] > 0:
        s = p[0]
    t = -1.0 if s is None else 3.0
    return t
""",
        [(V, (2.0,)), (V, (None,)), (-V, (None,))],
    ),
    "a_function_that_ends_without_a_result": (
        """
def g(v):
    if v is None:
        return 1.0


def f(x):
    s = None
    if x[0] > 0:
        s = g(x)
    t = -1.0 if s is None else 3.0
    return t
""",
        VECTORS,
    ),
    "a_method_that_may_give_none": (
        """
def f(x):
    d = {"a": 1}
    s = None
    if x[0] > 0:
        s = d.get("b")
    t = -1.0 if s is None else 3.0
    return t
""",
        VECTORS,
    ),
}

REFUSED = {
    "none_in_a_list_that_is_run_over": """
def f(x):
    s = None
    t = 0.0
    for v in x:
        for a in [None, 2.0]:
            if v > 0:
                s = a
            if s is None:
                t = t + 1
    return t
""",
    "an_array_compared_with_none": """
def f(x):
    s = None
    if x[0] > 0:
        s = x * 2
    return s == None
""",
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_values_agree(name):
    source, cases = PROGRAMS[name]
    assert_agree(function_file(source), "f", cases)


@pytest.mark.parametrize("name", REFUSED)
def test_is_refused(name):
    assert hybridc.convert(function_file(REFUSED[name]), filename="program.py").refusals
