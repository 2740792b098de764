"""Models that are called step by step, as TensorFlow's tutorials generate text, give the same tokens and numbers."""

import numpy as np
import pytest
from keras_programs import converted, original
from keras_reference import assert_same, filled, tf

PROGRAM = """import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import layers


class Decoder(keras.Model):
    def __init__(self, vocab, units):
        super().__init__()
        self.embedding = layers.Embedding(vocab, units)
        self.gru = layers.GRU(units, return_sequences=True, return_state=True)
        self.dense = layers.Dense(vocab)

    def call(self, inputs, states=None, return_state=False, training=False):
        x = self.embedding(inputs, training=training)
        if states is None:
            states = tf.zeros([tf.shape(x)[0], 6])
        x, states = self.gru(x, initial_state=states, training=training)
        x = self.dense(x, training=training)
        if return_state:
            return x, states
        return x


class Generator(tf.Module):
    def __init__(self, model, max_length=5):
        super().__init__()
        self.model = model
        self.max_length = max_length

    @tf.function
    def __call__(self, start):
        output_array = tf.TensorArray(dtype=tf.int64, size=0, dynamic_size=True)
        output_array = output_array.write(0, start)
        for i in tf.range(self.max_length):
            output = tf.transpose(output_array.stack())
            predictions = self.model(output, training=False)
            predicted = tf.argmax(predictions[:, -1, :], axis=-1)
            output_array = output_array.write(i + 1, predicted)
        return tf.transpose(output_array.stack())


@tf.function
def generate(model, start, n=4):
    states = None
    next_char = start
    result = tf.TensorArray(tf.int64, size=n)
    for t in tf.range(n):
        logits, states = model(next_char, states=states, return_state=True)
        next_char = tf.argmax(logits[:, -1:], axis=-1)
        result = result.write(t, next_char[:, 0])
    return tf.transpose(result.stack(), [1, 0])


class RNN(layers.Layer):
    def __init__(self, units):
        super().__init__()
        self.cell = layers.GRUCell(units)
        self.units = units

    def call(self, x):
        batch, steps = tf.shape(x)[0], tf.shape(x)[1]
        outputs = tf.TensorArray(tf.float32, size=steps)
        state = tf.zeros((batch, self.units))
        x = tf.transpose(x, [1, 0, 2])
        for t in tf.range(steps):
            out, state = self.cell(x[t], state)
            outputs = outputs.write(t, out)
        return tf.transpose(outputs.stack(), [1, 0, 2])
"""
X = np.random.default_rng(0).normal(size=(2, 5, 3)).astype(np.float32)
TOKENS = np.array([[1], [2]])


@pytest.fixture(scope="module")
def both():
    """The modules, and a decoder of each with the same weights."""
    there, (here, _) = original(PROGRAM), converted(PROGRAM)
    reference, net = there.Decoder(9, 6), here.Decoder(9, 6)
    reference(TOKENS), net(TOKENS)
    filled(net, reference)
    return there, reference, here, net


def test_a_function_that_is_given_the_model(both):
    there, reference, here, net = both
    assert_same(net(TOKENS), reference(TOKENS))
    assert_same(here.generate(net, TOKENS), there.generate(reference, tf.constant(TOKENS)))


@pytest.mark.long
def test_a_module_that_stacks_what_there_is_at_every_step(both):
    there, reference, here, net = both
    start = TOKENS[:, 0]
    assert_same(here.Generator(net)(start), there.Generator(reference)(tf.constant(start)))


def test_a_layer_that_goes_through_the_steps(both):
    reference, net = both[0].RNN(4), both[2].RNN(4)
    reference(X), net(X)
    filled(net, reference)
    assert_same(net(X), reference(X))
