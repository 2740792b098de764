"""A write whose value is read from other places of the array, compiled for the CPU (docs/semantics.md)."""

import jax
import numpy as np
from jax import numpy as jnp

from hybridc.runtime.gluon import ops


def test_a_shifted_write_gives_what_it_gives_by_itself():
    x = jnp.array([2.0, 5.0, 1.0, 4.0, 3.0, 7.0])

    def column(x):
        return ops.setitem(x, slice(1, None), x[:-1])[:, None]

    np.testing.assert_array_equal(jax.jit(column)(x), column(x))
