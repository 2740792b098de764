"""Arrays that attributes hold while others write into them: both show it, or that is refused."""

import ast

import pytest
import torch
from converted_models import agree, agree_over_calls, assert_same

from hybridc.core.options import Options
from hybridc.core.source import Source
from hybridc.pipeline import check

HEAD = """import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("held", torch.ones(3))
        self.count = 0
        self.found = []
        self.layer = nn.Linear(3, 3)

    def note(self, z):
        self.last = z

    def bump(self):
        self.last.add_(1)

    def forward(self, x):
"""


def program(*lines):
    return HEAD + "".join(f"        {line}\n" for line in lines)


REFUSED = {
    "a buffer": ("y = x * 2", "self.held = y", "y.add_(1)", "return y"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_an_attribute_would_show_is_refused(name):
    text = program(*REFUSED[name])
    found = check(Source("model.py", text, ast.parse(text)), Options()).diagnostics
    assert {d.code for d in found if d.is_refusal} == {"HYB303"}


SHOWN = {
    "a name that an attribute shows": ("y = x * 2", "self.last = y", "y.add_(1)", "return y"),
    "an element": ("y = x * 2", "self.last = y", "y[0] = 0", "return y"),
    "an operator": ("y = x * 2", "self.last = y", "y += 1", "return y"),
    "a view": ("y = x * 2", "self.last = y[0]", "y.add_(1)", "return y"),
    "what gradients do not pass": ("y = x * 2", "self.last = y.detach()", "y.add_(1)", "return y"),
    "a list": ("y = x * 2", "self.items = [y]", "y.add_(1)", "return y"),
    "a list that it is added to": ("y = x * 2", "self.found.append(y)", "y.add_(1)", "return y + self.found[-1]"),
    "a list by a name": ("f = self.found", "y = x * 2", "f.append(y)", "y.add_(1)", "return y + self.found[-1]"),
    "a list that gets it later": (
        "f = []",
        "self.items = f",
        "y = x * 2",
        "f.append(y)",
        "y += 1",
        "return self.items[0] * y",
    ),
    "a dict by a name": ("d = {}", "self.items = d", "y = x * 2", "d['y'] = y", "y += 1", "return self.items['y'] * y"),
    "an attribute by a name": ("y = x * 2", "setattr(self, 'last', y)", "y.add_(1)", "return y"),
    "an attribute that is read later": ("y = x * 2", "self.last = y", "y += 1", "return y, self.last"),
    "several attributes": ("y = x * 2", "self.one, self.two = y, 3", "y.add_(1)", "return y"),
    "a buffer's array under a name": ("y = self.held", "y.add_(1)", "return y"),
    "a part of a buffer": ("y = self.held[0:2]", "y.add_(1)", "return y.sum() + x"),
    "an attribute that a name shows": ("y = x * 2", "self.last = y", "self.last.add_(1)", "return y"),
    "an attribute by an operator": ("y = x * 2", "self.last = y", "self.last += 1", "return y"),
    "a buffer that a name shows": ("y = self.held", "self.held += 1", "return x * y"),
    "an element of a buffer that a name shows": ("y = self.held", "self.held[0] = 5", "return x * y"),
    "two attributes": ("y = x * 2", "self.one = y", "self.two = y", "self.one.add_(1)", "return self.two * 1"),
    "a method that keeps": ("y = x * 2", "self.note(y)", "y.add_(1)", "return y"),
    "a method that writes": ("y = x * 2", "self.last = y", "self.bump()", "return y"),
}
SAME = {
    "a copy": ("y = x * 2", "self.last = y.clone()", "y.add_(1)", "return y"),
    "a name that is bound anew": ("y = x * 2", "self.last = y", "y = y + 1", "y.add_(1)", "return y"),
    "what was written before": ("y = x * 2", "y.add_(1)", "self.last = y", "return y"),
    "a parameter bound anew": ("self.last = x", "x = x + 1", "x.add_(1)", "return x"),
    "what only the attribute holds": ("self.last = x * 2", "self.last.add_(1)", "self.last += 1", "return self.last"),
    "a method beside": ("y = x * 2", "self.note(y * 1)", "self.bump()", "y.add_(1)", "return y + self.last"),
    "a running mean": ("self.held.mul_(0.5).add_(x, alpha=0.5)", "return x - self.held"),
    "a running mean by elements": ("self.held[0] = x[0]", "y = self.held * 2", "self.held.mul_(2)", "return y"),
    "numbers": ("n = self.count", "self.count += 1", "n += 2", "return x * n"),
    "what a layer gives": ("self.last = x", "y = self.layer(x)", "y += 1", "return y"),
}


@pytest.mark.parametrize("lines", [*SHOWN.values(), *SAME.values()], ids=[*SHOWN, *SAME])
def test_attributes_show_what_is_written_into_what_they_hold(lines):
    x = torch.tensor([1.0, -2.0, 3.0])
    agree_over_calls(program(*lines), [x], [-x], [x * 0.5])


def constructor(*lines):
    made = "".join(f"        {line}\n" for line in lines)
    head = "import torch\nfrom torch import nn\n\n\nclass Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n"
    return f"{head}        t = torch.zeros(3)\n{made}\n    def forward(self, x):\n        return x + self.t\n"


REFUSED_IN_CONSTRUCTORS = {
    "an attribute": ("self.t = t", "t[0] = 1"),
}


@pytest.mark.parametrize("name", REFUSED_IN_CONSTRUCTORS)
def test_what_an_attribute_would_show_is_refused_in_constructors(name):
    text = constructor(*REFUSED_IN_CONSTRUCTORS[name])
    found = check(Source("model.py", text, ast.parse(text)), Options()).diagnostics
    assert {d.code for d in found if d.is_refusal} == {"HYB303"}


@pytest.mark.parametrize(
    "lines",
    [
        ("t[0] = 1", "self.t = t"),
        ("self.count = len(t)", "t[0] = self.count", "self.register_buffer('t', t)"),
        ("self.size = t.shape", "self.t = t + 1", "t[0] = 1"),
        ("self.t = torch.zeros(3)", "self.t[0] = 1"),
        ("self.u = torch.zeros(3)", "self.t = self.u", "self.u[0] = 1"),
        ("self.register_buffer('t', t)", "t[0] = 1"),
        ("self.t = nn.Parameter(t)", "t.detach().fill_(2)"),
        ("self.t = 1", "self.parts = [t]", "t[0] = 1", "self.t = self.parts[0]"),
    ],
)
def test_constructors_that_write_first_agree(lines):
    agree(constructor(*lines), lambda m: m.Net(), torch.tensor([1.0, -2.0, 3.0]))


SHARED = {
    "a list of rows": ("self.w = torch.zeros(2, 3)", "self.other = [self.w[0], self.w[1]]"),
    "a row": ("self.w = torch.zeros(2, 3)", "self.other = self.w[0]"),
    "a view": ("self.w = torch.zeros(3)", "self.other = self.w.view(-1)"),
    "a dict": ("self.w = torch.zeros(3)", "self.other = {'w': self.w}"),
    "two targets": ("self.w = self.other = torch.zeros(3)",),
    "one name": ("made = torch.zeros(3)", "self.w = made", "self.other = made"),
}


def sharing_attributes(name):
    made = "".join(f"        {line}\n" for line in SHARED[name])
    text = HEAD.replace("        self.count = 0\n", f"        self.count = 0\n{made}") + "        self.w += x\n"
    return text + "        return x\n"


@pytest.mark.parametrize("name", ["two targets", "one name"])
def test_attributes_that_the_constructor_gives_one_array_are_refused(name):
    text = sharing_attributes(name)
    found = check(Source("model.py", text, ast.parse(text)), Options()).diagnostics
    assert {d.code for d in found if d.is_refusal} == {"HYB303"}


@pytest.mark.parametrize("name", ["a list of rows", "a row", "a view", "a dict"])
def test_attributes_that_show_another_one_show_what_is_written_into_it(name):
    x = torch.tensor([1.0, -2.0, 3.0])
    net, reference, _ = agree(sharing_attributes(name), lambda m: m.Net(), x)
    for _ in range(2):
        net(x.numpy()), reference(x)
        assert_same([net.w * 1, shown(net.other)], [reference.w, shown(reference.other)])


def shown(held):
    parts = list(held.values() if isinstance(held, dict) else held if isinstance(held, list) else [held])
    return [part * 1 for part in parts]


BUFFERS = {
    "two buffers of one name": (
        "made = torch.zeros(3)",
        "self.register_buffer('w', made)",
        "self.register_buffer('b', made)",
    ),
    "by keywords": (
        "m = torch.ones(3)",
        "self.register_buffer(name='w', tensor=m)",
        "self.register_buffer('b', m, persistent=False)",
    ),
    "a buffer and an attribute": ("made = torch.zeros(3)", "self.register_buffer('w', made)", "self.b = made"),
    "a view of what became a buffer": (
        "made = torch.zeros(3)",
        "self.register_buffer('w', made)",
        "self.b = made.view(-1)",
    ),
    "buffers that are views": (
        "made = torch.zeros(3)",
        "self.register_buffer('w', made[0:3])",
        "self.register_buffer('b', made)",
    ),
    "a buffer that views another": (
        "self.register_buffer('b', torch.zeros(3))",
        "self.register_buffer('w', self.b.view(3))",
    ),
    "a buffer that another views": (
        "self.register_buffer('w', torch.zeros(3))",
        "self.register_buffer('b', self.w[0:3])",
    ),
    "two parts": ("made = torch.zeros(3)", "self.part = Part(made)", "self.other = Part(buf=made)"),
    "a part and the model": ("made = torch.zeros(3)", "self.part = Part(made)", "self.register_buffer('b', made)"),
    "a part and what it is given": ("self.register_buffer('b', torch.zeros(3))", "self.part = Part(self.b)"),
    "parts of a loop": ("made = torch.zeros(3)", "self.parts = nn.ModuleList([Part(made) for _ in range(2)])"),
}
PART = """

class Part(nn.Module):
    def __init__(self, buf, size=3):
        super().__init__()
        self.register_buffer("held", buf)
        self.size = size

    def forward(self, x):
        WRITE
        return x + self.held


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        MADE

    def forward(self, x):
        BODY
"""


def sharing(made, write="self.held += x", body="self.w += x\n        return x + self.b"):
    is_of_parts = any("Part(" in line for line in made)
    text = PART.replace("WRITE", write if is_of_parts else "x = x * 2").replace("MADE", "\n        ".join(made))
    return "import torch\nfrom torch import nn\n" + text.replace("BODY", "return x" if is_of_parts else body)


@pytest.mark.parametrize("name", BUFFERS)
def test_buffers_that_share_memory_are_not_written_in_place(name):
    for text, found in (
        (sharing(BUFFERS[name]), {"HYB303"}),
        (sharing(BUFFERS[name], "self.held.mul_(2)", "self.w[0] = 1\n        return self.b * x"), {"HYB303"}),
        (sharing(BUFFERS[name], "self.held = x * 2", "self.w = x * 2\n        return x + self.b"), set()),
    ):
        diagnostics = check(Source("model.py", text, ast.parse(text)), Options()).diagnostics
        assert {d.code for d in diagnostics if d.is_refusal} == found


APART = {
    "different elements": (
        "made = torch.zeros(2, 3)",
        "self.register_buffer('w', made[0])",
        "self.register_buffer('b', made[1])",
    ),
    "copies": ("made = torch.zeros(3)", "self.register_buffer('w', made)", "self.register_buffer('b', made + 1)"),
    "a clone": ("self.register_buffer('w', torch.zeros(3))", "self.register_buffer('b', self.w.clone())"),
}


def test_buffers_of_their_own_agree():
    for made in APART.values():
        agree(sharing(made), lambda m: m.Net(), torch.tensor([1.0, -2.0, 3.0]))
    text = sharing(("self.a = Part(torch.zeros(3), 3)", "self.b = Part(torch.ones(3), 3)")).replace(
        "return x\n", "return self.b(self.a(x))\n"
    )
    agree(text, lambda m: m.Net(), torch.tensor([1.0, -2.0, 3.0]))
