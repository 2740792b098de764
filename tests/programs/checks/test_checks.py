"""Functions that do nothing but check: they stay Python, and compiled code does not call them."""

import numpy as np
import pytest

import hybridc
from closeness import assert_close
from differential import load

SOURCE = """\
import numpy as np


def _check(x, n=3):
    \"\"\"Raises where it is no array of n known numbers.\"\"\"
    if not isinstance(x, (list, np.ndarray)):
        raise TypeError("no array")
    for k in range(n):
        if np.isnan(x[k]):
            raise ValueError(k)


def _check_both(x, y):
    _check(x)
    _check(y)
    assert x.shape == y.shape


def scaled(x):
    _check(x)
    return x


def f(x, y):
    _check_both(x, y)
    return np.sum(x * y)
"""
V = np.array([1.0, 2.0, 3.0])


def converted():
    result = hybridc.convert(SOURCE)
    return load(result.code, "generated"), result


def test_compiled_code_goes_without_them_and_says_so():
    module, result = converted()
    assert_close(module.f(V, V), 14.0)
    assert [(d.code, d.location.line) for d in result.diagnostics] == [("HYB502", 25)]


@pytest.mark.parametrize(("given", "error"), [(3.0, TypeError), (np.array([1.0, np.nan, 2.0]), ValueError)])
def test_host_code_keeps_them(given, error):
    module, _ = converted()
    assert module.scaled(V) is V
    with pytest.raises(error):
        module.scaled(given)


@pytest.mark.parametrize("body", ["if x > 3:\n        raise ValueError\n    return x", "assert x\n    x.fill(0)"])
def test_a_function_that_does_something_else_is_called(body):
    result = hybridc.convert(
        f"import numpy as np\n\ndef g(x):\n    {body}\n\ndef f(x):  # hybridc: graph\n    g(x)\n    return np.sin(x)\n"
    )
    assert "HYB502" not in {d.code for d in result.diagnostics if d.location.line == 8}
