"""Programs that compose symbols: converted, they make MXNet's graphs, with its names and shapes, and give its numbers."""

import importlib.util
import io
import json
import sys
import zipfile
from functools import cache
from pathlib import Path

import jax
import numpy as np
import pytest
from mxnet_weights import weights
from saved_graphs import close
from symbol_cases import CASES, EVERY_DAY, WITH_DROPOUT, told

from hybridc import convert
from hybridc.exported import convert_export
from hybridc.options import Options
from hybridc.runtime.gluon import sym
from hybridc.runtime.gluon.nn import SymbolBlock

RECORDINGS = Path(__file__).parents[1] / "recordings"
NAMES = [pytest.param(name, marks=[pytest.mark.long] * (name not in EVERY_DAY)) for name in CASES]


@cache
def recorded(name):
    with zipfile.ZipFile(RECORDINGS / "mxnet" / "symbols.zip") as archive:
        facts = json.loads(archive.read(f"{name}.json"))
        return facts, dict(np.load(io.BytesIO(archive.read(f"{name}.npz"))))


@cache
def program(file):
    """The converted module of a program."""
    path = RECORDINGS / "symbol_programs" / f"symbols_{file}.py"
    result = convert(path.read_text(), filename=str(path))
    assert result.code is not None, result.diagnostics
    spec = importlib.util.spec_from_loader(f"converted_symbols_{file}", None)
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    exec(compile(result.code, str(path), "exec"), module.__dict__)
    return module


def composed(name):
    file, function, arguments, inputs = CASES[name]
    with sym.NameManager():
        return getattr(program(file), function)(**arguments), inputs


def drawn(facts, inputs):
    names, shapes = (*facts["arguments"], *facts["states"]), (*facts["shapes"][0], *facts["shapes"][2])
    return weights({key: tuple(shape) for key, shape in zip(names, shapes, strict=True) if key not in inputs})


@pytest.mark.parametrize("name", CASES)
def test_graphs_names_and_shapes_are_those_of_mxnet(name):
    symbol, inputs = composed(name)
    facts, _ = recorded(name)
    ours = json.loads(json.dumps(told(symbol, {key: x.shape for key, x in inputs.items()})))
    assert ours == facts


@pytest.mark.parametrize("name", NAMES)
def test_executors_give_what_mxnet_gives(name):
    symbol, inputs = composed(name)
    facts, arrays = recorded(name)
    values = drawn(facts, inputs) | inputs
    states = {key: values[key] for key in facts["states"]}
    executor = symbol.bind(args={key: values[key] for key in facts["arguments"]}, aux_states=states)
    for n, y in enumerate(executor.forward()):
        close(y, arrays[f"output{n}"])
    if name in WITH_DROPOUT:
        return
    for n, y in enumerate(executor.forward(is_train=True)):
        close(y, arrays[f"trained{n}"])
    for key in states:
        close(executor.aux_dict[key], arrays[f"state {key}"])


@pytest.mark.parametrize("name", ["mlp", *(pytest.param(n, marks=pytest.mark.long) for n in ("mobilenet", "resnet"))])
def test_blocks_of_symbols_are_models(name):
    symbol, inputs = composed(name)
    facts, arrays = recorded(name)
    given = [key for key in inputs if key in facts["arguments"]]
    net = SymbolBlock(symbol, [sym.var(key) for key in given])
    net.initialize()
    net.load_state_dict(drawn(facts, inputs))
    outputs = net(*(inputs[key] for key in given))
    for n, y in enumerate(outputs if isinstance(outputs, list) else [outputs]):
        close(y, arrays[f"output{n}"])
    trained, state = net.apply(net.parameters(), *(inputs[key] for key in given), train=True, rng=jax.random.key(0))
    close(trained[0] if isinstance(trained, list) else trained, arrays["trained0"])
    assert set(state) == set(net.parameters())


@pytest.mark.parametrize("name", ["mlp", "lenet_located", "fused", "parts"])
def test_graphs_that_are_saved_convert_to_classes(name):
    symbol, _ = composed(name)
    result = convert_export(symbol.tojson().encode(), "net-symbol.json", None, Options())
    assert result.code is not None, result.diagnostics
    assert "class Net" in result.code
