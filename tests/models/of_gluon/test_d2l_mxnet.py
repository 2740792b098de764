"""Models and functions of `d2l/mxnet.py`, converted from its unedited source, give what they give under MXNet 1.9.1.

What MXNet gives is recorded: tests/recordings/record_mxnet_d2l.py.
"""

import ast
import importlib.util
import json
import operator
import re
import sys
import types
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from absent_packages import stand_ins
from mxnet_d2l_cases import CASES, FUNCTIONS, MODELS, drawn, drawn_weight, head, scope, summary

from closeness import assert_close
from hybridc.core.options import Options
from hybridc.core.results import Outcome
from hybridc.core.source import Source
from hybridc.pipeline import convert
from hybridc.runtime.gluon import loss, nn

pytestmark = pytest.mark.sampled(20)

DOCS = Path(__file__).parents[3] / "docs"
RECORDED = Path(__file__).parents[2] / "recordings" / "mxnet" / "d2l.npz"
NARROW = {"int64": "int32", "float64": "float32"}


@pytest.fixture(scope="module")
def source():
    """The text of the package's file, which is not imported."""
    spec = importlib.util.find_spec("d2l")
    assert spec is not None and spec.submodule_search_locations, (
        "d2l is not installed: `pip install --no-deps d2l==1.0.3`"
    )
    return (Path(spec.submodule_search_locations[0]) / "mxnet.py").read_text()


@pytest.fixture(scope="module")
def generated(source):
    code = convert(Source("mxnet.py", source, ast.parse(source)), Options(partial=True, format=False)).code
    module = sys.modules["d2l_mxnet_jax"] = types.ModuleType("d2l_mxnet_jax")
    with stand_ins():
        exec(compile(str(code), "d2l_mxnet_jax.py", "exec"), module.__dict__)
    yield module
    del sys.modules["d2l_mxnet_jax"]


@pytest.fixture(scope="module")
def recorded():
    """By cases, their rows, in which arrays stand for what describes them."""
    with np.load(RECORDED) as file:
        rows, values = json.loads(bytes(file["cases"])), file["values"]
    start = 0

    def filled(value):
        nonlocal start
        if not isinstance(value, list):
            return value
        if value[:1] != ["array"]:
            return [filled(v) for v in value]
        size = int(np.prod(value[2]))
        start += size
        return values[start - size : start].reshape(value[2]).astype(value[1])

    found = {name: [filled(part) for part in row] for name, row in rows.items()}
    assert start == len(values)
    return found


def same(found, expected):
    """The same structure, and its arrays within 1e-5 of the largest element."""
    if isinstance(expected, str):
        assert repr(found) == expected
    elif isinstance(expected, list):
        assert isinstance(found, list | tuple)
        assert len(found) == len(expected)
        for one, other in zip(found, expected, strict=True):
            same(one, other)
    else:
        assert found.shape == expected.shape
        assert found.dtype == NARROW.get(expected.dtype.name, expected.dtype.name)
        scale = np.abs(expected.astype(np.float64)).max(initial=1e-30)
        assert_close(np.asarray(found, np.float64), expected, rtol=1e-5, atol=1e-5 * scale)


def inputs_of(case):
    return {n: jnp.asarray(drawn(spec, f"{case.name} {n}")) for n, spec in case.inputs.items()}


class Called(nn.Block):
    """The call of a case, as a block."""

    def __init__(self, net, case, names):
        super().__init__()
        self.net = net
        self.text = case.call
        self.names = names
        self.given = tuple(case.inputs)

    def forward(self, *inputs):
        return eval(self.text, self.names | {"net": self.net} | dict(zip(self.given, inputs, strict=True)))


def with_drawn_weights(case, names, inputs, weights):
    """The model of a case, settled by a call as the original is, with the weights that the recording drew."""
    net = eval(case.make, names)
    net.initialize()
    eval(case.settle or case.call, names | {"net": net} | inputs)
    if weights:
        cells = net.state_dict()
        assert sorted(cells) == weights
        net.load_state_dict({n: np.asarray(drawn_weight(case.name, n, cells[n].shape)) for n in cells})
    for path in case.scratch:
        owner, _, name = path.rpartition(".")
        holder = operator.attrgetter(owner)(net) if owner else net
        setattr(holder, name, jnp.asarray(drawn_weight(case.name, path, getattr(holder, name).shape)))
    return net


@pytest.mark.parametrize("case", MODELS, ids=lambda case: case.name)
def test_a_model_gives_what_it_gives_under_mxnet(generated, recorded, case):
    names, inputs = scope(generated, loss), inputs_of(case)
    predicted, left, trained, left_by_training, weights, stateful, states, slopes = recorded[case.name]
    net = with_drawn_weights(case, names, inputs, weights)
    called = net if case.host else Called(net, case, names)

    def result():
        return eval(case.call, names | {"net": net} | inputs) if case.host else called(*inputs.values())

    for training, expected, writes in ((False, predicted, left), (True, trained, left_by_training)):
        called.train(training)
        same(result(), expected)
        same([operator.attrgetter(name)(net) for name in case.writes], writes)
    same([net.state_dict()[name] for name in stateful] if stateful else [], states)
    if slopes:
        check_gradients(called, inputs, slopes)


def check_gradients(called, inputs, slopes):
    """Within 3e-4 of their length, or of a hundredth of the longest."""

    def total(learned, kept):
        outputs, _ = called.apply(learned | kept, *inputs.values(), train=True)
        floats = [o for o in jax.tree_util.tree_leaves(outputs) if o.dtype == jnp.float32]
        return sum(jnp.sum(o * head(o.shape)) for o in floats)

    cells = called.state_dict()
    learned = {name: cells.pop(f"net.{name}") for name in slopes}
    found = jax.jit(jax.grad(lambda own: total({f"net.{n}": a for n, a in own.items()}, cells)))(learned)
    longest = max(length for _, length in slopes.values())
    for name, (weighted, length) in slopes.items():
        ours = summary(found[name])
        close = 1e-4 * max(length, 1e-2 * longest)
        assert ours == pytest.approx([weighted, length], abs=3 * close), name


@pytest.mark.parametrize("case", FUNCTIONS, ids=lambda case: case.name)
def test_a_function_gives_what_it_gives_under_mxnet(generated, recorded, case):
    names = scope(generated, loss)

    def call(inputs):
        return eval(case.call, names | inputs)

    found = call(inputs_of(case)) if case.host else jax.jit(call)(inputs_of(case))
    same(found, recorded[case.name][0])


def test_the_recording_has_every_case(recorded):
    assert list(recorded) == [case.name for case in CASES]


ABSTRACT = {
    "Encoder": "its `forward` raises NotImplementedError: an interface",
    "Decoder": "its `forward` raises NotImplementedError: an interface",
    "AttentionDecoder": "it inherits the `forward` of `Decoder`; EncoderDecoder and Seq2Seq are tested with one",
}


def test_no_model_of_the_package_is_forgotten(generated):
    models = {n for n, value in vars(generated).items() if isinstance(value, type) and issubclass(value, nn.Block)}
    models = {n for n in models if getattr(generated, n).__module__ == generated.__name__}
    called = {name for case in MODELS for name in re.findall(r"d2l\.(\w+)\(", case.make)}
    assert models == called - {"resnet18"} | ABSTRACT.keys()


@pytest.mark.parametrize("name", ABSTRACT)
def test_interfaces_raise(generated, name):
    with pytest.raises(NotImplementedError):
        getattr(generated, name)()(jnp.ones(2), None)


def test_the_page_is_up_to_date(monkeypatch):
    monkeypatch.syspath_prepend(str(DOCS))
    import d2l_table

    rows = [d2l_table.row_of(d2l_table.installed() / name) for name in d2l_table.FILES]
    assert d2l_table.page(rows, d2l_table.compared()) == d2l_table.PAGE.read_text()
    assert all(set(row.forwards) == {Outcome.COMPILED} for row in rows)
