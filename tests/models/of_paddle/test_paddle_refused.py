"""What Paddle has otherwise than JAX, and no line says: refused, with what to write instead."""

import ast

import numpy as np
import pytest
from against_paddle import agree

from hybridc.core.options import Options
from hybridc.core.source import Source
from hybridc.pipeline import check

X = np.arange(24, dtype=np.float32).reshape(2, 3, 4)
PROGRAM = "import paddle\nfrom paddle import nn\n\n\nclass Net(nn.Layer):\n    def forward(self, x):\n        {}\n"
REFUSED = {
    "return x[0, :, [0, 2]]": "apart from each other",
    "i = paddle.to_tensor([0, 2])\n        return x[0, ..., i]": "apart from each other",
    "return x[None, [0, 1], :, 0]": "apart from each other",
    "return x * 2 if x.dtype == 'float32' else x": "comparing a dtype with text",
    "return x * 2 if x.dtype in ('float32', 'float16') else x": "comparing a dtype with text",
    "return x[x > 3]": "depends on values",
    "return x.reshape_([-1])": "changes an array in place",
    "return x.item()": "reads a traced value back",
    "x.register_hook(print)\n        return x": "cannot be compiled as it is",
    "return paddle.static.nn.fc(x, 3)": "write the model as a `paddle.nn.Layer`",
    "return paddle.distributed.all_reduce(x)": "jax.sharding",
}
AGREEING = [
    "return x[0, [0, 2]]",
    "return x[[0, 1], :, 0]",
    "return x[:, 0, [0, 2]]",
    "return x[0, :, 1:3]",
    "return x[:, [0, 1], [0, 2]]",
    "return x * 2 if x.dtype == paddle.float32 else x",
    "return x * 2 if x.dtype in (paddle.float32, paddle.float16) else x",
]


@pytest.mark.parametrize("body", REFUSED)
def test_it_is_refused(body):
    text = PROGRAM.format(body)
    refusals = check(Source("net.py", text, ast.parse(text)), Options()).refusals
    assert refusals
    assert REFUSED[body] in f"{refusals[0].message} {refusals[0].help}"


@pytest.mark.parametrize("body", AGREEING)
def test_what_looks_like_it_agrees(body):
    agree(PROGRAM.format(body), lambda module: module.Net(), X)
