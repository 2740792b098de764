"""Statements that no pass changes stay to the letter, wherever they stand; what is around them converts."""

import pytest
import torch
from converted_models import agree, converted

import hybridc
from hybridc.emit.kept_statements import KeptStatements

ODD = '''import torch
from torch import nn


class Net(nn.Module):
    """Keeps its layout."""

    scale  =  2  # a setting
    names = [
        "é",   "b",
    ]

    def __init__(self):
        """Documentation stays where it is."""
        super( ).__init__()
        self.first = nn.Linear( 4,4 )  # beside it
        self.sizes = {
            "a" : 1,   # in it
            **{"b": 2},
        }; self.second = nn . Linear(4, 4)
        self.third = (nn.Linear)(4, 4); self.text = """
two lines"""
        # above it
        self.küche, self.shift = \\
            3, 1

    def forward(self, x):
        width = x.shape[ -1 ]
        if self.training: width = width*1
        if x.sum() > 0:
            y = torch.relu( x )
            z = y  +  1
        else:
            z = x  -  1
            y = z
        y = (y)
        for layer in (self.first,  self.second):
            w  =  layer( y )
            y = w+self.sizes[ "a" ]
        label = f"{ width }"
        assert width  ==  4, label
        y = y
        return self.third(torch.relu(y)  *  self.scale) + z
'''


@pytest.mark.parametrize("train", [False, True], ids=["eval", "train"])
@pytest.mark.parametrize("sign", [1.0, -1.0])
def test_a_model_with_an_odd_layout_agrees(train, sign):
    agree(ODD, lambda m: m.Net(), sign * torch.rand(3, 4), train=train)


def test_what_no_pass_changes_keeps_its_layout():
    code = converted(ODD)[1].code
    kept = [
        "scale  =  2  # a setting", '"é",   "b",', "super( ).__init__()", '"a" : 1,   # in it', "# above it",
        "nn.Linear( 4,4 )  # beside it", "3, 1", "width = x.shape[ -1 ]", "w  =  layer( y )",
        'y = w+self.sizes[ "a" ]', 'label = f"{ width }"', "assert width  ==  4, label",
    ]  # fmt: skip
    assert [text for text in kept if text not in code] == []
    assert "y = y\n" not in code


def test_names_of_the_file_that_look_like_the_names_for_what_stays_are_left_alone():
    text = "import torch\nfrom torch import nn\n\n\nclass Net(nn.Module):\n    def forward(self, x):\n"
    text += "        HYB_KEPT_8 = x + 1\n        y = HYB_KEPT_8\n        return torch.relu(y)\n"
    assert "        HYB_KEPT_8 = x + 1\n        y = HYB_KEPT_8\n" in converted(text)[1].code
    agree(text, lambda m: m.Net(), torch.randn(3))


def test_libcst_reads_no_statement_that_stays(monkeypatch):
    read = []
    whole = KeptStatements.text_without
    monkeypatch.setattr(KeptStatements, "text_without", lambda *given: read.append(whole(*given)) or read[-1])
    assert hybridc.convert(ODD).code is not None
    assert "layer" in "".join(read) and not any(text in "".join(read) for text in ("layer( y )", "super", '"é"'))


@pytest.mark.parametrize(
    "expression",
    [" + ".join(["x * y"] * 60), f"x{'.abs()' * 60}", f"{'torch.abs(' * 60}x{')' * 60}"],
    ids=["operators", "methods", "calls"],
)
def test_long_chains_convert_and_agree(expression):
    """What an operand means is found once: by as many methods as ask for it, sixty of them would take forever."""
    text = "import torch\nfrom torch import nn\n\n\nclass Net(nn.Module):\n    def forward(self, x, y):\n"
    agree(f"{text}        return {expression}\n", lambda m: m.Net(), torch.randn(3), torch.randn(3))


def test_a_function_that_another_one_replaces_names_nothing_that_is_gone():
    text = """import torch
from torch import nn

ALL = []


def noted(function):
    ALL.append(function)
    return function


class Net(nn.Module):
    def forward(self, x):
        return torch.relu(x)


@noted
def half(x: torch.Tensor, at=torch.float32):
    return torch.ones(2) / 2


@noted
def half(x):
    return x / 2
"""
    module, conversion = converted(text, partial=True)
    with pytest.raises(
        NotImplementedError, match=r"HYB401 model.py:18: `half` has no counterpart .* another one of its name"
    ):
        module.ALL[0](None)
    assert module.ALL[1](4) == 2
    assert "def half(x: jax.Array" in conversion.code
