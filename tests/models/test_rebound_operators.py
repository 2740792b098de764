"""`x += y` binds a new tensor in Paddle and TensorFlow, whose arrays have no operators that write."""

import numpy as np
import pytest
from against_paddle import agree

X = np.arange(6, dtype=np.float32).reshape(2, 3) - 2
HEADER = "import paddle\nfrom paddle import nn\n\n\n"
BODIES = {
    "another name": "y = x\ny += 1\nreturn x, y",
    "a view": "y = x[0]\ny += 1\nreturn x, y",
    "an element of a list": "h = [x, x]\nh[0] += 1\nreturn h[0], h[1]",
    "a list itself": "h = [x]\nk = h\nk += [x + 1]\nreturn h[0], h[1], k[1]",
    "a part of a dict": "d = {'a': x}\ny = d['a']\ny *= 2\nreturn d['a'], y",
    "in a loop": "out = x\nfor k in range(3):\n    out += x * k\nreturn out, x",
    "in a branch": "y = x\nif x.sum() > 0:\n    y += 1\nelse:\n    y -= x\nreturn x, y",
    "in a traced loop": "i = paddle.to_tensor(0)\ny = x\nwhile i < 3:\n    y += x\n    i += 1\nreturn x, y",
    "whole numbers": "n = paddle.to_tensor([1, 2])\nm = n\nm += 1.5\nreturn n, m",
    "of a helper": "return grown(x), x",
    "an element": "y = x\ny[0] += 1\nreturn x + 0, y + 0",
}
HELPER = "def grown(x):\n    x += 1\n    return x\n\n\n"


@pytest.mark.parametrize("sign", [1, -1])
@pytest.mark.parametrize("body", BODIES)
def test_other_names_keep_what_they_are(body, sign):
    lines = "\n".join(f"        {line}" for line in BODIES[body].splitlines())
    text = f"{HEADER}{HELPER}class Net(nn.Layer):\n    def forward(self, x):\n{lines}\n"
    agree(text, lambda module: module.Net(), X * sign)


def test_a_buffer_and_what_was_read_of_it():
    text = f"""{HEADER}class Net(nn.Layer):
    def __init__(self):
        super().__init__()
        self.register_buffer("seen", paddle.zeros([3]))

    def forward(self, x):
        before = self.seen
        self.seen += x.sum(0)
        return before, self.seen + 0
"""
    agree(text, lambda module: module.Net(), X)
