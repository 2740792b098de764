"""The tables of Paddle as a whole: they follow the notation, and name what the runtime has."""

import ast

import pytest
from against_paddle import paddle

from hybridc.dialects.paddle import PADDLE
from hybridc.runtime.paddle import files, nn, tensors
from hybridc.runtime.paddle.nn import functional as F

ENTRIES = [e for name in PADDLE.names for e in PADDLE.lookup(name)]
SPACES = {"nn": nn, "F": F, "tensors": tensors, "files": files}


@pytest.mark.parametrize("root", SPACES)
def test_what_lines_name_is_in_the_runtime(root):
    missing = []
    for entry in (e for e in ENTRIES if e.target is not None):
        for node in ast.walk(ast.parse(entry.target, mode="eval")):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == root:
                if not hasattr(SPACES[root], node.attr):
                    missing.append(ast.unparse(node))
    assert missing == []


def test_optional_arguments_are_left_out_where_no_other_comes_behind():
    """A call that does not pass one must not give the next one its place."""
    wrong = []
    for entry in (e for e in ENTRIES if e.target is not None and e.parameters is not None and not e.passes_on):
        optional = {p.name for p in entry.parameters if p.default is not None}
        for call in (n for n in ast.walk(ast.parse(entry.target, mode="eval")) if isinstance(n, ast.Call)):
            are_optional = [isinstance(a, ast.Name) and a.id in optional for a in call.args]
            if any(are_optional[:-1]):
                wrong.append(f"{entry.name} -> {entry.target}")
    assert wrong == []


def test_layers_take_paddles_arguments():
    missing = [
        name
        for name in dir(nn)
        if name[0].isupper()
        and name not in ("Buffer", "ConvNormActivation", "InputSpec", "ParamAttr", "Parameter", "RNNBase", "Tensor")
        and not hasattr(paddle.nn, name)
    ]
    assert missing == []
