"""Writes into what a part of a model returned, which may be what it was given: looked at when the model is traced."""

import ast

import jax
import jax.numpy as jnp
import numpy as np
import pytest
import torch
from converted_models import agree, agree_over_calls, assert_same, converted, original

from hybridc.core.options import Options
from hybridc.core.source import Source
from hybridc.pipeline import check

HEAD = "import torch\nfrom torch import nn\n\n\n"
INNER = """
def doubled(t):
    t.mul_(2)


def both(t, other):
    t.fill_(2.0)
    other += 1


class Inner(nn.Module):
    def __init__(self, make):
        super().__init__()
        self.part = make()

    def forward(self, x):
        y = self.part(x)
        y += 1
        return y


class Outer(nn.Module):
    def __init__(self, make):
        super().__init__()
        self.inner = Inner(make)

    def forward(self, x):
        x = torch.sin(x)
        return self.inner(x) + x


class Net(nn.Module):
    def __init__(self, make):
        super().__init__()
        self.part = make()

    def forward(self, x):
        x = torch.sin(x)
        y, z = self.part(x), self.part(x * 2)
        WRITE
        return y + x


class Turns(nn.Module):
    def __init__(self, make):
        super().__init__()
        self.first = make()
        self.parts = nn.ModuleList([nn.Linear(3, 3), nn.Linear(3, 3)])

    def forward(self, x):
        out = self.first(x)
        for part in self.parts:
            out += part(x)
        return out
"""
WRITES = ["y += 1", "y.mul_(2)", "y[0] = 0", "y[:, 1:] *= 3"]
WRITES += ["doubled(y)", "doubled(y[:, 1:])", "both(y, z)", "both(z, y)", "both(y[0], z)"]
X = torch.linspace(-1, 2, 6).reshape(2, 3)


def text(write="y += 1"):
    return HEAD + INNER.replace("WRITE", write)


def layer(module, name, *args):
    nn = torch.nn if module.__name__ == "original" else module.nn
    return getattr(nn, name)(*args)


@pytest.mark.parametrize("name", ["Inner", "Outer", "Net", "Turns"])
def test_a_part_that_returns_what_is_new_gives_the_same(name):
    net, reference, _ = agree(text(), lambda m: getattr(m, name)(lambda: layer(m, "Linear", 3, 3)), X)
    expected = reference(X)
    x = jnp.asarray(X.numpy())
    params = net.parameters()
    for call in (net.freeze(), jax.jit(lambda x: net.apply(params, x)), net.hybridize(False)):
        assert_same(call(x), expected)


@pytest.mark.parametrize("write", WRITES)
def test_every_write_agrees(write):
    agree(text(write), lambda m: m.Net(lambda: layer(m, "Linear", 3, 3)), X)


@pytest.mark.parametrize("write", WRITES)
@pytest.mark.parametrize("name", ["Outer", "Net", "Turns"])
def test_a_part_that_returns_its_input_is_refused_where_others_read_it(name, write):
    module, _ = converted(text(write))
    net, x = getattr(module, name)(module.nn.Identity), jnp.asarray(X.numpy())
    for call in (net, net.freeze(), jax.jit(lambda x: net.apply(net.parameters(), x)), net.hybridize(False)):
        with pytest.raises(RuntimeError, match=r"forward` writes in place into an array that is read afterwards"):
            call(x)


def test_what_nobody_reads_afterwards_agrees():
    agree(text(), lambda m: m.Inner(lambda: layer(m, "Identity")), X.clone())


VIEWS = {
    "x.view(-1)": True,
    "x[0]": True,
    "x[:, 1:]": True,
    "x[:, ::2]": True,
    "x.t()": True,
    "x.permute(1, 0)": True,
    "x.unsqueeze(0)": True,
    "x.chunk(3, dim=1)[1]": True,
    "x.unbind(0)[1]": True,
    "x.narrow(1, 0, 2)": True,
    "x.diagonal()": True,
    "x.unfold(1, 2, 1)": True,
    "x.detach()": True,
    "torch.atleast_2d(x)": True,
    "x.movedim(0, 1)": True,
    "nn.functional.dropout(x, 0.5, False)": True,
    "x[[0]]": False,
    "x.clone()": False,
    "x.flip(0)": False,
    "x.repeat(1, 1)": False,
    "x.roll(1)": False,
    "x[x[:, 0].argsort()]": False,
}


@pytest.mark.parametrize("view", VIEWS)
def test_views_are_what_shares_memory_in_pytorch(view):
    program = HEAD + (
        f"class Part(nn.Module):\n    def forward(self, x):\n        return {view}\n\n\n"
        "class Net(nn.Module):\n    def __init__(self, part):\n        super().__init__()\n        self.part = part\n\n"
        "    def forward(self, x):\n        x = torch.sin(x)\n        y = self.part(x)\n        y.mul_(2)\n"
        "        return y.sum() + x\n"
    )
    module, _ = converted(program)
    net, x = module.Net(module.Part()), jnp.asarray(X.numpy())
    first = original(program)
    with torch.no_grad():
        shares = not np.allclose(first.Net(first.Part())(X) - first.Part()(torch.sin(X)).mul(2).sum(), torch.sin(X))
    assert shares is VIEWS[view]
    if not shares:
        assert_same(net(x), first.Net(first.Part())(X))
        return
    with pytest.raises(RuntimeError, match="writes in place into an array that is read afterwards"):
        net(x)


def test_a_buffer_that_a_method_returns_is_written():
    program = HEAD + (
        "class Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n"
        '        self.register_buffer("steps", torch.ones(3))\n\n'
        "    def held(self):\n        return self.steps\n\n"
        "    def forward(self, x):\n        y = self.held()\n        y += 1\n        return x + y\n"
    )
    x = torch.tensor([1.0, -2.0, 3.0])
    agree_over_calls(program, [x], [-x], [x * 2])


def test_a_buffer_that_a_part_returns_is_written():
    program = HEAD + (
        "class Held(nn.Module):\n    def __init__(self):\n        super().__init__()\n"
        '        self.register_buffer("steps", torch.ones(3))\n\n'
        "    def forward(self, x):\n        return RETURNED\n\n\n"
        "class Net(nn.Module):\n    def __init__(self, part):\n        super().__init__()\n        self.part = part\n\n"
        "    def forward(self, x):\n        y = self.part(x)\n        y += 1\n        return x + y\n"
    )
    for returned in ("self.steps", "self.steps[None]"):
        x = torch.tensor([1.0, -2.0, 3.0])
        text = program.replace("RETURNED", returned)
        agree_over_calls(text, [x], [-x], [x * 2], build=lambda module: module.Net(module.Held()))


def test_lists_that_parts_return_are_changed_themselves():
    program = HEAD + (
        "class Lists(nn.Module):\n    def forward(self, found):\n        return found\n\n\n"
        "class Net(nn.Module):\n    def __init__(self, part):\n        super().__init__()\n        self.part = part\n\n"
        "    def forward(self, x):\n        found = [x]\n        more = self.part(found)\n        more += [x * 2]\n"
        "        return found\n"
    )
    agree(program, lambda m: m.Net(m.Lists()), X)


def test_tuples_take_what_parts_return():
    program = HEAD + (
        "class Part(nn.Module):\n    def forward(self, x):\n        return x * 2, (x + 1, x - 1)\n\n\n"
        "class Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n"
        "        self.parts = nn.ModuleList([Part(), Part()])\n\n"
        "    def forward(self, x):\n        found = (x,)\n        for part in self.parts:\n"
        "            x, more = part(x)\n            found += more\n        return found\n"
    )
    _, _, module = agree(program, lambda m: m.Net(), X)
    assert len(module.Net()(jnp.ones(2))) == 5


EINSUM = HEAD + (
    "class Net(nn.Module):\n    def forward(self, q):\n        x = torch.sin(q)\n"
    "        y = torch.einsum(OF)\n        z = torch.einsum(OF)\n"
    "        y.masked_fill_(x[:, :2] > 0, 0.0)\n        return x.sum() + y + z\n"
)


def test_products_of_two_arrays_are_new():
    agree_over_calls(EINSUM.replace("OF", '"i d, j d -> i j", x, x'), [X[:, :2]], [-X[:, :2]], [X[:, 1:]])


@pytest.mark.parametrize("of", ['"i d -> d i", x', '"i i -> i", x'])
def test_other_orders_of_axes_are_views_which_are_not_written(of):
    text = EINSUM.replace("OF", of)
    found = check(Source("model.py", text, ast.parse(text)), Options()).diagnostics
    assert {d.code for d in found if d.is_refusal} == {"HYB303"}
