"""Keywords right before parentheses, whose contents become something without, and values that generators give."""

import jax.numpy as jnp
import numpy as np
from gluon_programs import ND, block, converted

from closeness import assert_close

CLOSE = """(y, z) = (F.relu(x)if(x.ndim == 2)else(F.exp(x)), 0)
for i in(F.split(x, 3)):
    y = y + i
while(y.ndim > 7):
    y = F.sum(y)
if(y.size == 6)and(not(x.ndim == 3)):
    y = y * 2
w = [a for a in(F.split(x, 3))if(a.ndim == 2)]
assert(F.sum(x).size == 1)
return(y == 0).sum() + w[0]"""

BESIDE = """

def checked(x):
    assert((nd.relu(x) < 0).sum() == 0), "negative"
    del(x)


def each(x):
    yield(nd.relu(x) > 0)
    yield from(nd.split(x, 3, axis=1))
"""


def test_a_keyword_may_stand_right_before_a_parenthesis():
    found, _ = converted(ND + block(CLOSE) + BESIDE)
    x = jnp.asarray([[1.0, -2.0, 0.0], [0.0, 0.5, -1.0]])
    y = 2 * (np.maximum(x, 0) + x.sum(1, keepdims=True))
    assert_close(found.Net()(x), (y == 0).sum() + x[:, :1])
    found.checked(x)


def test_what_generators_give_is_converted():
    found, _ = converted(ND + block("return x") + BESIDE)
    x = jnp.asarray([[1.0, -2.0, 0.0], [0.0, 0.5, -1.0]])
    first, *others = found.each(x)
    np.testing.assert_array_equal(first, x > 0)
    np.testing.assert_array_equal(jnp.concatenate(others, 1), x)
