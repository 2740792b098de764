"""Models made of calls on symbolic tensors: the same layers in the same order, and the same numbers."""

import numpy as np
import pytest
from keras_programs import agree, converted
from keras_reference import assert_same, tf
from keras_reference import keras as reference_keras

from hybridc.runtime import keras
from hybridc.runtime.keras import layers

RNG = np.random.default_rng(2)
IMAGES = RNG.normal(size=(2, 8, 8, 3)).astype(np.float32)
ROWS = RNG.normal(size=(2, 5)).astype(np.float32)


@pytest.fixture(autouse=True)
def names_from_the_start():
    """Layers are numbered through all models of a process, which other tests make as well."""
    tf.keras.backend.clear_session()
    keras.clear_session()


BRANCHES = """import keras
from keras import layers, ops


def block(x, filters):
    x = layers.Conv2D(filters, 3, padding="same")(x)
    x = layers.BatchNormalization()(x)
    return ops.relu(x)


def make(shape=(8, 8, 3), classes=4):
    inputs = keras.Input(shape=shape)
    x = block(inputs, 4)
    y = block(x, 4)
    x = layers.add([x, y])
    x = x * 0.5 + ops.mean(x, axis=-1, keepdims=True)
    x = layers.GlobalAveragePooling2D()(x)
    extra = keras.Input((5,), name="extra")
    x = layers.Concatenate()([x, layers.Dense(3)(extra), extra[:, :2]])
    outputs = layers.Dense(classes, activation="softmax", name="predictions")(x)
    return keras.Model([inputs, extra], [outputs, y], name="small")
"""

SHARED = """from tensorflow import keras
from keras import ops
from tensorflow.keras import layers


def make():
    encoder = keras.Sequential([layers.Dense(6, activation="relu"), layers.Dense(3)], name="encoder")
    one = layers.Input(shape=(5,), name="one")
    other = layers.Input(shape=(5,), name="other")
    a, b = encoder(one), encoder(other)
    distance = ops.sum(ops.square(a - b), axis=1, keepdims=True)
    inner = keras.Model(inputs={"one": one, "other": other}, outputs={"distance": distance, "a": a})
    x = layers.Input(shape=(5,))
    found = inner({"one": x, "other": 2.0 * x})
    return keras.Model(inputs=x, outputs=layers.Dense(1)(layers.Concatenate()([found["distance"], found["a"]])))
"""

DERIVED = """import keras


class Both(keras.Model):
    def __init__(self, units=4):
        inputs = keras.Input((5,))
        hidden = keras.layers.Dense(units, activation="tanh", name="hidden")(inputs)
        super().__init__(inputs=inputs, outputs=keras.layers.Dense(2)(hidden))

    def features(self):
        return keras.Model(self.input, self.get_layer("hidden").output)
"""


def test_branches_agree():
    reference_keras.backend.clear_session()
    keras.clear_session()  # names count from here on
    net, reference, _ = agree(BRANCHES, lambda m: m.make(), [IMAGES, ROWS])
    assert [layer.name for layer in net.layers] == [layer.name for layer in reference.layers]
    assert net.output_shape == [tuple(shape) for shape in reference.output_shape]
    agree(BRANCHES, lambda m: m.make(), [IMAGES, ROWS], training=True)


def test_layers_and_models_are_shared():
    net, _, _ = agree(SHARED, lambda m: m.make(), ROWS)
    assert len(net.get_weights()) == 6


def test_a_class_may_be_a_functional_model_itself():
    net, reference, _ = agree(DERIVED, lambda m: m.Both(), ROWS)
    assert_same(net.features()(ROWS), reference.features()(ROWS))


def test_training_goes_through_to_layers():
    inputs = keras.Input((3,))
    outputs = layers.Dropout(0.5)(layers.BatchNormalization()(inputs))
    net = keras.Model(inputs, outputs)
    x = RNG.normal(size=(64, 3)).astype(np.float32)
    assert (np.asarray(net(x)) != 0).all()
    assert (np.asarray(net(x, training=True)) == 0).mean() > 0.3
    found, new = net.apply(net.parameters(), x, train=True, rng=0)
    assert (np.asarray(found) == 0).mean() > 0.3
    before = net.parameters()
    assert [name for name in new if not np.array_equal(new[name], before[name])] == [
        "batch_normalization.moving_mean", "batch_normalization.moving_variance",
    ]  # fmt: skip


def test_what_does_not_come_from_the_inputs_is_refused():
    one, other = keras.Input((3,)), keras.Input((3,))
    with pytest.raises(ValueError, match="not connected"):
        keras.Model(one, layers.Dense(2)(other))


def test_numbers_of_another_shape_are_refused():
    inputs = keras.Input((3,), name="rows")
    net = keras.Model(inputs, layers.Dense(2)(inputs))
    with pytest.raises(ValueError, match=r"found shape=\(2, 5\) for the input `rows`"):
        net(ROWS)


def test_functions_of_jax_take_symbols_in_a_layer():
    module, _ = converted(
        "import tensorflow as tf\n\n\ndef mish(x):\n    return x * tf.math.tanh(tf.math.softplus(x))\n"
    )
    x = keras.Input((3,))
    with pytest.raises((TypeError, ValueError)):
        module.mish(x)
    net = keras.Model(x, layers.Lambda(module.mish)(x))
    assert net(np.ones((2, 3), np.float32)).shape == (2, 3)
