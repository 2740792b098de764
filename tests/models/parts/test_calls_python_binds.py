"""What Python binds or does while a model is traced: options of calls, names of types, attributes that go."""

import jax
import jax.numpy as jnp
import pytest
import torch
from converted_models import agree, converted

from closeness import assert_close

HEAD = "import torch\nimport torch.nn.functional as F\nfrom torch import nn\n\n\n"
IMAGE = torch.arange(2 * 3 * 8 * 8.0).reshape(2, 3, 8, 8).sin()
SPREAD = """class Net(nn.Module):
    def __init__(self, **pooling):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(4, 3, 3, 3))
        self.places = (None, 2, 1)
        self.options = dict(stride=2, padding=1)
        self.pooling = pooling
        self.size = {"scale_factor": 2, "mode": "bilinear", "align_corners": False}

    def forward(self, x):
        y = F.conv2d(x, self.weight, **self.options) + F.conv2d(x, self.weight, *self.places)
        y = F.max_pool2d(y, **self.pooling)
        y += 1
        return F.interpolate(y, **self.size) * F.relu(F.pad(y, *((1, 1, 1, 1), "reflect")).mean())
"""


def test_functions_take_what_sequences_and_dicts_hold():
    agree(HEAD + SPREAD, lambda m: m.Net(kernel_size=2, stride=1), IMAGE, rtol=1e-4, atol=1e-5)


def test_several_results_of_what_options_ask_for():
    text = """class Net(nn.Module):
    def __init__(self, **pooling):
        super().__init__()
        self.pooling = pooling

    def forward(self, x):
        y, places = F.max_pool2d(x, **self.pooling)
        return y * places
"""
    agree(HEAD + text, lambda m: m.Net(kernel_size=2, return_indices=True), IMAGE)


def test_names_of_types_are_known_while_tracing():
    text = """class Net(nn.Module):
    def forward(self, x, other):
        if x.type() == "torch.HalfTensor":
            return x.float() * 2
        if other.type() == x.type():
            return x + other
        return x - other.type(torch.float32)
"""
    agree(HEAD + text, lambda m: m.Net(), IMAGE, IMAGE * 2)
    agree(HEAD + text, lambda m: m.Net(), IMAGE, torch.arange(8))
    agree(HEAD + text, lambda m: m.Net(), IMAGE.half(), IMAGE, rtol=1e-3)


def test_attributes_that_go_again_leave_nothing_behind():
    text = """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(8, 8)
        self.last = None

    def forward(self, x):
        self.first, self.second = x * 2, 3
        y = self.fc(self.first) * self.second
        del self.first, self.second
        self.last = y
        return y
"""
    net, reference, _ = agree(HEAD + text, lambda m: m.Net(), IMAGE)
    assert not hasattr(net, "first") and not hasattr(reference, "first") and not hasattr(net, "second")
    assert_close(net.last, reference.last.numpy(), rtol=1e-5, atol=1e-6)
    net.apply(net.parameters(), jnp.ones(8))
    assert not hasattr(net, "first")


def test_an_attribute_that_is_deleted_is_gone_after_a_call():
    text = """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.extra = 3.0

    def forward(self, x):
        if hasattr(self, "extra"):
            x = x * self.extra
            del self.extra
        return x
"""
    net = converted(HEAD + text)[0].Net()
    assert net(jnp.ones(2)).tolist() == [3, 3] and not hasattr(net, "extra")
    assert net(jnp.ones(2)).tolist() == [1, 1]


def test_an_attribute_that_counts_until_it_is_deleted():
    text = """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.count = 0

    def forward(self, x, last=False):
        self.count += 1
        x = x * self.count
        if last:
            del self.count
        return x
"""
    net = converted(HEAD + text)[0].Net()
    assert [net(jnp.ones(1)).item() for _ in range(3)] == [1, 2, 3]
    assert net(jnp.ones(1), last=True).item() == 4 and not hasattr(net, "count")


def test_a_parameter_cannot_go_while_the_model_runs():
    text = """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(2))

    def forward(self, x):
        y = x * self.weight
        del self.weight
        return y
"""
    with pytest.raises(RuntimeError, match="`weight` is deleted while the model runs"):
        converted(HEAD + text)[0].Net()(jnp.ones(2))


def test_asserts_of_devices_are_looked_at_where_values_are_known():
    text = """class Net(nn.Module):
    def forward(self, x):
        torch._assert_async(x.sum() > 0, "a message")
        return x * 2
"""
    net = converted(HEAD + text)[0].Net()
    assert net(jnp.ones(2)).tolist() == [2, 2]
    with pytest.raises(AssertionError, match="a message"), jax.disable_jit():
        net.hybridize(False)(-jnp.ones(2))


def test_functions_that_read_a_dtype_alone_do_not_see_what_is_written():
    text = """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.pos = nn.Parameter(torch.arange(8.0))

    def forward(self, x):
        x = x * 1

        def cast(y):
            return y.to(dtype=x.dtype, device=x.device).reshape(1, x.shape[-1])

        widened = lambda y: y.expand(x.shape)
        for k in range(2):
            x[:, k] += cast(self.pos * k)
            x[k].add_(widened(cast(self.pos))[k])
        return x
"""
    agree(HEAD + text, lambda m: m.Net(), IMAGE)


def test_functions_that_read_elements_see_what_is_written():
    text = """class Net(nn.Module):
    def forward(self, x):
        x = x * 1

        def last():
            return x[:, -1]

        y = last()
        x[:, -1] = 0
        return y + x[:, 0]
"""
    agree(HEAD + text, lambda m: m.Net(), IMAGE)
