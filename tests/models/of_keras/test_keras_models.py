"""Converted models of Keras give the numbers of the originals, with the originals' weights."""

import ast

import jax
import numpy as np
import pytest
from keras_programs import agree, converted, original
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


SUBCLASSED = """import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import layers


class Linear(keras.layers.Layer):
    def __init__(self, units=32, **kwargs):
        super().__init__(**kwargs)
        self.units = units

    def build(self, input_shape):
        self.w = self.add_weight(shape=(input_shape[-1], self.units), initializer="random_normal", trainable=True)
        self.b = self.add_weight(shape=(self.units,), initializer="zeros", trainable=True, name="b")

    def call(self, inputs):
        return tf.matmul(inputs, self.w) + self.b


class Net(keras.Model):
    def __init__(self, depth=2):
        super().__init__(name="net")
        self.blocks = []
        for _ in range(depth):
            self.blocks.append(Linear(8))
        self.norms = {"first": layers.LayerNormalization(), "last": layers.BatchNormalization()}
        self.head = layers.Dense(3, activation=tf.nn.softmax)

    def call(self, x, training=None):
        for block in self.blocks:
            x = tf.nn.relu(block(x))
        x = self.norms["first"](x)
        if training:
            x = x * 0.5
        x = self.norms["last"](x, training=training)
        b = tf.shape(x)[0]
        x = layers.Flatten()(tf.reshape(x, [b, 2, -1]))
        if tf.reduce_sum(x) > 0.0:
            x = x * 2.0
        return self.head(x)
"""

COUNTING = """import tensorflow as tf
from tensorflow import keras


class Sums(keras.layers.Layer):
    def __init__(self, size):
        super().__init__()
        self.total = self.add_weight(shape=(size,), initializer="zeros", trainable=False, name="total")
        self.scale = self.add_weight(shape=(size,), initializer="ones")
        self.calls = self.add_weight(shape=(), initializer="zeros", trainable=False)

    def call(self, inputs):
        self.calls.assign_add(1.0)
        self.total.assign(self.total + tf.reduce_sum(inputs, axis=0))
        return self.total * self.scale + self.calls
"""


@pytest.mark.parametrize("training", [False, True])
@pytest.mark.parametrize("sign", [1, -1])
def test_a_subclassed_model_agrees(training, sign):
    net, _, module = agree(SUBCLASSED, lambda m: m.Net(), sign * X[:, :5], training=training)
    assert list(net.parameters())[:4] == ["blocks.0.w", "blocks.0.b", "blocks.1.w", "blocks.1.b"]
    shapes = module.Net().init(0, jax.ShapeDtypeStruct((1, 5), "float32"))
    assert {name: value.shape for name, value in shapes.items()} == {n: p.shape for n, p in net.parameters().items()}


def test_weights_that_a_call_assigns_are_kept():
    net, reference, _ = agree(COUNTING, lambda m: m.Sums(4), X[:, :4])
    for _ in range(3):
        assert_same(net(X[:, :4]), reference(X[:, :4]))
    assert_same(net.get_weights(), reference.get_weights())


MODULES = """import tensorflow as tf


class Dense(tf.Module):
    def __init__(self, in_features, out_features, name=None):
        super().__init__(name=name)
        self.w = tf.Variable(tf.random.normal([in_features, out_features]), name="w")
        self.b = tf.Variable(tf.zeros([out_features]), name="b")

    @tf.function
    def __call__(self, x):
        y = tf.matmul(x, self.w) + self.b
        return tf.nn.relu(y)


class Layers(tf.Module):
    def __init__(self, name=None):
        super().__init__(name=name)
        self.first = Dense(5, 3)
        self.second = Dense(3, 2)
        self.calls = tf.Variable(0.0, trainable=False)

    def __call__(self, x):
        self.calls.assign_add(1.0)
        return self.second(self.first(x)) * self.calls


class Doubled(Layers):
    def __call__(self, x):
        return super().__call__(x) * 2.0
"""


@pytest.mark.parametrize("name", ["Layers", "Doubled"])
def test_modules_of_tensorflow_agree(name):
    module, _ = converted(MODULES)
    reference, net = getattr(original(MODULES), name)(), getattr(module, name)()
    for ours, theirs in ((net.first, reference.first), (net.second, reference.second)):
        ours.w.assign(theirs.w.numpy())
    for _ in range(3):
        assert_same(net(X[:, :5]), reference(X[:, :5]))
    assert [len(m.trainable_variables) for m in (net, reference)] == [4, 4]
    assert float(net.calls.numpy()) == 3


TRAINED = """import keras
from keras import layers


def build(size=4, decay=None):
    inputs = keras.Input((size,))
    model = keras.Model(inputs, layers.Dense(2)(inputs))
    if decay is None:
        rate = 0.01
    else:
        rate = keras.optimizers.schedules.ExponentialDecay(0.1, 100, decay)
    if size > 3:
        optimizer = keras.optimizers.Adam(rate)
    else:
        optimizer = keras.optimizers.SGD(rate, momentum=0.9)
    model.compile(optimizer=optimizer, loss=keras.losses.MeanSquaredError(), metrics=["mae"])
    return model
"""


def test_how_a_model_is_trained_is_left_out():
    """What only `compile` needs goes with it; `rate` is read and set beside, and stays."""
    text = TRAINED.replace(
        "        rate = keras.optimizers.schedules.ExponentialDecay(0.1, 100, decay)", "        rate = 0.1"
    )
    _, _, module = agree(text, lambda m: m.build(), np.ones((3, 4), np.float32))
    assert module.build(2)(np.ones((3, 2), np.float32)).shape == (3, 2)
    _, result = converted(text)
    notes = [d.location.line for d in result.diagnostics if d.code == "HYB513"]
    assert notes == [13, 15, 16]
    assert "optimizer" not in ast.unparse(ast.parse(result.code))


def test_what_more_than_compile_reads_is_refused():
    text = TRAINED.replace("    return model", "    return model, optimizer")
    with pytest.raises(AssertionError, match="HYB408"):
        converted(text)
