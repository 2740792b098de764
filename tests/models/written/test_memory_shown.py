"""Models that give, keep or collect the very arrays that they write in place, and attributes of whatever makes arrays."""

from textwrap import dedent, indent

import jax.numpy as jnp
import numpy as np
import pytest
import torch
from converted_models import converted, original

import hybridc
from closeness import assert_close

X = np.array([[0.5, -1.0, 2.0], [1.5, 0.25, -3.0]], np.float32)
PARTS = """
class Kept(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("m", torch.zeros(3))

    def forward(self, x):
        self.m.add_(x.mean(0))
        return self.m


class Named(Kept):
    def forward(self, x):
        m = self.m
        m += x.mean(0)
        return m


class LookedUp(Kept):
    def forward(self, x):
        getattr(self, "m").mul_(0.5).add_(x.mean(0))
        return self.m


class Box:
    def __init__(self):
        self.held = None

    def set(self, held):
        self.held = held


def bump(y):
    y.add_(1)
    return y


def two(x):
    return x * 2, x + 1


def plus(a, b):
    return a + 2 * b
"""
# The body of `forward(x)`; the model has a buffer `m`, a part `kept`, a method `grow`, and what else stands there.
FORWARDS = {
    "the elements of a tuple": """
if self.state is None:
    self.state = (x * 1, x * 2)
h, c = self.state
h[0] = 0
c[:, 1] += 1
for s in self.state:
    s.mul_(2)
return self.state[0] + self.state[1]
""",
    "an element of a copied dict": """
d = {}
d["p"] = x * 1
for i in range(self.total.shape[0]):
    self.total[i] += 1
    d = dict(d)
d["p"] *= 2
d["p"][0] += 1
return d["p"] + self.total
""",
    "one of the arrays that show the buffer twice": "self.m.expand(2, 3)[0].add_(x.mean(0))\nreturn self.m * 2",
    "elements of one that shows an array twice": """
y = x.expand(2, *x.shape)[1]
for i in range(len(y)):
    y[i] += self.m
    y[i][:2] *= 2
return x + y
""",
    "the buffer, shown twice behind an index": """
m = self.total.expand(2, 3)
for i in range(2):
    m[0][i] += x.sum()
return m * 1
""",
    "a part's array, twice": "a = self.kept(x)\nb = self.kept(x)\nreturn a + 2 * b",
    "a part's array, by another name": "a = self.named(x)\nb = self.named(x * 2)\nreturn a + 2 * b",
    "a part's array, looked up": "a = self.looked(x)\nb = self.looked(x * 2)\nreturn a + 2 * b",
    "a part's array, written afterwards": "a = self.kept(x)\nself.kept.m.add_(x.mean(0))\nreturn a * 2",
    "collected in a loop": "outs = []\nfor i in range(3):\n    self.m.add_(x.mean(0))\n    outs.append(self.m)\nreturn torch.stack(outs)",
    "collected in a tuple": "d = ()\nfor i in range(3):\n    self.m.add_(x.mean(0))\n    d += (self.m,)\nreturn torch.stack(d)",
    "two calls at once": "d, e = self.grow(x), self.grow(x)\nreturn d + 2 * e",
    "calls in a display": "return torch.stack([self.grow(x) for _ in range(3)])",
    "by map": "return torch.stack(list(map(self.grow, [x, x * 2])))",
    "a function's argument, twice": "y = x * 1\nreturn plus(bump(y), bump(y))",
    "what `or` gives": "y = x * 1\nd = self.none or [y]\ny.add_(1)\nreturn d[0] * 2",
    "what `and` gives": "y = x * 1\nd = self.use and (y,)\ny.add_(1)\nreturn d[0] * 2",
    "held by an object": "y = x * 1\nb = Box()\nb.set(y)\ny.add_(1)\nreturn b.held * 2",
    "held by a dict": "d = dict(zip('ab', [self.m, x]))\nself.m.add_(x.mean(0))\nreturn d['a'] * 1",
    "one of several results": "r, self.state = two(x)\nself.state = self.state.detach()\nreturn r + self.state",
    "what was cast, by another name": "y = torch.tanh(x).double()\nz = y.detach()\nz += 1\nreturn y.float()",
    "a dict's elements": "d = {'p': x, 'q': x * 2}\nd['p'] = self.layer(d['p'])\nreturn d['p'] + d['q']",
    "a part that is cast": "h = self.parts[0].float()\nreturn h(x.float()) + x",
    "added up": "self.w = x.mean(0) + self.w\nself.total += self.w\nreturn self.total * 1",
    "bound to names": "q, k = (torch.relu(t) for t in (x, x * 2))\nout = torch.zeros_like(x)\nfor i in range(2):\n    out[i] = q[i] * k[i]\nreturn out",
}
ATTRIBUTES = [
    "torch.ones(3) * 2", "torch.zeros(3).float()", "torch.ones(3).clone()", "-torch.ones(3)", "torch.zeros(2, 3).sum(0)",
    "self.w / 3", "self.w.clone()", "self.w.new_zeros(3)", "torch.arange(3).float()", "torch.stack([torch.ones(3)]).mean(0)",
]  # fmt: skip


def model(body, made="torch.zeros(3)"):
    return (
        "import torch\nfrom torch import nn\n\n"
        + PARTS
        + dedent(f"""

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("m", torch.zeros(3))
        self.w = torch.ones(3)
        self.total = {made}
        self.none, self.use, self.state = None, True, None
        self.parts = nn.ModuleList([nn.Linear(3, 3)])
        self.named, self.looked = Named(), LookedUp()
        self.kept, self.layer, self.norm = Kept(), nn.Linear(3, 3), nn.BatchNorm1d(3)

    def grow(self, x):
        self.m.add_(x.sum(0))
        return self.m

    def forward(self, x):
""")
        + indent(body, "        ")
        + "\n"
    )


def expect_agreement(text):
    (module, _), reference = converted(text), original(text).Net()
    net = module.Net()
    net.load_state_dict({name: jnp.asarray(value.numpy()) for name, value in reference.state_dict().items()})
    for x in (X, X * 2, X):
        expected, found = reference(torch.from_numpy(x.copy())), net(jnp.asarray(x))
        assert_close(np.asarray(found), expected.detach().numpy())
        for key, value in reference.state_dict().items():
            assert_close(np.asarray(net.state_dict()[key]), value.numpy())


@pytest.mark.parametrize("name", FORWARDS)
def test_outputs_and_state_are_pytorchs(name):
    expect_agreement(model(FORWARDS[name]))


@pytest.mark.parametrize("made", ATTRIBUTES)
def test_attributes_that_are_written_are_arrays_whatever_makes_them(made):
    expect_agreement(model("d = self.total\nself.total.add_(x.sum(0))\nreturn d * 1", made))


def test_a_look_at_the_parameters_is_no_run_of_the_layers():
    expect_agreement(
        "import torch\nfrom torch import nn\n\n\nclass Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n"
        "        self.layer, self.norm = nn.Linear(3, 3), nn.BatchNorm1d(3)\n\n    def forward(self, x):\n"
        "        p = next(self.parameters())\n        q = next(self.parameters()).new_ones(3)\n        y = self.norm(self.layer(x))\n"
        "        return y + p.norm() + q + sum(w.pow(2).sum() for w in self.parameters())\n"
    )


def test_what_the_next_call_writes_is_not_kept_in_a_list():
    text = model("self.m.add_(x.mean(0))\nself.found.append(self.m)\nreturn torch.stack(self.found).sum(0)")
    text = text.replace("self.none,", "self.found = []\n        self.none,")
    assert {d.code for d in hybridc.convert(text).refusals} == {"HYB303"}


NO_SIZES = {
    "a number of an array": "n = x.shape[1]\nif n > 2:\n    n = n * x.mean(0)\nself.cur = n",
    "what another name is bound to": "n = k = x.sum(0)\nself.cur = n",
    "what a method is given": "self.note(x.sum(0))\nf = self.note\nf(x.shape[1])",
}


@pytest.mark.parametrize("name", NO_SIZES)
def test_what_may_be_an_array_is_no_size(name):
    body = NO_SIZES[name] + "\ny = self.cur\ny = y * 1\nreturn x + y"
    text = model(body).replace("    def grow(", "    def note(self, n):\n        self.cur = n\n\n    def grow(")
    expect_agreement(text.replace("self.none,", "self.cur = None\n        self.none,"))


ROTARY = """
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.length, self.table, self.longest = None, None, 0

    def forward(self, x, dim=1):
        length = x.shape[dim]
        if length != self.length:
            self.length = length
            self.table = torch.arange(length).float().cos()
        if x.size(0) > self.longest:
            self.longest = x.size(0)
        return x * self.table + self.longest
"""


def test_lengths_that_a_model_remembers_are_known_while_tracing():
    (module, _), reference = (
        converted("import torch\nfrom torch import nn\n\n" + ROTARY),
        original("import torch\nfrom torch import nn\n\n" + ROTARY).Net(),
    )
    net = module.Net()
    for shape in ((2, 3), (1, 5), (4, 3), (2, 3)):
        x = np.ones(shape, np.float32)
        assert_close(np.asarray(net(jnp.asarray(x))), reference(torch.from_numpy(x)).numpy())
        assert (net.length, net.longest) == (reference.length, reference.longest)
