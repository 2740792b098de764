"""Derivatives where functions have corners are Keras' on TensorFlow: of one program for all, compiled once."""

import ast
import textwrap

import jax
import jax.numpy as jnp
import numpy as np
from keras_reference import tf

from closeness import assert_close
from hybridc.core.options import Options
from hybridc.core.source import Source
from hybridc.pipeline import convert

CASES = [
    "abs(x)",
    "tf.abs(x)",
    "ops.absolute(x)",
    "keras.activations.relu(x)",
    "keras.activations.relu(x, max_value=2.0)",
    "keras.activations.relu(x, negative_slope=0.1)",
    "keras.activations.relu(x, negative_slope=0.1, max_value=1.0, threshold=0.5)",
    "keras.activations.relu(x, max_value=6)",
    "keras.activations.relu6(6 * x)",
    "keras.activations.hard_sigmoid(3 * x)",
    "keras.activations.hard_tanh(x)",
    "ops.hard_swish(3 * x)",
    "tf.nn.sigmoid_cross_entropy_with_logits(0.25 * tf.ones_like(x), x)",
    "keras.losses.binary_crossentropy(0.25 * tf.ones_like(x), x, from_logits=True)",
    "tf.nn.softplus(x)",
    "tf.math.log_sigmoid(x)",
    "keras.losses.huber(tf.zeros_like(x), x)",
    "keras.losses.hinge(tf.ones_like(x), x)",
    "keras.losses.squared_hinge(tf.ones_like(x), x)",
    "keras.losses.log_cosh(tf.zeros_like(x), x)",
    "tf.maximum(x, 1.0)",
    "ops.minimum(1.0, x)",
    "tf.clip_by_value(x, -1, 1)",
    "keras.ops.clip(x, 0, 1)",
    "tf.nn.selu(x)",
    "ops.selu(x)",
    "keras.activations.selu(x)",
    "keras.losses.mean_absolute_error(tf.zeros_like(x), x)",
    "keras.regularizers.L1(0.5)(x)",
]
PROGRAM = """
import keras
import tensorflow as tf
from keras import layers, ops

class Net(keras.Model):
    def call(self, x):
        return [
"""


def test_derivatives_are_those_of_keras():
    text = PROGRAM + textwrap.indent(",\n".join(CASES), " " * 12) + ",\n        ]\n"
    result = convert(Source("f.py", text, ast.parse(text)), Options(format=False))
    assert result.code is not None, result.diagnostics
    original: dict[str, object] = {}
    generated: dict[str, object] = {}
    exec(text, original)
    exec(result.code, generated)
    x = np.array([[0.0, 1.0, -1.0, 2.0], [-2.0, 0.0, 0.5, 1.0]], np.float32)
    found = jax.jit(jax.jacobian(lambda x: [jnp.sum(each) for each in generated["Net"]()(x)]))(jnp.asarray(x))
    given = tf.constant(x)
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(given)
        expected = [tf.reduce_sum(each) for each in original["Net"]()(given)]
    for case, one, other in zip(CASES, found, expected, strict=True):
        assert_close(one, tape.gradient(other, given).numpy(), rtol=1e-4, atol=1e-6, err_msg=case)
