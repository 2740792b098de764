"""Attributes of PyTorch's models that share memory: what is written into one the others show, and setting one ends it."""

import ast

import numpy as np
from converted_models import assert_same, loaded, original
from sharing_attributes import program

from hybridc.options import Options
from hybridc.pipeline import convert
from hybridc.source import Source


def test_setting_one_of_two_that_share_memory_leaves_the_other_what_it_was():
    text = program("import torch\nfrom torch import nn\n", "nn.Module", "torch.ones(3)")
    result = convert(Source("model.py", text, ast.parse(text)), Options(format=False))
    assert result.code is not None and not result.refusals, [(d.code, d.location.line) for d in result.refusals]
    there, here = original(text).out, loaded(result.code).out
    assert len(there) > 30
    for case, expected in there.items():
        for mine, theirs in zip(here[case], expected, strict=True):
            assert_same(np.asarray(mine), theirs.detach())
