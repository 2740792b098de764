"""Writes by nested functions into what a part returned, and by functions of PyTorch that are values: what others read
afterwards is refused when the model is traced."""

import jax.numpy as jnp
import pytest
import torch
from converted_models import agree, converted

HEAD = "import functools\n\nimport torch\nfrom torch import nn\n\n\n"
PROGRAM = """
set_ = functools.partial(nn.init.constant_, val=2.0)
KINDS = {"zeros": nn.init.zeros_, "set": set_}


class Net(nn.Module):
    def __init__(self, make):
        super().__init__()
        self.part = make()
        self.filled = functools.partial(nn.init.constant_, val=3.0)

    def forward(self, x):
        x = torch.sin(x)
        READ = x * 2
        WRITE
        return y + z
"""
NESTED = {
    "of the part": "def g(t):\n    w = self.part(t)\n    w += 1\n    return w\ny = g(z)",
    "of the part, captured": "def g():\n    w = self.part(z)\n    w.mul_(3)\n    return w\ny = g()",
    "of a part made there": "def g():\n    w = nn.Flatten()(z)\n    w[0] = 1\n    return w\ny = g()",
}
VALUES = {
    "by a partial": "functools.partial(nn.init.constant_, val=2.0)(z)",
    "by a partial with a name": "fill = functools.partial(nn.init.constant_, val=2.0)\nfill(z)",
    "by a partial of the file": "set_(z)",
    "by a partial of the model": "self.filled(z)",
    "by another name": "fill = nn.init.ones_\nfill(z)",
    "of a table": 'KINDS["zeros"](z)',
    "of a loop": "for kind in KINDS.values():\n    kind(z)",
}


def text(write, read="z"):
    lines = write.replace("\n", "\n        ")
    return HEAD + PROGRAM.replace("WRITE", lines).replace("READ", read)


def layer(module, name, *args):
    nn = torch.nn if module.__name__ == "original" else module.nn
    return getattr(nn, name)(*args)


X = torch.linspace(-1, 2, 6).reshape(2, 3)


@pytest.mark.parametrize("write", NESTED)
def test_what_a_part_gave_is_not_read_afterwards(write):
    program = text(NESTED[write] if "made" not in write else NESTED[write].replace("Flatten()", "Softmax(-1)"))
    agree(program, lambda m: m.Net(lambda: layer(m, "Linear", 3, 3)), X)


def test_what_a_part_gave_of_what_is_captured_is_written():
    agree(text(NESTED["of the part, captured"]), lambda m: m.Net(lambda: layer(m, "Flatten")), X)


@pytest.mark.parametrize("write", sorted(NESTED.keys() - {"of the part, captured"}))
def test_what_a_part_gave_is_read_afterwards(write):
    module, _ = converted(text(NESTED[write]))
    with pytest.raises(RuntimeError, match="writes in place into an array that is read afterwards"):
        module.Net(module.nn.Flatten)(jnp.asarray(X.numpy()))


@pytest.mark.parametrize("write", VALUES)
def test_what_functions_of_values_write_is_read_afterwards(write):
    module, _ = converted(text(f"y = x\n{VALUES[write]}"))
    with pytest.raises(RuntimeError, match="_` writes in place into an array that is read afterwards"):
        module.Net(module.nn.Flatten)(jnp.asarray(X.numpy()))


@pytest.mark.parametrize("write", sorted(VALUES.keys() - {"of a loop"}))  # which writes it twice
def test_what_functions_of_values_write_is_not_read_afterwards(write):
    program = text(f"y, z = x, x * 3\n{VALUES[write].replace('(z)', '(q)')}", "q")
    agree(program, lambda m: m.Net(lambda: layer(m, "Flatten")), X)
