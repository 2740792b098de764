"""Functions under `tf.function` within each other, in classes and in dicts find the variables that they read."""

import numpy as np
import pytest
from keras_programs import converted, original
from keras_reference import assert_same, tf

PROGRAM = """import tensorflow as tf
from tensorflow import keras


class Scaled(tf.Module):
    def __init__(self):
        super().__init__()
        self.w = tf.Variable([1.0, 2.0])
        self.calls = tf.Variable(0)

    @tf.function(input_signature=[tf.TensorSpec([None], tf.float32)])
    def __call__(self, x):
        self.calls.assign_add(1)
        return x * 2.0 * self.w

    @tf.function
    def twice(self, x, power=1):
        return self(self(x)) ** power


class Sub(Scaled):
    @tf.function
    def twice(self, x, power=1):
        return super().twice(x, power) + 1.0


scaled, sub = Scaled(), Sub()
state = {"scale": tf.Variable(3.0)}
layers = [keras.layers.Dense(2, kernel_initializer="ones") for _ in range(2)]


@tf.function
def inner(x):
    return x * state["scale"]


@tf.function
def outer(x, flag=None, **options):
    if flag is None:
        x = inner(x)
    for layer in layers:
        x = layer(x)
    return {"x": inner(x), "options": len(options)}


@tf.function(input_signature=[{"a": tf.TensorSpec([None]), "b": tf.TensorSpec([], tf.int32)}])
def structured(batch):
    return batch["a"] * tf.cast(batch["b"], tf.float32)


@tf.function
def dropped(x, training=False):
    return tf.nn.dropout(x, 0.5) if training else x


def factorial(n):
    @tf.function
    def step(total, k):
        return total * k

    total = tf.constant(1.0)
    for k in range(1, n + 1):
        total = step(total, tf.constant(float(k)))
    return total


concrete = structured.get_concrete_function()
"""
X = np.asarray([1.0, 3.0], np.float32)


@pytest.fixture(scope="module")
def both():
    return original(PROGRAM, "original_parts"), converted(PROGRAM)[0]


CALLS = {
    "a list as the signature says": lambda m: m.scaled([1, 2]),
    "an array": lambda m: m.scaled(X),
    "a method that calls the object": lambda m: m.scaled.twice(X),
    "a number that is known": lambda m: m.scaled.twice(X, power=2),
    "what was counted": lambda m: m.scaled.calls,
    "the method of the base": lambda m: (m.sub.twice(X, 2), m.sub.calls),
    "functions in functions": lambda m: m.outer(X[None])["x"],
    "another value in the dict": lambda m: (m.state["scale"].assign(5.0) is None, m.outer(X[None])["x"])[1],
    "a branch of Python's": lambda m: m.outer(X[None], flag=1, z=3)["x"],
    "keywords of any name": lambda m: m.outer(X[None], z=1, y=2)["options"],
    "a dict as the signature says": lambda m: m.structured({"a": [1, 2, 3], "b": 2}),
    "nothing is dropped": lambda m: m.dropped(X),
    "a function in a function": lambda m: m.factorial(4),
}


@pytest.mark.parametrize("name", CALLS)
def test_a_call_agrees(both, name):
    assert_same(CALLS[name](both[1]), CALLS[name](both[0]))


def test_a_concrete_function_agrees(both):
    expected = both[0].concrete({"a": tf.constant(X), "b": tf.constant(2)})
    assert_same(both[1].concrete({"a": X, "b": np.int32(2)}), expected)


def test_draws_are_new_at_every_call(both):
    ones = np.ones(64, np.float32)
    first, second = (np.asarray(both[1].dropped(ones, training=True)) for _ in range(2))
    assert set(first) == set(second) == {0.0, 2.0}
    assert (first != second).any()
