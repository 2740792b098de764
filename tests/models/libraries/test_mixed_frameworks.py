"""Files that import several frameworks are read as one's."""

import hybridc

BOTH = """import tensorflow as tf
import torch
from tensorflow import keras
from torch import nn


class Student(nn.Module):
    def forward(self, x):
        return torch.relu(x)


class Head(keras.layers.Layer):
    def call(self, x):
        return x


class Teacher(Head):
    def call(self, x):
        return tf.nn.relu(x)
"""


def test_models_of_another_are_refused():
    result = hybridc.convert(BOTH, filename="net.py")
    assert result.code is None
    [refusal] = [d for d in result.refusals if d.code == "HYB412"]
    assert (refusal.location.line, refusal.location.column) == (12, 1)
    assert "`Head` is a model of `tensorflow`, in a file that is read as `torch`'s" in refusal.message


def test_functions_of_another_stay_python():
    source = (
        BOTH.partition("class Head")[0] + "def read(path):\n    return tf.train.list_variables(path), tf.nn.relu(1.0)\n"
    )
    result = hybridc.convert(source, filename="net.py")
    assert result.code is not None and "tf.train.list_variables(path), tf.nn.relu(1.0)" in result.code
    assert "import tensorflow as tf" in result.code and "import torch" not in result.code


def test_the_framework_is_that_of_the_models():
    source = BOTH.replace("nn.Module", "object").replace("torch.relu(x)", "torch.as_tensor(x)")
    result = hybridc.convert(source, filename="net.py")
    assert not result.refusals and "class Head(layers.Layer)" in result.code and "torch.as_tensor(x)" in result.code
