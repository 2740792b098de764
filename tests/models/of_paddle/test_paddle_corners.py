"""Derivatives where functions have corners, or labels, are Paddle's: of one program for all, converted and compiled once."""

import textwrap

import jax
import jax.numpy as jnp
import paddle
from against_paddle import converted, original

from closeness import assert_close

AT_CORNERS = [
    "abs(x)",
    "paddle.abs(x)",
    "(x - 1).abs()",
    "paddle.clip(x, -1, 1)",
    "x.clip(min=0.0)",
    "paddle.clamp(x, max=2.0)",
    "paddle.maximum(x, paddle.ones_like(x))",
    "paddle.minimum(paddle.zeros_like(x), x)",
    "F.leaky_relu(x)",
    "F.rrelu(x, training=False)",
    "F.l1_loss(x, paddle.zeros_like(x), reduction='none')",
]
OF_LABELS = [
    "F.kl_div(F.log_softmax(x), y, reduction='none')",
    "F.cross_entropy(x, y, soft_label=True, reduction='none')",
    "F.softmax_with_cross_entropy(x, y, soft_label=True)",
    "F.binary_cross_entropy(F.sigmoid(x), y, reduction='none')",
    "F.binary_cross_entropy_with_logits(x, y, reduction='none')",
    "F.binary_cross_entropy_with_logits(x, y, pos_weight=paddle.to_tensor([2.0]), reduction='none')",
    "F.log_loss(F.sigmoid(x[:, :1]), y[:, :1])",
    "F.sigmoid_focal_loss(x, y, reduction='none')",
    "F.mse_loss(x, y, reduction='none')",
]
PROGRAM = """
import paddle
import paddle.nn.functional as F
from paddle import nn

class Net(nn.Layer):
    def forward(self, x, y):
        return [
"""


def test_derivatives_are_paddles():
    cases = AT_CORNERS + OF_LABELS
    text = PROGRAM + textwrap.indent(",\n".join(cases), " " * 12) + ",\n        ]\n"
    x = [[0.0, 1.0, -1.0, 2.0], [-2.0, 0.0, 0.5, 1.0]]
    y = [[0.1, 0.2, 0.3, 0.4], [0.25, 0.25, 0.4, 0.1]]
    net = converted(text)[0].Net()
    found = jax.jit(jax.jacobian(lambda x, y: [jnp.sum(each) for each in net.apply({}, x, y)], argnums=(0, 1)))
    pairs = found(jnp.asarray(x), jnp.asarray(y))
    for case, pair, k in zip(cases, pairs, range(len(cases)), strict=True):
        given = [paddle.to_tensor(each, stop_gradient=False) for each in (x, y)]
        paddle.sum(original(text).Net()(*given)[k]).backward()
        for each, one in zip(given, pair, strict=True):
            assert_close(one, 0.0 if each.grad is None else each.grad.numpy(), rtol=1e-4, atol=1e-6, err_msg=case)
