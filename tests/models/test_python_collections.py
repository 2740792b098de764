"""Dicts, tuples, lists and text of models: Python's, which works with them while a model is traced."""

import jax.numpy as jnp
import numpy as np
import pytest
import torch
from converted_models import agree, converted

from closeness import assert_close

HEAD = "import torch\nfrom torch import nn\n\n\n"
X = torch.linspace(-1, 2, 6).reshape(2, 3)

OPTIONS = """
class Part(nn.Module):
    def forward(self, x, scale=1, shift=None):
        x = x * scale
        return x if shift is None else x + shift


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.part = Part()
        self.known = ["scale", "shift"]

    def forward(self, x, **options):
        unused = [k for k, _ in options.items() if k not in self.known]
        if len(unused) > 0:
            raise ValueError(f"not expected: {unused}")
        named = options | {"scale": 2}
        for name in named:
            x = x + len(name)
        given = {k: v for k, v in named.items() if k in self.known}
        return self.part(x, **given) + self.known.index("shift")
"""
NAMES = """
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("near_scale", torch.full((3,), 2.0))
        self.register_buffer("far_scale", torch.full((3,), 3.0))

    def forward(self, x, kind=None):
        return x * getattr(self, f"{kind}_scale")[None, :]
"""
HIDDEN = """
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.parts = nn.ModuleList([nn.Linear(3, 3), nn.Linear(3, 3)])

    def forward(self, x, keeps=False):
        hidden = () if keeps else None
        for part in self.parts:
            if keeps:
                hidden += (x,)
            x = part(x)
        return x, hidden
"""


def test_keys_of_options_are_text():
    net, reference, _ = agree(HEAD + OPTIONS, lambda m: m.Net(), X)
    shift = jnp.ones(3)
    expected = reference(X, shift=torch.ones(3)).numpy()
    assert_close(net(jnp.asarray(X.numpy()), shift=shift), expected, rtol=1e-6)
    with pytest.raises(ValueError, match=r"not expected: \['other'\]"):
        net(jnp.asarray(X.numpy()), other=1)


def test_text_of_a_parameter_names_an_attribute():
    module, _ = converted(HEAD + NAMES)
    net, x = module.Net(), jnp.asarray(X.numpy())
    assert_close(net(x, kind="near"), X * 2)
    assert_close(net(x, "far"), X * 3)
    with pytest.raises(AttributeError):
        net(x, jnp.ones(()))


def test_text_of_an_array_is_refused():
    with pytest.raises(AssertionError, match="HYB101"):
        converted(HEAD + NAMES.replace('f"{kind}_scale"', 'f"{x.sum()}_scale"'))


@pytest.mark.parametrize("keeps", [False, True])
def test_a_tuple_or_none_grows(keeps):
    text = HEAD + HIDDEN.replace("keeps=False", f"keeps={keeps}")
    net, _, _ = agree(text, lambda m: m.Net(), X)
    hidden = net(jnp.asarray(X.numpy()))[1]
    assert len(hidden) == 2 if keeps else hidden is None


def test_nested_dicts_take_new_values():
    program = HEAD + (
        "class Part(nn.Module):\n    def forward(self, x):\n"
        '        return [{"found": x * 2}]\n\n\n'
        "class Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.part = Part()\n\n"
        "    def forward(self, x):\n        made = self.part(x)\n"
        '        made[-1]["mean"] = x.mean()\n        return made\n'
    )
    agree(program, lambda m: m.Net(), X)


DRAWING = """
def chunk(columns):
    return torch.randn((columns, columns))


def rows(count, columns):
    found = []
    for _ in range(count):
        found.append(chunk(columns))
    return torch.cat(found)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("rows", rows(3, 4))

    def forward(self, x):
        return x @ self.rows.t()
"""


def test_functions_that_draw_draw_anew_at_every_turn():
    module, _ = converted(HEAD + DRAWING)
    rows = np.asarray(module.Net().rows).reshape(3, 4, 4)
    assert np.abs(rows[0] - rows[1]).max() > 0.1
    assert np.abs(rows[1] - rows[2]).max() > 0.1


def test_functions_that_draw_are_refused_in_compiled_loops():
    program = HEAD + (
        "def noise(x):\n    return x + torch.randn(3)\n\n\n"
        "class Net(nn.Module):\n    def forward(self, x):\n"
        "        while x.sum() < 10:\n            x = noise(x)\n        return x\n"
    )
    with pytest.raises(AssertionError, match="HYB404 `noise` draws"):
        converted(program)


def test_a_turn_that_carries_nothing_and_reads_no_index():
    program = HEAD + (
        "def turns(x, count):\n    found = []\n    for _ in range(count):\n        found.append(x * 2)\n"
        "    return torch.stack(found)\n"
    )
    module, _ = converted(program)
    assert_close(module.turns(jnp.ones(2), 3), np.full((3, 2), 2.0))


def test_what_is_mapped_over_shares_memory_with_its_own_alone():
    program = HEAD + (
        "class Net(nn.Module):\n    def forward(self, x):\n        a, b = torch.sin(x), torch.cos(x)\n"
        "        q, v = map(lambda t: t.view(3, -1), (a, b))\n        v.masked_fill_(v > 0.5, 0.0)\n        return q + v\n"
    )
    agree(program, lambda m: m.Net(), X)
    agree(program.replace("(a, b))", "(b, x))").replace("return q", "return x.t() + q"), lambda m: m.Net(), X)
    agree(program.replace("t.view(3, -1)", "a.view(3, -1) if t is b else a.t()"), lambda m: m.Net(), X)


def test_lists_of_numbers_are_known_while_tracing():
    program = HEAD + (
        "class Net(nn.Module):\n    def forward(self, x):\n"
        "        axes: list[int] = torch.arange(1, len(x.shape)).tolist()\n        if x.dim() > 2:\n            axes = [0, *axes]\n"
        "        return x.mean(dim=axes)\n"
    )
    agree(program, lambda m: m.Net(), X)
    agree(program, lambda m: m.Net(), X[None])
    with pytest.raises(AssertionError, match="HYB101"):
        converted(program.replace("torch.arange(1, len(x.shape))", "torch.sort(x).values"))
