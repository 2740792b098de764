"""Places that Keras and TensorFlow look up: in range, and where there are none."""

import ast

import numpy as np
import pytest
from keras_programs import loaded, original
from keras_reference import tf

from hybridc.core.options import Options
from hybridc.core.source import Source
from hybridc.pipeline import convert
from lookups import Call, announced, assert_looked_up, checked, lines_of, program

X = np.arange(12, dtype=np.float32).reshape(4, 3) / 7
ONE, NO_SIGN = np.array([0, 3], np.int32), (np.array([0, 4], np.int32), np.array([-1, 0], np.int32))
SIGNED, PAST = np.array([0, -4], np.int32), (np.array([0, 4], np.int32), np.array([-5, 0], np.int32))
PAIRS, NO_PAIRS = (
    np.array([[0, 1], [3, 2]], np.int32),
    (np.array([[0, 1], [4, 2]], np.int32), np.array([[0, -1], [3, 2]], np.int32)),
)
ROWS, NO_ROWS = np.array([[0, 3, -1]], np.int32), (np.array([[0, 4, 0]], np.int32),)
CLASSES = np.array([0, 2, 1, 1], np.int32)
NO_CLASSES = (np.array([0, 3, 1, 1], np.int32), np.array([0, -1, 1, 1], np.int32))
SEGMENTS, NO_SEGMENTS = np.array([0, -1, 1, 1], np.int32), (np.array([0, 2, 1, 1], np.int32),)

CALLS = {
    "gather": Call("tf.gather(x, i)", ONE, NO_SIGN),
    "gather along an axis": Call("tf.gather(tf.transpose(x), i, axis=1)", ONE, NO_SIGN),
    "gather_nd": Call("tf.gather_nd(x, i)", PAIRS, NO_PAIRS),
    "scatter_nd": Call("tf.scatter_nd(i, x[0, :2], [4, 3])", PAIRS, NO_PAIRS),
    "tensor_scatter_nd_add": Call("tf.tensor_scatter_nd_add(x, i, x[0, :2])", PAIRS, NO_PAIRS),
    "tensor_scatter_nd_update": Call("tf.tensor_scatter_nd_update(x, i, x[0, :2])", PAIRS, NO_PAIRS),
    "embedding_lookup": Call("tf.nn.embedding_lookup(x, i)", ONE, NO_SIGN),
    "sparse cross entropy": Call("tf.nn.sparse_softmax_cross_entropy_with_logits(labels=i, logits=x)", CLASSES, NO_CLASSES),
    "segments": Call("tf.math.unsorted_segment_sum(x, i, 2)", SEGMENTS, NO_SEGMENTS),
    "take": Call("keras.ops.take(x, i, axis=0)", SIGNED, PAST),
    "take of all": Call("keras.ops.take(x, i)", np.array([0, -12], np.int32), (np.array([0, 12], np.int32),)),
    "take_along_axis": Call("keras.ops.take_along_axis(x, i, 0)", ROWS, NO_ROWS),
    "ops.scatter": Call("keras.ops.scatter(i, x[0, :2], (4, 3))", PAIRS, NO_PAIRS),
    "ops.scatter_update": Call("keras.ops.scatter_update(x, i, x[0, :2])", PAIRS, NO_PAIRS),
    "ops.segment_sum": Call("keras.ops.segment_sum(x, i, 2)", SEGMENTS, NO_SEGMENTS),
    "loss": Call("keras.losses.sparse_categorical_crossentropy(i, x, from_logits=True)", CLASSES, NO_CLASSES),
    "layer": Call("self.table(i) * 0.0", np.array([0, 3], np.int32), NO_SIGN[:1], "self.table = keras.layers.Embedding(4, 3)"),
}  # fmt: skip
TEXT = program("import keras\nimport tensorflow as tf\n\n", "call", "keras.Model", CALLS)
LINES = dict(zip(CALLS, lines_of(TEXT), strict=True))


def test_all_are_announced():
    assert announced(TEXT) == list(LINES.values())


@pytest.fixture(scope="module")
def modules():
    plain = convert(Source("net.py", TEXT, ast.parse(TEXT)), Options(format=False)).code
    return original(TEXT), loaded(checked(TEXT), "checked"), loaded(plain, "plain")


@pytest.mark.sampled(6)
@pytest.mark.parametrize("name", CALLS)
def test_checked_models_raise_where_there_is_no_such_place(modules, name):
    reference, *nets = [getattr(module, f"Net{[*CALLS].index(name)}")() for module in modules]
    assert_looked_up(CALLS[name], LINES[name], lambda x, i: reference(tf.constant(x), tf.constant(i)), tuple(nets), X)
