"""Gluon's layers, beside what MXNet 1.9.1 computes: tests/recordings/record_mxnet_layers.py."""

import functools
import json
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from closeness import assert_close
from hybridc.runtime.gluon import contrib, loss, nn, rnn

FOLDER = Path(__file__).parents[2] / "recordings" / "mxnet"
QUICKLY = {"xla_backend_optimization_level": 0, "xla_llvm_disable_expensive_passes": True}
FILES = sorted(FOLDER.glob("layers_*.npz"))


@functools.cache
def recording(file):
    with np.load(file) as arrays:
        return {name: arrays[name] for name in arrays.files}


def rows():
    for file in FILES:
        for row in json.loads(recording(file)["cases"].tobytes()):
            yield pytest.param(file, row, id=f"{file.stem.removeprefix('layers_')}-{row['name']}")


def part(file, row, kind):
    start = f"{row['name']}/{kind}/"
    return {name.removeprefix(start): array for name, array in recording(file).items() if name.startswith(start)}


def added(container, *blocks):
    for block in blocks:
        container.add(block)
    return container


def shared(first):
    return first, nn.Dense(3, in_units=3, params=first.params)


def flat(value):
    return [each for part in value for each in flat(part)] if isinstance(value, list | tuple) else [value]


class Called(nn.Block):
    """The call that was recorded, as a block."""

    def __init__(self, net, call, names):
        super().__init__()
        self.net = net
        self.call = call
        self.names = tuple(names)

    def forward(self, *inputs):
        return flat(eval(self.call, {"net": self.net}, dict(zip(self.names, inputs, strict=True))))


def made(row):
    names = {"nn": nn, "rnn": rnn, "loss": loss, "contrib": contrib, "added": added, "shared": shared}
    return Called(eval(row["make"], names), row["call"], row["inputs"])


def close(found, expected, name):
    assert found.shape == expected.shape, name
    assert found.dtype == expected.dtype, name
    scale = max(0.1, np.abs(expected[np.isfinite(expected)]).max(initial=0))
    assert_close(found, expected, rtol=1e-5, atol=2e-6 * scale, err_msg=name)


@pytest.mark.parametrize(("file", "row"), list(rows()))
def test_a_layer_computes_what_mxnet_computes(file, row):
    inputs = [jnp.asarray(array) for array in part(file, row, "input").values()]
    weights = part(file, row, "weight")
    net = made(row)
    net.load_state_dict(weights)
    assert set(net.state_dict()) == set(weights)

    for n, output in enumerate(net(*inputs)):
        close(np.asarray(output), part(file, row, "predicted")[str(n)], f"predicted {n}")
    parameters = net.parameters()

    toward = part(file, row, "toward")
    if not toward:  # MXNet has no gradients
        return
    varied = part(file, row, "gradient_of")
    trains = not row["draws"]

    def total(parameters, changed):
        given = [changed.get(name, array) for name, array in zip(row["inputs"], inputs, strict=True)]
        outputs, state = net.apply(parameters, *given, train=trains, state=True)
        return sum((output * toward[str(n)]).sum() for n, output in enumerate(outputs)), (outputs, state)

    changed = {name: array for name, array in zip(row["inputs"], inputs, strict=True) if name in varied}
    graded = jax.jit(jax.value_and_grad(total, (0, 1), has_aux=True), compiler_options=QUICKLY)
    (_, (outputs, state)), (of_parameters, of_inputs) = graded(parameters, changed)
    if trains:
        for n, output in enumerate(outputs):
            close(np.asarray(output), part(file, row, "trained")[str(n)], f"trained {n}")
        for name, array in part(file, row, "state").items():
            close(np.asarray(state[name]), array, f"state {name}")
    for name, array in varied.items():
        close(np.asarray(of_inputs[name]), array, f"gradient of {name}")
    for name, array in part(file, row, "gradient").items():
        if name in of_parameters:  # of a parameter with several names, under its first
            close(np.asarray(of_parameters[name]), array, f"gradient of {name}")


def test_what_training_draws_is_kept_or_dropped():
    for file in FILES:
        for row in json.loads(recording(file)["cases"].tobytes()):
            if row["draws"]:
                net = made(row)
                inputs = [jnp.asarray(array) for array in part(file, row, "input").values()]
                net.load_state_dict(part(file, row, "weight"))
                one, other = (net.apply(net.parameters(), *inputs, train=True, rng=n)[0] for n in (1, 2))
                assert any(not np.array_equal(a, b) for a, b in zip(one, other, strict=True)), row["name"]


def test_there_are_recordings():
    assert len(list(rows())) > 200
