"""Converted Gluon programs give what MXNet recorded: both sides of each branch, compiled, in training, gradients."""

import jax
import numpy as np
import pytest
from gluon_programs import PROGRAMS, agree, called, close, given, head, jitted, model, outputs, recorded

from closeness import assert_close

pytestmark = pytest.mark.sampled(12)

TRAINING = {"train": True, "rng": jax.random.key(0)}
TRAINED = [name for name, program in PROGRAMS.items() if program.trains]


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_converted_program_agrees_with_mxnet(name, tmp_path):
    net = model(name, tmp_path)
    for number in range(len(PROGRAMS[name].inputs)):
        agree(called(net, name, number), recorded(name, str(number)))
        agree(jitted(net, name, number), recorded(name, str(number)))


@pytest.mark.parametrize("name", TRAINED)
def test_a_converted_program_is_trained_as_in_mxnet(name, tmp_path):
    net = model(name, tmp_path)
    for number, inputs in enumerate(PROGRAMS[name].inputs):
        called(net, name, number)
        key = jax.random.key(0)
        found, after = net.apply(net.parameters(), *given(inputs), train=True, rng=key)
        agree(found, recorded(name, f"record/{number}"))
        for place, array in recorded(name, f"after/{number}").items():
            close(after[place], array)


def has_gradients(name):
    return any(recorded(name, f"gradients/{n}") for n in range(len(PROGRAMS[name].inputs)))


@pytest.mark.parametrize("name", list(filter(has_gradients, TRAINED)))
def test_gradients_are_those_of_mxnet(name, tmp_path):
    net = model(name, tmp_path)
    for number, inputs in enumerate(PROGRAMS[name].inputs):
        called(net, name, number)

        def weighted(params, inputs=inputs):
            found, _ = net.apply(params, *given(inputs), train=True, rng=jax.random.key(0))
            return sum((one * head(one)).sum() for one in outputs(found))

        slopes = jax.jit(jax.grad(weighted))(net.parameters())
        for place, array in recorded(name, f"gradients/{number}").items():
            scale = max(float(np.abs(array).max()), 1)
            assert_close(slopes[place], array, rtol=1e-4, atol=2e-5 * scale, err_msg=place)


def has_slopes(name):
    return any(recorded(name, f"slopes/{n}") for n in range(len(PROGRAMS[name].inputs)))


@pytest.mark.parametrize("name", list(filter(has_slopes, PROGRAMS)))
def test_gradients_of_inputs_are_those_of_mxnet(name, tmp_path):
    net = model(name, tmp_path)
    trains = PROGRAMS[name].trains
    for number, inputs in enumerate(PROGRAMS[name].inputs):
        expected = {int(place): array for place, array in recorded(name, f"slopes/{number}").items()}
        called(net, name, number)
        if not expected:  # the inputs of this call are integers
            continue

        def weighted(chosen, inputs=inputs):
            arrays = [chosen.get(place, array) for place, array in enumerate(given(inputs))]
            found = net.apply(net.parameters(), *arrays, **(TRAINING if trains else {}))
            floats = [one for one in outputs(found[0] if trains else found) if one.dtype.kind == "f"]
            return sum((one.astype("float32") * head(one)).sum() for one in floats)

        slopes = jax.jit(jax.grad(weighted))({place: given(inputs)[place] for place in expected})
        for place, array in expected.items():
            is_known = np.isfinite(array)  # by 0 MXNet's rests have none
            scale = max(float(np.abs(array[is_known]).max()), 1)
            found = np.where(is_known, slopes[place], array)
            assert_close(found, array, rtol=1e-4, atol=2e-5 * scale, err_msg=f"input {place}")
