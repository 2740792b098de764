"""Numbers that models read of arrays: `float(x)`, `x.item()`, `torch.equal(x, y)`, as values and in tests."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest
import torch
from gluon_programs import converted

from closeness import assert_close

FORWARDS = {
    "a scale": "return x * float(x.sum())",
    "an item": "s = x.max().item()\nreturn x * s + s",
    "halves": "return x.half() * float(x.abs().sum())",
    "integers": "return (x * 10).int() * int(x.abs().sum()) + x.argmax().item()",
    "a fraction of integers": "return (x * 10).int() * x[0, 0].item()",
    "truth values": "return x * bool((x > 1).any()) + (x > 1).all().item()",
    "a test": "if float(x.sum()) > 0:\n    x = x * 2\nif x.max().item() > 3:\n    x = x * 0.1\nreturn x",
    "a loop": "while float(x.abs().max()) > 1.0:\n    x = x * 0.5\nreturn x",
    "truth in tests": "if (x > 1).any().item() and not torch.isnan(x).any().item():\n    return x + 1\nreturn x",
    "equal arrays": "if torch.equal(x, y) or x.equal(x + 1):\n    return x\nreturn x + y",
    "close arrays": "ok = torch.allclose(x, y, atol=0.5)\nif ok and x.allclose(x):\n    return x\nreturn x - y",
    "other shapes": "if torch.equal(x, y[:1]):\n    return x\nreturn x + 1",
    "zero": "if torch.is_nonzero(x[0, 0]) and not (x[0, 0] * 0).is_nonzero():\n    return x\nreturn x + 1",
    "asserted": "assert torch.allclose(x, x), 'no'\nassert not x.isnan().any().item()\nreturn x",
    "an element of an element": "i = x[0].argsort()[:2]\nreturn x * int(i[0]) + int(i[1])",
    "a part of several": "a, b = x.sum(0).split([1, 2])\nreturn x * int(a[0]) + float(b[0])",
    "rows": "for n in x.sum(1).long():\n    x = x * int(n)\nreturn x",
    "an index": "i = torch.topk(x[0], 2)[1]\nreturn torch.roll(x, -int(i[1]), -1) + sum([int(k) for k in i])",
    "a comparison": "k = bool(x[0, 0] > 0)\nif bool(x[1, 0] > 1):\n    x = x + 1\nreturn x * k",
    "sizes stay known": "a, b = x.shape\nreturn x.reshape(int(b), int(a * 1)).T * int(b / 2) + int(len(x.shape))",
    "a helper": "return doubled(x) + scaled(x)",
}
PROGRAM = """import torch
from torch import nn

def doubled(x):
    if x.max().item() > 0:
        return x * 2
    return x

def scaled(x):
    return x * float(x.mean())

"""
PROGRAM += "\n\n".join(
    f"class Net{i}(nn.Module):\n    def forward(self, x, y):\n        " + text.replace("\n", "\n        ")
    for i, text in enumerate(FORWARDS.values())
)
X = np.array([[0.5, -1.0, 2.0], [1.5, 0.25, -0.5]], np.float32)


@pytest.fixture(scope="module")
def both():
    original: dict = {}
    exec(PROGRAM, original)
    return original, converted(PROGRAM)[0]


@pytest.mark.parametrize("case", FORWARDS)
def test_a_number_read_is_the_original_one(both, case):
    original, found = both
    name = f"Net{list(FORWARDS).index(case)}"
    for x, y in ((X, X), (X, X + 0.25), (-X, X)):
        want = original[name]()(torch.from_numpy(x.copy()), torch.from_numpy(y.copy()))
        got = getattr(found, name)()(jnp.asarray(x), jnp.asarray(y))
        assert str(got.dtype) == str(want.dtype).removeprefix("torch.")
        assert_close(got, want.numpy(), rtol=1e-2 if case == "halves" else 1e-6)


@pytest.mark.parametrize("case", ["a scale", "an item"])
def test_no_gradient_goes_through_a_number(both, case):
    original, found = both
    name = f"Net{list(FORWARDS).index(case)}"
    x = torch.from_numpy(X.copy()).requires_grad_()
    original[name]()(x, x).sum().backward()
    assert_close(jax.grad(lambda a: getattr(found, name)()(a, a).sum())(jnp.asarray(X)), x.grad.numpy(), rtol=1e-6)


def test_helpers_that_code_outside_calls_give_pythons_numbers():
    found, _ = converted("""import torch
from torch import nn

def mean(x):
    return float(x.mean())

def accuracy(out, y):
    return (out.argmax(1) == y).sum().item()

class Net(nn.Module):
    def forward(self, x):
        return x * mean(x)
""")
    assert type(found.mean(jnp.asarray(X))) is float
    assert type(found.accuracy(jnp.asarray(X), jnp.asarray([2, 0]))) is int
