"""`tf.TensorArray`, and TensorFlow's branches and loops that are functions, give the numbers that they give there."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from keras_programs import converted, original, tensors
from keras_reference import assert_same

PROGRAM = """import tensorflow as tf
from tensorflow import keras


@tf.function
def doubled(x):
    ta = tf.TensorArray(tf.float32, size=tf.shape(x)[0])
    for i in tf.range(tf.shape(x)[0]):
        ta = ta.write(i, x[i] * 2.0)
    return ta.stack()


@tf.function
def growing(x):
    outputs = tf.TensorArray(dtype=tf.float32, size=0, dynamic_size=True)
    for i in tf.range(4):
        outputs = outputs.write(i, x[i] + 1.0)
    return outputs.concat()


def unrolled(x):
    ta = tf.TensorArray(tf.float32, size=3, clear_after_read=False)
    for i in range(3):
        ta = ta.write(i, x[i])
    first = ta.read(1)
    return ta.stack() + first, tf.convert_to_tensor(ta.size())


def eager(x):
    ta = tf.TensorArray(tf.float32, size=3)
    for i in range(3):
        ta.write(i, x[i])
    return ta.stack()


@tf.function
def looped(x, n):
    ta = tf.TensorArray(tf.float32, size=5, element_shape=[4, 3])
    i = tf.constant(0)

    def cond(i, ta):
        return i < n

    def body(i, ta):
        ta = ta.write(i, x * tf.cast(i, tf.float32))
        return i + 1, ta

    _, ta = tf.while_loop(cond, body, [i, ta], parallel_iterations=1)
    return ta.stack()


@tf.function
def unwritten_before(x, n):
    ta = tf.TensorArray(tf.float32, size=3)
    _, ta = tf.while_loop(lambda i, _: i < n, lambda i, ta: (i + 1, ta.write(i, x[i])), (0, ta))
    return ta.stack()


@tf.function
def recurrent(x, h):
    steps = tf.TensorArray(tf.float32, size=x.shape[0]).unstack(x)
    outs = tf.TensorArray(tf.float32, x.shape[0])
    for t in tf.range(x.shape[0]):
        h = tf.tanh(steps.read(t) + h)
        outs = outs.write(t, h)
    return tf.transpose(outs.stack()), h


@tf.function
def until(x, limit):
    outputs = tf.TensorArray(tf.float32, size=10, element_shape=[4, 3])
    i = 0
    while tf.reduce_sum(tf.abs(x)) < limit:
        outputs = outputs.write(i, x)
        x = x * 2.0
        i += 1
    return outputs.stack()


@tf.function
def branching(x):
    ta = tf.TensorArray(tf.float32, size=2, element_shape=[3])
    if tf.reduce_sum(x) > 0:
        ta = ta.write(0, x[0])
    else:
        ta = ta.write(1, x[1])
    return ta.stack()


class Steps(keras.layers.Layer):
    def call(self, x):
        outs = tf.TensorArray(tf.float32, size=x.shape[0])
        outs = outs.unstack(x)
        for t in range(x.shape[0]):
            outs = outs.write(t, outs.read(t) * 2 + t)
        return outs.stack()


def layer(x):
    return Steps()(x)


def mapped(x):
    return tf.map_fn(lambda row: (tf.reduce_sum(row), row * 2), x, fn_output_signature=(tf.float32, tf.float32))


def mapped_pairs(x, y):
    def product(pair):
        a, b = pair
        return tf.cast(a * b > 0, tf.int32)

    return tf.map_fn(product, (x, y), dtype=tf.int32, parallel_iterations=4, name="pairs")


def vectorized(x, y):
    return tf.vectorized_map(lambda pair: tf.reduce_sum(pair[0] * pair[1]), (x, y), fallback_to_while_loop=False)


@tf.function
def scanned(x):
    def step(state, row):
        mean, count = state
        return mean + (row - mean) / (count + 1.0), count + 1.0

    return tf.scan(step, x, initializer=(tf.zeros([3]), tf.constant(0.0)), parallel_iterations=1, swap_memory=True)


def folded(x):
    return tf.foldl(lambda a, row: a * 0.5 + row, x), tf.foldr(lambda a, row: a - row, x, initializer=tf.ones([3]))


@tf.function
def conditional(x, limit):
    def scaled():
        return x * 2.0, tf.constant(1)

    return tf.cond(tf.reduce_sum(x) > limit, true_fn=scaled, false_fn=lambda: (x - 1.0, tf.constant(0)))


def nested(x):
    total = tf.reduce_sum(x)
    return tf.cond(
        total > 0,
        lambda: tf.cond(total > 3, lambda: x * 3.0, lambda: x * 2.0),
        lambda: tf.zeros_like(x),
    )


def cases(n):
    return tf.case(
        [(n < 1, lambda: tf.constant(10.0)), (tf.equal(n, 1), lambda: tf.constant(20.0))],
        default=lambda: tf.constant(30.0),
        exclusive=True,
    )


def last_case(n):
    return tf.case([(n < 1, lambda: n * 2), (n < 4, lambda: n * 3)])


def switched(n, x):
    return tf.switch_case(n, branch_fns=[lambda: x, lambda: x * 2, lambda: x * 3])


def switched_by_number(n, x):
    return tf.switch_case(n, {1: lambda: x, 0: lambda: x * 2}, default=lambda: x * 9)


@tf.function
def counted(x, n):
    i, total, rows = tf.while_loop(
        lambda i, total, rows: tf.less(i, n),
        lambda i, total, rows: [tf.add(i, 1), total + rows[0], tf.roll(rows, 1, axis=0)],
        loop_vars=[tf.constant(0), tf.zeros([3]), x],
        shape_invariants=[tf.TensorShape([]), tf.TensorShape([3]), tf.TensorShape([None, 3])],
        maximum_iterations=6,
    )
    return i, total, rows


@tf.function
def with_a_dict(x):
    state = {"x": x, "n": tf.constant(0)}
    found = tf.while_loop(lambda s: s["n"] < 3, lambda s: [{"x": s["x"] * 2.0, "n": s["n"] + 1}], [state])
    return found[0]["x"]
"""
X = np.random.default_rng(0).normal(size=(4, 3)).astype(np.float32)
N = [np.int32(n) for n in range(7)]
CALLS = [
    ("doubled", (X,)), ("growing", (X,)), ("unrolled", (X,)), ("eager", (X,)), ("looped", (X, N[3])), ("looped", (X, N[0])),
    ("unwritten_before", (X, N[3])), ("recurrent", (X, X[0])), ("until", (X, np.float32(200))), ("until", (X, np.float32(0))),
    ("branching", (X,)), ("branching", (-X,)), ("layer", (X,)), ("mapped", (X,)), ("mapped_pairs", (X, X[::-1].copy())),
    ("vectorized", (X, X)), ("scanned", (X,)), ("folded", (X,)), ("conditional", (X, np.float32(-99))),
    ("conditional", (X, np.float32(99))), ("nested", (X,)), ("nested", (-X,)), ("nested", (abs(X),)), ("cases", (N[0],)),
    ("cases", (N[1],)), ("cases", (N[2],)), ("last_case", (N[0],)), ("last_case", (N[3],)), ("switched", (N[1], X)),
    ("switched", (N[5], X)), ("switched_by_number", (N[5], X)), ("switched_by_number", (N[1], X)), ("counted", (X, N[4])),
    ("counted", (X, np.int32(50))), ("with_a_dict", (X,)),
]  # fmt: skip


@pytest.fixture(scope="module")
def both():
    return original(PROGRAM, "original_flow"), converted(PROGRAM)[0]


@pytest.mark.parametrize(("name", "given"), CALLS, ids=[f"{name}-{n}" for n, (name, _) in enumerate(CALLS)])
def test_a_function_agrees(both, name, given):
    expected = getattr(both[0], name)(*tensors(given))
    given = [jnp.asarray(each) for each in given]
    assert_same(getattr(both[1], name)(*given), expected)
    assert_same(jax.jit(getattr(both[1], name))(*given), expected)


GROWING = """import tensorflow as tf


@tf.function
def growing(x, n):
    ta = tf.TensorArray(tf.float32, size=0, dynamic_size=True)
    i = tf.constant(0)
    while i < n:
        ta = ta.write(i, x)
        i += 1
    return ta.stack()


@tf.function
def sized(n):
    return tf.TensorArray(tf.float32, size=n, element_shape=[]).stack()


@tf.function
def ragged(x):
    ta = tf.TensorArray(tf.float32, size=2, infer_shape=False)
    return ta.write(0, x).write(1, x[:1]).concat()
"""


@pytest.mark.parametrize(
    ("name", "given", "words"),
    [
        ("growing", (X, N[3]), "make it with its size"),
        ("sized", (N[3],), "take it from a shape"),
        ("ragged", (X,), "append to a Python list where shapes differ"),
    ],
)
def test_what_only_the_running_program_knows_is_refused_with_the_way_out(name, given, words):
    module, _ = converted(GROWING)
    with pytest.raises(TypeError, match=words):
        jax.jit(getattr(module, name))(*given)


PRINTING = """import sys

import tensorflow as tf


@tf.function
def shown(x):
    for i in tf.range(3):
        tf.print("step", i, "of", x, output_stream=sys.stdout, summarize=-1)
    tf.print("done", x[0], sep=": ")
    return x
"""


def test_prints_become_those_of_jax(capfd):
    module, result = converted(PRINTING)
    jax.block_until_ready(module.shown(np.asarray([1.0, 2.0], np.float32)))
    jax.effects_barrier()
    assert capfd.readouterr().out.splitlines() == [*(f"step {i} of [1. 2.]" for i in range(3)), "done: 1.0"]
    assert 'jax.debug.print("step {} of {}", i, x, ordered=True)' in result.code


NESTED = """import tensorflow as tf


def make(n):
    @tf.function
    def shown(x):
        tf.print("x", x, sep="=")
        for i in tf.range(n):
            x = x + tf.cast(i, tf.float32)
        return x

    tf.print("made", n)
    return shown
"""


def test_prints_of_functions_in_functions_come_when_the_numbers_are_there(capfd):
    module, _ = converted(NESTED)
    found = module.make(3)(np.ones(2, np.float32))
    jax.block_until_ready(found)
    jax.effects_barrier()
    assert capfd.readouterr().out.splitlines() == ["made 3", "x=[1. 1.]"]
    assert_same(found, original(NESTED).make(3)(tensors([np.ones(2, np.float32)])[0]))
