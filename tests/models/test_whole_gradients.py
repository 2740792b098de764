"""Gradients of whole models in training mode are those of autograd, for every parameter."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest
import torch
from converted_models import converted, original, with_weights_of
from d2l_models import CASES, both_sides, torch_is
from model_sources import PROGRAMS

from closeness import assert_close

pytestmark = pytest.mark.sampled(8)

WHOLE = ("LeNet", "resnet18", "ResNeXtBlock", "RNNLM", "EncoderDecoder", "TransformerEncoder", "BERTModel")
# Their loops take as many turns as values say, which `lax.while_loop` does not differentiate backwards.
NOT_DIFFERENTIATED = ("control", "control, the other side")
CHOSEN = {f"{case.name} {place}": case for place, case in enumerate(CASES) if case.name in WHOLE}


@pytest.fixture(scope="module")
def sides():
    return both_sides()


def number_of(results, library):
    """One number that all results count in, differently."""
    leaves = [leaf for leaf in jax.tree_util.tree_leaves(results) if hasattr(leaf, "shape")]
    return sum(((place + 1) * each * library.cos(each)).sum() for place, each in enumerate(leaves))


def assert_same_gradients(found, parameters):
    """Relative to the largest of each parameter, or to a hundredth of the largest of all: some are 0, but for rounding."""
    expected = {n: np.zeros(p.shape, "f4") if p.grad is None else p.grad.numpy() for n, p in parameters}
    largest = max(np.abs(e).max() for e in expected.values())
    assert largest > 1e-3, "nothing is compared"
    for name, wanted in expected.items():
        scale = max(np.abs(wanted).max(), 1e-2 * largest)
        assert_close(np.asarray(found[name]) / scale, wanted / scale, atol=2e-4, err_msg=name)


def gradients_of(net, inputs):
    def loss(parameters):
        results, _ = net.apply(parameters, *inputs, train=True)
        return number_of(results, jnp)

    return jax.jit(jax.grad(loss))(net.parameters())


def as_tensors(inputs):
    return [torch.from_numpy(i.copy()) if isinstance(i, np.ndarray) else i for i in inputs]


def as_arrays(inputs):
    return [jnp.asarray(i) if isinstance(i, np.ndarray) else i for i in inputs]


@pytest.mark.parametrize("name", CHOSEN)
def test_gradients_of_d2l_are_those_of_autograd(sides, name):
    case = CHOSEN[name]
    original, generated = sides
    torch.manual_seed(0)
    reference = case.build(original).train()
    with torch.no_grad():
        reference(*as_tensors(case.settled_by or case.inputs))
    with torch_is(None):
        net = with_weights_of(case.build(generated), reference)
        found = gradients_of(net, as_arrays(case.inputs))
    number_of(reference(*as_tensors(case.inputs)), torch).backward()
    assert_same_gradients(found, reference.named_parameters())


@pytest.mark.parametrize("name", [n for n in PROGRAMS if n not in NOT_DIFFERENTIATED])
def test_gradients_of_programs_are_those_of_autograd(name):
    text, build, inputs = PROGRAMS[name]
    text = text.replace("out += identity", "out = out + identity")  # which autograd refuses after an activation
    torch.manual_seed(0)
    reference = build(original(text)).train()
    net = with_weights_of(build(converted(text)[0]), reference)
    parameters = dict(reference.named_parameters())
    assert parameters
    found = gradients_of(net, [jnp.asarray(i.numpy()) if isinstance(i, torch.Tensor) else i for i in inputs])
    number_of(reference(*[i.clone() if isinstance(i, torch.Tensor) else i for i in inputs]), torch).backward()
    assert_same_gradients(found, parameters.items())


def test_a_loop_that_values_end_says_that_it_has_no_gradient():
    text, build, inputs = PROGRAMS["control"]
    net = build(converted(text)[0])
    with pytest.raises(ValueError, match=r"Reverse-mode differentiation does not work for lax\.while_loop"):
        gradients_of(net, [jnp.asarray(i.numpy()) if isinstance(i, torch.Tensor) else i for i in inputs])
