"""Every model of the package `d2l`, converted from its unedited source, gives the numbers that it gives under torch."""

import operator

import jax.numpy as jnp
import numpy as np
import pytest
import torch
from converted_models import assert_same, with_weights_of
from d2l_models import ABSTRACT, CASES, NOT_COMPARED, both_sides, torch_is


@pytest.fixture(scope="module")
def sides():
    return both_sides()


def as_tensors(inputs):
    return [torch.from_numpy(i.copy()) if isinstance(i, np.ndarray) else i for i in inputs]


def as_arrays(inputs):
    return [jnp.asarray(i) if isinstance(i, np.ndarray) else i for i in inputs]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_model_gives_what_it_gives_under_torch(sides, case):
    original, generated = sides
    torch.manual_seed(0)
    reference = case.build(original)
    with torch.no_grad():
        reference(*as_tensors(case.settled_by or case.inputs))
    with torch_is(None):
        net = with_weights_of(case.build(generated), reference)
    for training in (False, True):
        with torch.no_grad():
            expected = reference.train(training)(*as_tensors(case.inputs))
        with torch_is(None):
            found = net.train(training)(*as_arrays(case.inputs))
        assert_same(found, expected)
        assert_same(net.state_dict(), dict(reference.state_dict()))
        for name in case.writes:
            read = operator.attrgetter(name)
            assert_same(read(net), read(reference))


def test_no_model_of_the_package_is_forgotten(sides):
    original, _ = sides
    models = {
        name
        for name, value in vars(original).items()
        if isinstance(value, type) and issubclass(value, torch.nn.Module) and value.__module__ == original.__name__
    }
    tested = {case.name for case in CASES}
    assert models == (tested - {"resnet18"}) | ABSTRACT.keys() | NOT_COMPARED.keys()
    assert not tested & NOT_COMPARED.keys()
