"""What models write into their own arrays among other expressions, through properties and in functions: as the original.
Random models (`tests/forwards`) found each."""

import warnings
from collections import OrderedDict

import jax.numpy as jnp
import numpy as np
import pytest
import torch
from converted_models import agree_over_calls, assert_same, converted, original

X = torch.tensor([[0.5, -1.0, 2.0, 1.0], [3.0, -4.0, 0.25, -0.5]])
HEAD = """
import torch
import torch.nn.functional as F
from torch import nn


def rectify(t):
    t = F.relu(t, inplace=True)


def turned(t):
    v = -t
    v.neg_()
    return v


class Base(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 4)

    def forward(self, x):
        return self.fc(x)


class Net(Base):
    def __init__(self):
        super().__init__()
        self.register_buffer("mean", torch.ones(4))
        self.table = torch.full((4,), 0.5)

    @property
    def gain(self):
        return self.mean

    @property
    def twice(self):
        return self.mean * 2

    @property
    def width(self):
        return self.mean.shape[0]

    def shown(self):
        return self.mean

    @classmethod
    def bumped(cls, t):
        t.add_(1)
        return t * 2

    @staticmethod
    def halved(t, k=2):
        t /= k
        return t + 1

    def forward(self, x):
"""
SAME = {
    "a name": "v = self.mean.add_(1)\nreturn x * v",
    "what is returned": "return self.mean.add_(1)",
    "a chain that reads the array": "self.mean.mul_(0.5).add_(self.mean)\nreturn x + self.mean",
    "a longer chain": "self.table.mul_(0.5).add_(self.table).div_(2).sub_(self.table)\nreturn x",
    "a chain that calls": "self.mean.mul_(0.5).add_(self.shown())\nreturn x",
    "a chain that reads a property": "self.mean.mul_(0.5).add_(self.gain)\nreturn x",
    "a chain that is returned": "return self.mean.mul_(0.5).add_(self.mean) + 0 * x if False else x",
    "a chain that a name takes": "v = self.mean.mul_(0.5).add_(self.mean)\nreturn v * x",
    "a new array of a property": "v = self.twice\nself.mean.add_(1)\nreturn v * x",
    "a number of a property": "self.mean.add_(self.width)\nreturn x * self.gain",
    "a list as index": "self.mean[[1, 0]] += x.mean()\nself.table[[3, 2]] = x[0, :2]\nreturn x",
    "a class method": "return self.bumped(x + 1)",
    "a static method": "return self.halved(x + 1) + self.halved(x * 2, 4)",
    "a function that binds what it wrote": "h = x * 2\nrectify(h)\nreturn h",
    "a function that writes what it made": "return turned(x)",
    "super in a branch": "if x.sum() > 1:\n    x = super().forward(x)\nreturn super().forward(x) if x.mean() > 0 else x",
    "super in a loop": "while x.abs().sum() > 3:\n    x = super().forward(x) * 0.1\nreturn x",
    "what operators give of another's array": "m = (self.fc.weight > 0).float()\nk = (-self.fc.weight + 1).long().sum()\nreturn x @ m * k",
    "added before": "self.mean += 1\nself.mean += x.mean()\nreturn self.mean * x",
    "an operand": "return self.mean.add_(1) * 2",
    "an operand beside the array": "return self.mean.mul_(2) + self.mean",
    "a condition": "if self.mean.add_(1).sum() > 0:\n    x = x + 1\nreturn x",
    "an argument": "return torch.sin(self.mean.add_(1))",
    "a property read before": "v = self.gain\nself.mean.add_(1)\nreturn v * x",
    "a property written": "self.gain.add_(1)\nreturn x",
    "an element of a property": "self.gain[0] = 2\nreturn x",
    "another name after an operator": "self.mean += 1\nv = self.mean\nv.add_(1)\nreturn x",
    "an element after an operator": "self.table *= 2\nv = self.table\nv[-1] = 2\nreturn x",
    "a view that turns make again": "y = x * 2\nfor i in range(len(self.mean)):\n    y[:, i] *= self.mean[i] + i\n    y = y.view_as(y)\nreturn y",
    "turned over in each turn": "y = x[:, :2] * 2\nw = y\nfor i in range(len(x) * 2):\n    y[0] += x[0, 1]\n    y = y.t()\nreturn y, w",
    "axes that come round": "y = x.reshape(2, 2, 2) * 2\nw = y\nfor i in range(x.shape[1]):\n    y[0, 1] += i\n    y = y.permute(1, 2, 0)\nreturn y, w",
    "an attribute in turn": "y, t = self.mean * 2, self.mean\nfor i in range(3):\n    y[0] += 1\n    y, t = t, y\nreturn y, t",
    "an attribute in turn as values decide": "y, t = self.table * 2, self.table\nfor i in range(3):\n    y[0] += 1\n    if x.sum() > i:\n        y, t = t, y\nreturn y, t",
    "an attribute set to itself": "v = self.table\nv.add_(1)\nself.table = self.table\nself.table.copy_(self.table * 2)\nreturn x + v",
    "views that a comprehension makes": "y = x * 2\nseen = [y, y]\nseen = [v[...] for v in seen]\ny[0] += 1\nreturn y, seen",
    "parts of views that a comprehension makes": "y = x * 2\nseen = [v[1:] for v in [x, y]]\ny[1] += 1\nreturn y, seen",
    "rows that a comprehension makes": "y = x * 2\nseen = [w for v in [x, y] for w in v.unbind(0)]\ny[1] += 1\nreturn y, seen",
    "pairs that a comprehension makes": "y = x * 2\nseen = {k: v[1:] for k, v in enumerate([x, y])}\ny[1] += 1\nreturn y, seen",
    "what a function sees by both names": "y = x * 2\n\ndef f(t):\n    t += 1\n    return y\n\nreturn f(y)",
}


def program(body):
    return HEAD + "".join(f"        {line}\n" for line in body.splitlines())


@pytest.mark.parametrize("name", SAME)
def test_the_model_holds_and_gives_the_same(name):
    agree_over_calls(program(SAME[name]), [X], [-X], [X * 2])


FEATURES = """
import torch
from torch import nn


class Net(nn.Module):
    def forward(self, features):
        found = {}
        for name, value in features.items():
            found["of " + name] = value * 2
        found["all"] = torch.cat(list(features.values()), 1)
        return found, [found]
"""


@pytest.mark.parametrize("active", [True, False])
def test_dicts_keep_their_order(active):
    module, _ = converted(FEATURES)
    net, reference = module.Net().hybridize(active), original(FEATURES).Net()
    given = {"b": X, "a": -X}
    for _ in range(3):
        expected, found = reference(given), net({k: jnp.asarray(v.numpy()) for k, v in given.items()})
        assert list(found[0]) == list(found[1][0]) == list(expected[0])
        for name, value in expected[0].items():
            assert_same(found[0][name], value)
    frozen = net.eval().freeze()
    assert list(frozen(OrderedDict((k, jnp.asarray(v.numpy())) for k, v in given.items()))[0]) == list(expected[0])


def test_a_write_into_what_the_caller_passes_is_told():
    body = "class Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.part = PART\n\n    def forward(self, x):\n        return self.part(x)\n"
    for part, is_told in {
        "nn.Sequential(nn.ReLU(inplace=True), nn.Linear(4, 4))": True,
        "nn.Sequential(nn.Linear(4, 4), nn.ReLU(inplace=True))": False,
    }.items():
        module, result = converted("from torch import nn\n\n\n" + body.replace("PART", part))
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            module.Net()(np.asarray(X))
        told = any(d.code == "HYB304" for d in result.diagnostics)
        assert (told or any("HYB304" in str(w.message) for w in caught)) == is_told
