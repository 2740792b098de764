"""Parts, methods, hooks and functions that keep arrays which others write: both show it, or the model is refused."""

import sys
from textwrap import indent

import jax.numpy as jnp
import pytest
import torch
from converted_models import agree_over_calls, assert_same, converted, loaded, original

import hybridc

X = torch.tensor([[0.5, -1.0, 2.0], [1.5, 0.25, -3.0]])
PART = """import torch
from torch import nn
from torch.nn import functional as F


class Part(nn.Module):
    def __init__(self):
        super().__init__()
        self.last = None
        self.found = []
        self.held = {{}}

{methods}    def forward(self, x):
{part}

class Around(nn.Module):
    def __init__(self):
        super().__init__()
        self.part = Part()

    def forward(self, x):
        return self.part(x)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.part = Part()
        self.around = Around()
        self.chain = nn.Sequential(nn.Tanh(), self.part)
        self.parts = nn.ModuleList([Part(), Part()])

    def forward(self, x):
{body}
"""
GIVES = {
    "an attribute": "y = x.tanh()\nself.last = y\nreturn y",
    "a view": "y = x.tanh()\nself.last = y[0]\nreturn y",
    "by a method": "y = x.tanh()\nself.note(y)\nreturn y",
    "a list": "y = x.tanh()\nself.found.append(y)\nreturn y",
    "a new list": "self.found = []\ny = x.tanh()\nself.found.append(y)\nreturn y",
    "a dict": "y = x.tanh()\nself.held['y'] = y\nreturn y",
    "what it is given": "self.last = x\nreturn x * 1",
    "what it gives back": "self.last = x\nreturn x",
    "the attribute": "self.last = x * 2\nreturn self.last",
    "a copy": "y = x.tanh()\nself.last = y.clone()\nreturn y",
}
WRITES = {
    "an operator": "h = x * 2\nz = self.part(h)\nz += 1\nreturn z, h",
    "a method": "h = x * 2\nz = self.part(h)\nz.mul_(2)\nh.zero_()\nreturn z * 1",
    "an element": "z = self.part(x * 1)\nz[0] = 0\nreturn z",
    "a function": "z = self.part(x * 1)\nz = F.relu_(z)\nreturn z.sum()",
    "of a chain": "z = self.chain(x)\nz += 1\nreturn z",
    "of a part around": "z = self.around(x * 1)\nz.clamp_(min=0)\nreturn z",
    "in a loop": "for part in self.parts:\n    x = part(x * 1)\n    x += 1\nreturn x",
    "twice": "a = self.part(x * 1)\na += 1\nb = self.part(a * 1)\nb *= 2\nreturn a, b",
}


NOTE = "    def note(self, y):\n        self.last = y\n\n"
ENCODE = "    def encode(self, x):\n        self.last = x.tanh()\n        return self.last\n\n"


def program(part, body):
    methods = NOTE * ("note" in part) + ENCODE * ("encode" in body)
    return PART.format(part=indent(part, " " * 8) + "\n", body=indent(body, " " * 8), methods=methods)


@pytest.mark.parametrize("written", WRITES)
@pytest.mark.parametrize("given", GIVES)
def test_what_parts_keep_shows_what_is_written(given, written):
    agree_over_calls(program(GIVES[given], WRITES[written]), [X], [-X], [X * 0.5])


BODIES = {
    "read afterwards": "z = self.part(x)\nz += 1\nreturn z, self.part.last",
    "had by a name": "z = self.part(x)\nk = self.part.last\nz += 1\nw = self.part(z * 1)\nk.mul_(3)\nreturn z, w, k, self.part.last",
    "written where it is kept": "y = self.part(x)\nself.part.last.add_(1)\nreturn y",
    "written by a name": "y = self.part(x)\nk = self.part.last\nk.add_(1)\nreturn y",
    "its element written": "y = self.part(x)\nself.part.last[0] = 3\nself.part.last += 1\nreturn y",
    "another method": "y = self.part.encode(x)\ny += 1\nreturn y, self.part.last",
    "in a branch": "z = self.part(x)\nif x.mean() < 0:\n    z += 1\nreturn z, self.part.last",
    "in a counted loop": "z = self.part(x)\nfor i in range(3):\n    z = self.part(z)\n    z.mul_(i + 1.0)\nreturn z, self.part.last",
}


@pytest.mark.parametrize("name", BODIES)
def test_names_attributes_and_results_agree(name):
    agree_over_calls(program(GIVES["an attribute"], BODIES[name]), [X], [-X], [X * 0.5])


def test_models_that_write_nothing_which_is_kept_stay_as_they_are():
    text = program(GIVES["an attribute"], "z = self.part(x)\nz = z + 1\nreturn z, self.part.last")
    assert "in_place" not in hybridc.convert(text).code


HOOKED = """import torch
from torch import nn
from torch.nn import functional as F


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 3)
        self.kept = None
        self.found = {{}}
        {hook}

    def keep(self, part, given, result):
        self.kept = {kept}

    def forward(self, x):
{body}
"""
HOOKS = {
    "a method": ("self.fc.register_forward_hook(self.keep)", "result", "y = self.fc(x)\ny = F.relu_(y)\nreturn y.sum(), self.kept"),
    "a lambda": (
        "self.fc.register_forward_hook(lambda m, i, o: self.found.__setitem__('y', o))", "None",
        "y = self.fc(x)\ny += 1\nreturn y.sum(), self.found['y']",
    ),
    "of what the part is given": (
        "self.fc.register_forward_hook(self.keep)", "given[0]", "h = x * 2\ny = self.fc(h)\nh.zero_()\nreturn y, self.kept",
    ),
    "before the part": (
        "self.fc.register_forward_pre_hook(lambda m, i: self.keep(m, i, None))", "given[0]",
        "h = x * 2\ny = self.fc(h)\nh.mul_(2)\nreturn y, self.kept",
    ),
    "that keeps nothing of it": ("self.fc.register_forward_hook(lambda m, i, o: o * 2)", "None", "y = self.fc(x)\ny += 1\nreturn y"),
}  # fmt: skip


@pytest.mark.parametrize("name", HOOKS)
def test_what_hooks_keep_shows_what_is_written(name):
    hook, kept, body = HOOKS[name]
    text = HOOKED.format(hook=hook, kept=kept, body=indent(body, " " * 8))
    agree_over_calls(text, [X], [-X], [X * 0.5])


NAMED = """import torch
from torch import nn
from operator import attrgetter


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("b", torch.zeros(3))
        self.q = torch.zeros(3)

    def forward(self, x):
{body}
"""
SAME = {
    "by its name": "self.b.copy_(x[0])\nreturn self.get_buffer('b')",
    "by its name, written later": "d = self.get_buffer('b')\nself.b.copy_(x[0])\nreturn d",
    "one of all": "d = list(self.buffers())[0].add_(1)\nreturn d",
    "of the state": "g = self.state_dict()['b']\ng.add_(x[0])\nreturn g",
    "of the table": "g = self._buffers['b']\nself.b[1:3] = x[0, 1:3]\nreturn g",
    "with names": "out = []\nfor n, d in self.named_buffers():\n    out.append(d)\nself.b.add_(x.mean(0))\nreturn {'d': out}",
}


@pytest.mark.parametrize("name", SAME)
def test_buffers_under_other_names_are_given_as_they_are_at_the_end(name):
    agree_over_calls(NAMED.format(body=indent(SAME[name], " " * 8)), [X], [-X])


LOOKED_UP = {
    "vars": "d = vars(self)['q']\nself.q.add_(1)\nreturn d * 1",
    "a dict": "d = self.__dict__.get('q')\nself.q.add_(1)\nreturn d",
    "all of it": "d = [v for k, v in vars(self).items() if k == 'q']\nself.q.add_(1)\nreturn d[0] * 1",
    "attrgetter": "d = attrgetter('q')(self)\nself.q.add_(1)\nreturn d",
    "getattribute": "d = self.__getattribute__('q')\nself.q.add_(1)\nreturn d",
    "a buffer that is set": "d = self.get_buffer('b')\nself.b = x.mean(0)\nreturn d",
}


@pytest.mark.parametrize("name", LOOKED_UP)
def test_arrays_that_are_looked_up_past_the_model_are_refused_where_it_writes_them(name):
    result = hybridc.convert(NAMED.format(body=indent(LOOKED_UP[name], " " * 8)))
    assert {d.code for d in result.refusals} == {"HYB303"}


@pytest.mark.parametrize("set_to", ["self.b = y[0]", "self.q = y[0]"])
def test_an_attribute_that_a_branch_sets_to_what_is_written_later_is_refused(set_to):
    body = f"y = x * 2\nif x.mean() < 0:\n    {set_to}\ny.add_(2)\nreturn y"
    assert hybridc.convert(NAMED.format(body=indent(body, " " * 8))).refusals


ELSEWHERE = {
    "an operator": "z = self.part(x * 1)\nz += 1\nreturn z",
    "an element": "z = self.part(x * 1)\nz[0] = 0\nreturn z",
    "a method": "z = self.part(x * 1)\nz.mul_(2)\nreturn z",
    "in a branch": "z = self.part(x * 1)\nif x.mean() < 9:\n    z += 1\nreturn z * 2",
    "what it was given": "h = x * 2\nself.part.note(h)\nh += 1\nreturn h",
    "of a chain": "z = self.chain(x)\nz += 1\nreturn z",
    "of a part around": "z = self.around(x * 1)\nz.clamp_(min=0)\nreturn z",
    "in a loop": "for part in self.parts:\n    x = part(x * 1)\n    x += 1\nreturn x",
}


def of_two_files(body, part):
    """The models of both, their part in another file."""
    text = program(part, f"{body}\n") + "\n"
    first, rest = text.split("class Around", 1)
    part = first.replace("class Part(nn.Module):", f"class Part(nn.Module):\n{NOTE * ('def note' not in first)}")
    head = "import torch\nfrom torch import nn\nfrom part_of_another_file import Part\n\n\nclass Around"
    return part, head + rest


@pytest.mark.parametrize("is_kept", [True, False])
@pytest.mark.parametrize("name", ELSEWHERE)
def test_what_parts_of_other_files_keep_is_looked_at_when_the_model_runs(name, is_kept, monkeypatch):
    given = "y = x.tanh()\nself.last = y\nreturn y" if is_kept else "return x.tanh()"
    part, net = of_two_files(ELSEWHERE[name], given)
    monkeypatch.setitem(sys.modules, "part_of_another_file", original(part))
    expected = original(net, "net").Net()(X)
    monkeypatch.setitem(sys.modules, "part_of_another_file", converted(part)[0])
    made = loaded(converted(net)[1].code).Net()
    if is_kept or "given" in name:
        with pytest.raises(RuntimeError, match="writes in place into an array that is read afterwards"):
            made(jnp.asarray(X.numpy()))
    else:
        assert_same(made(jnp.asarray(X.numpy())), expected)
