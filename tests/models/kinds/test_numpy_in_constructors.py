"""What a constructor makes with NumPy stays NumPy's, written in place and all, until the framework is given it."""

import types

import jax.numpy as jnp
import numpy as np
import pytest
import torch
from converted_models import loaded

import hybridc
from closeness import assert_close

STATEMENTS = {
    "a table of relative places": """
        coords = np.stack(np.meshgrid(np.arange(n), np.arange(n), indexing="ij"))
        flat = coords.reshape(2, -1)
        rel = flat[:, :, None] - flat[:, None, :]
        rel = rel.transpose(1, 2, 0)
        rel[:, :, 0] += n - 1
        rel[:, :, 0] *= 2 * n - 1
        made = rel.sum(-1)
    """,
    "angles by pairs": """
        angle = np.arange(n)[:, None] / np.power(10000, np.arange(n)[None, :] / n)
        angle[:, 0::2] = np.sin(angle[:, 0::2])
        angle[:, 1::2] = np.cos(angle[:, 1::2])
        made = angle
    """,
    "a view that is written": """
        made = np.zeros((n, n))
        row = made[1]
        row += 2.0
        made.T[0] -= 1.0
    """,
    "methods that write": """
        made = np.arange(n * 2.0)[::-1].copy()
        made.sort()
        made[:2].fill(7)
        np.add.at(made, [0, 0], 1.0)
    """,
    "a loop and a mask": """
        made = np.eye(n)
        for i in range(n):
            made[i, : i + 1] += i
        made[made > 1] = 0.5
    """,
}


def text_of(statements):
    return (
        "import numpy as np\nimport torch\nfrom torch import nn\n\n\nclass Net(nn.Module):\n    def __init__(self, n):\n"
        f"        super().__init__()\n{statements.rstrip()}\n"
        '        self.register_buffer("made", torch.from_numpy(made).float())\n\n'
        "    def forward(self, x):\n        return x + self.made.sum()\n"
    )


@pytest.mark.parametrize("name", STATEMENTS)
def test_arrays_are_what_they_were(name):
    text = text_of(STATEMENTS[name])
    original = types.ModuleType("original")
    exec(text, original.__dict__)
    code = hybridc.convert(text).code
    assert code is not None, hybridc.convert(text).refusals
    expected, found = original.Net(4), loaded(code).Net(4)
    assert_close(found.made.held, expected.made)
    assert_close(found(jnp.ones(2)), expected(torch.ones(2)).numpy())


@pytest.mark.parametrize("name", STATEMENTS)
def test_their_lines_stay(name):
    code = hybridc.convert(text_of(STATEMENTS[name])).code
    assert all(line.strip() in code for line in STATEMENTS[name].strip().split("\n"))


def test_what_is_computed_with_the_frameworks_arrays_is_the_frameworks():
    text = text_of("        w = torch.ones(n)\n        both = np.ones(n) + w.numpy()\n        made = both * 2\n")
    assert_close(loaded(hybridc.convert(text).code).Net(3).made.held, np.full(3, 4.0))
