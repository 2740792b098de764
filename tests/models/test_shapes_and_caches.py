"""Blocks written into what a model keeps, reads that ask for a shape alone, and `abs` of arrays."""

import jax
import jax.numpy as jnp
import pytest
import torch
from converted_models import agree_over_calls, converted, original, with_weights_of

from closeness import assert_close

HEAD = "import torch\nimport torch.nn.functional as F\nfrom torch import nn\n\n\n"
NET = """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.k = nn.Linear(3, 3)
        self.register_buffer("cache", torch.zeros(2, 6, 3))
        self.table = torch.ones(4, 3)

    def forward(self, x):
"""
CACHES = {
    "from a layer": "self.cache[:, 1:4] = self.k(x)\nreturn self.cache * 2",
    "added": "self.cache[:, 1:4] += self.k(x)\nreturn self.cache.sum(1)",
    "from itself": "self.cache[:, 2:5] = x\nself.cache[:, 1:4] = self.cache[:, 2:5] + self.k(x)\nreturn self.cache + 0",
    "a plain attribute": "self.table[1:3] = self.k(x)[0, :2]\nreturn self.table * 2",
    "an element": "self.cache[0, 1, 2] -= x.sum()\nself.cache[:, [0, 0, 3]] += x\nreturn self.cache / 2",
}
ASKS = {
    "of what a function wrote into": "f = self.k(x)\nout = F.relu(f, inplace=True)\nreturn out.view(f.size(0), -1)",
    "of an alias": "y = self.k(x)\nz = y\ny += 1\nreturn y.reshape(z.shape[0], z.numel() // z.size(0))",
    "of a row": "y = self.k(x)\nw = y[0]\ny[0] = 3\nreturn y * w.dim()",
}
READS = {
    "of what a function wrote into": "f = self.k(x)\nout = F.relu(f, inplace=True)\nreturn out + f * f.size(0)",
    "of another alias": "f = self.k(x)\ng = f\nout = F.relu(f, inplace=True)\nreturn out.view(f.size(0), -1) + g.sum()",
    "in the next turn": "f = self.k(x)\nout = f\nfor i in range(2):\n    g = f * 2\n    out = F.relu(f, inplace=True)\nreturn out + g",
}


def program(body):
    return HEAD + NET + "".join(f"        {line}\n" for line in body.splitlines())


@pytest.mark.parametrize("body", [*CACHES.values(), *ASKS.values()], ids=[*CACHES, *ASKS])
def test_the_numbers_and_the_state_are_those_of_torch(body):
    reference = original(program(body)).Net().eval()
    net = with_weights_of(converted(program(body))[0].Net(), reference)
    x = torch.linspace(-2, 2, 18).reshape(2, 3, 3)
    with torch.no_grad():
        expected = reference(x)
    assert_close(net(jnp.asarray(x.numpy())), expected.numpy(), rtol=1e-5)
    assert_close(net.state_dict()["cache"], reference.cache.numpy(), rtol=1e-5)


def test_a_place_that_the_model_counts_bounds_what_is_written_and_read():
    body = "t = x.shape[1]\nself.cache[:, self.at:self.at + t] = self.k(x)\nself.at += t\n"
    text = program(f"{body}return self.cache[:, :self.at].sum(1)").replace(
        "        self.table", "        self.at = 0\n        self.table"
    )
    reference = original(text).Net().eval()
    net = with_weights_of(converted(text)[0].Net(), reference)
    for scale in (1.0, 2.0, 3.0):
        x = torch.linspace(-2, 2, 12).reshape(2, 2, 3) * scale
        with torch.no_grad():
            expected = reference(x)
        assert_close(net(jnp.asarray(x.numpy())), expected.numpy(), rtol=1e-5)
    assert net.at == reference.at == 6
    assert_close(net.state_dict()["cache"], reference.cache.numpy(), rtol=1e-5)


def test_embeddings_take_the_rows_that_they_are_given():
    text = HEAD + "class Net(nn.Module):\n    def __init__(self, w):\n        super().__init__()\n"
    text += "        self.e = nn.Embedding.from_pretrained(w, freeze=False)\n"
    text += "        self.f = nn.Embedding.from_pretrained(w * 2, padding_idx=0)\n"
    text += "        self.g = nn.EmbeddingBag.from_pretrained(w + 1)\n\n    def forward(self, x):\n"
    text += "        return self.e(x) + self.f(x) + self.g(x)[:, None]\n"
    w, x = torch.arange(8.0).reshape(4, 2), torch.tensor([[0, 3, 1], [2, 2, 0]])
    reference, net = original(text).Net(w), converted(text)[0].Net(jnp.asarray(w.numpy()))
    assert_close(net(jnp.asarray(x.numpy())), reference(x).detach().numpy(), rtol=1e-5)
    wanted = [p.requires_grad for p in reference.parameters()]
    assert [p.requires_grad for p in net.each_parameter()] == wanted == [True, False, False]


@pytest.mark.parametrize("body", READS.values(), ids=READS)
def test_what_reads_elements_reads_what_was_written(body):
    x = torch.linspace(-2, 2, 18).reshape(2, 3, 3)
    agree_over_calls(program(body), [x], [-x], [x * 0.5])


def test_the_derivative_of_abs_at_zero_is_torchs():
    body = "return abs(x) + abs(x - 1)"
    x = torch.tensor([0.0, 1.0, -1.0], requires_grad=True)
    original(program(body)).Net()(x).sum().backward()
    net = converted(program(body))[0].Net()
    found = jax.grad(lambda x: net.apply(net.parameters(), x).sum())(jnp.asarray(x.detach().numpy()))
    assert_close(found, x.grad.numpy())
