"""Converted models give the numbers of the originals, with the originals' weights."""

import ast

import jax
import jax.numpy as jnp
import numpy as np
import pytest
import torch
from converted_models import agree, assert_same, converted
from model_sources import ATTENTION, IN_PLACE, PROGRAMS, RESIDUAL

from closeness import assert_close

pytestmark = pytest.mark.sampled(6)


@pytest.mark.parametrize("train", [False, True], ids=["eval", "train"])
@pytest.mark.parametrize("name", PROGRAMS)
def test_a_converted_model_agrees(name, train):
    text, build, inputs = PROGRAMS[name]
    agree(text, build, *inputs, train=train)


@pytest.mark.parametrize("name", ["residual", "attention"])
def test_gradients_agree_with_autograd(name):
    text, build, inputs = PROGRAMS[name]
    text = text.replace("inplace=True", "").replace("out += identity", "out = out + identity")  # for autograd's sake
    net, reference, _ = agree(text, build, *inputs)
    (reference(*inputs) ** 2).sum().backward()
    x = jnp.asarray(inputs[0].numpy())
    grads = jax.jit(jax.grad(lambda p: (net.apply(p, x) ** 2).sum()))(net.parameters())
    for key, parameter in reference.named_parameters():
        assert_same(grads[key], parameter.grad, rtol=1e-4, atol=1e-5)


def test_chains_of_methods_over_several_lines_agree():
    text = """import torch
from torch import nn


class Net(nn.Module):
    def forward(self, x):
        return (
            x
            .view(2, 6)
            .transpose(0, 1)
            # of all
            .sum(dim=0)
        ) + (x
             .transpose(0, 1).sum(0)
             .view(2, 1))
"""
    for train in (False, True):
        agree(text, lambda m: m.Net(), torch.arange(12.0).reshape(2, 3, 2).sum(2).repeat(1, 2), train=train)


def test_the_pure_form_is_the_call():
    text, build, inputs = PROGRAMS["residual"]
    net, reference, _ = agree(text, build, *inputs)
    x = jnp.asarray(inputs[0].numpy())
    assert_close(net.apply(net.parameters(), x), net(x), rtol=1e-5)
    assert_close(net.freeze()(x), net(x), rtol=1e-5, atol=1e-6)
    reference.train()
    with torch.no_grad():
        reference(inputs[0])
    _, after = net.apply(net.parameters(), x, train=True)
    for key, value in reference.state_dict().items():
        if key in after:
            assert_same(after[key], value)


def test_a_checkpoint_of_pytorch_loads(tmp_path):
    text, build, inputs = PROGRAMS["attention"]
    _, reference, module = agree(text, build, *inputs)
    torch.save(reference.state_dict(), tmp_path / "net.pt")
    net = build(module).eval()
    net.load(tmp_path / "net.pt")
    assert_same(net(jnp.asarray(inputs[0].numpy())), reference(inputs[0]))


@pytest.mark.parametrize("text", [RESIDUAL, ATTENTION, IN_PLACE], ids=["residual", "attention", "in place"])
def test_no_name_of_pytorch_is_left(text):
    _, result = converted(text)
    assert "torch." not in ast.unparse(ast.parse(result.code)).replace("hybridc.runtime.torch", "")


def test_constructors_write_parameters_in_place():
    module, _ = converted(IN_PLACE)
    net = module.Net()
    np.testing.assert_array_equal(net.emb.weight.data, [[0, 0, 0], [0, 0, 0], [0.5] * 3, [0.5] * 3])
    np.testing.assert_array_equal(net.w.data[:, 0], [2, 4, 10, 2])
    np.testing.assert_array_equal(net.ww.data[:, 0], [2, 1, 1, 1])
    np.testing.assert_array_equal(net.lin.bias.data, [3, 3, 3])


ALIASES = {
    "another name": ("z = torch.sin(x)", "w = z", "z += 1", "return w * z"),
    "a view": ("z = torch.sin(x)", "w = z.view(-1)", "z.add_(1)", "return w, z.view(-1)"),
    "through a view": ("z = torch.sin(x)", "w = z[1:]", "w.mul_(2)", "return w, z"),
    "a row": ("z = torch.sin(x)", "z[0] = 7", "z[:, 1:].zero_()", "return z"),
    "parts by methods": (
        "z = torch.sin(x)",
        "z.select(0, 1).copy_(x[0])",
        "z.narrow(1, 0, 1).add_(1)",
        "z.t().mul_(2)",
        "z.view(-1)[0] = 3",
        "return z",
    ),
    "by a mask": ("z = torch.sin(x)", "z[z > 0.5] = 0", "return z.masked_fill_(z < 0, 3)"),
}


@pytest.mark.parametrize("name", ALIASES)
def test_writes_are_seen_under_all_names(name):
    body = "".join(f"        {line}\n" for line in ALIASES[name])
    text = f"import torch\nfrom torch import nn\n\n\nclass Net(nn.Module):\n    def forward(self, x):\n{body}"
    agree(text, lambda m: m.Net(), torch.linspace(-1, 1, 6).reshape(2, 3))


LEGACY = """
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, width: int = 3):
        super().__init__()
        self.weight = nn.Parameter(torch.Tensor(width, 2))
        self.bias = nn.Parameter(torch.FloatTensor(2).fill_(0.5))
        self.register_buffer("order", torch.LongTensor([1, 0]))
        self.dtype = torch.float32 if self.weight.dtype is torch.float32 else torch.float16
        nn.init.uniform_(self.weight)

    def forward(self, x: torch.FloatTensor, wanted=torch.float32):
        if x.dtype is torch.float32 and self.dtype is x.dtype:
            x = x + 1
        if x.dtype is not torch.int64 and wanted is not torch.float16:
            x = x * 2
        if x.dtype is None or wanted is None:
            x = x * 3
        return (x @ self.weight + self.bias)[:, self.order]
"""


def test_constructors_of_tensors_and_identity_of_dtypes():
    net, reference, _ = agree(LEGACY, lambda m: m.Net(), torch.ones(4, 3))
    assert net.order.dtype == jnp.int32 and net.dtype == jnp.float32
    wanted = np.asarray(reference(torch.ones(4, 3), torch.float16).detach())
    assert_same(net(jnp.ones((4, 3)), jnp.float16), torch.tensor(wanted))


def test_kinds_of_tensors_are_no_classes_of_arrays():
    text = LEGACY.replace("x.dtype is None or wanted is None", "isinstance(x, (int, torch.LongTensor))")
    with pytest.raises(AssertionError, match=r"HYB401 `torch.LongTensor` .*compare `x.dtype` instead"):
        converted(text)


STREAM = """
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(3, 3), nn.Linear(3, 3)])

    def forward(self, x, buffers=None, state=None):
        kept = []
        if not state:
            state = [x, x]
        for index, layer in enumerate(self.layers):
            if buffers:
                held = buffers[index:]
            else:
                held = None
            x = layer(x) if held is None else layer(x + held[0])
            if index < len(self.layers) - 1:
                kept.append(x * state[index])
        kept.append(x)
        return torch.stack(kept)
"""


@pytest.mark.parametrize("given", [(), (None, [1, 2]), ([1, 2],), ([], [])], ids=str)
def test_python_is_asked_whether_a_list_was_given(given):
    x = torch.linspace(-1, 1, 6).reshape(2, 3)
    net, reference, _ = agree(STREAM, lambda m: m.Net(), x)
    theirs = [[x * k for k in g] if g else g for g in given]
    ours = [[jnp.asarray(x.numpy()) * k for k in g] if g else g for g in given]
    assert_same(net(jnp.asarray(x.numpy()), *ours), reference(x, *theirs))


COLLECTED = """
import torch
from torch import nn


class Part(nn.Module):
    def forward(self, x, before=None):
        found = before if before else ()
        found += (x,)
        return (x * 2, found) if before is None else (x * 2,) + found


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.part = Part()

    def forward(self, x, kept=None, as_tuple=False):
        y = x * 3
        y.requires_grad = self.training
        states = () if as_tuple else None
        for _ in range(2):
            if as_tuple:
                states = states + (y,)
            out = self.part(y, kept)
            y = out[0]
            if as_tuple:
                states += (y,)
        return (y, y + 1) + out[1:] if states is None else (y,) + states
"""


@pytest.mark.parametrize("given", [(None, False), ((1.0,), False), (None, True), ((2.0, 3.0), True)], ids=str)
def test_tuples_are_collected_by_python(given):
    kept, as_tuple = given
    x = torch.linspace(-1, 1, 6)
    net, reference, _ = agree(COLLECTED, lambda m: m.Net(), x)
    theirs = reference(x, None if kept is None else tuple(x * k for k in kept), as_tuple)
    ours = jnp.asarray(x.numpy())
    assert_same(net(ours, None if kept is None else tuple(ours * k for k in kept), as_tuple), theirs)
