"""Models of `d2l/tensorflow.py`, converted from its unedited source, give what they give under TensorFlow.

Its recurrent models are written with `time_major=True`, which Keras 3 refuses, and the converted ones too.
"""

import ast
import importlib
import sys
import types
from pathlib import Path

import numpy as np
import pytest
from absent_packages import stand_ins
from keras_reference import assert_same, tf

from hybridc.core.options import Options
from hybridc.core.source import Source
from hybridc.pipeline import convert

pytestmark = pytest.mark.sampled(8)

RNG = np.random.default_rng(0)


def _floats(*shape):
    return RNG.normal(size=shape).astype(np.float32)


LENGTHS = np.array([2, 6])
MODELS = {
    "LinearRegression": (lambda d2l: d2l.LinearRegression(0.1), _floats(3, 2)),
    "LinearRegressionScratch": (lambda d2l: d2l.LinearRegressionScratch(2, 0.1), _floats(3, 2)),
    "SoftmaxRegression": (lambda d2l: d2l.SoftmaxRegression(10, 0.1), _floats(3, 28, 28)),
    "LeNet": (lambda d2l: d2l.LeNet(), _floats(2, 28, 28, 1)),
    "Residual": (lambda d2l: d2l.Residual(3), _floats(2, 6, 6, 3)),
    "Residual of other channels": (lambda d2l: d2l.Residual(6, use_1x1conv=True, strides=2), _floats(2, 6, 6, 3)),
    "ResNeXtBlock": (lambda d2l: d2l.ResNeXtBlock(32, 16, 1), _floats(2, 8, 8, 32)),
    "ResNeXtBlock of other channels": (
        lambda d2l: d2l.ResNeXtBlock(32, 16, 1, use_1x1conv=True, strides=2), _floats(2, 8, 8, 16),
    ),
    "RNNScratch": (lambda d2l: d2l.RNNScratch(16, 32), _floats(4, 2, 16)),
    "DotProductAttention": (
        lambda d2l: d2l.DotProductAttention(0.5), _floats(2, 1, 2), _floats(2, 10, 2), _floats(2, 10, 4), LENGTHS,
    ),
    "AdditiveAttention": (
        lambda d2l: d2l.AdditiveAttention(2, 2, 8, 0.1), _floats(2, 1, 20), _floats(2, 10, 2), _floats(2, 10, 4), LENGTHS,
    ),
    "MultiHeadAttention": (
        lambda d2l: d2l.MultiHeadAttention(100, 100, 100, 100, 5, 0.5),
        _floats(2, 4, 100), _floats(2, 6, 100), _floats(2, 6, 100), np.array([3, 2]),
    ),
    "PositionalEncoding": (lambda d2l: d2l.PositionalEncoding(32, 0), _floats(1, 60, 32)),
    "PositionWiseFFN": (lambda d2l: d2l.PositionWiseFFN(4, 8), _floats(2, 3, 4)),
    "AddNorm": (lambda d2l: d2l.AddNorm([1, 2], 0.5), _floats(2, 3, 4), _floats(2, 3, 4)),
    "TransformerEncoderBlock": (
        lambda d2l: d2l.TransformerEncoderBlock(24, 24, 24, 24, [1, 2], 48, 8, 0.5), _floats(2, 100, 24), np.array([3, 2]),
    ),
    "TransformerEncoder": (
        lambda d2l: d2l.TransformerEncoder(200, 24, 24, 24, 24, [1, 2], 48, 8, 2, 0.5),
        np.ones((2, 100), np.int32), np.array([3, 2]),
    ),
}  # fmt: skip


@pytest.fixture(scope="module")
def both():
    """`d2l.tensorflow`, and the module that is generated from its unedited source."""
    with stand_ins():
        original = importlib.import_module("d2l.tensorflow")
        text = Path(str(original.__file__)).read_text()
        code = convert(Source("tensorflow.py", text, ast.parse(text)), Options(partial=True, format=False)).code
        generated = sys.modules["d2l_tensorflow_jax"] = types.ModuleType("d2l_tensorflow_jax")
        exec(compile(str(code), "d2l_tensorflow_jax.py", "exec"), generated.__dict__)
    return original, generated


@pytest.mark.parametrize("name", MODELS)
def test_a_model_agrees(both, name):
    build, *given = MODELS[name]
    reference, net = map(build, both)
    tensors = [tf.convert_to_tensor(x) for x in given]
    reference(*tensors)
    net(*given)
    if reference.weights or not net.weights:
        net.set_weights(reference.get_weights())
    else:  # Keras 3 does not count variables of TensorFlow's among weights
        for path, cell in net._hybridc_cells().items():
            cell.assign(getattr(reference, path).numpy())
    assert_same(net(*given), reference(*tensors))


@pytest.mark.parametrize("build", [lambda d2l: d2l.RNN(32), lambda d2l: d2l.GRU(32, 2)])
def test_what_keras_refuses_is_refused(both, build):
    for d2l in both:
        with pytest.raises((ValueError, NotImplementedError), match="time_major"):
            build(d2l)
