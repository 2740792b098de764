"""What does not convert is refused, or said: never quietly different."""

import ast

import jax.numpy as jnp
import numpy as np
import pytest
import torch
from converted_models import agree_over_calls, converted

from closeness import assert_close
from hybridc.core.options import Options
from hybridc.core.source import Source
from hybridc.pipeline import check, convert

HEAD = "import torch\nfrom torch import nn\nimport torch.nn.functional as F\n\n\n"


def codes(text):
    source = Source("model.py", HEAD + text, ast.parse(HEAD + text))
    return {d.code: d for d in check(source, Options()).diagnostics}


def forward(*lines, init=()):
    made = "".join(f"        {line}\n" for line in init)
    body = "".join(f"        {line}\n" for line in lines)
    constructor = f"    def __init__(self):\n        super().__init__()\n{made}\n" if init else ""
    return f"class Net(nn.Module):\n{constructor}    def forward(self, x, y=None):\n{body}"


REFUSED = {
    "a name without a line": (forward("return torch.sine(x)"), "HYB401"),
    "a method without a line": (forward("return torch.sin(x).to_sparse()"), "HYB402"),
    "a value read into Python": (forward("return torch.sin(x).tolist()"), "HYB101"),
    "a shape that depends on values": (forward("z = torch.sin(x)", "return z[z > 0]"), "HYB403"),
    "an optimizer": ("def fit(net):\n    return torch.optim.SGD(net.parameters(), lr=0.1)\n", "HYB408"),
    "backward": ("def fit(net, x):\n    loss = net(x).sum()\n    loss.backward()\n", "HYB408"),
    "a method called for what it does in a compiled branch": (
        "class Net(nn.Module):\n    def note(self, x):\n        self.last = x\n\n    def forward(self, x):\n"
        "        if x.sum() > 0:\n            self.note(x)\n        return x * 2\n",
        "HYB222",
    ),
    "a list of the model that a compiled branch fills": (
        forward(
            "z = torch.sin(x)", "if z.sum() > 0:", "    self.found.append(z)", "return z", init=["self.found = []"]
        ),
        "HYB222",
    ),
    "what a compiled loop is followed by": (
        forward("z = torch.sin(x)", "while z.sum() > 0:", "    y.update(z)", "    z = z - 1", "return z"),
        "HYB222",
    ),
    "gradients read": ("def norms(net):\n    return [p.grad.norm() for p in net.parameters()]\n", "HYB408"),
    "gradients scaled": ("def clip(params):\n    for p in params:\n        p.grad[:] *= 0.5\n", "HYB408"),
    "a step of one's own": ("def step(params):\n    for p in params:\n        p -= 0.1 * p.grad\n", "HYB408"),
    "the gradient of a layer": ("def slope(net):\n    return net.fc.weight.grad\n", "HYB408"),
    "a draw in a compiled loop": (
        forward("z = torch.sin(x).sum()", "while z > 0:", "    z = z - torch.rand(())", "return z"),
        "HYB404",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_is_refused(name):
    text, code = REFUSED[name]
    found = codes(text)
    assert code in found and found[code].is_refusal


SAME = {
    "a result that its tuple has as well": forward(
        "found = x.sort()", "values = found[0]", "values += 1", "return found, values"
    ),
    "one array given twice to a function that writes it": "def both(t, u):\n    t += 1\n    u *= 2\n\n\n"
    + forward("z = torch.sin(x)", "both(z, z)", "return z"),
    "one of several views that sees a write": forward("z = torch.sin(x)", "a, b = z.chunk(2)", "a += 1", "return z, b"),
    "a method that writes beside a read": forward("z = torch.sin(x)", "return z.add_(1) + z"),
    "what a layer may have returned as it was": forward(
        "z = self.layer(x)", "z += 1", "return z + x", init=["self.layer = nn.Identity()"]
    ),
    "a layer that writes into what is read": forward(
        "z = torch.sin(x)", "w = self.act(z)", "return w + z", init=["self.act = nn.ReLU(inplace=True)"]
    ),
}


@pytest.mark.parametrize("name", SAME)
def test_others_see_what_is_written(name):
    x = torch.tensor([[0.5, -1.0, 2.0], [3.0, -4.0, 0.25]])
    agree_over_calls(HEAD + SAME[name], [x], [-x], [x * 2])


CONVERTED = {
    "a write that nobody else sees": forward("z = torch.sin(x)", "z += 1", "return z"),
    "a method that writes, as a value": forward("z = torch.sin(x)", "return z.add_(1)"),
    "one of two new results": forward("v, i = x.max(dim=1)", "i[0] = 3", "v.mul_(2)", "return v, i"),
    "one of the results that a number asks for": forward("v, i = torch.max(x, 0)", "i[0] = 3", "return v, i"),
    "what a layer that may not be there returns": forward(
        "y = 0",
        "if self.layer is not None:",
        "    y = self.layer(x)",
        "y += 1",
        "return x + y",
        init=["self.layer = nn.Linear(3, 3) if self.training else None"],
    ),
    "an attribute of one's own by the name of gradients": (
        "class Slopes:\n    def __init__(self, f):\n        self.grad = f\n\n    def get(self):\n        return self.grad\n\n\n"
        + forward("return torch.sin(x)")
    ),
    "either of two ways": forward("return x.mul_(2) if self.training else x * 2"),
    "a layer that is new": forward(
        "z = self.layer(x)", "z += 1", "return z + x", init=["self.layer = nn.Linear(3, 3)"]
    ),
    "a layer that writes into what is not read": forward(
        "z = torch.sin(x)", "z = self.act(z)", "return z", init=["self.act = nn.ReLU(inplace=True)"]
    ),
}


@pytest.mark.parametrize("name", CONVERTED)
def test_is_converted(name):
    assert not any(d.is_refusal for d in codes(CONVERTED[name]).values())


def test_a_misspelt_name_gets_a_suggestion():
    assert "did you mean `torch.sin`?" in codes(forward("return torch.sine(x)"))["HYB401"].message


def test_a_layer_whose_result_a_compiled_branch_leaves_is_not_left_out():
    text = HEAD + forward(
        "z = torch.sin(x)",
        "if z.sum() > 0:",
        "    unused = self.norm(z)",
        "return z",
        init=["self.norm = nn.BatchNorm1d(2)"],
    )
    with pytest.raises(RuntimeError, match="a buffer is written"):
        converted(text)[0].Net()(jnp.ones((3, 2)))


def test_training_is_explained():
    found = codes("def fit(net, x):\n    loss = net(x).sum()\n    loss.backward()\n")["HYB408"]
    assert "jax.grad" in found.message and "jax.tree.map" in found.help


def test_64_bits_are_a_warning():
    found = codes(forward("return x.to(torch.float64)"))
    assert "HYB511" in found and not any(d.is_refusal for d in found.values())


def test_what_is_refused_stays_as_a_comment_and_raises():
    text = (
        HEAD + forward("return torch.sin(x)") + "\n\ndef fit(net):\n    return torch.optim.SGD(net.parameters(), 0.1)\n"
    )
    text += "\n\nclass Rows(torch.utils.data.Dataset):\n    pass\n\n\nSTEP = torch.optim.Adam\nKINDS = {'a': STEP}\n"
    text += "ROWS = Rows\n\n\nclass More(ROWS):\n    pass\n\n\nclass Own(nn.Module):\n    pass\n\n\nPARTS = [Own]\n"
    module, result = converted(text, partial=True)
    assert_close(module.Net()(jnp.ones(2)), np.sin([1, 1]), rtol=1e-6)
    assert "import torch\n" not in result.code
    assert "    # return torch.optim.SGD(net.parameters(), 0.1)\n" in result.code
    for text, code in [
        ("class Rows(torch.utils.data.Dataset):\n#     pass\n", "HYB408"),
        ("STEP = torch.optim.Adam\n", "HYB408"),
        ("KINDS = {'a': STEP}\n", "HYB413"),
        ("ROWS = Rows\n", "HYB413"),
        ("class More(ROWS):\n#     pass\n", "HYB413"),
    ]:
        assert f"# hybridc: left out ({code}): {text}" in result.code
    with pytest.raises(NotImplementedError, match=r"^HYB408 model.py:12: `torch.optim.SGD` is training"):
        module.fit(module.Net())
    for name, line in [("Rows", 15), ("STEP", 19), ("KINDS", 20), ("ROWS", 21), ("More", 24)]:
        with pytest.raises(NotImplementedError, match=rf"^HYB4\d\d model.py:{line}: "):
            getattr(module, name)()
    assert [module.Own] == module.PARTS


def test_the_whole_file_is_refused_unless_asked():
    text = HEAD + "STEP = torch.optim.Adam\n"
    assert convert(Source("m.py", text, ast.parse(text)), Options()).code is None


def test_a_name_of_the_runtime_that_the_file_uses_itself():
    text = HEAD + "def total(tensors):\n    return torch.stack(tensors).amax(0)\n\n\n" + forward("return total([x, x])")
    module, result = converted(text)
    np.testing.assert_array_equal(module.Net()(jnp.arange(3.0)), [0, 1, 2])
    assert "tensors as torch_tensors" in result.code


def test_a_layer_that_only_running_shows_to_write_is_refused_when_it_runs():
    text = HEAD + forward("z = torch.sin(x)", "w = self.act(z)", "return w + z", init=["self.act = make()"])
    text += "\n\ndef make():\n    return nn.ReLU(inplace=True)\n"
    module, _ = converted(text)
    with pytest.raises(RuntimeError, match="Net: `relu` writes in place into an array that is read afterwards"):
        module.Net()(jnp.ones(2))


def test_a_wrong_input_names_the_layer():
    module, _ = converted(HEAD + forward("return self.fc(x)", init=["self.fc = nn.Linear(3, 2)"]))
    with pytest.raises(RuntimeError, match=r"input\[2, 5\] to have 3 features") as caught:
        module.Net()(jnp.ones((2, 5)))
    assert any("`fc`, a Linear of Net, at model.py:" in note for note in caught.value.__notes__)
