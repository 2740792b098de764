"""Whether `reshape` gives a view hangs on the order of the elements in memory: it is known, or the write is refused."""

import numpy as np
import pytest

import hybridc
from differential import assert_same, converted, load

FLAT = "import numpy as np\n\n\ndef flat(u):\n    w = u.reshape(-1)\n    w[0] = 7.0\n    return w\n\n\n"
HEAD = FLAT + "def f(y):  # hybridc: graph\n"
M = np.arange(6.0).reshape(2, 3)
KNOWN = (
    "r = y.reshape(-1)\nr[0] = 5\nreturn y, r",
    "q = y.T\nr = q.ravel()\nr[0] = 5\nreturn y, r",
    "q = np.zeros((2, 3))\np = q\nr = q.reshape(-1)\nr[0] = y.sum()\nreturn p, r",
    "q = np.ascontiguousarray(y)\nq[0] = 9\nreturn y, q",
    "return flat(y), y",
    "return flat(y.T), y",
    "q = np.ones((2, 3))\nreturn flat(q), q, y",
)
UNKNOWN = (
    "q = np.sin(y)\nr = q.reshape(-1)\nr[0] = 5\nreturn q, r",
    "q = np.array(y)\nr = q.reshape(-1)\nr[0] = 5\nreturn q, r",
    "q = y.copy(order='F')\nr = q.reshape(-1)\nr[0] = 5\nreturn q, r",
    "q = y + 0\nr = q.ravel()\nr[1] = 5\nreturn q, r",
    "q = np.asarray(y, np.float64, order='C')\nq[0] = 9\nreturn y, q",
    "q = y.astype(float, order='F', copy=False)\nq[0] = 9\nreturn y, q",
    "q = np.sin(y)\nreturn flat(q), q",
)


def program(body):
    return HEAD + "".join(f"    {line}\n" for line in body.split("\n"))


@pytest.mark.parametrize("body", KNOWN)
def test_the_order_of_an_argument_or_of_a_new_array_is_known(body):
    ours, theirs = load(converted(program(body)), "generated"), load(program(body))
    for x in (M, M.T, np.asfortranarray(M)):
        assert_same(theirs.f(np.array(x, order="K")), ours.f(np.array(x, order="K")))


@pytest.mark.parametrize("body", UNKNOWN)
def test_what_is_computed_lies_as_what_it_is_computed_of(body):
    assert hybridc.convert(program(body)).code is None
