"""Weights come from, and go to, files that Keras writes and reads."""

import zipfile

import h5py
import numpy as np
import pytest
from keras_reference import assert_same, tf

from hybridc.runtime import keras
from hybridc.runtime.weights import WeightsError

RNG = np.random.default_rng(5)
X = RNG.normal(size=(2, 4, 6)).astype(np.float32)


def functional(K):
    L = K.layers
    i = K.Input((4, 6))
    x = L.MultiHeadAttention(2, 3)(i, i)
    x = L.BatchNormalization()(x)
    x = L.Bidirectional(L.LSTM(3))(x)
    return K.Model(i, L.Dense(2, name="out")(L.Dense(3)(x)))


def sequential(K):
    L = K.layers
    return K.Sequential([K.Input((4, 6)), L.Dense(2), L.BatchNormalization(), L.Conv1D(2, 2, name="last")])


def subclassed(K):
    L = K.layers

    class Model(K.Model):
        def __init__(self):
            super().__init__()
            self.zed = L.Dense(1)
            self.blocks = [L.Dense(2), L.Dense(3), [L.LayerNormalization()]]
            self.named = {"a": L.Dense(2)}
            self.own = self.add_weight(shape=(3,), initializer="ones", name="own")

        def call(self, x):
            x = self.blocks[2][0](self.blocks[1](self.blocks[0](x)) * self.own)
            return self.zed(self.named["a"](x))

    net = Model()
    net(X)
    return net


@pytest.fixture(params=[functional, sequential, subclassed])
def both(request):
    reference, net = request.param(tf.keras), request.param(keras)
    reference.set_weights([np.abs(RNG.normal(size=w.shape)) + 0.1 for w in reference.weights])
    return reference, net


def test_weights_of_keras_are_read(both, tmp_path):
    reference, net = both
    reference.save_weights(tmp_path / "net.weights.h5")
    net.load_weights(tmp_path / "net.weights.h5")
    assert_same(net.get_weights(), reference.get_weights())
    assert_same(net(X), reference(X), atol=1e-5)


def test_keras_reads_what_is_written(both, tmp_path):
    reference, net = both
    net.save_weights(tmp_path / "net.weights.h5")
    reference.load_weights(tmp_path / "net.weights.h5")
    assert_same(net.get_weights(), reference.get_weights())


def test_lists_of_weights_are_read(both, tmp_path):
    reference, net = both
    np.savez(tmp_path / "net.npz", *reference.get_weights())
    net.load(tmp_path / "net.npz")
    assert_same(net.get_weights(), reference.get_weights())


@pytest.mark.parametrize("name", ["net.keras", "net.h5"])
@pytest.mark.parametrize("make", [functional, sequential])
def test_whole_models_give_their_weights(make, name, tmp_path):
    reference, net = make(tf.keras), make(keras)
    reference.save(tmp_path / name)
    net.load(tmp_path / name)
    assert_same(net(X), reference(X), atol=1e-5)


def test_what_does_not_fit_is_listed_and_changes_nothing(tmp_path):
    reference, net = sequential(tf.keras), functional(keras)
    reference.save_weights(tmp_path / "net.weights.h5")
    before = net.get_weights()
    with pytest.raises(WeightsError, match=r"missing \(.*(?s:.*)left over"):
        net.load(tmp_path / "net.weights.h5")
    assert_same(net.get_weights(), before)


def test_a_list_of_another_length_is_refused(tmp_path):
    np.savez(tmp_path / "net.npz", np.ones(3))
    with pytest.raises(WeightsError, match="has 8 weights, and 1 are given"):
        sequential(keras).load(tmp_path / "net.npz")


@pytest.mark.parametrize("name", ["net.weights.h5", "net.keras"])
def test_truncated_files_are_refused_by_their_name(name, tmp_path):
    path = tmp_path / name
    model = sequential(tf.keras)
    (model.save_weights if name.endswith("h5") else model.save)(path)
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    with pytest.raises(WeightsError, match="damaged") as caught:
        sequential(keras).load(path)
    assert name in str(caught.value)


def test_links_to_other_files_are_not_followed(tmp_path):
    with h5py.File(tmp_path / "other.h5", "w") as file:
        file["secret"] = np.ones(3)
    with h5py.File(tmp_path / "net.weights.h5", "w") as file:
        file["layers"] = h5py.ExternalLink(str(tmp_path / "other.h5"), "/secret")
    with pytest.raises(WeightsError, match="is a link to another place"):
        sequential(keras).load(tmp_path / "net.weights.h5")


def test_objects_are_not_read(tmp_path):
    with h5py.File(tmp_path / "net.weights.h5", "w") as file:
        file["vars/0"] = ["text"]
    with pytest.raises(WeightsError, match="only numbers"):
        sequential(keras).load(tmp_path / "net.weights.h5")


def test_an_archive_of_keras_needs_its_weights(tmp_path):
    with zipfile.ZipFile(tmp_path / "net.keras", "w") as archive:
        archive.writestr("config.json", "{}")
    with pytest.raises(WeightsError, match=r"config\.json"):
        sequential(keras).load(tmp_path / "net.keras")


@pytest.mark.parametrize("asked", ["net", "net.index", "net.data-00000-of-00001"])
def test_checkpoints_of_tensorflow_say_the_way_out(asked, tmp_path):
    tf.train.Checkpoint(model=sequential(tf.keras)).write(str(tmp_path / "net"))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["net.data-00000-of-00001", "net.index"]
    net = sequential(keras)
    before = net.get_weights()
    with pytest.raises(
        WeightsError, match=r"checkpoint of TensorFlow.*savez\('net.npz', \*model.get_weights"
    ) as caught:
        net.load_weights(tmp_path / asked)
    assert str(tmp_path / asked) in str(caught.value)
    assert_same(net.get_weights(), before)


@pytest.mark.parametrize("name", ["net.weights.h5", "net.npz", "net.safetensors"])
def test_models_give_weights_to_each_other_through_files(name, tmp_path):
    given, taking = sequential(keras), sequential(keras)
    given.save_weights(tmp_path / name)
    taking.load_weights(tmp_path / name)
    assert_same(taking.get_weights(), given.get_weights())


def test_weights_that_do_not_fit_are_named_with_both_shapes(tmp_path):
    reference = tf.keras.Sequential([tf.keras.Input((4, 6)), tf.keras.layers.Dense(3), tf.keras.layers.Dense(5)])
    net = keras.Sequential([keras.Input((4, 6)), keras.layers.Dense(2), keras.layers.Dense(5)])
    reference.save_weights(tmp_path / "net.weights.h5")
    before = net.get_weights()
    with pytest.raises(WeightsError) as caught:
        net.load_weights(tmp_path / "net.weights.h5")
    text = str(caught.value)
    assert all(part in text for part in ("(6, 3)", "(6, 2)", "(3, 5)", "(2, 5)", "(3,)", "(2,)"))
    assert_same(net.get_weights(), before)
