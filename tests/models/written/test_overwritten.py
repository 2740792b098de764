"""Arrays that parts of a model write into: nobody may read them afterwards, unless the original gives the same."""

import jax
import jax.numpy as jnp
import pytest
import torch
from converted_models import agree, agree_over_calls, assert_same, converted

HEAD = "import torch\nfrom torch import nn\n\n\n"
BLOCK = """
class Block(nn.Module):
    def forward(self, x):
        x += 1
        return x * 2


class Deeper(nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = Block()

    def forward(self, x):
        if x.sum() > 0:
            y = self.inner(x)
        else:
            y = x * 3
        return y


class Net(nn.Module):
    def __init__(self, make):
        super().__init__()
        self.block = make()
        self.parts = nn.Sequential(make())

    def forward(self, x):
        x = torch.sin(x)
        BODY
"""
MAKE = {
    "a class of the file": lambda m: m.Block(),
    "a layer": lambda m: (torch.nn if m.__name__ == "original" else m.nn).ReLU(inplace=True),
    "a branch": lambda m: m.Deeper(),
}
RIGHT = {
    "nothing is read": "return self.parts(self.block(x))",
    "the result takes the name": "x = self.block(x)\n        return self.parts(x) * 2",
    "a copy": "y = self.block(x.clone())\n        return self.parts(y) + x",
    "a copy with a name": "z = torch.clone(x)\n        y = self.block(z)\n        return y + x",
    "read before": "z = x * 2\n        return self.block(x) + z",
}
WRONG = {
    "read by name": "y = self.block(x)\n        return y + x",
    "read in another statement": "return self.block(x) + self.parts(x)",
    "read through a view": "v = x[1:]\n        y = self.parts(x)\n        return y.sum() + v",
    "read as what it is a view of": "y = self.block(x.view(-1))\n        return y.sum() + x",
    "returned": "return self.parts(x), x",
}
X = torch.linspace(-1, 2, 6).reshape(2, 3)


def text(body):
    return HEAD + BLOCK.replace("BODY", body)


@pytest.mark.parametrize("make", MAKE.values(), ids=MAKE)
@pytest.mark.parametrize("body", RIGHT.values(), ids=RIGHT)
def test_what_nobody_reads_afterwards_agrees(body, make):
    net, reference, _ = agree(text(body), lambda m: m.Net(lambda: make(m)), X)
    expected = reference(X)
    x = jnp.asarray(X.numpy())
    for call in (net.freeze(), lambda x: net.apply(net.parameters(), x), net.hybridize(False)):
        assert_same(call(x), expected)


@pytest.mark.parametrize("make", MAKE.values(), ids=MAKE)
@pytest.mark.parametrize("body", WRONG.values(), ids=WRONG)
def test_what_is_read_afterwards_is_refused_when_it_runs(body, make):
    module, _ = converted(text(body))
    net, x = module.Net(lambda: make(module)), jnp.asarray(X.numpy())
    for call in (net, net.freeze(), jax.jit(lambda x: net.apply(net.parameters(), x)), net.hybridize(False)):
        with pytest.raises(RuntimeError, match="writes in place into an array that is read afterwards"):
            call(x)


def test_methods_and_functions_of_the_file_write_for_all_who_see_it():
    methods = HEAD + (
        "def halve(x):\n    x /= 2\n    return x\n\n\n"
        "class Net(nn.Module):\n"
        "    def scaled(self, x, k):\n        x *= k\n        return x\n\n"
        "    def forward(self, x):\n        x = torch.sin(x)\n        x = self.scaled(x, 2)\n        y = halve(x)\n"
    )
    _, _, module = agree(methods + "        return y + 1\n", lambda m: m.Net(), X)
    assert module.Net()(jnp.ones(2)).shape == (2,)
    seen = methods.replace("x = self.scaled(x, 2)", "z = self.scaled(x, 2)") + "        return y + z, x\n"
    agree_over_calls(seen, [X], [-X], [X * 3])


ASKED = {
    "relu": "inplace=True",
    "relu6": "True",
    "hardtanh": "-0.5, inplace=True",
    "leaky_relu": "0.1, True",
    "rrelu": "inplace=True",
    "elu": "alpha=0.5, inplace=True",
    "selu": "True",
    "celu": "1.0, True",
    "silu": "inplace=True",
    "mish": "True",
    "hardswish": "inplace=True",
    "hardsigmoid": "inplace=True",
    "threshold": "0.1, 3.0, True",
    "dropout": "0.5, self.training, True",
    "dropout2d": "training=False, inplace=True",
    "alpha_dropout": "inplace=True",
}
FUNCTIONAL = "import torch.nn.functional as F\n" + HEAD + "def bent(h):\n    F.elu(h, 1.0, True)\n\n\n"


def functions(*body, holds="self.fc = nn.Sequential(nn.Linear(3, 3))"):
    return FUNCTIONAL + (
        "class Net(nn.Module):\n    def __init__(self, flag=False):\n        super().__init__()\n"
        f"        self.flag = flag\n        {holds}\n\n    def forward(self, x):\n        "
        + "\n        ".join(body)
        + "\n"
    )


def test_functions_that_are_asked_to_write_do_so():
    lines = ["h = torch.sin(x) * 2", "h = h.reshape(2, 3, 1, 1)", "v = h[1]", "bent(v)", "k = h.clone()"]
    for name, asked in ASKED.items():
        lines += [f"F.{name}(k, {asked})", f"F.{name}(v, {asked})", "k = k + v - 0.3", "h = h * 1.5 - 0.2", "v = h[0]"]
    agree(functions(*lines, "return h, F.relu(k, inplace=True)"), lambda m: m.Net(), X)


SEEN = {
    "another name": ("y = F.relu(h, inplace=True)", "return y + h"),
    "what it is a view of": ("v = h[0]", "return F.elu(v, 1.0, True).sum() + h"),
    "where only running tells": ("F.relu(h, inplace=self.flag)", "return h"),
}


@pytest.mark.parametrize("flag", [True, False])
@pytest.mark.parametrize("name", SEEN)
def test_what_a_function_was_asked_to_write_others_see(name, flag):
    text = functions("h = torch.sin(x)", *SEEN[name])
    agree_over_calls(text, [X], [-X], [X * 3], build=lambda m: m.Net(flag))


@pytest.mark.parametrize("call", ["F.relu(self.fc(h), inplace=True)", "F.elu(h, inplace=self.flag)"])
def test_what_only_running_tells_of_functions_is_looked_at_then(call):
    text = functions("h = torch.sin(x)", f"y = {call}", "return y + h", holds="self.fc = nn.Sequential()")
    module, _ = converted(text)
    x = jnp.asarray(X.numpy())
    with pytest.raises(RuntimeError, match="writes in place into an array that is read afterwards"):
        module.Net(flag=True)(x)
    if "flag" in call:
        agree(text, lambda m: m.Net(), X)
    else:
        agree(text.replace("Sequential()", "Sequential(nn.Linear(3, 3))"), lambda m: m.Net(), X)


def test_it_is_looked_at_for_each_shape():
    """Which array is written, the shape may decide."""
    text = (
        HEAD
        + """
class Step(nn.Module):
    def forward(self, t):
        return t


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.steps = nn.ModuleList([Step()])

    def forward(self, x):
        y, x = x, x * 2
        if x.shape[0] == 3:
            y = x
        z = self.steps[0](x)
        z.abs_()
        return y
"""
    )
    module, _ = converted(text)
    net = module.Net()
    assert_same(net(-jnp.ones((2, 4))), -torch.ones(2, 4))
    with pytest.raises(RuntimeError, match="read afterwards"):
        net(-jnp.ones((3, 4)))
