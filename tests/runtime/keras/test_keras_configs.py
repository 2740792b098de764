"""Configurations: layers are made anew of ours and of Keras', and say what Keras says of them."""

import pytest
from keras_reference import assert_same, tf
from test_keras_layers import CASES, FLAT, X1

from hybridc.runtime import keras
from hybridc.runtime.keras import layers


def said_alike(ours, theirs):
    """What both say is the same. Keras says more of initializers, and writes one number as it was given."""
    if isinstance(ours, dict) and isinstance(theirs, dict):
        return all(said_alike(ours[n], theirs[n]) for n in ours.keys() & theirs.keys() if n not in ("name", "function"))
    if isinstance(ours, list | tuple) != isinstance(theirs, list | tuple):
        ours, theirs = (v if isinstance(v, list | tuple) else [v] for v in (ours, theirs))
    if isinstance(ours, list | tuple):
        ours = ours[0] if len(ours) == 1 and len(theirs) != 1 else ours
        return len(ours) == len(theirs) and all(map(said_alike, ours, theirs))
    return bool((ours == theirs).all() if hasattr(ours, "shape") else ours == theirs)


# As they were given: a function, a list of cells, a layer of which the other one is made.
AS_GIVEN = ("Lambda", "RNN of cells", "Bidirectional", "masked Bidirectional", "Bidirectional sum")


@pytest.mark.parametrize("name", CASES)
def test_a_layer_is_made_anew(name):
    make, x = CASES[name]
    reference, layer = make(tf.keras.layers), make(layers)
    assert name in AS_GIVEN or said_alike(layer.get_config(), reference.get_config())
    for config in (layer.get_config(), reference.get_config()) if name != "Lambda" else (layer.get_config(),):
        again = type(layer).from_config(config)
        assert again.name == config["name"]
        layer(x), again(x)
        again.set_weights(layer.get_weights())
        if "Dropout" not in name:
            assert_same(again(x), layer(x))


@pytest.mark.parametrize("name", ["Dense", "LSTM", "RNN of cells", "Bidirectional", "BatchNormalization"])
def test_keras_makes_a_layer_of_what_is_written(name):
    make, x = CASES[name]
    layer = make(layers)
    reference = tf.keras.layers.deserialize(keras.saving.serialize(layer))
    reference(tf.constant(x))
    layer(x)
    reference.set_weights(layer.get_weights())
    assert_same(layer(x), reference(tf.constant(x)), atol=1e-5)


def test_lambdas_of_files_are_not_run():
    config = tf.keras.layers.Lambda(lambda x: x * 2).get_config()
    with pytest.raises(ValueError, match="__lambda__"):
        layers.Lambda.from_config(config)


@keras.saving.register_keras_serializable("mine")
class Scaled(layers.Layer):
    def __init__(self, by=2.0, inner=None, **kwargs):
        super().__init__(**kwargs)
        self.by, self.inner = by, inner

    def call(self, x):
        return x * self.by if self.inner is None else self.inner(x) * self.by


class Wide(layers.Dense):
    def __init__(self, units, times=2, **kwargs):
        super().__init__(units * times, **kwargs)
        self.times = times

    def get_config(self):
        config = super().get_config()
        return config | {"units": config["units"] // self.times, "times": self.times}


def test_a_layer_of_a_user_is_made_anew_by_its_registered_name():
    written = keras.saving.serialize(Scaled(by=3.0, name="three"))
    assert written["registered_name"] == "mine>Scaled"
    assert written["config"]["by"] == 3.0
    again = keras.saving.deserialize_layer(written)
    assert (type(again), again.by, again.name) == (Scaled, 3.0, "three")


def test_a_class_derived_from_a_layer_of_keras_says_more():
    layer = Wide(3, activation="relu")
    assert layer.get_config()["units"] == 3
    again = keras.saving.deserialize_layer(keras.saving.serialize(layer), {"Wide": Wide})
    assert (again.units, again.times, again.activation) == (6, 2, layer.activation)


def test_an_unknown_class_is_told_by_its_name():
    with pytest.raises(ValueError, match=r"Unknown layer: 'Wide'.*custom_objects"):
        keras.saving.deserialize_layer(keras.saving.serialize(Wide(3)))


@pytest.mark.parametrize("config", [None, 3, {}, {"config": {}}, "Dense"])
def test_what_is_no_configuration_is_told(config):
    with pytest.raises(ValueError, match="a configuration is a dict"):
        keras.saving.deserialize_layer(config)


def sequential(K):
    L = K.layers
    return K.Sequential(
        [K.Input((9, 6)), L.Dense(4, activation="gelu", name="first"), L.LSTM(3), L.Dense(2)], name="net"
    )


def test_a_sequential_model_is_made_anew():
    reference, net = sequential(tf.keras), sequential(keras)
    for config in (net.get_config(), reference.get_config()):
        again = keras.Sequential.from_config(config)
        assert [layer.name for layer in again.layers] == [layer["config"]["name"] for layer in config["layers"][1:]]
        again.set_weights(net.get_weights())
        assert_same(again(X1), net(X1))
    theirs = tf.keras.Sequential.from_config(net.get_config())
    theirs.set_weights(net.get_weights())
    assert_same(net(X1), theirs(tf.constant(X1)), atol=1e-5)


def test_a_functional_model_says_how_to_make_it_anew():
    given = keras.Input((6,))
    net = keras.Model(given, layers.Dense(2)(given))
    with pytest.raises(NotImplementedError, match="call what made it once more"):
        net.get_config()


ACTIVATIONS = ["relu", "gelu", "linear", "silu", "softmax", None]


@pytest.mark.parametrize("name", ACTIVATIONS)
def test_activations_are_written_as_keras_writes_them(name):
    ours = keras.activations.serialize(keras.activations.get(name))
    assert ours == tf.keras.activations.serialize(tf.keras.activations.get(name))
    assert keras.activations.get(ours) is keras.activations.get(name)


@pytest.mark.parametrize("name", ["HeNormal", "VarianceScaling", "Constant", "Orthogonal", "RandomUniform"])
def test_initializers_go_both_ways(name):
    theirs = getattr(tf.keras.initializers, name)()
    ours = keras.initializers.get(tf.keras.initializers.serialize(theirs))
    assert said_alike(ours.get_config(), theirs.get_config())
    assert type(tf.keras.initializers.get(keras.initializers.serialize(ours))) is type(theirs)


@pytest.mark.parametrize("name", ["L1", "L2", "L1L2"])
def test_regularizers_go_both_ways(name):
    theirs = getattr(tf.keras.regularizers, name)(0.5)
    ours = keras.regularizers.get(tf.keras.regularizers.serialize(theirs))
    again = tf.keras.regularizers.get(keras.regularizers.serialize(ours))
    assert_same(ours(FLAT), theirs(tf.constant(FLAT)))
    assert_same(again(tf.constant(FLAT)), theirs(tf.constant(FLAT)))


def test_what_comes_out_is_known_before_it_is_computed():
    for K in (keras, tf.keras):
        layer = K.layers.Conv2D(4, 3, activity_regularizer="l2", name="conv")
        spec = layer.compute_output_spec(K.Input((8, 9, 2)))
        assert tuple(spec.shape) == (None, 6, 7, 4)
        assert tuple(layer.compute_output_shape((None, 8, 9, 2))) == (None, 6, 7, 4)
