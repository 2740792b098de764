"""Draws of converted models: from the rng that they are given, distributed as the original's."""

import numpy as np
from keras_programs import converted

DRAWING = """import keras
import tensorflow as tf


class Noise(keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.seeds = keras.random.SeedGenerator(7)

    def call(self, x):
        one = keras.random.normal(tf.shape(x), mean=1.0, stddev=2.0, seed=self.seeds)
        two = tf.random.uniform(tf.shape(x), minval=-1.0, maxval=1.0)
        three = tf.random.truncated_normal(tf.shape(x), stddev=0.5)
        four = keras.random.randint((1000,), 2, 5)
        five = tf.random.categorical(tf.math.log([[0.25, 0.75]]), 2000)
        six = tf.nn.dropout(tf.ones((40, 50)), 0.25)
        return x + one, two, three, four, five, tf.random.shuffle(tf.range(100)), six


class Sampling(keras.layers.Layer):
    def call(self, inputs):
        mean, log_var = inputs
        batch, dim = tf.shape(mean)[0], tf.shape(mean)[1]
        return mean + tf.exp(0.5 * log_var) * tf.random.normal(shape=(batch, dim))
"""
X = np.zeros((50, 60), np.float32)


def test_draws_are_distributed_as_the_originals():
    module, _ = converted(DRAWING)
    net = module.Noise()
    one, two, three, four, five, six, seven = map(np.asarray, net.apply({}, X, rng=1))
    assert abs(one.mean() - 1) < 0.15
    assert abs(one.std() - 2) < 0.15
    assert two.min() < -0.99
    assert two.max() > 0.99
    assert abs(three).max() <= 1
    assert 0.4 < three.std() < 0.5
    assert set(four.tolist()) == {2, 3, 4}
    assert abs(five.mean() - 0.75) < 0.05
    assert sorted(six.tolist()) == list(range(100))
    assert six.tolist() != list(range(100))
    assert set(np.unique(seven)) == {0.0, np.float32(1 / 0.75)}


def test_the_same_rng_draws_the_same():
    module, _ = converted(DRAWING)
    net = module.Sampling()
    given = [X, X]
    one, again, other = (np.asarray(net.apply({}, given, rng=seed)) for seed in (1, 1, 2))
    assert (one == again).all()
    assert (one != other).any()
    assert (np.asarray(net(given)) != np.asarray(net(given))).any()
