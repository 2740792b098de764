"""Paddle's tensors that are written in place, and what shares memory with them."""

import numpy as np
import pytest
from against_paddle import agree, paddle

X = np.random.RandomState(0).uniform(-1, 1, (2, 3)).astype(np.float32)
I = np.array([[1, -2, 3], [4, 5, -6]], np.int64)
BODIES = {
    "add_": "y = x + 0\ny.add_(x)\nreturn y",
    "several": "y = x * 2\ny.subtract_(x)\ny.multiply_(y)\ny.divide_(x + 3)\nreturn y",
    "operators": "y = x + 0\ny += x\ny -= 0.5\ny *= 2\ny /= 4\nreturn y",
    "items": "y = x + 0\ny[0] = 1.5\ny[:, 1] = x[:, 0]\nreturn y",
    "a view by reshape": "y = paddle.ones([2, 3])\ny.add_(x)\nz = y.reshape([-1])\nz.add_(paddle.ones_like(z))\nreturn y, z",
    "a view by transpose": "y = x + 0\nz = y.transpose([1, 0])\nz[0] = 7.0\nreturn y, z",
    "a view by index": "y = x + 0\nz = y[0]\nz.multiply_(z)\nreturn y",
    "a view by unsqueeze": "y = x + 0\nz = y.unsqueeze(0)\nz.zero_()\nreturn y",
    "a copy by split": "y = x + 0\nz = y.split(3, axis=1)[0]\nz.add_(z)\nreturn y, z",
    "a copy by expand": "y = x + 0\nz = y.expand([2, 3])\nz.add_(z)\nreturn y, z",
    "clip_": "y = x * 2\ny.clip_(-0.5, 0.5)\ny.scale_(2.0, 1.0)\nreturn y",
    "fill_": "y = x + 0\ny.fill_(2.5)\ny.zero_()\nreturn y",
    "functions": "y = x * 3\nF.relu_(y)\npaddle.tanh_(y)\nreturn y",
    "unary": "y = x * x + 1\ny.sqrt_()\ny.exp_()\ny.log_()\ny.floor_()\nreturn y",
    "set_value": "y = x + 0\ny.set_value(x * 2)\nreturn y",
    "pow_": "y = x * x + 1\ny.pow_(2)\ny.lerp_(x, 0.25)\nreturn y",
}


def text_of(body):
    lines = "".join(f"        {line}\n" for line in body.splitlines())
    return f"import paddle\nimport paddle.nn.functional as F\nfrom paddle import nn\n\n\nclass Net(nn.Layer):\n    def forward(self, x):\n{lines}"


@pytest.mark.parametrize("name", BODIES)
def test_writes_agree(name):
    agree(text_of(BODIES[name]), lambda m: m.Net(), X)


def test_integers_keep_their_dtype():
    agree(text_of("y = x + 0\ny.add_(x)\ny *= 2\ny[0] = 7\nreturn y"), lambda m: m.Net(), I)


def test_shapes_are_lists():
    body = "s = x.shape\ns = s[:1] + [3, 1]\nif x.shape == [2, 3]:\n    return x.reshape(s)\nreturn x"
    agree(text_of(body), lambda m: m.Net(), X)
    assert paddle.to_tensor(X).shape == [2, 3]
