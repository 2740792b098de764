"""Functions beside models that write into what they are given, and name no framework: as the original, or told of."""

import ast

import jax.numpy as jnp
import numpy as np
import pytest
import torch
from converted_models import agree_over_calls, assert_same, converted, original

from hybridc.core.options import Options
from hybridc.core.source import Source
from hybridc.pipeline import check

X = np.array([[0.5, -1.0, 2.0], [3.0, -4.0, 0.25], [1.5, 2.5, -3.5]], np.float32)
HEAD = "import torch\nfrom torch import nn\n\n\n"
HELPERS = {
    "an operator": "def f(a):\n    a += 2\n",
    "several": "def f(a):\n    a -= a.mean()\n    a /= 3\n",
    "elements": "def f(a):\n    a[0, 1:] = 4.0\n",
    "a number": "def f(a, i=1):\n    a[i] = 4.0\n",
    "a method": "def f(a):\n    a.add_(1).mul_(2)\n",
    "a row": "def f(a):\n    v = a[1]\n    v *= 2\n",
    "another name": "def f(a):\n    b = a\n    b -= 1\n",
    "one that calls": "def g(a):\n    a += 2\n\n\ndef f(a):\n    g(a[1:])\n",
    "what is its own": "def f(a):\n    a += 1\n    a = a + 1\n    a *= 5\n",
    "a lambda in it": "def f(a):\n    g = lambda t: t.add_(torch.clamp(t, max=1.5))\n    a = g(a)\n    a *= 2\n",
    "a lambda that it hands on": "def f(a):\n    v = torch.relu(a)\n    w = list(map(lambda t: t.add_(v), [a]))\n    w[0] *= 2\n",
    "under a condition": "def f(a, much=True):\n    if much:\n        a += 1\n",
}
USES = {
    "read": ("f(h)", "return h"),
    "a view before": ("v = h[1]", "f(h)", "return h, v"),
    "a view": ("v = h.t()", "f(v)", "return h, v"),
    "a row of it": ("f(h[1:])", "return h, g"),
    "twice": ("f(h)", "f(g)", "f(h)", "return h, g, h + g"),
}
REFUSED = {
    "a lambda": "f = lambda a: a.add_(1)\n",
    "what is asked to stay": "def f(a):  # hybridc: host\n    a += 2\n",
    "what tries": "def f(a):\n    try:\n        a += 2\n    finally:\n        pass\n",
    "texts": "def f(a, k='x'):\n    for n in (0, 1):\n        a[n] = 1.0\n    a = {}\n    a[k] = 2\n",
}
INSIDE = {
    "a function in it": ("def k(a, b):", "    a.copy_(b)", "k(self.v, x)"),
    "a lambda": ("k = lambda a: a.add_(1)", "k(h)"),
    "a lambda handed on": ("list(map(lambda a: a.add_(1), [h, g]))",),
    "a function handed on": ("def k(a):", "    a.add_(1)", "list(map(k, [h, g]))"),
}


RETURNING = "def f(a):\n    a += 2\n    return a.sum()\n"
CALLS = [[torch.tensor(x)] for x in (X, -X, X + 1)]


def program(helper, lines, first="h = x * 2"):
    body = "".join(f"        {line}\n" for line in (first, "g = torch.sin(x)", *lines))
    return f"{HEAD}{helper}\n\nclass Net(nn.Module):\n    def forward(self, x):\n{body}"


def codes(text, name="model.py"):
    return {d.code for d in check(Source(name, text, ast.parse(text)), Options()).diagnostics if d.is_refusal}


@pytest.mark.parametrize("use", USES)
def test_what_a_helper_writes_its_caller_sees(use):
    for helper in HELPERS.values():
        text = program(helper, USES[use])
        if use == "a row of it" and "0, 1:" in helper:
            continue
        module, _ = converted(text)
        assert_same(module.Net().hybridize(False)(jnp.array(X)), original(text).Net()(torch.tensor(X)))


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_taken_back_is_refused(name):
    assert codes(program(REFUSED[name], USES["read"])) & {"HYB303", "HYB308"}
    assert not codes(program(REFUSED[name], ("f(h)", "return g")))


@pytest.mark.parametrize("use", USES)
def test_what_returns_something_else_writes_as_well(use):
    agree_over_calls(program(RETURNING, USES[use]), *CALLS)
    first, rest = USES[use][:-1], USES[use][-1]
    kept = tuple(f"s = {line}" if line.startswith("f(") else line for line in first)
    agree_over_calls(program(RETURNING, (*kept, f"{rest}, s")), *CALLS)


@pytest.mark.parametrize("name", INSIDE)
def test_functions_inside_write_what_the_model_has(name):
    buffer = "\n    def __init__(self):\n        super().__init__()\n        self.register_buffer('v', torch.ones(3))\n"
    helper = "def f(a, b):\n    a.copy_(b)\n"
    text = program(helper, (*INSIDE[name], "return x * self.v + h")).replace(
        "(nn.Module):\n", f"(nn.Module):{buffer}\n"
    )
    agree_over_calls(text, *([x[0]] for [x] in CALLS))


def test_numbers_lists_and_dicts_stay_pythons():
    helpers = (
        "def f(d, k, v):\n    d[k] = v\n\n\ndef n(k):\n    k += 3\n    return k\n\n\ndef e(xs, v):\n    xs += [v]\n"
    )
    lines = ("d = {}", "f(d, 'a', h)", "xs = []", "e(xs, g)", "e(xs, h)", "return d['a'].reshape(n(0), 3), xs[1]")
    text = program(helpers, lines)
    module, _ = converted(text)
    assert_same(module.Net().hybridize(False)(jnp.array(X)), original(text).Net()(torch.tensor(X)))


def test_files_beside_are_looked_into(tmp_path):
    (tmp_path / "helpers.py").write_text(
        "import torch\n\n\ndef bump(a):\n    a += 2\n\n\ndef norm(a, **given):\n    return torch.sub(a, a.mean(), **given)\n\n\n"
        "def bent(a):\n    torch.nn.functional.relu(a, True)\n"
    )
    used = "h = torch.sin(x)\n        {}\n        return h\n"
    for call, found in (
        ("bump(h)", {"HYB308"}),
        ("helpers.bump(a=h)", {"HYB308"}),
        ("norm(h)", set()),
        ("bent(h)", {"HYB308"}),
    ):
        body = f"class Net(nn.Module):\n    def forward(self, x):\n        {used.format(call)}"
        text = f"{HEAD}import helpers\nfrom helpers import bent, bump, norm\n\n\n{body}"
        (tmp_path / "model.py").write_text(text)
        assert codes(text, str(tmp_path / "model.py")) == found


HOST = """def center(a):
    a -= a.mean()


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(3, 3, bias=False)
        center(self.layer.weight.data)

    def forward(self, x):
        h = self.layer(x)
        center(h)
        return h


def center_all(net):
    for p in net.parameters():
        center(p.data[1:])
"""


def test_what_compiled_code_takes_back_host_code_has_written():
    module, _ = converted(HEAD + HOST)
    reference = original(HEAD + HOST).Net()
    net = module.Net()
    assert abs(float(net.layer.weight.mean())) < 1e-6
    net.load_state_dict({k: v.detach().numpy() for k, v in reference.state_dict().items()})
    with torch.no_grad():
        original(HEAD + HOST).center_all(reference)
    module.center_all(net)
    assert_same(net.layer.weight.held, reference.layer.weight)
    assert_same(net(jnp.array(X)), reference(torch.tensor(X)))
    held = np.array(X)
    module.center(held)
    assert_same(held, X - X.mean())
    with pytest.raises(TypeError, match=r"call `center\.pure`"):
        module.center(jnp.array(X))


def test_an_array_that_host_code_computes_is_not_lost():
    text = (
        HEAD
        + "def f(a):\n    v = a[0]\n    v += 1\n\n\ndef main(w):\n    print(w)\n    h = w * 2\n    f(h)\n    return h\n"
    )
    assert codes(text) == {"HYB308"}


def test_elements_of_tensors_are_views():
    text = program(
        "def f(a):\n    v = a[1]\n    v += 1\n", ("w = h[0]", "f(w)", "e = w[2]", "e *= 5", "return h, w, e")
    )
    module, _ = converted(text)
    assert_same(module.Net().hybridize(False)(jnp.array(X)), original(text).Net()(torch.tensor(X)))


SCALARS = {
    "an element of a known row": ("a = torch.ones(3)", "v = a[1]", "v += 1", "w = a[2]", "a += h[0]", "return a, v, w"),
    "a sum under two names": ("d = h.sum()", "e = d", "e *= 2", "f(d)", "return d, e"),
    "an element that is handed over": ("a = torch.ones(3)", "f(a[1])", "v = a[0]", "f(v)", "return a, v"),
    "a view that is told": ("v = h[1]", "w = v[0]", "h += 2", "w += 1", "return h, v, w"),
    "what nobody else has": ("d = h.mean()", "d += 1", "e = d * 2", "e += d", "return d, e"),
}


@pytest.mark.parametrize("name", SCALARS)
def test_tensors_of_no_dimensions_are_arrays(name):
    text = program("def f(a):\n    a += 2\n", SCALARS[name])
    module, _ = converted(text)
    assert_same(module.Net().hybridize(False)(jnp.array(X)), original(text).Net()(torch.tensor(X)))


def test_an_attribute_that_holds_a_sum_sees_what_is_added():
    agree_over_calls(program("", ("d = h.sum()", "self.last = d", "d += 1", "return d")), *CALLS)


NUMBERS = """def f(x, c=1.0):
    d = c
    d += 1
    return torch.relu(x) * d


class Net(nn.Module):
    def forward(self, x, c: float = 1.0):
        c *= 2
        return torch.relu(x) * c
"""


def test_numbers_by_their_signature_are_no_tensors():
    module, _ = converted(HEAD + NUMBERS)
    reference = original(HEAD + NUMBERS)
    for call in (lambda m: m.f, lambda m: m.Net()):
        assert_same(call(module)(jnp.array(X), 3.0), call(reference)(torch.tensor(X), 3.0))
        for c in (jnp.ones(()), jnp.ones(3)):
            with pytest.raises(TypeError, match="was converted as a number of Python's"):
                call(module)(jnp.array(X), c)


KEPT = """import torch
from torch import nn

def ema(mean, new, decay):
    mean.mul_(decay).add_(new, alpha=1 - decay)

def copied(buf, v):
    buf.copy_(v)

def filled(buf, first=7.0):
    buf[0] = first
    buf += 1

def doubled(x):
    return x * 2

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.ones(3))
        self.register_buffer("b", torch.zeros(3))
        self.register_buffer("c", torch.zeros(3))
        self.register_buffer("d", torch.zeros(3))

    def forward(self, x):
        ema(self.b, x.mean(0), 0.9)
        if self.training:
            copied(buf=self.c, v=x[0])
        filled(self.d)
        with torch.no_grad():
            copied(self.w, self.d)
        c = doubled(self.b)
        self.d[1:] = c[1:] + c[:-1]
        return x * self.w + self.b + self.c + self.d
"""


def test_what_the_model_keeps_takes_what_a_helper_wrote():
    net, want = converted(KEPT)[0].Net(), original(KEPT).Net()
    for step in range(4):
        x = (np.arange(6).reshape(2, 3) - step).astype(np.float32)
        net.train(step < 2)
        want.train(step < 2)
        assert_same(net(jnp.asarray(x)), want(torch.tensor(x)))
    for name, value in want.state_dict().items():
        assert_same(net.state_dict()[name], value)


SHOWN = {
    "by a name": "old = self.b\n        copied(self.b, x[0])\n        return x + old",
    "by a view": "old = self.b[1:]\n        copied(self.b, x[0])\n        return x + old.sum()",
    "in a list": "out = [self.b]\n        copied(self.b, x[0])\n        return x + out[0]",
    "by another attribute": "copied(self.b, x[0])\n        return x + self.a",
    "where it is given twice": "ema(self.b, self.b, 0.5)\n        return x + self.b",
    "in a compiled branch": "if x.sum() > 0:\n            copied(self.b, x[0])\n        return x + self.b",
}


@pytest.mark.parametrize("case", SHOWN)
def test_what_shows_an_array_of_the_model_shows_what_a_helper_wrote(case):
    head = KEPT[: KEPT.index("    def forward")] + ("        self.a = self.b\n\n" if "attribute" in case else "")
    agree_over_calls(f"{head}    def forward(self, x):\n        {SHOWN[case]}\n", *CALLS)
