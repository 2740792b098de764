"""What the benchmarks compare gives the same values: the original, what was converted, and the twin by hand."""

import sys

import jax
import numpy as np
import pytest

from closeness import assert_close
from differential import fresh, load
from scripts import script

control_flow, models = script("benchmarks/control_flow.py"), script("benchmarks/models.py")


@pytest.mark.parametrize("program", control_flow.PROGRAMS, ids=lambda p: p.name)
def test_the_programs_agree(program):
    arguments = program.arguments(min(program.turns, 60))
    original = load("import numpy as np\n\n" + program.source).run(*fresh(arguments))
    converted = control_flow.converted(program)()(*fresh(arguments))
    twin = jax.jit(program.twin())(*fresh(arguments))
    for one, *others in zip(*map(jax.tree.leaves, (original, converted, twin)), strict=True):
        for other in others:
            assert_close(np.asarray(other), np.asarray(one), rtol=1e-9)


def test_the_mlp_of_paddle_agrees(monkeypatch):
    monkeypatch.setitem(sys.modules, "models", models)
    mlp = script("benchmarks/paddle_mlp.py")
    net = models.loaded(mlp.hybridc.convert(mlp.SOURCE, filename="net.py").code, "paddle_converted").get_net()
    x = models.numbers(2, 512)
    expected = np.asarray(jax.jit(mlp.by_hand)(net.parameters(), x))
    assert_close(np.asarray(net(x)), expected, rtol=1e-4, atol=1e-5)


EVERY_DAY = ("MLP",)  # the others take XLA long
MODELS = [m if m.name in EVERY_DAY else pytest.param(m, marks=pytest.mark.long) for m in models.MODELS]


@pytest.mark.parametrize("model", MODELS, ids=lambda m: m.name)
def test_the_models_agree(model):
    net = models.converted(model).eval()
    x = models.numbers(2, *model.shape)
    expected = np.asarray(jax.jit(model.twin)(net.parameters(), x))
    scale = float(np.max(np.abs(expected)))
    for found in (net(x), net.freeze()(x)):
        assert_close(np.asarray(found), expected, rtol=1e-4, atol=1e-5 * scale)
