"""Ranges that callers of the file give: JAX takes none but as what is known while tracing."""

import numpy as np
import pytest

from differential import assert_agree

V = np.array([3.0, -1.0, 4.0, 0.5])
SUMMED = "def g(r, x):\n    s = 0.0\n    for i in r:\n        s += x[i]\n    return s\n"

PROGRAMS = {
    "at_the_call": SUMMED + "\n\ndef f(x):\n    return np.sqrt(np.abs(g(range(len(x)), x)))\n",
    "by_a_name": SUMMED
    + "\n\ndef f(x):\n    r = range(1, len(x), 2)\n    return np.sin(g(r=r, x=x)) + g(range(2), x)\n",
    "from_host_code": SUMMED + "\n\ndef f(x):\n    print('sum', g(range(3), x))\n    return g(range(2), x)\n",
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_values_agree(name):
    assert_agree("import numpy as np\n\n\n" + PROGRAMS[name], "f", [(V,)])


def test_where_an_array_is_given_as_well_nothing_is_said():
    source = SUMMED + "\n\ndef f(x):\n    return np.sin(g(np.arange(3), x))\n\n\nprint(g(np.arange(2), np.ones(3)))\n"
    assert "static" not in assert_agree("import numpy as np\n\n\n" + source, "f", [(V,)])
