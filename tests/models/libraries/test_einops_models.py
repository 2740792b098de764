"""Models that use einops: its functions stay what they are, its layers are the runtime's, writes through views are seen."""

import copy
import inspect

import einops.layers.torch
import jax
import jax.numpy as jnp
import numpy as np
import pytest
import torch
from converted_models import agree, assert_same, converted, original

from closeness import assert_close
from hybridc.runtime.torch import einops_layers
from hybridc.runtime.torch import nn as runtime

ATTENTION = """
import torch
import torch.nn.functional as F
import einops
from einops import einsum, pack, parse_shape, rearrange, reduce, repeat, unpack
from einops.layers.torch import EinMix, Rearrange, Reduce
from torch import nn


def pack_one(t, pattern):
    return pack([t], pattern)


def unpack_one(t, ps, pattern):
    return unpack(t, ps, pattern)[0]


class Net(nn.Module):
    def __init__(self, dim=8, heads=2):
        super().__init__()
        self.heads = heads
        self.patches = nn.Sequential(Rearrange("b c (h p) (w q) -> b (h w) (p q c)", p=2, q=2), nn.Linear(12, dim))
        self.to_qkv = nn.Linear(dim, dim * 3, bias=False)
        self.mix = EinMix("b n (h d) -> b n (h e)", weight_shape="h d e", bias_shape="h e", h=heads, d=dim // heads, e=3)
        self.pool = Reduce("b n d -> b d", "mean")
        self.token = nn.Parameter(torch.randn(dim))
        self.drop = nn.Dropout(0.0)

    def forward(self, image, mask=None):
        x = self.patches(image)
        token = repeat(self.token, "d -> b d", b=x.shape[0])
        x, shapes = pack([token, x], "b * d")
        x += 0.5
        q, k, v = map(lambda t: rearrange(t, "b n (h d) -> b h n d", h=self.heads), self.to_qkv(x).chunk(3, dim=-1))
        scores = einsum(q, k, "b h i d, b h j d -> b h i j")
        if mask is not None:
            scores = scores.masked_fill(~rearrange(F.pad(mask, (1, 0), value=True), "b n -> b 1 1 n"), -1e9)
        out = einops.rearrange(self.drop(scores.softmax(dim=-1)) @ v, "b h n d -> b n (h d)")
        first, rest = unpack(out, shapes, "b * d")
        flat, shape = pack_one(rest, "* d")
        rest = unpack_one(flat.tanh(), shape, "* d")
        sizes = parse_shape(rest, "b n _")
        largest = reduce(rest, "b n d -> b d", "max") / sizes["n"]
        both = rearrange([first, largest], "k b d -> b (k d)")
        return self.pool(self.mix(rest)), both, repeat(largest, "b d -> (r b) d", r=2)
"""


def _images():
    return torch.linspace(-1, 1, 2 * 3 * 4 * 6).reshape(2, 3, 4, 6).sin()


@pytest.mark.parametrize("train", [False, True], ids=["eval", "train"])
def test_a_model_with_einops_agrees(train):
    agree(ATTENTION, lambda m: m.Net(), _images(), train=train)


def test_a_mask_that_is_given_agrees():
    mask = torch.tensor([[True, False, True, True, False, True], [True] * 6])
    agree(ATTENTION, lambda m: m.Net(), _images(), mask)


def test_gradients_agree_with_autograd():
    net, reference, _ = agree(ATTENTION, lambda m: m.Net(), _images())
    sum((y**2).sum() for y in reference(_images())).backward()
    x = jnp.asarray(_images().numpy())
    grads = jax.jit(jax.grad(lambda p: sum((y**2).sum() for y in net.apply(p, x))))(net.parameters())
    for key, parameter in reference.named_parameters():
        assert_same(grads[key], parameter.grad, rtol=1e-4, atol=1e-5)


def test_functions_keep_their_names_and_layers_are_the_runtimes():
    _, result = converted(ATTENTION)
    assert "from einops import einsum, pack, parse_shape, rearrange, reduce, repeat, unpack" in result.code
    assert "einops_layers.Rearrange(" in result.code and "einops.layers.torch" not in result.code


def _net(*body):
    lines = "".join(f"        {line}\n" for line in body)
    imports = "import torch\nfrom einops import pack, rearrange, reduce, repeat, unpack\nfrom torch import nn\n"
    return f"{imports}\n\nclass Net(nn.Module):\n    def forward(self, x):\n{lines}"


SEEN = {
    "into a rearranged copy": ("y = rearrange(x * 1, 'a b -> b a')", "y += 1", "return x, y"),
    "into the only name": ("x = rearrange(torch.sin(x), 'a b -> (a b)')", "x[1:] = 3", "return x"),
    "into what is packed": ("z = torch.sin(x)", "y, shapes = pack([z], 'a *')", "y += 1", "return y, z"),
    "into the original, before": ("z = torch.sin(x)", "z += 1", "return reduce(z, 'a b -> a', 'sum'), z"),
}
SHARED = {
    "rearrange": "y = rearrange(z, 'a b -> b a')",
    "reduce": "y = reduce(z, 'a b -> b a', 'max')",
    "repeat": "y = repeat(z, 'a b -> a b 1')",
    "unpack": "y, = unpack(z, [()], 'a *')",
}


@pytest.mark.parametrize("name", SEEN)
def test_writes_in_place_agree(name):
    agree(_net(*SEEN[name]), lambda m: m.Net(), torch.linspace(-1, 1, 6).reshape(2, 3))


@pytest.mark.parametrize("name", SHARED)
@pytest.mark.parametrize("written", ["y", "z"])
def test_what_may_be_a_view_is_not_written_beside_its_array(name, written):
    text = _net("z = torch.sin(x)", SHARED[name], f"{written} += 1", "return y, z")
    with pytest.raises(AssertionError, match="HYB303"):
        converted(text)


BUILT = """
import torch
from einops import pack, rearrange, reduce, repeat, einsum
from torch import nn


class Net(nn.Module):
    def __init__(self, n=4):
        super().__init__()
        grid = torch.stack(torch.meshgrid(torch.arange(n), torch.arange(n), indexing="ij"), dim=-1)
        other, place = map(lambda t: rearrange(t, "i j c -> (i j) c"), (grid, grid + 1))
        self.register_buffer("near", (other[:, None] - place[None]).abs().sum(dim=-1))
        w = torch.arange(6.0).reshape(2, 3)
        v = rearrange(w, "a b -> b a")
        v[0] += 10
        self.w = nn.Parameter(w)
        self.register_buffer("seen", rearrange(self.w.data, "a b -> b 1 a"))
        self.means = reduce(self.w.detach(), "a b -> a", "mean").tolist()
        joined, self.shapes = pack([self.w.data, rearrange(self.w.data, "a b -> b a")], "*")
        twice = repeat(self.w.data, "a b -> a (b r)", r=2)
        twice[0] = -1
        self.register_buffer("rest", torch.cat([joined, twice.flatten(), einsum(self.w.data, v, "a b, b c -> a c")[0]]))

    @torch.no_grad()
    def scale(self):
        turned = rearrange(self.w, "a b -> b a")
        turned *= 2
        return self

    def forward(self, x):
        return x + self.near.sum(), self.seen * self.rest.sum(), self.w + self.means[0], self.rest
"""


@pytest.mark.parametrize("is_scaled", [False, True])
def test_constructors_rearrange_tensors_that_are_written(is_scaled):
    found, expected = (m.Net().eval() for m in (converted(BUILT)[0], original(BUILT)))
    for net in (found, expected) if is_scaled else ():
        net.scale()
    x = torch.linspace(-1, 1, 3)
    assert_same(found(jnp.asarray(x.numpy())), expected(x))
    assert {*found.state_dict()} == {*expected.state_dict()}
    for name, value in expected.state_dict().items():
        assert_same(found.state_dict()[name], value)


def test_asnumpy_is_refused_where_a_model_computes():
    text = "import einops\nfrom torch import nn\n\n\nclass Net(nn.Module):\n    def forward(self, x):\n        return einops.asnumpy(x)\n"
    with pytest.raises(AssertionError, match="HYB101"):
        converted(text)


LAYERS = {
    "Rearrange": (("b (h d) n -> b h n d",), {"h": 2}, (2, 4, 3)),
    "Reduce": (("b c (h p) -> b h c", "prod"), {"p": 2}, (2, 3, 4)),
    "EinMix": (("t b c -> t b o", "c o"), {"bias_shape": "o", "c": 4, "o": 3}, (2, 3, 4)),
    "EinMix without a bias": (
        ("... (g c) -> ... (g o)",),
        {"weight_shape": "g c o", "g": 2, "c": 2, "o": 3},
        (2, 3, 4),
    ),
    "EinMix along another axis": (("h w c -> k w c", "h k", "k"), {"h": 2, "k": 5}, (2, 3, 4)),
}


@pytest.mark.parametrize("name", LAYERS)
def test_a_layer_agrees(name):
    args, kwargs, shape = LAYERS[name]
    kind = name.partition(" ")[0]
    reference = getattr(einops.layers.torch, kind)(*args, **kwargs)
    layer = getattr(einops_layers, kind)(*args, **kwargs)
    assert {n: p.shape for n, p in layer.parameters().items()} == {
        n: tuple(p.shape) for n, p in reference.named_parameters()
    }
    layer.load_state_dict({n: p.detach().numpy() for n, p in reference.state_dict().items()})
    x = torch.linspace(-1, 1, int(np.prod(shape))).reshape(shape)
    assert_same(layer(jnp.asarray(x.numpy())), reference(x))
    assert repr(layer) == repr(reference)


@pytest.mark.parametrize("kind", ["Rearrange", "Reduce", "EinMix"])
def test_a_layer_takes_the_arguments_of_einops(kind):
    ours = inspect.signature(getattr(einops_layers, kind)).parameters
    assert [*ours] == [*inspect.signature(getattr(einops.layers.torch, kind)).parameters]


def test_einmix_draws_its_parameters_as_einops_does():
    layer = einops_layers.EinMix("b c -> b o", weight_shape="c o", bias_shape="o", c=300, o=200)
    reference = einops.layers.torch.EinMix("b c -> b o", weight_shape="c o", bias_shape="o", c=300, o=200)
    for name, parameter in reference.named_parameters():
        found, expected = np.asarray(layer.state_dict()[name]), parameter.detach().numpy()
        assert_close(np.abs(found).max(), np.abs(expected).max(), rtol=0.05)
        assert_close(found.std(), expected.std(), rtol=0.1)


@pytest.mark.parametrize("kind", ["Rearrange", "Reduce"])
def test_a_wrong_pattern_is_told_where_the_layer_is_made(kind):
    with pytest.raises(einops.EinopsError):
        getattr(einops_layers, kind)("a b -> a a", *(["sum"] if kind == "Reduce" else []))


def test_layers_can_be_copied():
    mix = einops_layers.EinMix("b c -> b o", "c o", c=2, o=3)
    layer = runtime.Sequential(einops_layers.Rearrange("a b -> b a"), mix)
    x = jnp.ones((2, 4))
    assert_same(copy.deepcopy(layer)(x), layer(x))
