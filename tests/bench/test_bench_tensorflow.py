"""Measuring Keras' models and TensorFlow's functions: all forms have the same parameters, and compute the same."""

from pathlib import Path

import numpy as np
import pytest
from measured import measured

ROOT = Path(__file__).parents[2]
MLP = f"{ROOT}/samples/mlp_keras.py:get_net()"
FORMS = ["tensorflow", "tensorflow.function", "tensorflow.function.xla"]
GENERATED = ["generated.eager", "generated", "generated.inline", "generated.frozen"]
PROGRAM = """import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import layers


class Net(keras.Model):
    def __init__(self, units=3):
        super().__init__()
        self.blocks = [layers.Dense(4, activation="relu"), layers.Dense(units)]
        self.norm = layers.BatchNormalization()
        self.drop = layers.Dropout(0.5)

    def call(self, x, scale=1.0, training=None):
        for block in self.blocks:
            x = block(x)
        return {"y": self.norm(self.drop(x), training=training) * scale, "sum": tf.reduce_sum(x)}


net = keras.Sequential([layers.Dense(2, input_shape=(4,))])


@tf.function(input_signature=[tf.TensorSpec([None, 4], tf.float32)])
def predict(x):
    return tf.nn.softmax(net(x) * 0.0)


def product(x, y):
    return tf.nn.relu(tf.matmul(x, y))
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "net.py").write_text(PROGRAM)
    return tmp_path


def test_the_mlp_of_the_chapters():
    report, timings = measured(MLP, "--input", "inputs=f32[?,512]", "--only", "tensorflow,generated")
    assert (report["verdict"], report["weights"]) == ("same", "tensorflow")
    assert [s["kind"] for s in report["systems"]] == ["original", "generated"]
    assert report["systems"][0]["versions"].keys() == {"python", "numpy", "tensorflow", "keras"}
    assert {t["status"] for t in timings.values()} == {"timed"}
    assert all(t["max_difference"] < 1e-5 for t in timings.values())


@pytest.mark.long
def test_models_whose_weights_the_first_input_decides_have_the_same_ones(folder):
    inputs = ("--input", "x=f32[?,6]", "--input", "scale=2.0")
    report, _ = measured("net.py:Net(units=5)", *inputs, "--batch", "2,3")
    assert [s["id"] for s in report["systems"]] == [*FORMS, *GENERATED]
    for batch in report["batches"]:
        assert [t["status"] for t in batch["systems"]] == ["timed"] * 7
        assert all(t["max_difference"] < 1e-5 for t in batch["systems"])


@pytest.mark.long
@pytest.mark.parametrize("name", ["product", "predict"])
def test_functions(folder, name):
    inputs = ("--input", "x=f32[?,4]", *(("--input", "y=f32[4,2]") if name == "product" else ()))
    report, timings = measured(f"net.py:{name}", *inputs)
    assert report["verdict"] == "same"
    assert {t["status"] for t in timings.values()} == {"timed"}
    assert [f for f in timings if not f.startswith("generated")] == FORMS


@pytest.mark.long
def test_weights_that_are_given_are_those_of_all(folder):
    arrays = [np.full((4, 2), 0.5, np.float32), np.arange(2, dtype=np.float32)]
    np.savez(folder / "w.npz", *arrays)
    report, timings = measured(
        "net.py:net", "--input", "inputs=f32[3,4]", "--params", "w.npz", "--only", "tensorflow,generated"
    )
    assert report["weights"] == "w.npz"
    assert timings["tensorflow"]["max_difference"] < 1e-5
