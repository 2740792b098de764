"""Globals that are numbers of Python's: they take the dtype of what they meet, in compiled functions as well."""

import numpy as np
import pytest

import hybridc
from differential import assert_same, converted, load

HEAD = """import math

import numpy as np

D = np.pi
T = 2 * np.pi
A, B = 0.5, 2
C, E = T / 3, math.e
F = D
"""
USES = (
    "np.sin(x) * D",
    "np.sin(x) + T",
    "np.sin(x) * A - B",
    "np.cos(C * x) + E",
    "np.abs(x) ** B * F",
    "np.abs(x)[: int(B)] * T",
)


@pytest.mark.parametrize("use", USES)
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_the_values_and_dtypes_are_those_of_the_original(use, dtype):
    text = f"{HEAD}\n\ndef f(x):\n    return {use}\n"
    code = converted(text)
    there, here = load(text), load(code, "generated")
    assert "@jax.jit" in code
    x = np.array([0.5, 1.25, 2.0], dtype)
    expected, found = there.f(x), here.f(x)
    assert expected.dtype == found.dtype
    assert_same(expected, found, rtol=1e-5)


def test_names_for_each_other_end():
    """Such a file raises where it is imported; here it has to come to an end."""
    text = "import numpy as np\n\nP = Q\nQ = P\n\n\ndef f(x):\n    return np.sin(x) * P\n"
    found = {d.code for d in hybridc.convert(text, filename="program.py").diagnostics}
    assert not any(code.startswith("HYB90") for code in found)


def test_numbers_of_sys_are_what_they_are():
    text = (
        "import sys\nimport numpy as np\n\n\ndef f(x):  # hybridc: graph\n    best, most = sys.maxsize, -sys.float_info.max\n    for v in x:\n"
        "        if v < best:\n            best = v\n        most = max(most, np.sin(v) + sys.float_info.epsilon)\n    return best, most\n"
    )
    for x in (np.array([3, 1, 2]), np.array([0.5, -4.0])):
        assert_same(load(text).f(x), load(converted(text)).f(x))
