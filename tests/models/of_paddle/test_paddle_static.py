"""`paddle.jit.to_static`: what it says of inputs is what export takes, and functions beside models are compiled."""

import ast
import importlib.util

import jax.numpy as jnp
import numpy as np
import pytest
from against_paddle import assert_same, converted, paddle

import hybridc
from hybridc.artifacts.exporting import export
from hybridc.core.options import Options
from hybridc.core.source import Source
from hybridc.pipeline import check

PROGRAM = """import paddle
from paddle import nn
from paddle.jit import to_static
from paddle.static import InputSpec


class Net(nn.Layer):
    def __init__(self):
        super().__init__()
        self.out = nn.Linear(4, 2)
        self.out.weight.set_value(paddle.arange(8, dtype="float32").reshape([4, 2]))

    @to_static(input_spec=[InputSpec([None, 4], "float32", name="x")], full_graph=True)
    def forward(self, x):
        if x.sum() > 0:
            x = x * 2
        return self.out(x)


class Wider(Net):
    def forward(self, x, scale):
        return super().forward(x) * scale


class Plain(nn.Layer):
    @paddle.jit.to_static
    def forward(self, x):
        return x * 2


net = Net()


@paddle.jit.to_static
def predict(x):
    return net(x) - 1


@to_static(input_spec=[InputSpec([-1], "int64")])
def halves(n):
    return n / 2


def get_net():
    return paddle.jit.to_static(Wider(), input_spec=[InputSpec([-1, 4]), InputSpec([1])])
"""
X = np.array([[1, -2, 3, 4], [0, 1, -1, 2]], np.float32)


@pytest.fixture(scope="module")
def sides(tmp_path_factory):
    """The original, of a file, whose text Paddle reads; the converted module, and its text."""
    path = tmp_path_factory.mktemp("static") / "original_static.py"
    path.write_text(PROGRAM)
    spec = importlib.util.spec_from_file_location("original_static", path)
    original = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(original)
    module, result = converted(PROGRAM)
    return original, module, result.code


def test_what_it_says_of_inputs_stays(sides):
    code = sides[2]
    assert '@nn.to_static(input_spec=[nn.InputSpec([None, 4], "float32", name="x")])' in code
    assert "class Plain(nn.Layer):\n    def forward(self, x):" in code


@pytest.mark.parametrize("sign", [1, -1])
def test_models_and_functions_agree(sides, sign):
    reference, module, _ = sides
    x = X * sign
    for name in ("net", "predict"):
        assert_same(getattr(module, name)(jnp.asarray(x)), getattr(reference, name)(paddle.to_tensor(x)))
    scale = np.array([3], np.float32)
    found = module.get_net()(jnp.asarray(x), jnp.asarray(scale))
    assert_same(found, reference.Wider()(paddle.to_tensor(x), paddle.to_tensor(scale)))
    assert_same(module.halves(jnp.arange(3)), paddle.arange(3) / 2)


@pytest.mark.parametrize(
    ("target", "inputs"),
    [
        ("Net", {"x": "f32[x_0,4]"}),
        ("get_net()", {"x": "f32[x_0,4]", "scale": "f32[1]"}),
        ("halves", {"n": "i32[n_0]"}),
    ],
)
def test_free_dimensions_are_those_of_export(sides, tmp_path, target, inputs):
    (tmp_path / "net_jax.py").write_text(sides[2])
    found = export(f"{tmp_path / 'net_jax.py'}:{target}", str(tmp_path / "out"), [], None, [], False)
    assert dict(found.inputs) == inputs
    if target == "Net":
        saved = hybridc.load(str(tmp_path / "out"))
        for rows in (1, 2, 5):
            x = np.ones((rows, 4), np.float32)
            assert_same(saved(x), sides[0].net(paddle.to_tensor(x)))


def test_saving_a_program_names_what_takes_its_place():
    text = "import paddle\n\n\ndef save(net):\n    paddle.jit.save(net, 'net')\n"
    [refusal] = check(Source("save.py", text, ast.parse(text)), Options(partial=True)).refusals
    assert refusal.code == "HYB408"
    assert "hybridc export" in refusal.message
