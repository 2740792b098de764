"""Places that Chainer and MXNet look up. What they do where there is none, their documentation and sources say: Chainer
raises, as NumPy does; MXNet takes the nearest, unless it is asked to raise."""

import ast

import numpy as np
import pytest
from converted_models import loaded

from hybridc.core.options import Options
from hybridc.core.source import Source
from hybridc.pipeline import convert
from lookups import Call, announced, checked, lines_of, program

X = np.arange(12, dtype=np.float32).reshape(4, 3) / 7
ONE, PAST = np.array([0, 3], np.int32), (np.array([0, 4], np.int32),)
CLASSES, NO_CLASSES = np.array([0, 2, 1, -1], np.int32), (np.array([0, 3, 1, 1], np.int32),)

CHAINER = {
    "embed_id": Call("F.embed_id(i, x)", ONE, PAST),
    "EmbedID": Call("self.table(i)", ONE, PAST, "self.table = L.EmbedID(4, 3)"),
    "select_item": Call("F.select_item(x, i)", CLASSES, NO_CLASSES),
    "get_item": Call("F.get_item(x, i)", ONE, PAST),
    "softmax_cross_entropy": Call("F.softmax_cross_entropy(x, i)", CLASSES, NO_CLASSES),
    "permutate": Call("F.permutate(x[:2], i)", np.array([1, 0], np.int32), PAST),
}
MXNET = {
    "take": Call("F.take(x, i, mode='raise')", ONE, PAST),
    "gather_nd": Call("F.gather_nd(x, i.reshape((2, 1)))", np.array([3, 2], np.int32), (np.array([4, 2], np.int32),)),
}
# Whose result for any index is MXNet's own.
CLIPPED = ["F.take(x, i)", "F.take(x, i, mode='wrap')", "F.pick(x, i)", "F.batch_take(x, i)", "F.Embedding(i, x, 4, 3)", "F.one_hot(i, 3)"]  # fmt: skip

HEADS = {
    "chainer": (
        "import chainer\nimport chainer.functions as F\nimport chainer.links as L\n\n",
        "chainer.Chain",
        CHAINER,
    ),
    "mxnet": ("from mxnet import nd as F\nfrom mxnet.gluon import nn\n\n", "nn.Block", MXNET),
}
PROGRAMS = {name: program(head, "forward", base, calls) for name, (head, base, calls) in HEADS.items()}


@pytest.mark.parametrize("framework", HEADS)
def test_all_are_announced(framework):
    assert announced(PROGRAMS[framework]) == lines_of(PROGRAMS[framework])


@pytest.mark.parametrize("framework", HEADS)
def test_checked_models_raise_where_there_is_no_such_place(framework):
    module = loaded(checked(PROGRAMS[framework]))
    for number, (line, call) in enumerate(
        zip(lines_of(PROGRAMS[framework]), HEADS[framework][2].values(), strict=True)
    ):
        net = getattr(module, f"Net{number}")()
        assert np.all(np.isfinite(np.asarray(net(X, call.inside))))
        for outside in call.outside:
            with pytest.raises(IndexError, match=rf"^net.py:{line}: index \d+ is out of bounds for axis"):
                net(X, outside)


def test_the_first_axis_takes_what_is_past_the_end():
    """By MXNet's own sources: C's division, axis by axis from the last one."""
    head, base, _ = HEADS["mxnet"]
    text = program(head, "forward", base, {"": Call("F.unravel_index(i, shape=(3, 4))", ONE, ())})
    options = Options(format=False)
    net = loaded(convert(Source("net.py", text, ast.parse(text)), options).code).Net0()
    expected = np.array([[0, 2, 5, -1], [3, 3, 0, -1]])
    assert np.array_equal(net(X, np.array([3, 11, 20, -5], np.int32)), expected)


@pytest.mark.parametrize("call", CLIPPED)
def test_what_mxnet_clips_is_not_announced(call):
    head, base, _ = HEADS["mxnet"]
    assert announced(program(head, "forward", base, {"": Call(call, ONE, ())})) == []
