"""Variables of Keras and TensorFlow are written by who has them, around models; tensors taken of them keep their values."""

import ast
import functools
import itertools

import numpy as np
import pytest
from keras_idioms import HEAD, IDIOMS
from keras_programs import converted, original
from keras_reference import assert_same, tf
from written_forms import KINDS, changes, model_written

from hybridc.core.options import Options
from hybridc.core.source import Source
from hybridc.pipeline import check

FORMS = {
    "assign": "p.assign(p / c)", "add": "p.assign_add(p * 0 + c)", "sub": "p.assign_sub(np.full(4, c, 'float32'))",
    "row": "p[1].assign(c)", "rows": "p[1:3].assign(p[:2] * c)", "clip": "p.assign(tf.clip_by_value(p, -0.1 * c, 0.1 * c))",
    "list": "[p][0].assign(p + c)", "dict": "{'w': p}['w'].assign(p.numpy() - c)", "soft": "p.assign(0.9 * p + (1 - 0.9) * c)",
}  # fmt: skip
LAYER = """
class Layer_NUMBER(layers.Layer):
    def build(self, input_shape):
        self.w = self.add_weight(shape=(4,), initializer="ones")
        self.v = tf.Variable(tf.ones(4))
        passed = True
MADE
    def call(self, x):
        return x * self.w + self.v


def change_NUMBER(net):
    passed = True
HOST


"""
CALLS = "f(self.w, 2.0)\nf(self.v, 3.0)\n"
CASES = [*itertools.product(("build", "host"), KINDS, FORMS)]
CALL = (
    HEAD
    + "\n\ndef put(w, x):\n    w.assign(x)\n\n\nclass L(layers.Layer):\n    def build(self, s):\n        self.v = self.add_weight((4,))\n\n    def call(self, x):\n"
)
REFUSED = {
    "a lambda": ("f = lambda a, b: a.assign(b)", "f(self.v, x)"),
    "a lambda handed on": ("tf.nest.map_structure(lambda a, b: a.assign(b), [self.v], [x])",),
    "a lambda mapped": ("list(map(lambda a: a.assign(x), [self.v]))",),
    "a function handed on": ("def f(a, b):", "    a.assign(b)", "tf.nest.map_structure(f, [self.v], [x])"),
    "a function": ("def f(a, b):", "    a.assign(b)", "f(self.v, x)"),
    "a function of the file": ("put(self.v, x)",),
    "all weights": ("for w in self.weights:", "    w.assign(w * 0.9)"),
    "another name": ("w = self.v", "w.assign(w * 0.9)"),
    "a row": ("self.v[0].assign(1.0)",),
    "a kind": ("if isinstance(self.v, tf.Variable):", "    x = x + 1"),
    "a flat list": ("for w in tf.nest.flatten([self.v]):", "    w.assign(w * 0.9)"),
    "a comprehension": ("[w.assign(w * 0.9) for w in self.weights]",),
    "two weights": ("[a.assign(b) for a, b in zip(self.weights, [x])]",),
    "a list's last": ("w = [self.v].pop()", "w.assign(x)"),
    "a maximum": ("self.v.scatter_nd_max([[1]], [3.0])",),
}


@functools.cache
def of_idioms():
    """All idioms, as functions of one file that is converted once."""
    text = HEAD + changes(IDIOMS)
    return original(text), converted(text)[0]


@functools.cache
def of_cases():
    layers = (model_written(LAYER, number, case, FORMS, CALLS) for number, case in enumerate(CASES))
    text = HEAD + "\n\n" + "".join(layers)
    return original(text), converted(text)[0]


@functools.cache
def of_nets():
    x = np.linspace(-1, 1, 8, dtype=np.float32).reshape(2, 4)
    found = [[side.Net(), side.Net()] for side in of_idioms()]
    for net in itertools.chain(*found):
        net(x)
    return found


@pytest.mark.parametrize("idiom", IDIOMS)
def test_weights_hold_what_is_written_into_them(idiom):
    there, here = of_idioms()
    rng = np.random.default_rng(0)
    references, nets = of_nets()
    for net, reference in zip(nets, references, strict=True):
        values = [rng.uniform(-1, 1, w.shape).astype(np.float32) for w in reference.get_weights()]
        net.set_weights(values)
        reference.set_weights(values)
    getattr(there, f"change_{idiom}")(*references)
    getattr(here, f"change_{idiom}")(*nets)
    for net, reference in zip(nets, references, strict=True):
        assert_same(net.get_weights(), reference.get_weights())


@pytest.mark.sampled(3)
@pytest.mark.parametrize("case", CASES, ids="-".join)
def test_what_a_function_writes_into_its_argument_the_layer_holds(case):
    held = []
    for side in of_cases():
        layer = getattr(side, f"Layer_{CASES.index(case)}")()
        layer.build((None, 4))
        getattr(side, f"change_{CASES.index(case)}")(layer)
        held.append([layer.w.numpy(), layer.v.numpy()])
    assert_same(held[1], held[0])


@pytest.mark.parametrize("name", REFUSED)
def test_what_nobody_gives_the_layer_is_refused(name):
    text = CALL + "".join(f"        {line}\n" for line in (*REFUSED[name], "return x * self.v"))
    first = text.splitlines().index("    def call(self, x):", len(HEAD.splitlines()))
    found = [d for d in check(Source("model.py", text, ast.parse(text)), Options()).diagnostics if d.is_refusal]
    assert found and all(d.location.line > first for d in found)


def test_calls_write_by_indices():
    text = CALL + "        self.v.scatter_nd_update([[1]], x[:1])\n        self.v.scatter_nd_add([[2], [2]], x[:2])\n"
    text = text.replace("self.add_weight((4,))", "tf.Variable(tf.ones(4))") + "        return x * self.v\n"
    x = np.array([3.0, 5.0, 2.0, 4.0], np.float32)
    there, (here, _) = original(text), converted(text)
    layer, reference = here.L(), there.L()
    assert_same(layer(x), reference(tf.constant(x)))
    assert_same(layer.v.numpy(), reference.v.numpy())
