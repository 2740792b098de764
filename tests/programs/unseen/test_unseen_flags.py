"""Programs as people write them: exits on what is known while tracing."""

import numpy as np
import pytest

from differential import assert_agree, function_file

V = np.array([3.0, -1.0, 4.0, 0.5])
N = -V

PROGRAMS = {
    "static_break_simple": (
        """
def f(x):
    n = 0
    for k in range(3):
        if x[0] > 0:
            if k == 1:
                break
        n += 1
    return n
""",
        [V, N],
    ),
    "static_break_tuple": (
        """
def f(x):
    n = 0
    for k in (0, 1, 2):
        if x[0] > 0:
            if k == 1:
                break
        n += 1
    return n
""",
        [V, N],
    ),
    "static_break_list": (
        """
def f(x):
    n = []
    for k in range(3):
        if x[0] > 0:
            if k == 1:
                break
    return k
""",
        [V, N],
    ),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_values_agree(name):
    source, cases = PROGRAMS[name]
    assert_agree(function_file(source), "f", [case if isinstance(case, tuple) else (case,) for case in cases])
