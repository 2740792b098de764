"""Attributes of PyTorch's models that share memory: what is written into one the others show, and setting one ends it."""

import ast

import numpy as np
from converted_models import assert_same, loaded, original
from sharing_attributes import kept_program, program

from hybridc.core.options import Options
from hybridc.core.source import Source
from hybridc.pipeline import convert


def assert_shows_the_same(text):
    result = convert(Source("model.py", text, ast.parse(text)), Options(format=False))
    assert result.code is not None and not result.refusals, [(d.code, d.location.line) for d in result.refusals]
    there, here = original(text).out, loaded(result.code).out
    assert len(there) > 25
    for case, expected in there.items():
        for mine, theirs in zip(here[case], expected, strict=True):
            assert_same(np.asarray(mine), theirs.detach())


HEAD = "import torch\nfrom torch import nn\n", "nn.Module", "torch.ones(3)"


def test_setting_one_of_two_that_share_memory_leaves_the_other_what_it_was():
    assert_shows_the_same(program(*HEAD))


def test_what_code_around_a_model_keeps_shows_what_is_written_into_the_attribute_until_it_is_set():
    assert_shows_the_same(kept_program(*HEAD, "view(3)"))


def test_a_buffer_that_is_set_again_and_again_is_compiled_for_once():
    net = loaded(convert(Source("model.py", AGAIN, ast.parse(AGAIN)), Options(format=False)).code).Net()
    for _ in range(3):
        net.q = net.q * 0.5 + 1
        assert_same(net(np.ones(3, np.float32)), [np.asarray(net.q) * 2])
    (entry,) = net._hybridc_calls.entries.values()
    (variant,) = entry.variants.values()
    assert variant.program._cache_size() == 1


AGAIN = """import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("q", torch.ones(3))

    def forward(self, x):
        return self.q * 2 * x
"""
