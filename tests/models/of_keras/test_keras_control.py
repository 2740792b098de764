"""Python control flow on tensors, which TensorFlow compiles by AutoGraph, gives the same numbers."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from keras_programs import converted, original
from keras_reference import assert_same

PROGRAM = """import tensorflow as tf


@tf.function(input_signature=[tf.TensorSpec([None, 3], tf.float32)], jit_compile=True)
def positive_rows(x):
    total = tf.zeros([3])
    for row in x:
        if tf.reduce_sum(row) > 0:
            total += row
    return total


@tf.function
def doubled(x, limit):
    n = tf.constant(0)
    while tf.reduce_max(tf.abs(x)) < limit:
        x = x * 2.0
        n += 1
    return x, n


@tf.function
def first_large(x, limit):
    found = tf.constant(-1)
    for i in tf.range(tf.shape(x)[0]):
        if tf.reduce_sum(x[i]) > limit:
            found = i
            break
    return found


@tf.function
def clipped(x):
    tf.debugging.assert_rank(x, 2)
    if tf.reduce_any(x > 1.0):
        return tf.minimum(x, 1.0)
    elif tf.reduce_all(x < 0.0):
        return -x
    else:
        return x


@tf.function
def stacked(x):
    rows = []
    state = tf.zeros([3])
    for i in range(4):
        state = tf.tanh(x[i] + state)
        rows.append(state)
    return tf.stack(rows, axis=1)


def collatz(n):
    return tf.while_loop(
        lambda i, n: n > 1,
        lambda i, n: (i + 1, tf.where(n % 2 == 0, n // 2, 3 * n + 1)),
        (tf.constant(0), n),
    )[0]
"""
X = np.random.default_rng(0).normal(size=(4, 3)).astype(np.float32)
CALLS = [
    ("positive_rows", (X,)), ("positive_rows", (-X,)),
    ("doubled", (X, np.float32(20))), ("doubled", (X, np.float32(0))),
    ("first_large", (X, np.float32(0.2))), ("first_large", (X, np.float32(99))),
    ("clipped", (X,)), ("clipped", (-abs(X),)), ("clipped", (X / 9,)),
    ("stacked", (X,)), ("collatz", (np.int32(27),)),
]  # fmt: skip


@pytest.fixture(scope="module")
def both():
    return original(PROGRAM, "original_control"), converted(PROGRAM)[0]


@pytest.mark.parametrize(("name", "given"), CALLS)
def test_a_function_agrees(both, name, given):
    expected = getattr(both[0], name)(*given)
    given = [jnp.asarray(each) for each in given]
    assert_same(getattr(both[1], name)(*given), expected)
    assert_same(jax.jit(getattr(both[1], name))(*given), expected)
