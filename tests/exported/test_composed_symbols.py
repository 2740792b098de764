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
from hybridc.core.options import Options
from hybridc.exported import convert_export
from hybridc.runtime.gluon import ops, sym
from hybridc.runtime.gluon.nn import Dense, SymbolBlock
from hybridc.runtime.weights import write

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


def test_files_of_modules_load_by_the_names_of_the_graph(tmp_path):
    symbol, inputs = composed("mobilenet")
    values = drawn(recorded("mobilenet")[0], inputs)
    states = set(symbol.list_auxiliary_states())
    write(tmp_path / "net-0003.params", {f"{'aux' if k in states else 'arg'}:{k}": x for k, x in values.items()})
    net = SymbolBlock(symbol, sym.var("data"))
    net.load_parameters(tmp_path / "net-0003.params")
    assert set(net.collect_params()) == set(values)
    for name, parameter in net.collect_params().items():
        np.testing.assert_array_equal(parameter.data, values[name])
    assert not net.collect_params()["dconv_23_conv_proj_batchnorm_moving_var"].requires_grad


def test_parameters_of_blocks_have_the_shapes_that_the_first_input_decides():
    x, y = sym.var("x"), sym.var("y")
    hidden = sym.FullyConnected(x, num_hidden=3, name="net_hidden") * sym.FullyConnected(
        y, num_hidden=3, name="net_gate"
    )
    net = SymbolBlock([hidden, x + 1], [x, y])
    net.initialize()
    first, second = net(np.ones((2, 4), np.float32), np.ones((2, 5), np.float32))
    assert first.shape == (2, 3) and second.shape == (2, 4)
    shapes = {name: cell.shape for name, cell in net.parameters().items()}
    assert shapes == {"hidden_weight": (3, 4), "hidden_bias": (3,), "gate_weight": (3, 5), "gate_bias": (3,)}
    x4, x5 = np.ones((2, 4), np.float32), np.ones((2, 5), np.float32)
    slope = jax.grad(lambda p: net.apply(p, x4, x5, train=True, rng=jax.random.key(0))[0][0].sum())
    assert slope(net.parameters())["gate_bias"].shape == (3,)


def test_executors_are_written_into_and_take_other_shapes():
    symbol = sym.BatchNorm(sym.FullyConnected(sym.var("data"), num_hidden=3, name="fc"), name="bn", fix_gamma=False)
    executor = symbol.simple_bind(data=(2, 4))
    executor.arg_dict["fc_bias"][:] = [1, 2, 3]
    executor.copy_params_from({"bn_gamma": np.full(3, 2, np.float32)}, {"bn_moving_var": np.ones(3, np.float32)})
    (found,) = executor.forward(data=np.ones((2, 4), np.float32))
    close(found, np.array([[2, 4, 6]] * 2) / 1.001**0.5)
    wider = executor.reshape(data=(5, 4))
    assert wider.forward()[0].shape == (5, 3)
    close(wider.output_dict["bn_output"][0], executor.outputs[0][0])


X = sym.var("x")
DENSE = sym.FullyConnected(X, num_hidden=2, name="fc")


@pytest.mark.parametrize(
    ("attempt", "kind", "words"),
    [
        (lambda: sym.FullyConnected(X, num_hiden=2), TypeError, "`FullyConnected` is not known with num_hiden=2"),
        (lambda: sym.relu(np.ones(2)), TypeError, "`relu` takes symbols, not ndarray"),
        (lambda: sym.relu(sym.split(X, num_outputs=2)), ValueError, "take one, `symbol\\[0\\]`"),
        (lambda: sym.Convolution_v2(X), AttributeError, "no operator `mxnet.sym.Convolution_v2`"),
        (lambda: sym.concat(X, other=X), TypeError, "no input `other`"),
        (lambda: DENSE(data=X), TypeError, "has no variable `data`; it has x, fc_weight, fc_bias"),
        (lambda: DENSE.get_internals()["fc2_output"], ValueError, "Cannot find output"),
        (lambda: DENSE.infer_shape(y=(2, 3)), ValueError, "argument name y not found"),
        (lambda: DENSE.infer_type(x="float32"), AttributeError, "have dtypes"),
        (lambda: DENSE.eval(x=np.ones((2, 3))), ValueError, "key `fc_weight` is missing"),
        (lambda: DENSE.simple_bind(x=(2, 3)).forward(x=np.ones((3, 3))), ValueError, "Shape not match"),
        (lambda: DENSE.simple_bind(x=(2, 3)).backward(), NotImplementedError, "`jax.grad` of a function"),
        (lambda: bool(X == 1), TypeError, "no truth value"),
        (lambda: Dense(2)(X), AttributeError, "a model takes arrays"),
        (lambda: SymbolBlock(DENSE, DENSE), ValueError, "must be variable"),
        (lambda: SymbolBlock(DENSE, X)(), TypeError, "the block takes x"),
        (lambda: (X + sym.zeros((0, 3))).eval(x=np.ones((2, 3), np.float32)), ValueError, "sizes that MXNet infers"),
        (lambda: sym.Group([X, sym.var("x")]).tojson(), ValueError, "two variables have the name `x`"),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_told(attempt, kind, words):
    with pytest.raises(kind, match=words):
        attempt()


def test_shapes_that_do_not_follow_are_none():
    with pytest.warns(UserWarning, match="Cannot decide shape"):
        assert DENSE.infer_shape(fc_bias=(2,)) == (None, None, None)


def test_an_array_that_an_executor_was_bound_with_is_not_written_by_its_own_name():
    code = "import mxnet as mx\na = mx.nd.ones((2,))\nnet = mx.sym.var('a') * 2\ne = net.bind(mx.cpu(), {'a': a})\n"
    assert [d.code for d in convert(code + "a[:] = 3\ne.forward()").diagnostics] == ["HYB303"]
    assert convert(code + "e.arg_dict['a'][:] = 3\nprint(e.forward()[0].asnumpy())").code is not None


HALF = {"type_dict": {"data": "float16"}, "data": (2, 4)}
DATA = sym.var("data")


@pytest.mark.parametrize(
    ("symbol", "kinds"),  # as MXNet has them
    [
        (sym.FullyConnected(DATA, num_hidden=2, name="x"), {"x_weight": "float16", "x_bias": "float16"}),
        (sym.LeakyReLU(DATA, act_type="prelu", name="x"), {"x_gamma": "float16"}),
        (sym.BatchNorm(DATA, name="x"), {"x_gamma": "float32", "x_beta": "float32"}),
        (sym.Embedding(DATA, input_dim=3, output_dim=2, name="x"), {"x_weight": "float32"}),
        (DATA + sym.var("w"), {"w": "float16"}),
    ],
)
def test_parameters_have_the_dtype_of_what_they_meet(symbol, kinds):
    executor = symbol.simple_bind(**HALF)
    assert {name: str(executor.arg_dict[name].dtype) for name in kinds} == kinds


def test_fractions_of_several_widths_do_not_meet():
    given = {"data": np.ones((2, 4), np.float16), "x_weight": np.ones((3, 4), np.float32)}
    symbol = sym.FullyConnected(DATA, num_hidden=3, no_bias=True, name="x")
    with pytest.raises(TypeError, match="FullyConnected requires uniform type, and is given float16 and float32"):
        symbol.eval(**given)


def test_statistics_that_two_layers_share_move_with_both():
    names = {name: sym.var(name) for name in ("gamma", "beta", "moving_mean", "moving_var")}
    once = sym.BatchNorm(DATA, **names, name="one", momentum=0.5)
    symbol = sym.BatchNorm(once + 3, **names, name="two", momentum=0.5)
    executor = symbol.simple_bind(data=(8, 2))
    executor.arg_dict["gamma"][:] = 1
    executor.forward(is_train=True, data=np.arange(16, dtype=np.float32).reshape(8, 2))
    close(executor.aux_dict["moving_mean"], np.array([(0.5 * 7) * 0.5 + 3 * 0.5, (0.5 * 8) * 0.5 + 3 * 0.5]))


def test_symbols_that_attributes_and_dicts_hold_are_composed_by_the_functions_of_arrays():
    text = """import mxnet as mx


def flat(x):
    return x.reshape((0, -1))


class Net:
    def __init__(self):
        self.first = mx.sym.Variable("x")

    def whole(self):
        kept = {"flat": flat(self.first)}
        y = kept["flat"].slice_axis(axis=1, begin=0, end=1)
        for part in [self.first.sum(axis=1, keepdims=True), y]:
            y = y * 2 + part
        return y > 3
"""
    scope = {"__name__": "net"}
    exec(convert(text).code, scope)
    x = np.array([[1, 2, 3], [-1, 0, 1]], np.float32)
    (found,) = scope["Net"]().whole().eval(x=x)
    first = x[:, :1]
    close(found, ((2 * first + x.sum(1, keepdims=True)) * 2 + first > 3).astype(np.float32))
    with pytest.raises(TypeError, match="`rows` takes arrays"):
        ops.rows(sym.var("x"))
