"""`weight_norm` and `spectral_norm` of Paddle: names, both modes, what calls leave, derivatives, and taking it off."""

import jax.numpy as jnp
import numpy as np
import pytest
from against_paddle import agree, arrays, assert_same, on_both_sides, slopes_agree

X = np.random.RandomState(0).randn(2, 4, 6, 6).astype(np.float32)
ROWS = np.random.RandomState(1).randn(3, 4).astype(np.float32)
MODEL = """import paddle
from paddle import nn
from paddle.nn.utils import remove_weight_norm, spectral_norm, weight_norm


class Net(nn.Layer):
    def __init__(self):
        super().__init__()
        self.body = {body}

    def forward(self, x):
        return self.body(x)

    def plain(self):
        remove_weight_norm(self.body)
"""
CONV = "nn.Conv2D(4, 5, 3)"
CASES = {
    "weight norm of a convolution": (f"weight_norm({CONV})", X),
    "weight norm along another axis": (f"weight_norm({CONV}, dim=1)", X),
    "weight norm along the last axis": (f"weight_norm({CONV}, dim=3)", X),
    "one norm": (f"weight_norm({CONV}, dim=None)", X),
    "weight norm of a linear layer": ("weight_norm(nn.Linear(4, 3), dim=1)", ROWS),
    "spectral norm of a convolution": (f"spectral_norm({CONV})", X),
    "spectral norm of a linear layer": ("spectral_norm(nn.Linear(4, 3), n_power_iterations=2)", ROWS),
    "spectral norm of a transposed convolution": ("spectral_norm(nn.Conv2DTranspose(4, 5, 3))", X),
}


@pytest.mark.parametrize("name", CASES)
def test_a_normalized_weight_agrees(name):
    body, x = CASES[name]
    net, reference, _ = agree(MODEL.format(body=body), lambda module: module.Net(), x, train=True)
    slopes_agree(net.eval(), reference.eval(), x)


def test_taken_off_it_is_a_parameter_again():
    net, reference, _ = agree(MODEL.format(body=f"weight_norm({CONV})"), lambda module: module.Net(), X)
    net.plain()
    reference.plain()
    assert_same(dict(net.state_dict()), arrays(reference.state_dict()))
    on_both_sides(reference, net, [X])


def test_the_layer_of_a_weight():
    text = """import paddle
from paddle import nn


class Net(nn.Layer):
    def __init__(self):
        super().__init__()
        self.weight = self.create_parameter([3, 4])
        self.norm = nn.SpectralNorm([3, 4], dim=1, power_iters=3)

    def forward(self, x):
        return paddle.matmul(x, self.norm(self.weight), transpose_y=True)
"""
    agree(text, lambda module: module.Net(), ROWS)


def test_a_normalized_weight_is_refused_a_second_time():
    _, _, module = agree(MODEL.format(body=CONV), lambda module: module.Net(), X)
    net = module.Net()
    module.weight_norm(net.body) if hasattr(module, "weight_norm") else module.nn.utils.weight_norm(net.body)
    with pytest.raises(RuntimeError, match="two weight_norm hooks"):
        module.nn.utils.weight_norm(net.body)
    assert jnp.isfinite(net(jnp.asarray(X))).all()
