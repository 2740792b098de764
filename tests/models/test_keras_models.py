"""Converted models of Keras give the numbers of the originals, with the originals' weights."""

import jax
import numpy as np
from keras_programs import agree
from keras_reference import assert_same, tf

RNG = np.random.default_rng(1)
X = RNG.normal(size=(3, 512)).astype(np.float32)

# The hybridize chapter's network in TensorFlow, as it stands there.
CHAPTER = """import tensorflow as tf
from tensorflow.keras.layers import Dense

# Factory for networks
def get_net():
    net = tf.keras.Sequential()
    net.add(Dense(256, input_shape = (512,), activation = "relu"))
    net.add(Dense(128, activation = "relu"))
    net.add(Dense(2, activation = "linear"))
    return net

x = tf.random.normal([1,512])
net = get_net()
net(x)
compiled = tf.function(net)
compiled(x)
"""


def test_the_chapters_network_agrees_before_and_after_it_is_compiled():
    net, reference, module = agree(CHAPTER, lambda m: m.get_net(), X)
    assert module.compiled is module.net
    assert_same(module.compiled(X), module.net(X))
    assert_same(jax.jit(net.apply)(net.parameters(), X), reference(X))


def test_gradients_agree_with_a_tape():
    net, reference, _ = agree(CHAPTER, lambda m: m.get_net(), X)
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(reference(X) ** 2)
    expected = tape.gradient(loss, reference.trainable_weights)
    gradients = jax.grad(lambda p: (net.apply(p, X) ** 2).sum())(net.parameters())
    assert_same([gradients[name] for name in net.parameters()], expected, rtol=1e-4)
