"""Functions and methods under `tf.function` compute what they compute there, with models and variables as they are."""

import copy
import gc
import weakref

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from keras_programs import converted, original
from keras_reference import assert_same, tf

from hybridc.artifacts.errors import ExportError
from hybridc.artifacts.exporting import export

PROGRAM = """import tensorflow as tf
from tensorflow.keras.layers import Dense, Dropout

net = tf.keras.Sequential([Dense(4, input_shape=(3,), activation="relu"), Dense(2)])
late = tf.keras.Sequential([Dense(2), Dropout(0.5)])
scale = tf.Variable(2.0)


@tf.function(input_signature=[tf.TensorSpec([None, 3], tf.float32)], jit_compile=True)
def predict(x):
    return net(x) * scale


@tf.function(reduce_retracing=True)
def counted(x):
    scale.assign_add(1.0)
    return x * scale


@tf.function
def repeated(x, times=2):
    for _ in range(times):
        x = x + tf.nn.tanh(x)
    return x


@tf.function(input_signature=(tf.TensorSpec(shape=[], dtype=tf.int64), tf.TensorSpec([None, None], name="b")))
def halves(a, b):
    return a / 2, b / 2


def softened(x, t):
    return tf.nn.softmax(x / t)


fast = tf.function(softened, jit_compile=True)
lazy = tf.function(lambda x: late(x))
signed = tf.function(softened, input_signature=[tf.TensorSpec([None], tf.float32), tf.TensorSpec([], tf.float32)])


class Net(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = Dense(2)
        self.calls = self.add_weight(shape=(), initializer="zeros", trainable=False)

    @tf.function(input_signature=[tf.TensorSpec([None, 3], tf.float32, name="x")])
    def call(self, x):
        return self.dense(x)

    @tf.function
    def serve(self, x):
        self.calls.assign_add(1.0)
        return tf.nn.softmax(self(x)), self.calls

    @staticmethod
    @tf.function
    def bare(x):
        return x * 3


class Server:
    def __init__(self, net):
        self.net = net
        self.factor = 2.0

    @tf.function
    def __call__(self, x):
        return self.net(x) * self.factor


def steps():
    @tf.function
    def step(x):
        return net(x) + scale

    return step
"""
X = np.random.default_rng(0).normal(size=(5, 3)).astype(np.float32)


@pytest.fixture(scope="module")
def reference():
    return original(PROGRAM, "original_functions")


@pytest.fixture
def module(reference):
    """Converted, with the weights of the original."""
    module, _ = converted(PROGRAM)
    reference.scale.assign(2.0)
    module.net.set_weights(reference.net.get_weights())
    return module


def test_a_function_reads_the_model_beside_it_when_it_is_called(module, reference):
    assert_same(module.predict(X), reference.predict(X))
    for each in (module, reference):
        each.net.set_weights([2 * w + 1 for w in reference.net.get_weights()][:4])
        each.scale.assign(3.0)
    reference.net.set_weights(module.net.get_weights())
    assert_same(module.predict(X), reference.predict(X))


def test_what_it_reads_are_its_parameters(module):
    module.predict(X)
    assert set(module.predict.parameters()) == {"scale", *(f"net.{name}" for name in module.net.parameters())}


def test_variables_that_a_function_assigns_keep_their_values(module, reference):
    for given in (np.float32(1), np.float32(2), np.float32(2)):
        assert_same(module.counted(given), reference.counted(given))
    assert_same(module.scale.numpy(), reference.scale)


def test_python_numbers_are_known_while_a_function_is_compiled(module, reference):
    for times in (0, 3):
        assert_same(module.repeated(X, times), reference.repeated(X, times))
    assert_same(module.repeated(X), reference.repeated(X))


def test_arguments_become_what_the_signature_says(module, reference):
    given = 3, [[1, 2], [3, 4]]
    found = module.halves(*given)
    assert_same(found[1], reference.halves(*given)[1])
    assert float(found[0]) == float(reference.halves(*given)[0]) == 1.5
    assert_same(module.signed([1, 2], 2), reference.signed([1, 2], 2))


@pytest.mark.parametrize("given", [X[0], X[:, :2], np.ones((2, 3, 1), np.float32)])
def test_other_shapes_than_the_signature_says_raise_as_there(module, reference, given):
    for each in (reference, module):
        with pytest.raises(TypeError):
            each.predict(given)


def test_other_dtypes_than_the_signature_says_raise_as_there(module, reference):
    with pytest.raises(TypeError):
        reference.predict(tf.constant([[1, 2, 3]]))
    with pytest.raises(TypeError, match=r"`x`: an array int32\[1, 3\] is given"):
        module.predict(jnp.asarray([[1, 2, 3]]))


def test_functions_are_compiled_by_a_call(module, reference):
    assert_same(module.fast(X, 2.0), reference.fast(X, 2.0))
    module.lazy(X), reference.lazy(X)
    module.late.set_weights(reference.late.get_weights())
    assert_same(module.lazy(X), reference.lazy(X))
    assert_same(module.steps()(X), reference.steps()(X))


def test_methods_agree(module, reference):
    net, other = module.Net(), reference.Net()
    net(X), other(X)
    net.set_weights(other.get_weights())
    assert_same(net(X), other(X))
    for _ in range(2):
        assert_same(net.serve(X), other.serve(X))
    assert int(net.calls.numpy()) == 2
    assert_same(net.bare(X), other.bare(X))
    server, there = module.Server(module.net), reference.Server(reference.net)
    assert_same(server(X), there(X))
    server.factor = 5.0
    assert_same(server(X), module.net(X) * 5)


def test_an_object_with_compiled_methods_is_copied_and_goes():
    module, _ = converted(PROGRAM)
    net = module.Net()
    net.serve(X)
    other = copy.deepcopy(net)
    other.set_weights([2 * w for w in net.get_weights()])
    assert_same(other.serve(X)[0], module.Net.bare(other.serve(X)[0]) / 3)
    assert not np.allclose(net.serve(X)[0], other.serve(X)[0])
    seen = weakref.ref(net)
    del net
    gc.collect()
    assert seen() is None


def test_the_decorators_say_what_they_said():
    code = converted(PROGRAM)[1].code
    assert "@keras.function(input_signature=[keras.TensorSpec([None, 3], jnp.float32)])\ndef predict" in code
    assert "@keras.function\ndef counted" in code
    assert "fast = keras.function(softened)" in code
    assert "jax.jit" not in code


def test_a_method_that_calls_run_needs_no_decorator():
    text = PROGRAM.replace(
        '@tf.function(input_signature=[tf.TensorSpec([None, 3], tf.float32, name="x")])', "@tf.function"
    )
    assert ")\n\n    def call(self, x):" in converted(text)[1].code


@pytest.fixture
def files(tmp_path):
    path = tmp_path / "functions_jax.py"
    path.write_text(converted(PROGRAM)[1].code)
    return path


@pytest.mark.parametrize(
    ("target", "inputs"),
    [
        ("predict", {"x": "f32[x_0,3]"}),
        ("Net", {"x": "f32[x_0,3]"}),
        ("halves", {"a": "i32[]", "b": "f32[b_0,b_1]"}),
    ],
)
def test_a_signature_is_what_export_takes(files, tmp_path, target, inputs):
    found = export(f"{files}:{target}", str(tmp_path / "out"), [], None, [], False)
    assert dict(found.inputs) == inputs


def test_inputs_of_the_command_line_come_first(files, tmp_path):
    found = export(f"{files}:predict", str(tmp_path / "out"), ["x=f32[7,3]"], None, [], False)
    assert dict(found.inputs) == {"x": "f32[7,3]"}
    assert set(found.parameters) == {
        "scale",
        "net.dense.bias",
        "net.dense.kernel",
        "net.dense_1.bias",
        "net.dense_1.kernel",
    }


def test_a_function_without_a_signature_needs_inputs(files, tmp_path):
    with pytest.raises(ExportError, match="`x` is missing"):
        export(f"{files}:counted", str(tmp_path / "out"), [], None, [], False)


def test_a_function_is_pure_in_its_parameters(module, reference):
    expected = reference.predict(X)
    module.predict(X)
    params = module.predict.parameters()
    assert_same(jax.jit(module.predict.apply)(params, X), expected)
    gradient = jax.grad(lambda p: module.predict.apply(p, X).sum())(params)
    assert_same(gradient["scale"], expected.numpy().sum() / 2)


DECIDING = """import tensorflow as tf

net = tf.keras.Sequential([tf.keras.layers.Dense(2, input_shape=(3,))])


@tf.function
def decided(x):
    y = net(x)
    if y[0, 0] > 0:
        return y * 2, 0
    n = 0
    while y[0, 0] < 3:
        y = y + 1
        n += 1
    return y, n
"""


def test_a_function_that_names_nothing_of_tensorflows_is_compiled_where_it_is_asked_to():
    module, reference = converted(DECIDING)[0], original(DECIDING)
    module.net.set_weights(reference.net.get_weights())
    for given in (X, -X):
        assert_same(module.decided(given), reference.decided(given))
