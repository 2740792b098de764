"""The tables of PyTorch as a whole: what they name is there, and what models use they have."""

import ast
import inspect

import pytest
import torch

import hybridc.runtime.torch.nn as nn
from hybridc.dialects.torch import TORCH
from hybridc.runtime.torch import tensors
from hybridc.runtime.torch.nn import functional as F

RUNTIME = {"nn": nn, "F": F, "tensors": tensors}
ENTRIES = [entry for name in TORCH.names for entry in TORCH.lookup(name)]


def test_every_name_of_the_runtime_is_there():
    missing = set()
    for entry in ENTRIES:
        for node in ast.walk(ast.parse(entry.target, mode="eval")) if entry.target else ():
            path = ast.unparse(node) if isinstance(node, ast.Attribute) else ""
            root, *parts = path.split(".") if "(" not in path else [""]
            held = RUNTIME.get(root)
            for part in parts if held is not None else ():
                held = getattr(held, part, None)
                if held is None:
                    missing.add(path)
                    break
    assert missing == set()


@pytest.mark.parametrize(
    "name", [n for n in TORCH.names if n.startswith("torch.nn.") and hasattr(nn, n[9:]) and n[9].isupper()]
)
def test_a_layer_has_the_parameters_of_pytorchs(name):
    last = name.rpartition(".")[2]
    theirs = inspect.signature(getattr(torch.nn, last)).parameters
    ours = inspect.signature(getattr(nn, last)).parameters
    if any(p.kind is p.VAR_POSITIONAL for p in (*theirs.values(), *ours.values())):
        return
    renamed = {"Parameter": {"data": "array"}, "Buffer": {"data": "array"}}.get(last, {})
    assert [n for n in theirs if renamed.get(n, n) not in ours] == []


def test_every_public_layer_is_mapped_or_known_to_be_missing():
    public = {
        n
        for n in dir(torch.nn)
        if inspect.isclass(getattr(torch.nn, n)) and issubclass(getattr(torch.nn, n), torch.nn.Module)
    }
    missing = {n for n in public if not any(entry.target for entry in TORCH.lookup(f"torch.nn.{n}"))}
    assert missing == {
        "Container", "DataParallel", "LinearCrossEntropyLoss", "NLLLoss2d",
    }  # fmt: skip


def test_every_public_function_is_mapped_or_refused():
    names = [n for n in dir(torch.nn.functional) if not n.startswith("_") and callable(getattr(torch.nn.functional, n))]
    own = [n for n in names if getattr(getattr(torch.nn.functional, n), "__module__", "") == "torch.nn.functional"]
    assert {n for n in own if f"torch.nn.functional.{n}" not in TORCH} == {
        "ScalingType", "SwizzleType", "assert_int_or_pair", "grouped_mm", "linear_cross_entropy", "scaled_grouped_mm", "scaled_mm",
    }  # fmt: skip
