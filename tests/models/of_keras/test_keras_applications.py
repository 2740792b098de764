"""Keras' published models: what becomes of their files gives, with the same weights, what the originals give."""

import numpy as np
import pytest
from keras_models import MODELS
from keras_published import FOLDER, images, originals, published, settle, text_of
from keras_reference import keras, tf

import dearest
from closeness import assert_close
from hybridc.runtime import keras as runtime
from hybridc.runtime.weights import WeightsError
from sampling import DEAR_SHARE, turn

EVERY_DAY = ("mobilenet",)


# Where the long tests are bounded, one in three of the others.
MODELS_TODAY = [n for n in MODELS if n in EVERY_DAY or DEAR_SHARE == 1 or not turn(f"{dearest.DAY} {n}", 3)]


@pytest.mark.parametrize(
    "name", [name if name in EVERY_DAY else pytest.param(name, marks=pytest.mark.long) for name in MODELS_TODAY]
)
def test_a_published_model_agrees(name, tmp_path):
    keras.backend.clear_session()
    runtime.clear_session()
    size = MODELS[name][1]
    options = {"weights": None, "input_shape": (size, size, 3), "classes": 10, "classifier_activation": None}
    reference, net = originals(name)(**options), getattr(published(name), MODELS[name][0])(**options)
    rng = np.random.default_rng(0)
    given = images(name, rng)
    settle(reference, given, rng, 0.1 if name.startswith("efficientnet") else 0.5)
    for model in (reference, net):
        (reference.save_weights if model is reference else net.load_weights)(tmp_path / "net.weights.h5")
    reference.load_weights(tmp_path / "net.weights.h5")
    assert [layer.name for layer in net.layers] == [layer.name for layer in reference.layers]
    expected, found = reference(given, training=False).numpy(), np.asarray(net(given))
    largest = np.abs(expected).max()
    assert np.abs(expected[0] - expected[1]).max() > 0.01 * largest, "the images make no difference"
    assert np.abs(found - expected).max() < 1e-5 * largest


def test_every_file_with_models_is_compared():
    files = {path.stem for path in FOLDER.glob("*.py") if not path.stem.endswith("_test")}
    assert files == {*MODELS, "__init__", "imagenet_utils"}


@pytest.mark.parametrize("name", MODELS)
def test_one_import_is_edited_at_most(name):
    edited, original = text_of(name).splitlines(), (FOLDER / f"{name}.py").read_text(encoding="utf-8").splitlines()
    assert sum(a != b for a, b in zip(edited, original, strict=True)) == (name == "resnet_v2")


SHAPES = [(2, 4, 5, 3), (4, 5, 3)]


@pytest.mark.parametrize("mode", ["caffe", "tf", "torch"])
@pytest.mark.parametrize("data_format", ["channels_last", "channels_first"])
@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_images_are_prepared_as_in_keras(mode, data_format, shape):
    utilities = keras.applications.imagenet_utils
    drawn = np.random.default_rng(1).uniform(0, 255, shape).astype(np.float32)
    given = drawn if data_format == "channels_last" else np.moveaxis(drawn, -1, -3)
    expected = utilities.preprocess_input(tf.constant(given), data_format, mode)
    ours = runtime.imagenet_utils.preprocess_input
    assert_close(ours(runtime.ops.convert_to_tensor(given), data_format, mode), expected, rtol=1e-5, atol=1e-4)
    both = [f(given.copy(), data_format=data_format, mode=mode) for f in (ours, utilities.preprocess_input)]
    assert_close(*both, rtol=1e-5, atol=1e-4)
    integers = [f(given.astype(np.uint8), data_format, mode) for f in (ours, utilities.preprocess_input)]
    assert_close(*integers, rtol=1e-5, atol=1e-4)


def test_arrays_of_numpy_are_written_as_in_keras():
    ours, theirs = np.full((2, 2, 3), 9, np.float32), np.full((2, 2, 3), 9, np.float32)
    runtime.imagenet_utils.preprocess_input(ours, mode="tf")
    keras.applications.imagenet_utils.preprocess_input(theirs, mode="tf")
    np.testing.assert_array_equal(ours, theirs)


def outcome(function, *args):
    try:
        return function(*args)
    except ValueError as error:
        return " ".join(str(error).split())


SIZES = [
    (shape, top, weights, order)
    for shape in (None, (40, 40, 3), (40, 40, 1), (None, None, 3), (20, 40, 3), (224, 224, 3), (3, 40, 40), (40, 40))
    for top in (True, False)
    for weights in (None, "imagenet")
    for order in ("channels_last", "channels_first")
]


@pytest.mark.filterwarnings("ignore:This model usually expects")
def test_shapes_of_images_are_settled_as_in_keras():
    from keras.src.applications import imagenet_utils

    def found(utilities):
        return [outcome(utilities.obtain_input_shape, s, 224, 32, o, t, w) for s, t, w, o in SIZES]

    assert found(runtime.imagenet_utils) == found(imagenet_utils)


def test_files_come_from_where_keras_keeps_them(tmp_path, monkeypatch):
    monkeypatch.setenv("KERAS_HOME", str(tmp_path))
    (tmp_path / "models").mkdir()
    (tmp_path / "models" / "net.h5").write_bytes(b"held")
    digits = "6ac0d8a21f32a5cf4eb75f5bd7f2bd4c"
    address = (tmp_path / "net.h5").as_uri()
    assert runtime.get_file("net.h5", address, cache_subdir="models") == str(tmp_path / "models" / "net.h5")
    with pytest.raises(WeightsError, match="cannot be fetched"):
        runtime.get_file("net.h5", address, cache_subdir="models", file_hash=digits)
    (tmp_path / "net.h5").write_bytes(b"another")
    with pytest.raises(WeightsError, match="is not the file that is asked for"):
        runtime.get_file("net.h5", address, cache_subdir="models", file_hash=digits)
    assert (tmp_path / "models" / "net.h5").read_bytes() == b"held"
