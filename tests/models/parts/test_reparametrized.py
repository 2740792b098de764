"""Converted models whose weights are computed: discriminators, vocoders, and parametrizations of their own."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest
import torch
from converted_models import agree, assert_same, converted, original
from reparametrized_sources import GAN, OWN, VOCODER, WRITTEN

from closeness import assert_close

pytestmark = [pytest.mark.sampled(8), pytest.mark.filterwarnings("ignore:.*weight_norm.*:FutureWarning")]


def drawn(*shape):
    return torch.randn(*shape, generator=torch.Generator().manual_seed(0))


PROGRAMS = {
    "gan": (GAN, lambda m: m.Discriminator(), (drawn(2, 3, 8, 8), torch.tensor([3, 1]))),
    "vocoder": (VOCODER, lambda m: m.Vocoder(), (drawn(2, 3, 6),)),
    "own": (OWN, lambda m: m.Flow(), (drawn(2, 5, 4),)),
}


@pytest.mark.parametrize("train", [False, True], ids=["eval", "train"])
@pytest.mark.parametrize("name", PROGRAMS)
def test_a_converted_model_agrees(name, train):
    text, build, inputs = PROGRAMS[name]
    # Spectral normalization divides by nearly 0 while its vectors are as drawn.
    agree(text, build, *inputs, train=train, rtol=1e-4 if name == "gan" else 1e-5)


@pytest.mark.parametrize("name", PROGRAMS)
def test_training_agrees(name):
    """Gradients, and what the call writes, of the pure form."""
    text, build, inputs = PROGRAMS[name]
    if name == "gan":
        text = text.replace("inplace=True", "")  # for autograd's sake
    net, reference, _ = agree(text, build, *inputs, train=True)
    xs = [jnp.asarray(i.numpy()) for i in inputs]

    def loss(parameters):
        result, new = net.apply(parameters, *xs, train=True)
        return (result**2).sum(), new

    grads, new = jax.jit(jax.grad(loss, has_aux=True))(net.parameters())
    (reference(*inputs) ** 2).sum().backward()
    for key, parameter in reference.named_parameters():
        assert_same(grads[key], parameter.grad, rtol=1e-4, atol=1e-5)
    for key, value in reference.state_dict().items():
        assert_same(new[key], value)


@pytest.mark.parametrize(
    ("name", "made"), [("vocoder", lambda m, net: net.plain()), ("own", lambda m, net: m.plain(net))]
)
def test_without_normalization_it_computes_the_same(name, made):
    text, build, inputs = PROGRAMS[name]
    net, reference, module = agree(text, build, *inputs)
    before = np.asarray(net(*[jnp.asarray(i.numpy()) for i in inputs]))
    net, reference = made(module, net), made(original(text), reference)
    assert list(net.state_dict()) == list(reference.state_dict())
    for key, value in reference.state_dict().items():
        assert_same(net.state_dict()[key], value)
    assert_close(net(*[jnp.asarray(i.numpy()) for i in inputs]), before, rtol=1e-5, atol=1e-6)


def test_parameters_as_one_vector():
    text, build, inputs = PROGRAMS["own"]
    net, reference, module = agree(text, build, *inputs)
    theirs = original(text)
    vector, expected = module.flat(net), theirs.flat(reference).detach()
    assert_same(vector, expected)
    module.unflat(vector * 0.5, net)
    theirs.unflat(expected * 0.5, reference)
    assert_same(net(*[jnp.asarray(i.numpy()) for i in inputs]), reference(*inputs))


def test_the_first_of_two_imports_counts():
    _, result = converted(VOCODER)
    assert "self.conv = nn.utils.parametrizations.weight_norm(" in result.code


def test_what_layers_with_computed_weights_return_has_no_other_name():
    """It is written in place, and `x` is read afterwards."""
    agree(WRITTEN, lambda m: m.Net(), drawn(2, 3))
