"""Code beside models that a model runs: what it writes in place through names, rows and views is not lost."""

import sys
import types
from textwrap import indent

import jax.numpy as jnp
import numpy as np
import pytest
import torch
from converted_models import converted, original

import hybridc
from closeness import assert_close
from differential import load

HEAD = """
import functools

import torch
from torch import nn
"""
WEIGHTS = """
    w = torch.ones(n, 4)
    last = w[-1]
    last *= 0.5
    return w
"""
SHIFT = """
def shift(x, k=1.0):
    y = x * 1
    r = y[0]
    r += k
    return y
"""
OF_FUNCTIONS = {
    "decorated": f"@torch.no_grad()\ndef weights(n):{WEIGHTS}",
    "decorated by the file": f"def same(f):\n    return f\n\n\n@same\ndef weights(n):{WEIGHTS}",
    "rows": "@torch.no_grad()\ndef weights(n):\n    w = torch.zeros(n, 4)\n    for i, row in enumerate(w):\n        row -= (i + 1) * torch.arange(4).float()\n    return w",
    "elements": "@torch.inference_mode()\ndef weights(n):\n    w = torch.zeros(n, 4)\n    w[0, 0] = 1\n    w[:, 1].add_(2)\n    return w",
    "of a list": "@torch.no_grad()\ndef weights(n):\n    w = torch.ones(n, 4)\n    parts = [w[:1], w[1:]]\n    parts[0] += 2\n    return w",
    "two names": "@torch.no_grad()\ndef weights(n):\n    q = torch.exp(torch.ones(n, 4))\n    q /= q.sum()\n    first = q\n    q /= q.sum(1, keepdim=True)\n    return first + q",
    "kept": "@functools.lru_cache(maxsize=None)\ndef weights(n):\n    return torch.arange(4 * n).float().view(n, 4)",
    "kept and written": f"@functools.cache\ndef weights(n):{WEIGHTS}",
    "tried": "def weights(n):\n    w = torch.ones(n, 4)\n    try:\n        last = w[-1]\n        last *= 0.5\n    except IndexError:\n        pass\n    return w",
    "chosen when it is defined": f"if hasattr(torch, 'relu'):\n    def weights(n):{indent(WEIGHTS, '    ')}\nelse:\n    def weights(n):\n        return torch.ones(n, 4)",
}
# A class or function, what the constructor makes, and the forward.
PLAIN = (
    f"class Masks:\n    def __init__(self, k):\n        self.k = k\n\n    def get(self, n):{indent(WEIGHTS, '    ')}"
)
BALANCE = "class Masks:\n    def balance(self, q):\n        q = q * 1\n        first = q\n        q /= q.abs().sum() + 1\n        return first"
HOOK = "def hook(m, args, out):\n    y = out.clone()\n    edge = y[..., 0]\n    edge *= 0\n    return y"
OTHERS = {
    "an object": (PLAIN, "self.masks = Masks(0.5)", "return x @ self.masks.get(x.size(1))"),
    "what an object computes": (BALANCE, "self.masks = Masks()", "return self.masks.balance(x)"),
    "an attribute": (SHIFT, "self.fn = shift", "return self.fn(x)"),
    "a table": (SHIFT + "\n\nFNS = {'a': shift}\n", "pass", "return FNS['a'](x)"),
    "a partial one": (SHIFT, "self.fn = functools.partial(shift, k=2.0)", "return self.fn(x)"),
    "a nested one": ("", "def inner(t):\n    y = t * 1\n    r = y[0]\n    r += 1\n    return y\nself.fn = inner", "return self.fn(x)"),
    "a hook": (HOOK, "self.part.register_forward_hook(hook)", "return self.part(x)"),
    "a hook that writes the result": (
        "def hook(m, args, out):\n    out[..., 0] = 0\n    out[..., 1].add_(1)",
        "self.norm = nn.LayerNorm(4)\nself.norm.register_forward_hook(hook)",
        "return self.norm(x) * 2",
    ),
    "a hook that writes one of several results": (
        "class Two(nn.Module):\n    def forward(self, x):\n        return x * 2, x + 1\n\n\ndef hook(m, args, out):\n    out[1].mul_(3)",
        "self.two = Two()\nself.two.register_forward_hook(hook)",
        "a, b = self.two(x)\nreturn a + b",
    ),
    "a hook that writes what the part is given": (
        "def hook(m, args):\n    args[0].mul_(2)",
        "self.norm = nn.LayerNorm(4)\nself.norm.register_forward_pre_hook(hook)",
        "y = x * 1\nreturn self.norm(y) * 2",
    ),
    "a hook beside what is written": (
        "def hook(m, args, out):\n    out[..., 0] = 0",
        "self.norm = nn.LayerNorm(4)\nself.norm.register_forward_hook(hook)",
        "z = x * 1\nr = z[0]\nr += 1\nrows = [z]\nrows[0].mul_(2)\nreturn self.norm(z) * 2 + z",
    ),
    "a method as a hook": ("", "self.part.register_forward_hook(self.hook)", "return self.part(x) + self.mean"),
    "a hook that sets elements": ("", "self.part.register_forward_hook(self.noted)", "return self.part(x) + self.mean"),
    "a method in a table": ("", "self.updates = {'ema': self.ema}", "self.updates['ema'](x)\nreturn x + self.mean"),
    "a method by its name": ("", "self.kind = 'ema'", "getattr(self, self.kind)(x)\nreturn x + self.mean"),
    "a closure as a hook": (
        "", "def hook(m, inp, out):\n    v = self.mean\n    v *= 0.5\n    v += out.mean(0)\n    self.mean.mul_(0.5)\nself.part.register_forward_hook(hook)",
        "return self.part(x) + self.mean",
    ),
    "a generator": (
        "def windows(x, n):\n    buf = x.clone()\n    for i in range(0, x.size(0) - n + 1):\n        w = buf[i:i + n]\n        w *= 0.5\n        yield w",
        "pass", "return torch.stack([w.sum(0) for w in windows(x, 2)])",
    ),
    "statistics that start anew": (
        "", "self.norm = nn.BatchNorm1d(4)",
        "if x.size(0) == 2:\n    self.norm.reset_running_stats()\nreturn self.norm(x) + self.norm.running_mean + self.norm.num_batches_tracked",
    ),
    "read by functions that JAX compiles": (
        "", "self.pe = None",
        "if self.pe is None or self.pe.size(0) < x.size(0):\n    self.build(x.size(0))\nreturn torch.relu(self.pe[: x.size(0)]) + x + self.pe.sum(1)[0]",
    ),
}  # fmt: skip
# What is done to `given`, and where that comes from.
BODIES = {
    "parts in a list": "y = given * 1\nparts = [y[:1], y[1:]]\nparts[0] += 2\nreturn y",
    "elements": "y = given * 1\ny[0] = 7\nreturn y",
    "a method that writes": "y = given + 1\nz = y.t()\nz.mul_(2)\nreturn y",
    "elements of a list": "y = given * 1\nrows = list(y)\nrows[0] *= 3\nreturn y",
}
GIVEN = {
    "a method": (
        "class Obj:\n    def make(self, given):\n{body}",
        8,
        "self.obj = Obj()",
        "return self.obj.make(x) + x",
    ),
    "in a tuple": (
        "class Obj:\n    def make(self, pair):\n        given = pair[0]\n{body}",
        8,
        "self.obj = Obj()",
        "return self.obj.make((x, x * 2)) + x",
    ),
    "in a list": (
        "class Obj:\n    def make(self, several):\n        given = several[0]\n{body}",
        8,
        "self.obj = Obj()",
        "return self.obj.make([x, x * 2]) + x",
    ),
    "in a dict": (
        "class Obj:\n    def make(self, several):\n        given = several['a']\n{body}",
        8,
        "self.obj = Obj()",
        "return self.obj.make({{'a': x}}) + x",
    ),
    "a lambda": ("def make(given, k):\n{body}", 4, "self.fn = lambda t: make(t, 2)", "return self.fn(x) + x"),
    "a hook": (
        "",
        4,
        "def hook(m, inp, out):\n    given, = inp\n{body}\nself.part.register_forward_hook(hook)",
        "return self.part(x) + x",
    ),
}


X = np.arange(16.0, dtype=np.float32).reshape(4, 4) / 4 - 1


def _text(beside, made, body):
    return f"""{HEAD}

{beside}


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.part = nn.Linear(4, 4)
        self.register_buffer("mean", torch.zeros(4))
{indent(made, "        ")}

    def hook(self, m, inp, out):
        v = self.mean
        v *= 0.5
        v += out.detach().mean(0)

    def noted(self, m, inp, out):
        self.mean[0] = out.detach().max()

    def ema(self, x):
        m = self.mean
        m *= 0.5
        m += x.mean(0)

    def build(self, n):
        pe = torch.zeros(n, 4)
        self.pe = pe
        pe[:, 0] = 1

    def forward(self, x):
{indent(body, "        ")}
"""


def expect_agreement(text):
    (module, _), reference = converted(text), original(text).Net()
    net = module.Net()
    net.load_state_dict({name: jnp.asarray(value.numpy()) for name, value in reference.state_dict().items()})
    for x in (X, X * 2, X[:2]):
        expected, found = reference(torch.from_numpy(x.copy())), net(jnp.asarray(x))
        assert_close(np.asarray(found), expected.detach().numpy())
        for key, value in reference.state_dict().items():
            assert_close(np.asarray(net.state_dict()[key]), value.numpy())


@pytest.mark.parametrize("name", OF_FUNCTIONS)
def test_functions(name):
    expect_agreement(_text(OF_FUNCTIONS[name], "pass", "return x * weights(x.size(0))"))


@pytest.mark.parametrize("name", OTHERS)
def test_what_attributes_and_tables_hold(name):
    expect_agreement(_text(*OTHERS[name]))


@pytest.mark.parametrize(
    "body",
    [
        "@torch.no_grad()\ndef made(w):\n    return w * 2",
        "def made(w):\n    with torch.no_grad():\n        return w * 2",
    ],
)
def test_gradients_that_are_not_cut_are_told_of(body):
    text = _text(body, "self.w = nn.Parameter(torch.ones(4))", "return x * made(self.w)")
    assert "HYB512" in {d.code for d in hybridc.convert(text).diagnostics}


@pytest.mark.parametrize("form", GIVEN)
@pytest.mark.parametrize("name", BODIES)
def test_what_is_given(name, form):
    body = indent(BODIES[name], " " * GIVEN[form][1])
    beside, _, made, forward = (part if isinstance(part, int) else part.format(body=body) for part in GIVEN[form])
    expect_agreement(_text(beside, made, forward))


HELPERS = """
import torch


class Masks:
    def balance(self, q):
        q = q * 1
        first = q
        q /= q.abs().sum() + 1
        return first


@torch.no_grad()
def shifted(x):
    y = x * 1
    r = y[0]
    r += 1
    return y


def hooked(scale):
    def hook(m, inp, out):
        y = out * 1
        r = y[0]
        r *= scale
        return y

    return hook
"""
USING = """
import torch
from helpers_of_models import Masks, hooked, shifted
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.masks = Masks()
        self.part = nn.Identity()
        self.part.register_forward_hook(hooked(3.0))

    def forward(self, x):
        return self.masks.balance(x) + 2 * shifted(x) + 3 * self.part(x)
"""


def test_what_another_file_has(monkeypatch):
    found = []
    for convert in (lambda text: text, lambda text: hybridc.convert(text).code):
        modules = [types.ModuleType("helpers_of_models"), types.ModuleType("net")]
        monkeypatch.setitem(sys.modules, "helpers_of_models", modules[0])
        for module, text in zip(modules, (HELPERS, USING), strict=True):
            exec(convert(text), module.__dict__)
        found.append(modules[1].Net())
    reference, net = found
    assert_close(np.asarray(net(jnp.asarray(X))), reference(torch.from_numpy(X.copy())).detach().numpy())


CACHED = """
import functools

import torch
from torch import nn


@functools.lru_cache(maxsize=None)
def ramp(n):
    return torch.arange(n).float(), torch.ones(n)


class Net(nn.Module):
    def forward(self, x):
        steps, ones = ramp(x.size(1))
        {write}
        return torch.cat([x * steps[:2].mean(), steps.expand(2, -1) + ones])
"""


def test_nobody_writes_what_a_function_gives_again():
    text = CACHED.format(write="ones = ones * 3")
    reference, net = (load(each).Net() for each in (text, hybridc.convert(text).code))
    for _ in range(2):
        assert_close(np.asarray(net(jnp.asarray(X))), reference(torch.from_numpy(X.copy())).numpy())
    for write in ("ones += 1", "steps += 1"):
        with pytest.raises(TypeError, match="`ramp` gives it again"):
            load(hybridc.convert(CACHED.format(write=write)).code).Net()(jnp.asarray(X))
