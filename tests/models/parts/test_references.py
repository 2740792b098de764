"""State dicts, `.data`, views and slices of parameters are references: what is written into them the model holds."""

import ast
import textwrap

import pytest
import torch
from converted_models import assert_same, converted, original
from reference_idioms import HEAD, IDIOMS

X = torch.linspace(-1, 1, 12).reshape(2, 6)


def models_of(text):
    """Two models of the original, and the same two of the generated module; both modules."""
    there, (here, _) = original(text), converted(text)
    torch.manual_seed(0)
    pairs = []
    for step in (0.0, 0.01):
        reference, net = there.Net(), here.Net()
        with torch.no_grad():
            for parameter in reference.parameters():
                parameter.add_(step)
        net.load_state_dict({name: value.numpy().copy() for name, value in reference.state_dict().items()})
        pairs.append((reference, net))
    return there, here, pairs


def assert_changed_alike(text, name="change"):
    there, here, pairs = models_of(text)
    getattr(there, name)(*(reference for reference, _ in pairs))
    getattr(here, name)(*(net for _, net in pairs))
    for reference, net in pairs:
        held = net.state_dict()
        for key, value in reference.state_dict().items():
            assert_same(held[key], value)
        assert_same(net.apply(net.parameters(), X.numpy()), reference(X))


@pytest.mark.parametrize("idiom", IDIOMS)
def test_a_write_reaches_whoever_sees_it(idiom):
    assert_changed_alike(
        f"{HEAD}\n\ndef change(model, other):\n" + textwrap.indent(IDIOMS[idiom].strip(), "    ") + "\n"
    )


def test_there_are_idioms_that_write_and_some_whose_writes_stay_apart():
    apart = [name for name, text in IDIOMS.items() if "clone()" in text or "deepcopy" in text]
    assert len(IDIOMS) > 100 and len(apart) > 5
    for text in IDIOMS.values():
        ast.parse(text)


def test_a_state_dict_gives_the_parameters_to_run_with():
    _, _, ((reference, net), _) = models_of(HEAD)
    assert_same(net.apply(net.state_dict(), X.numpy()), reference(X))
    halved = {name: value / 2 for name, value in net.state_dict().items()}
    for value in reference.state_dict().values():
        value.div_(2)
    assert_same(net.apply(halved, X.numpy()), reference(X))


PARTS = """
import torch


def change():
    z = torch.zeros(3, dtype=torch.complex64)
    r = z.real
    r += 1
    i = torch.imag(z)
    i[1:] = 4
    v = torch.view_as_real(z)
    v[0, 1] = 5
    w = torch.arange(6.0).reshape(3, 2)
    c = torch.view_as_complex(w)
    c *= 2
    c[0] = 7
    c.real.mul_(3)
    x = torch.ones(3)
    x.real.add_(1)
    z.real[2] = 9
    z.imag -= r
    x.real = r
    w.T[0] = 1
    z.real -= torch.real(z).sum()
    return z, r, i, v, w, c, x
"""


def test_parts_of_complex_numbers_are_views():
    for found, expected in zip(converted(PARTS)[0].change(), original(PARTS).change(), strict=True):
        assert_same(found, expected)
