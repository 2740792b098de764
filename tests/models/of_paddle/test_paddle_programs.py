"""Programs as Paddle's users write them give the numbers of the originals, with their weights."""

import numpy as np
import pytest
from against_paddle import agree, converted, slopes_agree
from paddle_sources import PROGRAMS

pytestmark = pytest.mark.sampled(6)


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_program_agrees(name):
    text, build, inputs = PROGRAMS[name]
    agree(text, build, *inputs, rtol=1e-5, atol=2e-6)


@pytest.mark.parametrize("name", ["resnet", "swin"])
def test_a_program_agrees_in_training(name):
    text, build, inputs = PROGRAMS[name]
    net, reference, _ = agree(text, build, *inputs, train=True, rtol=1e-5, atol=5e-6)
    if name == "swin":
        slopes_agree(net, reference, *inputs)


@pytest.mark.parametrize("name", PROGRAMS)
def test_no_name_of_paddle_is_left(name):
    _, result = converted(PROGRAMS[name][0])
    code = result.code.replace("hybridc.runtime.paddle", "").partition("\n# hybridc: lines")[0]
    code = "\n".join(line.partition("#")[0] for line in code.splitlines())
    assert "paddle." not in code.replace('"The norm_layer must be str or paddle.nn.layer.Layer class"', "")


def test_functions_that_a_nested_function_makes():
    text = """import paddle
from paddle import nn
from paddle.distributed.fleet.utils import recompute


class Net(nn.Layer):
    def __init__(self):
        super().__init__()
        self.layers = nn.LayerList([nn.Linear(3, 3) for _ in range(2)])

    def forward(self, x, scale=2.0):
        for layer in self.layers:
            def create_custom_forward(module):
                def custom_forward(*inputs):
                    return paddle.tanh(module(*inputs)) * scale

                return custom_forward

            x = recompute(create_custom_forward(layer), x, use_reentrant=False)
        return x
"""
    agree(text, lambda module: module.Net(), np.ones((2, 3), np.float32))


def test_a_mode_of_its_own_is_asked_for_by_name_alone():
    text = """import paddle
from paddle import nn


class Part(nn.Layer):
    def __init__(self):
        super().__init__()
        self.scale = 1.0

    def train(self, mode=True):
        if mode:
            super().train()
        else:
            super().eval()
        self.scale = 2.0 if mode else 3.0

    def forward(self, x):
        return x * self.scale + self.training


class Net(nn.Layer):
    def __init__(self, mode):
        super().__init__()
        self.part = Part()
        if mode is not None:
            self.part.train(mode)

    def forward(self, x):
        return self.part(x)
"""
    for mode in (None, True, False):
        agree(text, lambda module, mode=mode: module.Net(mode), np.ones((2, 3), np.float32))


def test_a_number_made_a_tensor_is_a_size():
    text = """import paddle
from paddle import nn


class Net(nn.Layer):
    def forward(self, x):
        rows = paddle.to_tensor(x.shape[0] // 2, "int32")
        return x.reshape([rows, 2, -1])
"""
    agree(text, lambda module: module.Net(), np.ones((4, 3), np.float32))


def test_a_flag_that_a_layer_is_called_with_is_known_where_it_is_asked_for():
    text = """import paddle
from paddle import nn


class Unit(nn.Layer):
    def forward(self, x, shortcut):
        y = paddle.concat([x, x], axis=1)
        if shortcut:
            y = paddle.add(x, y)
        return y


class Net(nn.Layer):
    def __init__(self):
        super().__init__()
        self.unit = Unit()

    def forward(self, x):
        return paddle.concat([self.unit(x, shortcut=False), self.unit(x[:, :1], shortcut=True)], axis=1)
"""
    agree(text, lambda module: module.Net(), np.ones((2, 2), np.float32))
