"""Arrays that constructors make, in whatever way, are written where they lie, and share memory as in PyTorch."""

import ast
import textwrap

import numpy as np
import pytest
import torch
from converted_models import assert_same, loaded, original
from made_in_constructors import CASTS, GIVEN, HEAD, MADE, READ, SHARED, VIEWED, WRITES

from hybridc.core.options import Options
from hybridc.core.source import Source
from hybridc.pipeline import convert


def result_of(text):
    result = convert(Source("model.py", text, ast.parse(text)), Options(format=False))
    assert result.code is not None and not result.refusals, [(d.code, d.location.line) for d in result.refusals]
    return result.code


def assert_agrees(body):
    text = HEAD + textwrap.indent(body, "        ")
    theirs, ours = original(text).Net().state_dict(), loaded(result_of(text)).Net().state_dict()
    assert len(theirs) > 0 and [*theirs] == [*ours]
    for name, value in theirs.items():
        assert_same(np.asarray(ours[name]), value.float() if value.dtype == torch.float64 else value)


@pytest.mark.sampled(8)
@pytest.mark.parametrize("write", WRITES)
@pytest.mark.parametrize("given", GIVEN)
def test_a_write_into_what_a_constructor_is_given_lasts(given, write):
    first = "self.register_buffer('z', a)\nself.z[0] = 2.0\nself.register_buffer('t', t)\n"
    assert_agrees(f"{first}with torch.no_grad():\n    w = {GIVEN[given]}\n{textwrap.indent(WRITES[write], '    ')}\n"
                  "self.w = nn.Parameter(w)\n")  # fmt: skip


@pytest.mark.parametrize("shown", SHARED)
def test_what_is_a_view_in_pytorch_shows_later_writes_and_nothing_else_does(shown):
    after = f"self.register_buffer('z', a)\nself.register_buffer('o', {SHARED[shown]})\nself.z[1] = 7.0\n"
    assert_agrees(after)
    assert_agrees(f"o = {SHARED[shown]}\na[1] = 7.0\nself.register_buffer('z', a)\nself.register_buffer('o', o)\n")


@pytest.mark.sampled(4)
@pytest.mark.parametrize("cast", CASTS)
@pytest.mark.parametrize("made", MADE)
def test_casts_share_memory_as_those_of_pytorch_whose_dtypes_are_more(made, cast):
    for write in "b[0] = 7.0", "d.mul_(3.0)":
        assert_agrees(f"d = {MADE[made]}\nb = {CASTS[cast]}\n{write}\n"
                      "self.register_buffer('d', d)\nself.register_buffer('b', b)\n")  # fmt: skip


@pytest.mark.parametrize("write", ["a[1] = 7.0", "a += 1", "nn.init.ones_(a)"])
@pytest.mark.parametrize("viewed", VIEWED)
def test_what_is_made_of_a_view_shows_what_is_written_into_its_base(viewed, write):
    is_own = "self.z" in VIEWED[viewed]
    first = "self.register_buffer('z', a)\n" if is_own else ""
    written = write.replace("a[", "self.z[").replace("a +", "self.z +").replace("(a)", "(self.z)") if is_own else write
    made = VIEWED[viewed]
    assert_agrees(f"{first}self.register_buffer('b', {made}, persistent=True)\n{written}\n")
    assert_agrees(f"{first}self.p = nn.Parameter({made})\nwith torch.no_grad():\n    {written}\n")


@pytest.mark.parametrize("read", READ)
def test_functions_read_what_can_be_written(read):
    assert_agrees(f"self.register_buffer('z', a)\nself.register_buffer('o', {READ[read]})\nself.z[1] = 7.0\n")


def test_what_an_initializer_writes_into_a_parameter_its_array_shows():
    assert_agrees("self.p = nn.Parameter(t)\nnn.init.ones_(self.p)\nself.register_buffer('q', t + 1)\n")


def test_the_first_column_of_an_orthogonal_matrix_is_turned():
    """As the 1x1 convolutions of Glow do."""
    assert_agrees("w = torch.linalg.qr(2 * torch.eye(4))[0]\nw[:, 0] = -w[:, 0]\nself.w = nn.Parameter(w)\n")


def test_arrays_that_a_function_gives_together_are_written_one_by_one():
    body = "u, s, v = torch.linalg.svd(torch.diag(torch.arange(1.0, 4.0)))\nfor i in range(2):\n    s[i] *= 2.0\n"
    assert_agrees(f"{body}s.clamp_(max=5.0)\nself.register_buffer('s', s)\n")


def test_an_array_that_the_function_makes_itself_becomes_another_one():
    body = "w = torch.zeros(3)\nnn.init.ones_(w[:1])\nw[1] = 2.0\nself.w = nn.Parameter(w)\n"
    text = HEAD + textwrap.indent(body, "        ")
    code = result_of(text)
    assert "w = w.at[1].set(2.0)" in code and "nn.mutable" not in code


def test_forward_hands_a_buffer_that_it_looks_up_to_a_function():
    text = """import torch
from torch import nn
import torch.nn.functional as F


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("b", torch.arange(4.0))

    def forward(self, x):
        e = self._buffers["b"]
        e += 1
        return x + F.pad(self._buffers["b"], (1, 0))[1:] + e.flatten(0)
"""
    theirs, ours = original(text).Net(), loaded(result_of(text)).Net()
    x = torch.ones(4)
    for _ in range(2):
        assert_same(np.asarray(ours(x.numpy())), theirs(x))
