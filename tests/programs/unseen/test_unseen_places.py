"""Programs as people write them: arrays in several places."""

import numpy as np
import pytest

from differential import assert_agree, function_file

V = np.array([3.0, -1.0, 4.0, 0.5])

PROGRAMS = {
    "write_then_aug": (
        """
def f(x):
    hs = [np.zeros(4), np.ones(4)]
    for k in range(2):
        hs[k] = np.tanh(hs[k] + x)
    hs[0] += 1
    return hs
""",
        [V],
    ),
    "if_nested_loop": (
        """
def f(ops):
    n = 0
    for op in ops:
        for k in range(3):
            if op == 1:
                if k == 1:
                    break
            elif op == 2:
                continue
            n += 1
        else:
            n += 100
    return n
""",
        [np.array([1, 2, 3]), np.array([2])],
    ),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_values_agree(name):
    source, cases = PROGRAMS[name]
    assert_agree(function_file(source), "f", [case if isinstance(case, tuple) else (case,) for case in cases])
