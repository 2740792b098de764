"""Places that PyTorch looks up: in range, and where there are none."""

import ast

import numpy as np
import pytest
import torch
from converted_models import loaded, original

from hybridc.core.options import Options
from hybridc.core.source import Source
from hybridc.pipeline import convert
from lookups import Call, announced, assert_looked_up, checked, lines_of, program

X = np.arange(12, dtype=np.float32).reshape(4, 3) / 7
ONE = np.array([0, 3])
PAST, BELOW, FAR = np.array([0, 4]), np.array([-1, 0]), np.array([-5, 0])
ROWS, WIDE = np.array([[0, 3, 1]]), (np.array([[0, 4, 0]]), np.array([[0, -1, 0]]))
NO_SIGN = (PAST, BELOW)  # negative indices are not there either
SIGNED = (PAST, FAR)
CLASSES = np.array([0, 2, 1, -100])
NO_CLASSES = (np.array([0, 3, 1, 1]), np.array([0, -1, 1, 1]))

CALLS = {
    "gather": Call("torch.gather(x, 0, i)", ROWS, WIDE),
    "index_select": Call("x.index_select(0, i)", ONE, NO_SIGN),
    "take": Call("torch.take(x, i)", np.array([0, -12, 11]), (np.array([12]), np.array([-13]))),
    "scatter": Call("x.scatter(0, i, 2.0)", ROWS, WIDE),
    "scatter_add": Call("torch.scatter_add(x, 0, i, x)", ROWS, WIDE),
    "scatter_ in place": Call("x.clone().scatter_(0, i, x)", ROWS, WIDE),
    "scatter_reduce": Call("x.scatter_reduce(0, i, x, 'sum')", ROWS, WIDE),
    "index_add": Call("x.index_add(0, i, x[:2])", ONE, NO_SIGN),
    "index_copy": Call("x.index_copy(0, i, x[:2])", ONE, NO_SIGN),
    "index_fill": Call("x.index_fill(0, i, 5.0)", np.array([0, -4]), SIGNED),
    "index_reduce": Call("x.index_reduce(0, i, x[:2], 'amax')", ONE, NO_SIGN),
    "index_put": Call("x.index_put((i,), x[:2])", np.array([0, -1]), SIGNED),
    "put": Call("x.put(i, x[0])", np.array([0, -12, 11]), (np.array([0, 12, 1]),)),
    "select": Call("x.select(0, i)", np.array(-4), (np.array(4), np.array(-5))),
    "embedding": Call("F.embedding(i, x)", ONE, NO_SIGN),
    "embedding with padding": Call("F.embedding(i, x, padding_idx=0)", ONE, NO_SIGN),
    "embedding_bag": Call("F.embedding_bag(i.reshape(1, -1), x)", ONE, NO_SIGN),
    "one_hot": Call("F.one_hot(i, 4)", ONE, NO_SIGN),
    "cross_entropy": Call("F.cross_entropy(x, i)", CLASSES, NO_CLASSES),
    "nll_loss": Call("F.nll_loss(x, i, ignore_index=-100)", CLASSES, NO_CLASSES),
    "multi_margin_loss": Call("F.multi_margin_loss(x, i)", np.array([0, 2, 1, 1]), NO_CLASSES),
    "layer": Call("self.table(i) + x[:2]", ONE, NO_SIGN, "self.table = nn.Embedding(4, 3)"),
    "layer in a chain": Call("self.chain(i)", ONE, NO_SIGN, "self.chain = nn.Sequential(nn.Embedding(4, 3), nn.Tanh())"),
    "loss": Call("self.loss(x, i)", CLASSES, NO_CLASSES, "self.loss = nn.CrossEntropyLoss()"),
}  # fmt: skip
TEXT = program("import torch\nimport torch.nn.functional as F\nfrom torch import nn\n\n", "forward", "nn.Module", CALLS)
LINES = dict(zip(CALLS, lines_of(TEXT), strict=True))


def test_all_are_announced():
    assert announced(TEXT) == list(LINES.values())


@pytest.fixture(scope="module")
def modules():
    plain = convert(Source("net.py", TEXT, ast.parse(TEXT)), Options(format=False)).code
    return original(TEXT), loaded(checked(TEXT)), loaded(plain)


@pytest.mark.sampled(6)
@pytest.mark.parametrize("name", CALLS)
def test_checked_models_raise_where_there_is_no_such_place(modules, name):
    number = [*CALLS].index(name)
    reference, *nets = [getattr(module, f"Net{number}")() for module in modules]
    weights = {key: value.detach().numpy() for key, value in reference.state_dict().items()}
    for net in nets:
        net.load_state_dict(weights)
    assert_looked_up(
        CALLS[name], LINES[name], lambda x, i: reference(torch.tensor(x), torch.tensor(i)).detach(), tuple(nets), X
    )


@pytest.mark.parametrize("call", ["torch.take_along_dim(x, i, 0)", "torch.stack(torch.unravel_index(i.abs(), (2, 3)))"])
def test_what_pytorch_takes_modulo_the_length_is_the_same(call):
    text = f"import torch\nfrom torch import nn\n\n\nclass Net(nn.Module):\n    def forward(self, x, i):\n        return {call}\n"
    plain = convert(Source("net.py", text, ast.parse(text)), Options(format=False)).code
    given = torch.tensor([[0, 5, -9], [7, -1, 3]])
    expected = original(text).Net()(torch.tensor(X), given).numpy()
    assert np.array_equal(loaded(plain).Net()(X, given.numpy()), expected)
    assert announced(text) == []
