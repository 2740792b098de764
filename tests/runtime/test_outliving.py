"""`jax.jit`, `grad` and `vmap` of what writes into models and arrays that were there before."""

import copy

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from closeness import assert_close
from hybridc.runtime.torch import nn

X = jnp.ones(3)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 3)
        self.register_buffer("total", jnp.zeros(3))

    def forward(self, x):
        return self.fc(x)


def sets(net, x):
    net.seen = x + 1
    return x.sum()


def fills(net, x):
    net.total.copy_(x)
    return x.sum()


def scales(net, x):
    net.fc.weight.data.mul_(x.sum())
    return x.sum()


def puts_elements(net, x):
    net.total[0] = x.sum()
    return x.sum()


def takes_parameters(net, x):
    net.set_parameters({"total": x})
    return x.sum()


def adds_in_place(array, x):
    array += x
    return x.sum()


def puts(array, x):
    array[0] = x.sum()
    return x.sum()


WRITES = {
    "attribute": (Net, sets),
    "buffer": (Net, fills),
    "parameter": (Net, scales),
    "element": (Net, puts_elements),
    "state dict": (Net, takes_parameters),
    "operator": (lambda: nn.mutable(jnp.zeros(3)), adds_in_place),
    "element of an array": (lambda: nn.mutable(jnp.zeros(3)), puts),
}
TRANSFORMATIONS = {
    "jit": jax.jit,
    "grad": jax.grad,
    "vmap": lambda f: lambda x: jax.vmap(f)(jnp.stack([x, x])),
    "jit of grad": lambda f: jax.jit(jax.grad(f)),
    "make_jaxpr": jax.make_jaxpr,
}


def arrays_of(each):
    found = [each.held] if not isinstance(each, Net) else [cell.held for cell in each._hybridc_cells().values()]
    return [*found, *([each.seen] if "seen" in vars(each) else [])]


@pytest.mark.parametrize("transformation", TRANSFORMATIONS)
@pytest.mark.parametrize("write", WRITES)
def test_what_was_there_keeps_no_value_of_a_trace(write, transformation):
    make, function = WRITES[write]
    each = make()
    before = [np.array(a) for a in arrays_of(each)]
    with pytest.raises(RuntimeError, match="would keep a value of a function that JAX transforms"):
        TRANSFORMATIONS[transformation](lambda x: function(each, x))(X)
    for held, expected in zip(arrays_of(each), before, strict=True):
        assert_close(held, expected)
    function(each, X)  # it goes on working


@pytest.mark.parametrize("transformation", TRANSFORMATIONS)
@pytest.mark.parametrize("write", WRITES)
def test_what_the_function_makes_is_over_with_it(write, transformation):
    make, function = WRITES[write]
    TRANSFORMATIONS[transformation](lambda x: function(make(), x))(X)
    TRANSFORMATIONS[transformation](lambda x: function(copy.deepcopy(make()), x))(X)


def test_what_an_outer_trace_made_keeps_nothing_of_an_inner_one():
    def outer(x):
        array = nn.mutable(jnp.zeros(3))
        return jax.vmap(lambda y: adds_in_place(array, y))(jnp.stack([x, x])).sum()

    with pytest.raises(RuntimeError, match="would keep a value"):
        jax.jit(outer)(X)
