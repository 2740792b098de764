"""Graphs that MXNet 1.9.1 saved: the classes that they become compute what it computed."""

import re

import jax
import numpy as np
import pytest
from mxnet_zoo import EVERY_DAY, ZOO
from saved_graphs import RECORDED, arrays, close, code, model, of_zoo, recorded

from hybridc.runtime.weights import read, write

pytestmark = pytest.mark.sampled(8)

SMALL = [name.removesuffix("-0000.params") for name in recorded() if name.endswith(".params")]
OLDER = ["mlp_0_8", "mlp_0_9", "mlp_0_9_4", "mlp_1_0", "residual_0_8", "residual_0_9", "residual_0_9_4", "residual_1_0"]
QUICKLY = {"xla_backend_optimization_level": 0, "xla_llvm_disable_expensive_passes": True}


def inputs(found):
    return [found[name] for name in found if name.startswith("input")]


def compare(outputs, found, kind):
    expected = [found[name] for name in sorted(found) if name.startswith(kind)]
    outputs = outputs if isinstance(outputs, tuple | list) else [outputs]
    assert len(outputs) == len(expected)
    for ours, theirs in zip(outputs, expected, strict=True):
        close(ours, theirs)


@pytest.mark.parametrize("has_params", [False, True], ids=["alone", "with_params"])
@pytest.mark.parametrize("name", SMALL)
def test_predictions(name, has_params, tmp_path):
    params = tmp_path / f"{name}-0000.params"
    params.write_bytes(recorded()[params.name])
    net = model(code(name, params if has_params else None), tmp_path, name)
    net.load(params)
    found = arrays(name)
    compare(net(*inputs(found)), found, "output")


@pytest.mark.parametrize("name", [name for name in SMALL if "trained0" in arrays(name)])
def test_training_mode_and_the_states_behind_it(name, tmp_path):
    params = tmp_path / "x.params"
    params.write_bytes(recorded()[f"{name}-0000.params"])
    net = model(code(name), tmp_path, name)
    net.load(params)
    found = arrays(name)
    outputs, state = net.apply(net.parameters(), *inputs(found), train=True, rng=jax.random.key(0))
    compare(outputs, found, "trained")
    by_name = {cell.name: state[place] for place, cell in net._hybridc_cells().items()}
    for key in (key for key in found if key.startswith("state ")):
        name = key.removeprefix("state ")
        close(by_name[name if name in by_name else name.replace("moving", "running")], found[key])


@pytest.mark.parametrize("name", [pytest.param(n, marks=[pytest.mark.long] * (n not in EVERY_DAY)) for n in ZOO])
def test_models_of_the_zoo(name, tmp_path):
    name = "zoo_" + name.replace(".", "_")
    net = model(code(name), tmp_path, name)
    x, weights = of_zoo(name)
    net.load_state_dict(weights)
    predict = jax.jit(net.apply, compiler_options=QUICKLY)
    compare(predict(net.parameters(), x), arrays(name), "output")


@pytest.mark.parametrize("name", OLDER)
def test_graphs_of_older_versions_become_what_new_ones_become(name, tmp_path):
    new = name.partition("_")[0]
    net = model(code(name), tmp_path, name)
    weights = read(RECORDED / f"{new}-0000.params")
    if name == "residual_0_8":  # which had no variables for states: their names come from the operators
        weights = {re.sub(r"(batchnorm\d_)running", r"\1fwd_moving", name): array for name, array in weights.items()}
    net.load_state_dict(weights)
    found = dict(np.load(RECORDED / f"{new}.npz"))
    compare(net(*inputs(found)), found, "output")


@pytest.mark.parametrize("way", ["load", "load_parameters"])
@pytest.mark.parametrize("name", ["convolutional", "shared", "module"])
def test_weights_load_by_the_names_of_the_graph_and_by_places(name, way, tmp_path):
    params = tmp_path / "x-0000.params"
    params.write_bytes(recorded()[f"{name}-0000.params"])
    net = model(code(name), tmp_path, name)
    getattr(net, way)(params)
    net.save_parameters(tmp_path / "y.params")
    again = model(code(name), tmp_path, name)
    getattr(again, way)(tmp_path / "y.params")
    found = arrays(name)
    compare(again(*inputs(found)), found, "output")


def test_names_without_marks_and_without_the_prefix_load(tmp_path):
    (tmp_path / "x.params").write_bytes(recorded()["convolutional-0000.params"])
    arrays_ = read(tmp_path / "x.params")
    found = arrays("convolutional")
    for cut in ("", "net_"):
        write(tmp_path / "bare.params", {name[4:].removeprefix(cut): array for name, array in arrays_.items()})
        for way in ("load", "load_parameters"):
            net = model(code("convolutional"), tmp_path)
            getattr(net, way)(tmp_path / "bare.params")
            compare(net(*inputs(found)), found, "output")


def test_shapes_that_nothing_tells_are_settled_by_the_first_input(tmp_path):
    net = model(code("convolutional"), tmp_path)
    net.initialize()
    found = arrays("convolutional")
    assert net(*inputs(found)).shape == found["output0"].shape
    assert net.parameters()["conv0.weight"].shape == (4, 2, 3, 3)


def test_prediction_does_without_labels_and_gradients_do_not(tmp_path):
    (tmp_path / "x.params").write_bytes(recorded()["module-0000.params"])
    net = model(code("module"), tmp_path)
    net.load(tmp_path / "x.params")
    found = arrays("module")
    x, label = inputs(found)
    compare(net(x), found, "output")

    def total(params, *given):
        return net.apply(params, *given).sum()

    assert jax.tree.leaves(jax.grad(total)(net.parameters(), x, label))
    with pytest.raises(ValueError, match="needs the label"):
        jax.grad(total)(net.parameters(), x)


def test_converted_twice_it_is_the_same():
    assert code("several") == code("several")
