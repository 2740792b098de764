"""Operands of `and` and `or` that Python does not come to, and that have no truth if it did."""

import numpy as np
import pytest

from differential import assert_agree, graph_function

V = np.array([0.5, 2.0, 1.0])
M = np.array([[-1.0, 2.0], [3.0, 4.0]])
AND = [(V, 1), (-V, 1), (M, 1), (-M, 1)]
OR = [(V, 1), (-V, 1), (M * M + 1, 1)]

PROGRAMS = {
    "and": ("n = 0\nif np.all(x > 0) and sum(x) > k:\n    n = 1\nreturn n", AND),
    "and_with_more_in_the_branch": ("if np.all(x > 0) and sum(x) > k:\n    x = x * 2\n    k = k + 1\nreturn x, k", AND),
    "or": ("n = 0\nif np.all(x > 0) or sum(x) > k:\n    n = 1\nreturn n", OR),
    "in_the_test_of_a_loop": ("n = 0\nwhile n < 3 and (np.all(x > 0) and sum(x) > k):\n    n += 1\n    x = x * 2\nreturn n", AND),
}  # fmt: skip


@pytest.mark.filterwarnings("ignore:the truth of an array")
@pytest.mark.parametrize("name", PROGRAMS)
def test_values_agree(name):
    body, cases = PROGRAMS[name]
    assert_agree(graph_function("x, k", body), "f", cases)
