"""Places that Paddle looks up: in range, and where there are none."""

import ast

import numpy as np
import pytest
from against_paddle import loaded, paddle

from hybridc.core.options import Options
from hybridc.core.source import Source
from hybridc.pipeline import convert
from lookups import Call, announced, assert_looked_up, checked, lines_of, program

X = np.arange(12, dtype=np.float32).reshape(4, 3) / 7
ONE = np.array([0, -4])
SIGNED = (np.array([0, 4]), np.array([-5, 0]))
NO_SIGN = (np.array([0, 4]), np.array([-3, 0]))  # for -1 Paddle's `embedding` gives what lies before the table
WIDE, NO_WIDE = np.array([[0, 3, 1]]), (np.array([[0, 4, 0]]), np.array([[0, -5, 0]]))
PAIRS, NO_PAIRS = np.array([[0, 1], [3, 2]]), (np.array([[0, 1], [4, 2]]), np.array([[0, 1], [3, 3]]))
CLASSES = np.array([0, 2, 1, 1])
NO_CLASSES = (np.array([0, 3, 1, 1]), np.array([0, -1, 1, 1]))

CALLS = {
    "gather": Call("paddle.gather(x, i)", ONE, SIGNED),
    "index_select": Call("x.index_select(i, 0)", ONE, SIGNED),
    "gather_nd": Call("paddle.gather_nd(x, i)", PAIRS, NO_PAIRS),
    "index_sample": Call("paddle.index_sample(x, i.reshape([4, 1]))", CLASSES, NO_CLASSES),
    "take_along_axis": Call("paddle.take_along_axis(x, i, 0)", WIDE, NO_WIDE),
    "put_along_axis": Call("paddle.put_along_axis(x, i, 2.0, 0)", WIDE, NO_WIDE),
    "scatter": Call("paddle.scatter(x, i, x[:2])", ONE, SIGNED),
    "scatter_nd_add": Call("paddle.scatter_nd_add(x, i, x[0, :2])", PAIRS, NO_PAIRS),
    "scatter_nd": Call("paddle.scatter_nd(i, x[0, :2], [4, 3])", PAIRS, NO_PAIRS),
    "index_add": Call("paddle.index_add(x, i, 0, x[:2])", ONE, SIGNED),
    "take": Call("paddle.take(x, i)", np.array([0, -12]), (np.array([0, 12]),)),
    "embedding": Call("F.embedding(i, x)", np.array([0, 3]), NO_SIGN),
    "one_hot": Call("F.one_hot(i, 4)", np.array([0, 3]), NO_SIGN),
    "cross_entropy": Call("F.cross_entropy(x, i)", CLASSES, NO_CLASSES),
    "nll_loss": Call("F.nll_loss(x, i)", CLASSES, NO_CLASSES),
    "layer": Call("self.table(i) * 0", np.array([0, 3]), NO_SIGN, "self.table = nn.Embedding(4, 3)"),
}  # fmt: skip
TEXT = program(
    "import paddle\nimport paddle.nn.functional as F\nfrom paddle import nn\n\n", "forward", "nn.Layer", CALLS
)
LINES = dict(zip(CALLS, lines_of(TEXT), strict=True))


def test_all_are_announced():
    assert announced(TEXT) == list(LINES.values())


@pytest.fixture(scope="module")
def modules():
    plain = convert(Source("net.py", TEXT, ast.parse(TEXT)), Options(format=False)).code
    return _original(), loaded(checked(TEXT)), loaded(plain)


def _original():
    names: dict[str, object] = {}
    exec(compile(TEXT, "net.py", "exec"), names)
    return names


@pytest.mark.sampled(6)
@pytest.mark.parametrize("name", CALLS)
def test_checked_models_raise_where_there_is_no_such_place(modules, name):
    reference, *converted = modules
    made = f"Net{[*CALLS].index(name)}"
    net = reference[made]()
    nets = tuple(getattr(module, made)() for module in converted)
    assert_looked_up(
        CALLS[name], LINES[name], lambda x, i: net(paddle.to_tensor(x), paddle.to_tensor(i)).numpy(), nets, X
    )
