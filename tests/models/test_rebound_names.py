"""`x += y` in frameworks whose arrays have no in-place operators: the name gets another array."""

import hybridc

KERAS = """
import tensorflow as tf


class Net(tf.keras.Model):
    def call(self, x):
        y = tf.nn.relu(x)
        h = y
        h += 1
        return h + y
"""
CHAINER = """
import chainer
import chainer.functions as F


class Net(chainer.Chain):
    def forward(self, x):
        y = F.relu(x)
        h = {made}
        h += 1
        return h + {other}
"""


def code_of(text):
    result = hybridc.convert(text, filename="net.py")
    return [line.strip() for line in (result.code or "").splitlines()], {d.code for d in result.refusals}


def test_other_names_keep_what_they_have():
    for text in (KERAS, CHAINER.format(made="y", other="y")):
        lines, refused = code_of(text)
        assert not refused
        start = lines.index("h = y")
        assert lines[start : start + 3] == ["h = y", "h = h + 1", "return h + y"]


def test_arrays_of_numpy_are_written_in_place():
    lines, refused = code_of(CHAINER.format(made="y.array", other="y"))
    assert not refused
    start = lines.index("h = y")
    assert lines[start : start + 4] == ["h = y", "h = h + 1", "y = h", "return h + y"]


def test_what_may_be_either_is_refused_where_it_makes_a_difference():
    assert code_of(CHAINER.format(made="x", other="x"))[1] == {"HYB303"}
    assert not code_of(CHAINER.format(made="x", other="y"))[1]
