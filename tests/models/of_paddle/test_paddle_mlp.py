"""The model of the chapter in Paddle: before and after `to_static`, with its weights."""

import jax
import jax.numpy as jnp
import numpy as np
from against_paddle import agree, assert_same, converted, paddle, slopes_agree

from closeness import assert_close
from hybridc.runtime.weights import load

CHAPTER = """import paddle
from paddle import nn
from paddle.jit import to_static
from paddle.static import InputSpec


# The factory of the chapter
def get_net():
    blocks = [
        nn.Linear(512, 256),
        nn.ReLU(),
        nn.Linear(256, 128),
        nn.ReLU(),
        nn.Linear(128, 2)
    ]
    net = nn.Sequential(*blocks)
    return net


x = paddle.randn((1, 512))
net = get_net()
before = net(x)

net = paddle.jit.to_static(net)
after = net(x)
"""
CLASS = """import paddle
import paddle.nn.functional as F
from paddle import nn


class MLP(nn.Layer):
    def __init__(self, hidden=8):
        super().__init__()
        self.hidden = nn.Linear(4, hidden, weight_attr=paddle.ParamAttr(initializer=nn.initializer.Normal(0.0, 0.1)))
        self.out = nn.Linear(hidden, 2, bias_attr=False)
        self.scale = self.create_parameter([2], default_initializer=nn.initializer.Constant(1.5))
        self.register_buffer("offset", paddle.to_tensor([1.0, -1.0]))

    @paddle.jit.to_static(input_spec=[paddle.static.InputSpec([None, 4], "float32")])
    def forward(self, x):
        x = F.relu(self.hidden(x))
        return self.out(x) * self.scale + self.offset
"""
X = np.random.RandomState(0).uniform(-1, 1, (3, 4)).astype(np.float32)
WIDE = np.random.RandomState(1).uniform(-1, 1, (1, 512)).astype(np.float32)


def test_the_chapter_agrees():
    net, _, module = agree(CHAPTER, lambda m: m.get_net(), WIDE)
    np.testing.assert_array_equal(module.before, module.after)
    assert_close(jax.jit(net.apply)(net.parameters(), WIDE), net(jnp.asarray(WIDE)), rtol=1e-5, atol=1e-6)


def test_the_weights_have_their_inputs_first():
    module, _ = converted(CHAPTER)
    shapes = {name: value.shape for name, value in module.get_net().state_dict().items()}
    assert shapes["0.weight"] == (512, 256)
    assert list(shapes) == ["0.weight", "0.bias", "2.weight", "2.bias", "4.weight", "4.bias"]


def test_a_class_agrees_and_so_do_its_derivatives():
    net, reference, _ = agree(CLASS, lambda m: m.MLP(), X)
    slopes_agree(net, reference, X)


def test_paddles_spread_of_first_weights():
    module, _ = converted(CHAPTER)
    theirs = paddle.nn.Linear(512, 256).weight.numpy()
    ours = np.asarray(module.nn.Linear(512, 256).weight.data)
    assert abs(ours.std() / theirs.std() - 1) < 0.02
    assert abs(np.abs(ours).max() / np.abs(theirs).max() - 1) < 0.01
    assert_same(np.asarray(module.nn.Linear(512, 256).bias.data), np.zeros(256, np.float32))


def test_a_file_that_paddle_saved_loads(tmp_path):
    net, reference, module = agree(CLASS, lambda m: m.MLP(), X)
    paddle.save(reference.state_dict(), str(tmp_path / "net.pdparams"))
    again = module.MLP()
    assert again.set_state_dict(load(tmp_path / "net.pdparams")) == ([], [])
    np.testing.assert_array_equal(again.eval()(jnp.asarray(X)), net(jnp.asarray(X)))
    np.testing.assert_array_equal(
        module.MLP().load(tmp_path / "net.pdparams").eval()(jnp.asarray(X)), net(jnp.asarray(X))
    )


def test_sixteen_bits_of_paddles_are_taken_for_what_they_are(tmp_path):
    layer = paddle.nn.Linear(3, 2)
    layer.to(dtype="bfloat16")
    paddle.save(layer.state_dict(), str(tmp_path / "half.pdparams"))
    module, _ = converted(CHAPTER)
    ours = module.nn.Linear(3, 2).load(tmp_path / "half.pdparams")
    np.testing.assert_array_equal(np.asarray(ours.weight.data), layer.weight.astype("float32").numpy())
