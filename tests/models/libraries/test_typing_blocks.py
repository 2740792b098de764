"""What `if TYPE_CHECKING:` imports of a framework goes, once the hints that named it name what JAX has."""

import pytest

import hybridc
from differential import load

HEAD = "from __future__ import annotations\n\nfrom typing import {names}\n\nimport torch\nfrom torch import nn\n\n"
NET = """

class Net(nn.Module):
    def forward(self, x: {hint}) -> {hint}:
        return torch.relu(x)
"""


def converted(block, hint, names="TYPE_CHECKING"):
    result = hybridc.convert(HEAD.format(names=names) + block + NET.format(hint=hint), filename="net.py")
    assert not result.refusals
    load(result.code, "typing_block")
    return result.code.partition("\n\nclass")[0]


def test_nothing_is_left_of_a_block_that_only_hints_read():
    block = "if TYPE_CHECKING:\n    # for hints\n    from torch import Tensor\n    from torch.nn import Module\n"
    code = converted(block, "Tensor")
    assert "TYPE_CHECKING" not in code and "Tensor" not in code and "Module =" not in code


def test_one_line():
    assert "TYPE_CHECKING" not in converted("if TYPE_CHECKING: from torch import Tensor\n", "Tensor")


def test_what_is_not_the_frameworks_stays():
    block = (
        "if TYPE_CHECKING:\n    from torch import Tensor\n\n    from collections.abc import Sequence\n    Size = int\n\n"
        "    class Options(dict):\n        pass\n"
    )
    code = converted(block, "Tensor", "TYPE_CHECKING, Optional")
    assert "from typing import TYPE_CHECKING, Optional" in code
    left = "    from collections.abc import Sequence\n\n    Size = int\n\n    class Options(dict):\n        pass\n"
    assert f"if TYPE_CHECKING:\n{left}" in f"{code}\n"


@pytest.mark.parametrize("hint", ["'Tensor'", '"Optional[Tensor]"'])
def test_texts_keep_the_name_that_they_read(hint):
    code = converted("if TYPE_CHECKING:\n    from torch import Tensor, Size\n", hint, "TYPE_CHECKING, Optional")
    assert "if TYPE_CHECKING:\n    Tensor = jax.Array\n" in f"{code}\n" and "Size" not in code


def test_alternatives_stay():
    block = "if TYPE_CHECKING:\n    from torch import Tensor\nelse:\n    Tensor = object\n"
    assert "if TYPE_CHECKING:\n    Tensor = jax.Array\nelse:\n    Tensor = object" in converted(block, "Tensor")
