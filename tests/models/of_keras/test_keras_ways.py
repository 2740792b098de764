"""Ways of writing that Keras' own packages have: each program is converted, and gives what the original gives."""

import ast

import numpy as np
import pytest
from keras_programs import agree, converted, original
from keras_reference import assert_same

from hybridc.core.options import Options
from hybridc.core.source import Source
from hybridc.pipeline import convert

X = np.random.default_rng(0).normal(size=(2, 5, 8)).astype(np.float32)

PROGRAMS = {
    "a truth that a method is given, and None": """
class Net(keras.Model):
    def call(self, x, causal=True):
        mask = self.mask(x, None, causal)
        return x if mask is None else x * mask

    def mask(self, x, given, causal):
        mask = None if given is None else ops.cast(given, "float32")
        if causal:
            found = ops.expand_dims(ops.cast(ops.arange(5) > 2, "float32"), -1)
            return ops.minimum(mask, found) if mask is not None else found
        return mask
""",
    "an array that build keeps": """
class Net(keras.Model):
    def build(self, shape):
        self.places = ops.expand_dims(ops.arange(shape[1]), axis=0)
        self.table = layers.Embedding(shape[1], 8)
        self.built = True

    def call(self, x):
        return x + self.table(self.places)
""",
    "attention that is taken apart": """
class Own(layers.MultiHeadAttention):
    def call(self, query, value, key=None, mask=None):
        q, k, v = self._query_dense(query), self._key_dense(value), self._value_dense(value)
        found, scores = self._compute_attention(query=q, key=k, value=v, attention_mask=mask)
        return self._output_dense(found)


class Net(keras.Model):
    def __init__(self):
        super().__init__()
        self.attention = Own(2, 3)

    def call(self, x):
        return self.attention(x, x)
""",
    "arrays of several sizes that are joined": """
class Net(keras.Model):
    def call(self, x):
        first = ops.tile(x[:1, :1], (x.shape[0], 1, 1))
        return ops.concatenate([first, x, x[:, ::2]], axis=1)
""",
    "images that are prepared in the graph": """
def Net():
    given = keras.Input((5, 8, 3))
    x = keras.applications.mobilenet_v2.preprocess_input(given)
    y = keras.applications.resnet50.preprocess_input(given)
    return keras.Model(given, layers.Conv2D(2, 3)(x + y))
""",
    "functions of the old backend in the graph": """
from tensorflow.keras import backend as K


def Net():
    given = layers.Input((5, 8))
    x = layers.Lambda(lambda t: K.l2_normalize(t, axis=-1))(given)
    x = layers.Lambda(lambda t: K.sum(t, axis=[1, 2], keepdims=True) + K.cast(K.shape(t)[1], "float32"))(x)
    return keras.Model(given, x)
""",
    "a shape that is set": """
class Net(keras.Model):
    def call(self, x):
        y = tf.reshape(x, [-1, 8])
        y.set_shape([None, 8])
        return y
""",
}
HEADER = "import keras\nimport tensorflow as tf\nfrom keras import layers, ops\n"


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_program_agrees(name):
    given = np.abs(np.random.default_rng(1).normal(size=(2, 5, 8, 3))).astype(np.float32) if "images" in name else X
    agree(HEADER + PROGRAMS[name], lambda m: m.Net(), given)


REGISTERED = """
@keras.saving.register_keras_serializable(package="mine")
class Scaled(layers.Layer):
    def __init__(self, inner, by=2.0, **kwargs):
        super().__init__(**kwargs)
        self.inner = keras.layers.deserialize(inner) if isinstance(inner, dict) else inner
        self.by = by

    def call(self, x):
        return self.inner(x) * self.by

    def get_config(self):
        config = super().get_config()
        config.update({"inner": keras.layers.serialize(self.inner), "by": self.by, "policy": keras.activations.serialize(keras.activations.get("relu"))})
        config.pop("policy")
        return config
"""


def test_a_registered_layer_goes_there_and_back():
    module, _ = converted(HEADER + REGISTERED)
    reference = original(HEADER + REGISTERED.replace('"mine"', '"theirs"'))
    for m in (module, reference):
        layer = m.Scaled(m.layers.Dense(3, name="dense"), by=3.0, name="scaled")
        again = m.Scaled.from_config(layer.get_config())
        layer(X), again(X)
        again.set_weights(layer.get_weights())
        assert_same(again(X), layer(X))
        assert (again.name, again.inner.name, again.by) == ("scaled", "dense", 3.0)


def test_a_file_of_keras_may_ask_another_framework_in_a_function():
    text = HEADER + (
        "def names():\n    import torch\n    return torch.cuda.get_device_name(0)\n\n\n"
        "def softened(x):\n    return keras.activations.gelu(x, approximate=True)\n"
    )
    result = convert(Source("a.py", text, ast.parse(text)), Options(partial=True, format=False))
    lines = result.code.splitlines()
    assert "from hybridc.runtime import keras" in lines
    assert "import keras" not in lines


def test_a_published_model_says_where_it_is():
    text = "import keras\n\n\ndef make():\n    return keras.applications.ResNet50(weights=None)\n"
    result = convert(Source("a.py", text, ast.parse(text)), Options(format=False))
    assert result.code is None
    assert "convert Keras' file `applications/resnet.py`" in result.refusals[0].message
