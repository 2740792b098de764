"""Chainer's links, beside what Chainer 7.8.1 computes: tests/recordings/record_chainer.py."""

import jax
import jax.numpy as jnp
import numpy
import numpy as np
import pytest
from chainer_cases import LINKS
from chainer_recordings import close, flat, outputs, recorded, total

from hybridc.runtime import chainer
from hybridc.runtime.chainer import functions as F
from hybridc.runtime.chainer import links as L

QUICKLY = {"xla_backend_optimization_level": 0, "xla_llvm_disable_expensive_passes": True}
SPACE = {"F": F, "L": L, "chainer": chainer, "numpy": numpy}


class Called(chainer.Chain):
    """The call that was recorded, as a link."""

    def __init__(self, case):
        super().__init__()
        self.call = case.call
        self.names = tuple(case.inputs)
        with self.init_scope():
            self.link = eval(case.make, dict(SPACE))

    def forward(self, *inputs):
        return flat(eval(self.call, {**SPACE, "link": self.link}, dict(zip(self.names, inputs, strict=True))))


@pytest.mark.parametrize("name", LINKS)
def test_a_link_computes_what_chainer_computes(name):
    case = LINKS[name]
    inputs = {n: jnp.asarray(array) for n, array in case.inputs.items()}
    weights = recorded("links", name, "weight")
    net = Called(case)
    net.load_state_dict({f"link/{n}": array for n, array in weights.items()})
    assert {n.removeprefix("link.").replace(".", "/") for n in net.state_dict()} == set(weights)
    net.init(0, *inputs.values())
    predicted = jax.jit(net.eval().apply, compiler_options=QUICKLY)(net.parameters(integers=True), *inputs.values())
    for n, (one, other) in enumerate(zip(predicted, outputs("links", name, "predicted"), strict=True)):
        close(one, other, f"predicted {n}")
    expected = outputs("links", name, "trained")
    slopes, gradients = recorded("links", name, "slope"), recorded("links", name, "gradient")

    def weighted(parameters, varied):
        given = {**inputs, **varied}
        found, state = net.apply(parameters, *given.values(), train=not case.draws, rng=0, state=True)
        return total(found, expected), (found, state)

    varied = {n: inputs[n] for n in slopes}
    parameters = net.parameters(integers=True)
    whole = {n: a for n, a in parameters.items() if not jnp.issubdtype(a.dtype, jnp.inexact)}
    floats = {n: a for n, a in parameters.items() if n not in whole}
    graded = jax.grad(lambda p, v: weighted({**whole, **p}, v), (0, 1), has_aux=True)
    (of_parameters, of_inputs), (found, state) = jax.jit(graded, compiler_options=QUICKLY)(floats, varied)
    for n, (one, other) in enumerate(zip(found, expected, strict=True)):
        close(one, other, f"trained {n}")
    for n, array in recorded("links", name, "state").items():
        close(state[f"link.{n}".replace("/", ".")], array, f"state {n}")
    for n, array in slopes.items():
        close(of_inputs[n], array, f"gradient of {n}", 1e-4)
    for n, array in gradients.items():
        close(of_parameters[f"link.{n}".replace("/", ".")], array, f"gradient of {n}", 1e-4)


def test_every_link_has_a_case():
    text = "\n".join(case.make for case in LINKS.values())
    assert [n for n in L.__all__ if f"L.{n}(" not in text] == []


def test_lists_of_sequences_drop_between_layers_in_training():
    net = Called(LINKS["nstep_lstm"])
    inputs = [jnp.asarray(array) for array in LINKS["nstep_lstm"].inputs.values()]
    one, other = (net.apply(net.parameters(), *inputs, train=True, rng=n)[0] for n in (1, 2))
    assert any(not np.array_equal(a, b) for a, b in zip(one, other, strict=True))
